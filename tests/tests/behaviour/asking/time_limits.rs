//! `Timeout` around calls that ask. The clock stands still, and jumps to the next timer.

use std::time::Duration;

use fusion_core::middleware::Timeout;
use tokio::time::sleep;

use super::*;

struct Slow;

/// Work before and after a question.
#[tool_group(name = "shop")]
impl Slow {
    /// Work, ask, and work again. The times are milliseconds.
    #[action]
    async fn work(&self, before: u64, between: u64, after: u64, ask: &Ask) -> String {
        sleep(Duration::from_millis(before)).await;
        let one = ask.confirmed("Go on?").await;
        sleep(Duration::from_millis(between)).await;
        let two = ask.confirmed("And further?").await;
        sleep(Duration::from_millis(after)).await;
        format!("{} {}", one.is_accepted(), two.is_accepted())
    }

    /// An action with a limit of its own.
    #[action(timeout = "100ms")]
    async fn hurry(&self, before: u64, between: u64, after: u64, ask: &Ask) -> String {
        self.work(before, between, after, ask).await
    }

    /// Ask nothing.
    #[action(read_only)]
    fn look(&self) {}
}

const HOUR: Duration = Duration::from_secs(3_600);

fn registry() -> Registry {
    let builder = Registry::builder().middleware(Timeout::new(Duration::from_millis(300)));
    builder.tool(Slow).build().unwrap()
}

fn stopped(key: &str, limit: &str) -> String {
    format!(
        "[shop/{key}] no answer within {limit}, so it was stopped\n\
         Hint: A part of it may have been done: look before you call again."
    )
}

/// The time of the handler counts, all of it, and not that of the user.
#[tokio::test(start_paused = true)]
async fn a_limit_pauses_while_a_user_thinks_and_goes_on_afterwards() {
    for lane in [true, false] {
        for (key, limit, [before, between, after], questions) in [
            ("work", "300 ms", [0, 0, 0], 2),
            ("work", "300 ms", [100, 100, 99], 2),
            ("work", "300 ms", [100, 100, 101], 2),
            ("work", "300 ms", [0, 299, 0], 2),
            ("work", "300 ms", [150, 151, 0], 1),
            ("work", "300 ms", [0, 0, 301], 2),
            ("work", "300 ms", [301, 0, 0], 0),
            ("hurry", "100 ms", [30, 30, 39], 2),
            ("hurry", "100 ms", [30, 30, 41], 2),
        ] {
            let mut wire = legacy(registry(), lane, &json!({})).await;
            let arguments =
                json!({"action": key, "before": before, "between": between, "after": after});
            wire.call(2, "shop", arguments).await;
            for _ in 0..questions {
                let question = wire.receive().await;
                sleep(HOUR).await;
                reply(&mut wire, &question, accept(&json!({}))).await;
            }
            let answer = wire.receive().await;
            let is_within = before + between + after < if key == "work" { 300 } else { 100 };
            let expected = if is_within {
                "true true".to_owned()
            } else {
                stopped(key, limit)
            };
            let times = [before, between, after];
            assert_eq!(text_of(&answer), expected, "{times:?} {answer}");
        }
    }
}

/// No clock shows the end of such a time.
#[tokio::test(start_paused = true)]
async fn an_endless_limit_pauses_as_well() {
    let builder = Registry::builder().middleware(Timeout::new(Duration::MAX));
    let registry = builder.tool(Slow).build().unwrap();
    let mut wire = legacy(registry, true, &json!({})).await;
    let arguments = json!({"action": "work", "before": 1, "between": 1, "after": 1});
    wire.call(2, "shop", arguments).await;
    for _ in 0..2 {
        let question = wire.receive().await;
        reply(&mut wire, &question, accept(&json!({}))).await;
    }
    assert_eq!(text_of(&wire.receive().await), "true true");
}

/// The clock does not count what waits beside a question.
#[tokio::test(start_paused = true)]
async fn a_limit_pauses_until_the_last_question_is_answered() {
    struct Pair;

    /// Ask twice at once.
    #[tool_group(name = "shop")]
    impl Pair {
        /// Ask, and work for 200 ms after the last answer.
        #[action(timeout = "300ms")]
        async fn both(&self, ask: &Ask) -> String {
            let (one, two) = tokio::join!(ask.confirmed("One?"), ask.confirmed("Two?"));
            sleep(Duration::from_millis(200)).await;
            format!("{} {}", one.is_accepted(), two.is_accepted())
        }

        /// Ask nothing.
        #[action(read_only)]
        fn look(&self) {}
    }

    let registry = Registry::builder().tool(Pair).build().unwrap();
    let mut wire = legacy(registry, true, &json!({})).await;
    wire.call(2, "shop", json!({"action": "both"})).await;
    let questions = [wire.receive().await, wire.receive().await];
    for question in questions {
        sleep(HOUR).await;
        reply(&mut wire, &question, accept(&json!({}))).await;
    }
    assert_eq!(text_of(&wire.receive().await), "true true");
}

/// Each round of a modern call is a call, and has the whole limit.
#[tokio::test(start_paused = true)]
async fn a_round_of_a_modern_call_has_the_limit_of_a_call() {
    for lane in [true, false] {
        for (between, expected) in [
            (99, "true true".to_owned()),
            (101, stopped("work", "300 ms")),
        ] {
            let mut wire = modern_wire(registry(), lane).await;
            let arguments =
                json!({"action": "work", "before": 200, "between": between, "after": 0});
            let mut more = json!({});
            let mut round = 2;
            let answer = loop {
                wire.send(&modern_call(round, &arguments, &json!({}), &more))
                    .await;
                let answer = wire.receive().await;
                if answer["result"]["resultType"] != "input_required" {
                    break answer;
                }
                more = answers_to(&answer, accept(&json!({})));
                sleep(Duration::from_secs(60)).await;
                round += 1;
            };
            assert_eq!(text_of(&answer), expected, "{answer}");
        }
    }
}
