//! Steps that run once, in calls that a model confirms with tokens.

use std::time::Duration;

use fusion_core::{
    ask::Unasked,
    shared::{MemoryStore, Shared},
};

use super::*;

/// Counts the steps, whose results no two are the same.
#[derive(Clone, Default)]
struct Till(Arc<Counts>);

/// Sell things.
#[tool_group(name = "shop")]
impl Till {
    /// Sell for a price that changes with each look at it, after so many questions.
    #[action(unasked = "token")]
    async fn sell(&self, #[arg(default = 1)] questions: usize, ask: &Ask) -> String {
        self.0.runs.fetch_add(1, Ordering::Relaxed);
        let mut prices = Vec::new();
        for _ in 0..questions {
            let price = ask.once("price", async || {
                self.0.charges.fetch_add(1, Ordering::Relaxed)
            });
            let price = price.await;
            let answer = ask.confirmed(format!("Sell for {price}?")).await;
            prices.push(format!("{price} {}", answer.is_accepted()));
        }
        self.0.done.fetch_add(1, Ordering::Relaxed);
        prices.join(", ")
    }

    /// Keep too much.
    #[action(unasked = "token")]
    async fn hoard(&self, ask: &Ask) -> String {
        let kept = ask.once("kept", async || "x".repeat(12_000)).await;
        let _ = ask.confirmed("Go on?").await;
        kept
    }

    /// Ask nothing.
    #[action(read_only)]
    fn look(&self) {}
}

impl Till {
    /// The runs of the step, and of the whole handler.
    fn counts(&self) -> [usize; 2] {
        [&self.0.charges, &self.0.done].map(|count| count.load(Ordering::Relaxed))
    }

    fn builder(&self) -> RegistryBuilder {
        Registry::builder().tool(self.clone())
    }
}

fn tokens(answer: &Value) -> String {
    let (_, rest) = text_of(answer).split_once("`confirmation`: \"").unwrap();
    rest.strip_suffix("\".").unwrap().to_owned()
}

fn code(answer: &Value) -> &Value {
    &answer["result"]["_meta"]["dev.fusion/error"]["code"]
}

async fn sell(wire: &mut Wire, more: Value) -> Value {
    let mut arguments = json!({"action": "sell"});
    let members = arguments.as_object_mut().unwrap();
    members.extend(more.as_object().unwrap().clone());
    wire.answer(9, "shop", arguments).await
}

#[tokio::test]
async fn a_question_about_the_result_of_a_step_is_the_same_in_the_call_with_its_token() {
    for lane in [true, false] {
        let till = Till::default();
        let registry = till.builder().build().unwrap();
        let mut wire = connected(server(registry, lane), &json!({})).await;
        let asked = sell(&mut wire, json!({})).await;
        assert!(text_of(&asked).contains("Sell for 0?"), "{asked}");
        let sold = sell(&mut wire, json!({"confirmation": tokens(&asked)})).await;
        assert_eq!(text_of(&sold), "0 true");
        assert_eq!(till.counts(), [1, 1]);
    }
}

#[tokio::test]
async fn each_of_several_tokens_keeps_all_steps_before_it() {
    let till = Till::default();
    let registry = till.builder().build().unwrap();
    let mut wire = connected(server(registry, true), &json!({})).await;
    let mut answer = sell(&mut wire, json!({"questions": 3})).await;
    for price in 1..3 {
        let more = json!({"questions": 3, "confirmation": tokens(&answer)});
        answer = sell(&mut wire, more).await;
        assert!(
            text_of(&answer).contains(&format!("confirm it: Sell for {price}?")),
            "{answer}"
        );
        assert_eq!(till.counts(), [price + 1, 0]);
    }
    let more = json!({"questions": 3, "confirmation": tokens(&answer)});
    let sold = sell(&mut wire, more).await;
    assert_eq!(text_of(&sold), "0 true, 1 true, 2 true");
    assert_eq!(till.counts(), [3, 1]);
}

#[tokio::test]
async fn a_wrong_token_runs_no_step() {
    let till = Till::default();
    let registry = till.builder().build().unwrap();
    let mut wire = connected(server(registry, true), &json!({})).await;
    let token = tokens(&sell(&mut wire, json!({})).await);
    for wrong in [
        json!({"confirmation": "AAAAAAAAAAAA"}),
        json!({"confirmation": token.to_lowercase() + "x"}),
        json!({"questions": 2, "confirmation": token}),
    ] {
        let refused = sell(&mut wire, wrong).await;
        assert_eq!(code(&refused), "wrong_confirmation", "{refused}");
        assert_eq!(till.counts(), [1, 0]);
    }
    let sold = sell(&mut wire, json!({"confirmation": token})).await;
    assert_eq!(text_of(&sold), "0 true");
    assert_eq!(till.counts(), [1, 1]);
}

