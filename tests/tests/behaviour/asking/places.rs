//! The places of calls in `Exclusive` and `Concurrency` while their users think.

use std::time::Duration;

use fusion_core::middleware::{Call, Concurrency, Exclusive, Middleware};
use tokio::sync::Semaphore;

use super::*;

/// Doors, whose work begins when the gate is open.
#[derive(Clone)]
struct Doors(Arc<Semaphore>);

impl Doors {
    async fn work(&self) {
        self.0.acquire().await.unwrap().forget();
    }
}

/// Open and close doors.
#[tool_group(name = "shop")]
impl Doors {
    /// Ask, then open a door.
    #[action]
    async fn open(&self, n: u64, ask: &Ask) -> String {
        let answer = ask.confirmed(format!("Open {n}?")).await;
        self.work().await;
        format!("opened {n}: {}", answer.is_accepted())
    }

    /// Close a door.
    #[action(confirm("Close {n}?"))]
    async fn close(&self, n: u64) -> String {
        self.work().await;
        format!("closed {n}")
    }

    /// Ask nothing.
    #[action(read_only)]
    async fn look(&self) -> &'static str {
        "seen"
    }
}

fn door(call: &Call<'_>) -> Option<u64> {
    call.arguments()?.get("n")?.as_u64()
}

type ByDoor = Arc<Exclusive<u64, fn(&Call<'_>) -> Option<u64>>>;

fn by_door() -> ByDoor {
    Arc::new(Exclusive::by(door))
}

/// A registry with doors behind a middleware. The gate lets `calls` of them work.
fn doors(middleware: impl Middleware, calls: usize) -> (Doors, Registry) {
    let doors = Doors(Arc::new(Semaphore::new(calls)));
    let builder = Registry::builder().middleware(middleware);
    let registry = builder.tool(doors.clone()).build().unwrap();
    (doors, registry)
}

async fn until_keys(exclusive: &ByDoor, count: usize) {
    for _ in 0..2_000 {
        if exclusive.keys() == count {
            return;
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    panic!("{} keys are in use instead of {count}", exclusive.keys());
}

/// Receives two messages: the response first, whichever the server sent first.
async fn response_and_question(wire: &mut Wire) -> (Value, Value) {
    let (one, other) = (wire.receive().await, wire.receive().await);
    if one["method"].is_null() {
        (one, other)
    } else {
        (other, one)
    }
}

fn message(question: &Value) -> &str {
    question["params"]["message"].as_str().unwrap_or_default()
}

fn yes() -> Value {
    accept(&json!({}))
}

#[tokio::test]
async fn a_legacy_call_holds_its_place_while_its_user_thinks() {
    for lane in [true, false] {
        let exclusive = by_door();
        let (_, registry) = doors(Arc::clone(&exclusive), 9);
        let mut wire = legacy(registry, lane, &json!({})).await;
        let open = |n: u64| json!({"action": "open", "n": n});
        wire.call(2, "shop", open(1)).await;
        let first = wire.receive().await;
        assert_eq!(message(&first), "Open 1?");
        wire.call(3, "shop", open(1)).await;
        wire.call(4, "shop", open(2)).await;
        // The call of the same door waits, and that of another one does not.
        let other = wire.receive().await;
        assert_eq!(message(&other), "Open 2?");
        let seen = wire.answer(5, "shop", json!({"action": "look"})).await;
        assert_eq!(text_of(&seen), "seen");
        assert_eq!(exclusive.keys(), 2);
        reply(&mut wire, &first, yes()).await;
        let (opened, second) = response_and_question(&mut wire).await;
        assert_eq!(
            (&opened["id"], text_of(&opened)),
            (&json!(2), "opened 1: true")
        );
        assert_eq!(message(&second), "Open 1?");
        for (question, id, expected) in [
            (other, 4, "opened 2: false"),
            (second, 3, "opened 1: false"),
        ] {
            reply(&mut wire, &question, json!({"action": "decline"})).await;
            let opened = wire.receive().await;
            assert_eq!((&opened["id"], text_of(&opened)), (&json!(id), expected));
        }
        until_keys(&exclusive, 0).await;
    }
}

#[tokio::test]
async fn a_legacy_call_holds_its_place_among_those_that_run_at_once() {
    for lane in [true, false] {
        let (_, registry) = doors(Concurrency::new(1).queue(0), 9);
        let mut wire = legacy(registry, lane, &json!({})).await;
        let open = json!({"action": "open", "n": 1});
        wire.call(2, "shop", open.clone()).await;
        let question = wire.receive().await;
        let refused = wire.answer(3, "shop", open.clone()).await;
        assert_eq!(
            text_of(&refused),
            "[shop/open] too many calls at once; this one was not begun\nRetry after 1 s"
        );
        // A question that is cancelled frees the place.
        cancel(&mut wire, 2).await;
        let withdrawn = wire.receive().await;
        assert_eq!(withdrawn["params"]["requestId"], question["id"]);
        wire.call(4, "shop", open.clone()).await;
        let question = wire.receive().await;
        reply(&mut wire, &question, yes()).await;
        assert_eq!(text_of(&wire.receive().await), "opened 1: true");
    }
}

#[tokio::test]
async fn a_confirmation_holds_no_place() {
    let close = json!({"action": "close", "n": 1});
    for lane in [true, false] {
        let exclusive = by_door();
        let limited = (Arc::clone(&exclusive), Concurrency::new(1).queue(0));
        let (doors, registry) = doors_behind_both(limited, 0);
        let mut wire = legacy(registry, lane, &json!({})).await;
        wire.call(2, "shop", close.clone()).await;
        let first = wire.receive().await;
        wire.call(3, "shop", close.clone()).await;
        let second = wire.receive().await;
        assert_eq!(
            (message(&first), message(&second)),
            ("Close 1?", "Close 1?")
        );
        assert_eq!(exclusive.keys(), 0);
        // The place is taken once the user has confirmed.
        reply(&mut wire, &first, yes()).await;
        until_keys(&exclusive, 1).await;
        doors.0.add_permits(1);
        assert_eq!(text_of(&wire.receive().await), "closed 1");
        until_keys(&exclusive, 0).await;
        doors.0.add_permits(1);
        reply(&mut wire, &second, yes()).await;
        assert_eq!(text_of(&wire.receive().await), "closed 1");
    }
}

fn doors_behind_both(
    (exclusive, concurrency): (ByDoor, Concurrency),
    calls: usize,
) -> (Doors, Registry) {
    let doors = Doors(Arc::new(Semaphore::new(calls)));
    let builder = Registry::builder()
        .middleware(concurrency)
        .middleware(exclusive);
    let registry = builder.tool(doors.clone()).build().unwrap();
    (doors, registry)
}

#[tokio::test]
async fn a_legacy_question_that_is_cancelled_leaves_nothing_held() {
    for lane in [true, false] {
        for key in ["open", "close"] {
            let exclusive = by_door();
            let (_, registry) = doors(Arc::clone(&exclusive), 9);
            let mut wire = legacy(registry, lane, &json!({})).await;
            let arguments = json!({"action": key, "n": 1});
            wire.call(2, "shop", arguments.clone()).await;
            let question = wire.receive().await;
            cancel(&mut wire, 2).await;
            let withdrawn = wire.receive().await;
            assert_eq!(withdrawn["params"]["requestId"], question["id"]);
            until_keys(&exclusive, 0).await;
            // A user who dismisses the question ends the call as well.
            wire.call(3, "shop", arguments).await;
            let question = wire.receive().await;
            reply(&mut wire, &question, json!({"action": "cancel"})).await;
            let ended = text_of(&wire.receive().await).to_owned();
            let expected = match key {
                "open" => "opened 1: false",
                _ => "[shop/close] the user declined",
            };
            assert_eq!(ended, expected);
            until_keys(&exclusive, 0).await;
        }
    }
}

#[tokio::test]
async fn a_modern_call_holds_nothing_between_its_rounds() {
    for lane in [true, false] {
        for (key, expected) in [("open", "opened 1: true"), ("close", "closed 1")] {
            let exclusive = by_door();
            let limited = (Arc::clone(&exclusive), Concurrency::new(1).queue(0));
            let (_, registry) = doors_behind_both(limited, 9);
            let mut wire = modern_wire(registry, lane).await;
            let arguments = json!({"action": key, "n": 1});
            let mut asked = Vec::new();
            // Both calls ask, although only one may run at once.
            for id in [2, 3] {
                wire.send(&modern_call(id, &arguments, &json!({}), &json!({})))
                    .await;
                asked.push(wire.receive().await);
                assert_eq!(exclusive.keys(), 0);
            }
            for (id, asked) in (4..).zip(asked) {
                let more = answers_to(&asked, yes());
                wire.send(&modern_call(id, &arguments, &json!({}), &more))
                    .await;
                assert_eq!(text_of(&wire.receive().await), expected);
            }
            until_keys(&exclusive, 0).await;
        }
    }
}

#[tokio::test]
async fn a_modern_round_that_is_cancelled_leaves_nothing_held() {
    for lane in [true, false] {
        for key in ["open", "close"] {
            let exclusive = by_door();
            let limited = (Arc::clone(&exclusive), Concurrency::new(1).queue(0));
            let (doors, registry) = doors_behind_both(limited, 0);
            let mut wire = modern_wire(registry, lane).await;
            let arguments = json!({"action": key, "n": 1});
            wire.send(&modern_call(2, &arguments, &json!({}), &json!({})))
                .await;
            let more = answers_to(&wire.receive().await, yes());
            wire.send(&modern_call(3, &arguments, &json!({}), &more))
                .await;
            until_keys(&exclusive, 1).await;
            cancel(&mut wire, 3).await;
            until_keys(&exclusive, 0).await;
            // Its answer was used, and another call begins anew.
            doors.0.add_permits(1);
            wire.send(&modern_call(4, &arguments, &json!({}), &more))
                .await;
            let used = wire.receive().await;
            assert_eq!(used["error"]["data"]["code"], "used_state", "{used}");
            wire.send(&modern_call(5, &arguments, &json!({}), &json!({})))
                .await;
            let more = answers_to(&wire.receive().await, yes());
            wire.send(&modern_call(6, &arguments, &json!({}), &more))
                .await;
            assert_eq!(wire.receive().await["id"], 6);
        }
    }
}
