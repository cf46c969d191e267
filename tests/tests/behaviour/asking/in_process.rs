//! Questions to code that calls a registry itself: the handler runs again with the answers.

use std::sync::Mutex;

use fusion_core::{
    StateSync, ToolResult,
    middleware::{Call, Middleware, Next},
    observe::{CallRecord, Observer, Outcome},
    spec::OutputCap,
};

use super::*;

#[tokio::test]
async fn a_form_is_asked_by_ending_the_call_and_the_handler_runs_again() {
    let shop = Shop::default();
    let registry = shop.registry();
    let close = json!({"action": "close", "issue": 7});
    let (questions, state) = asked(&registry, close.clone(), Ctx::new()).await;
    assert_eq!(questions[0].message, "Why close 7?");
    assert_eq!(
        Value::Object(questions[0].schema().clone()),
        json!({
            "type": "object",
            "properties": {
                "reason": {"type": "string", "description": "Why it is closed.", "minLength": 3},
                "times": {"type": "integer", "minimum": 0, "maximum": 255},
            },
            "required": ["reason"],
        })
    );
    assert_eq!(shop.counts(), [1, 0, 0, 1]);
    let answer = accept(&json!({"reason": "done", "times": "2", "_client": true}));
    let ctx = answered(&questions, state, answer);
    let response = registry.call("shop", close, ctx).await.unwrap();
    assert_eq!(text(&response), "closed 7: done Some(2)");
    assert_eq!(shop.counts(), [2, 0, 1, 2]);
}

#[tokio::test]
async fn an_answer_is_declined_or_cancelled() {
    let registry = Shop::default().registry();
    let close = json!({"action": "close", "issue": 7});
    for (action, expected) in [("decline", "declined"), ("cancel", "cancelled")] {
        let (questions, state) = asked(&registry, close.clone(), Ctx::new()).await;
        let ctx = answered(&questions, state, json!({"action": action}));
        let response = registry.call("shop", close.clone(), ctx).await.unwrap();
        assert_eq!(text(&response), expected);
    }
}

#[tokio::test]
async fn an_answer_that_does_not_fit_is_asked_for_again_at_most_eight_times() {
    let shop = Shop::default();
    let registry = shop.registry();
    let close = json!({"action": "close", "issue": 7});
    let mut ctx = Ctx::new();
    for round in 0..9 {
        let (questions, state) = asked(&registry, close.clone(), ctx).await;
        let expected = match round {
            0 => "Why close 7?",
            1 => {
                "Why close 7?\n\nPlease answer again: `reason`: expected string, length 3.., found 2 characters"
            }
            _ => &questions[0].message,
        };
        assert_eq!(questions[0].message, expected);
        // A missing answer is asked for again as well, in the same round.
        ctx = match round {
            3 => Ctx::new().with_answers(state, []),
            4 => answered(&questions, state, json!({"answer": "yes"})),
            _ => answered(&questions, state, accept(&json!({"reason": "no"}))),
        };
    }
    let error = registry.call("shop", close, ctx).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "[shop/close] not done, because it asked its user 8 times, which is all that one call may"
    );
    assert_eq!(error.data()["code"], "not_answered");
    assert_eq!(shop.counts()[2], 0);
}

#[tokio::test]
async fn a_step_runs_once_and_equal_questions_are_told_apart() {
    let shop = Shop::default();
    let registry = shop.registry();
    let order = json!({"action": "order"});
    let (questions, state) = asked(&registry, order.clone(), Ctx::new()).await;
    assert_eq!(questions[0].message, "Pay 40?");
    let ctx = answered(&questions, state, accept(&json!({})));
    let (again, state) = asked(&registry, order.clone(), ctx).await;
    assert_eq!(again[0].message, "Pay 40?");
    assert_ne!(again[0].id, questions[0].id);
    let ctx = answered(&again, state, json!({"action": "decline"}));
    let response = registry.call("shop", order, ctx).await.unwrap();
    assert_eq!(text(&response), "40 true false");
    assert_eq!(shop.counts()[..2], [3, 1]);
}

#[tokio::test]
async fn questions_that_wait_together_are_sent_together() {
    let registry = Shop::default().registry();
    let both = json!({"action": "both"});
    let (questions, state) = asked(&registry, both.clone(), Ctx::new()).await;
    let messages: Vec<_> = questions.iter().map(|one| one.message.as_str()).collect();
    assert_eq!(messages, ["One?", "Two?"]);
    // The answers arrive one after the other.
    let one = (questions[0].id.clone(), accept(&json!({})));
    let ctx = Ctx::new().with_answers(state, [one]);
    let (questions, state) = asked(&registry, both.clone(), ctx).await;
    let ctx = answered(&questions, state, json!({"action": "decline"}));
    let response = registry.call("shop", both, ctx).await.unwrap();
    assert_eq!(text(&response), "true false");
}