#[tokio::test]
async fn a_used_token_does_not_begin_the_handler_again() {
    let till = Till::default();
    let registry = till.builder().build().unwrap();
    let mut wire = connected(server(registry, true), &json!({})).await;
    let runs = || till.0.runs.load(Ordering::Relaxed);
    let first = tokens(&sell(&mut wire, json!({"questions": 2})).await);
    let both = json!({"questions": 2, "confirmation": first});
    let both = tokens(&sell(&mut wire, both).await);
    assert_eq!((runs(), both.split(' ').count()), (2, 2));
    for used in [&first, &format!("AAAAAAAAAAAA {first}")] {
        let again = sell(&mut wire, json!({"questions": 2, "confirmation": used})).await;
        assert_eq!(code(&again), "wrong_confirmation", "{again}");
        assert_eq!(runs(), 2, "{used}");
    }
    let sold = sell(&mut wire, json!({"questions": 2, "confirmation": both})).await;
    assert_eq!(text_of(&sold), "0 true, 1 true");
    let again = sell(&mut wire, json!({"questions": 2, "confirmation": both})).await;
    assert_eq!(code(&again), "wrong_confirmation");
    assert_eq!((runs(), till.counts()), (3, [2, 1]));
}

#[tokio::test]
async fn a_token_whose_time_is_over_keeps_nothing() {
    let till = Till::default();
    let lifetime = Duration::from_millis(100);
    let registry = till.builder().state_lifetime(lifetime).build().unwrap();
    let mut wire = connected(server(registry, true), &json!({})).await;
    let token = tokens(&sell(&mut wire, json!({})).await);
    tokio::time::sleep(lifetime * 2).await;
    let late = sell(&mut wire, json!({"confirmation": token})).await;
    assert_eq!(code(&late), "wrong_confirmation");
    assert_eq!(till.counts(), [1, 0]);
    let again = sell(&mut wire, json!({})).await;
    assert!(text_of(&again).contains("Sell for 1?"), "{again}");
}

#[tokio::test]
async fn a_store_that_fails_is_described_by_what_may_have_been_done() {
    let full = || Shared::new().store(MemoryStore::with_capacity(0));
    let till = Till::default();
    let registry = till.builder().shared(full()).build().unwrap();
    let mut wire = connected(server(registry, true), &json!({})).await;
    let refused = sell(&mut wire, json!({})).await;
    assert_eq!(code(&refused), "state_unavailable");
    assert_eq!(
        text_of(&refused),
        "[shop/sell] answers cannot be kept at the moment; steps before the question may have been done"
    );
    assert_eq!(till.counts(), [1, 0], "the step is done");
    let shop = Shop::default();
    let registry = shop.builder().shared(full()).build().unwrap();
    let order = json!({"action": "order"});
    let (questions, state) = asked(&registry, order.clone(), Ctx::new()).await;
    let ctx = answered(&questions, state, accept(&json!({})));
    let error = registry.call("shop", order, ctx).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "[shop/order] answers cannot be kept at the moment; nothing was done"
    );
    assert_eq!(shop.counts()[0], 1, "the handler did not begin again");
}

#[tokio::test]
async fn what_a_call_keeps_has_one_bound_for_all_clients() {
    let hoard = json!({"action": "hoard"});
    for lane in [true, false] {
        let till = Till::default();
        let registry = || till.builder().unasked(Unasked::Token).build().unwrap();
        let mut unasked = connected(server(registry(), lane), &json!({})).await;
        let answer = unasked.answer(2, "shop", hoard.clone()).await;
        assert_eq!(code(&answer), "state_too_large", "{answer}");
        let mut asked = legacy(registry(), lane, &json!({})).await;
        let answer = asked.answer(2, "shop", hoard.clone()).await;
        assert_eq!(code(&answer), "state_too_large", "{answer}");
        let mut modern = modern_wire(registry(), lane).await;
        modern
            .send(&modern_call(2, &hoard, &json!({}), &json!({})))
            .await;
        let answer = modern.receive().await;
        assert_eq!(code(&answer), "state_too_large", "{answer}");
        assert_eq!(
            text_of(&answer),
            "[shop/hoard] what this call keeps for its next question is too large; its author must keep less"
        );
    }
}
