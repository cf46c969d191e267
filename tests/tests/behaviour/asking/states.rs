//! States that come back without answers, or malformed; and questions without text.

use super::*;

#[derive(Clone, Default)]
struct Doubt(Arc<Counts>);

/// Asks in vain.
#[tool_group(name = "shop")]
impl Doubt {
    /// Confirm nothing.
    #[action(confirm = Self::nothing)]
    fn wipe(&self) {
        self.0.done.fetch_add(1, Ordering::Relaxed);
    }

    fn nothing(&self) -> &'static str {
        " \n"
    }

    /// Ask nothing.
    #[action]
    async fn ask(&self, ask: &Ask) {
        let _ = ask.confirmed("").await;
        self.0.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Ask only the first time.
    #[action]
    async fn first(&self, ask: &Ask) -> String {
        let runs = self.0.runs.fetch_add(1, Ordering::Relaxed);
        let accepted = runs == 0 && ask.confirmed("First?").await.is_accepted();
        accepted.to_string()
    }
}

#[tokio::test]
async fn a_state_without_an_answer_asks_again_and_is_not_used_up() {
    let shop = Shop::default();
    let registry = shop.registry();
    let order = json!({"action": "order"});
    let (questions, state) = asked(&registry, order.clone(), Ctx::new()).await;
    let mut states = vec![state.clone()];
    // More often than a call has rounds.
    for _ in 0..10 {
        let last = states[states.len() - 1].clone();
        let ctx = Ctx::new().with_answers(last, []);
        let (again, state) = asked(&registry, order.clone(), ctx).await;
        assert_eq!(again[0].message, "Pay 40?");
        assert_eq!(again[0].id, questions[0].id);
        states.push(state);
    }
    assert_eq!(shop.counts()[1], 1, "the step ran once");
    // One of them is good, and it uses up all others.
    let ctx = answered(&questions, state, accept(&json!({})));
    let (second, next) = asked(&registry, order.clone(), ctx).await;
    assert_eq!(second[0].message, "Pay 40?");
    for state in states {
        for answers in [vec![], vec![(questions[0].id.clone(), accept(&json!({})))]] {
            let ctx = Ctx::new().with_answers(state.clone(), answers);
            let error = registry.call("shop", order.clone(), ctx).await.unwrap_err();
            assert_eq!(error.data()["code"], "used_state");
        }
    }
    let ctx = answered(&second, next, json!({"action": "decline"}));
    let done = registry.call("shop", order, ctx).await.unwrap();
    assert_eq!(text(&done), "40 true false");
}

#[tokio::test]
async fn a_state_without_an_answer_is_used_up_by_a_call_that_asks_nothing_more() {
    let registry = Registry::builder().tool(Doubt::default()).build().unwrap();
    let first = json!({"action": "first"});
    let (_, state) = asked(&registry, first.clone(), Ctx::new()).await;
    let ctx = || Ctx::new().with_answers(state.clone(), []);
    let done = registry.call("shop", first.clone(), ctx()).await.unwrap();
    assert_eq!(text(&done), "false");
    let error = registry.call("shop", first, ctx()).await.unwrap_err();
    assert_eq!(error.data()["code"], "used_state");
}

#[tokio::test]
async fn a_question_without_text_is_an_error_and_confirms_nothing() {
    let doubt = Doubt::default();
    let registry = Registry::builder().tool(doubt.clone()).build().unwrap();
    for action in ["wipe", "ask"] {
        let call = registry.call("shop", json!({"action": action}), Ctx::new());
        let error = call.await.unwrap_err().to_string();
        let expected = format!("[shop/{action}] internal error (reference ");
        assert!(error.starts_with(&expected), "{error}");
    }
    assert_eq!(doubt.0.done.load(Ordering::Relaxed), 0);
}

#[tokio::test]
async fn malformed_answers_are_refused_and_begin_no_new_call() {
    let arguments = json!({"action": "close", "issue": 7});
    for lane in [true, false] {
        let shop = Shop::default();
        let mut wire = modern_wire(shop.registry(), lane).await;
        for (more, expected) in [
            (
                json!({"requestState": 5}),
                "params.requestState: expected string, got number",
            ),
            (
                json!({"requestState": "x", "inputResponses": []}),
                "params.inputResponses: expected object, got array",
            ),
            (
                json!({"requestState": {}, "inputResponses": "x"}),
                "params.requestState: expected string, got object; params.inputResponses: expected object, got string",
            ),
        ] {
            wire.send(&modern_call(2, &arguments, &json!({}), &more))
                .await;
            let refused = wire.receive().await;
            assert_eq!(refused["error"]["code"], -32602, "{refused}");
            assert_eq!(refused["error"]["message"], expected);
        }
        assert_eq!(shop.counts(), [0, 0, 0, 0]);
    }
}