#[tokio::test]
async fn a_question_has_the_id_that_its_author_gives_it() {
    struct Named;
    /// Ask by name.
    #[tool_group(name = "shop")]
    impl Named {
        /// Ask two things under one name.
        #[action]
        async fn ask(&self, ask: &Ask) -> String {
            let one = ask.confirmed("One?").named("sure").await;
            let two = ask.confirmed("Two?").named("sure").await;
            format!("{} {}", one.is_accepted(), two.is_accepted())
        }
    }
    let registry = Registry::builder().tool(Named).build().unwrap();
    let arguments = json!({"action": "ask"});
    let (questions, state) = asked(&registry, arguments.clone(), Ctx::new()).await;
    assert_eq!(
        (&*questions[0].id, &*questions[0].message),
        ("sure", "One?")
    );
    let ctx = answered(&questions, state, accept(&json!({})));
    let (questions, state) = asked(&registry, arguments.clone(), ctx).await;
    // The answer to the first question is none to the second.
    assert_eq!(
        (&*questions[0].id, &*questions[0].message),
        ("sure", "Two?")
    );
    let ctx = answered(&questions, state, json!({"action": "decline"}));
    let response = registry.call("shop", arguments, ctx).await.unwrap();
    assert_eq!(text(&response), "true false");
}

/// Records how calls end, and what a middleware sees.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Observer for Log {
    fn observe(&self, call: &CallRecord<'_>, outcome: &Outcome<'_>) {
        let line = format!("{} {}", call.key().unwrap_or("-"), outcome.ending().name());
        self.0.lock().unwrap().push(line);
    }
}

impl Middleware for Log {
    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        self.0.lock().unwrap().push("before".to_owned());
        let result = next.run(call).await;
        self.0.lock().unwrap().push("after".to_owned());
        result
    }
}

#[tokio::test]
async fn observers_see_each_round_and_middleware_ends_with_the_last_one() {
    let log = Log::default();
    let builder = Registry::builder()
        .middleware(log.clone())
        .observe(log.clone());
    let registry = builder.tool(Shop::default()).build().unwrap();
    let close = json!({"action": "close", "issue": 7});
    let (questions, state) = asked(&registry, close.clone(), Ctx::new()).await;
    let ctx = answered(&questions, state, json!({"action": "decline"}));
    registry.call("shop", close, ctx).await.unwrap();
    let log = log.0.lock().unwrap();
    assert_eq!(
        *log,
        ["before", "close asked", "before", "after", "close answered"]
    );
}

/// Deletes notes.
#[derive(Clone)]
struct Notes;

#[tool_group(name = "shop")]
impl Notes {
    /// List notes.
    #[action(read_only)]
    async fn list(&self) -> &'static str {
        "none"
    }

    /// Delete a note.
    #[action(destructive, invalidates("self.list"), output_cap = OutputCap::bytes(120))]
    async fn delete(&self, ask: &Ask) -> String {
        if ask.confirmed("Delete?").await.is_accepted() {
            "gone\n".repeat(200)
        } else {
            "kept".to_owned()
        }
    }
}

#[tokio::test]
async fn notices_hooks_and_caps_belong_to_the_round_that_is_done() {
    let hooks = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&hooks);
    let sync = StateSync::new().on_invalidation(move |_| {
        seen.fetch_add(1, Ordering::Relaxed);
    });
    let registry = Registry::builder()
        .state_sync(sync)
        .tool(Notes)
        .build()
        .unwrap();
    let delete = json!({"action": "delete"});
    let (questions, state) = asked(&registry, delete.clone(), Ctx::new()).await;
    assert_eq!(hooks.load(Ordering::Relaxed), 0);
    let ctx = answered(&questions, state, accept(&json!({})));
    let response = registry.call("shop", delete, ctx).await.unwrap();
    assert_eq!(hooks.load(Ordering::Relaxed), 1);
    assert!(text(&response).len() < 400, "the result has its cap");
    let notice = response.meta().unwrap().get("dev.fusion/invalidates");
    assert_eq!(notice, Some(&json!(["shop.list"])));
}
