//! Arguments that a client adds to each call, or fills in only sometimes. They distinguish no calls.

use super::*;

#[derive(Clone, Default)]
struct Bin(Arc<Counts>);

/// Throw things away.
#[tool_group(name = "shop")]
impl Bin {
    /// Throw something away.
    #[action(destructive, unasked = "token")]
    async fn empty(&self, what: String, hard: Option<String>, ask: &Ask) -> &'static str {
        if ask
            .confirmed(format!("Empty {what} {hard:?}?"))
            .await
            .is_accepted()
        {
            self.0.done.fetch_add(1, Ordering::Relaxed);
            "emptied"
        } else {
            "kept"
        }
    }

    /// Look into it.
    #[action(read_only)]
    fn look(&self, #[arg(default = 10)] depth: u64) -> String {
        depth.to_string()
    }
}

impl Bin {
    fn done(&self) -> usize {
        self.0.done.load(Ordering::Relaxed)
    }
}

/// A call with more arguments.
fn call_with(more: &Value) -> Value {
    let mut arguments = json!({"action": "empty", "what": "all"});
    let members = arguments.as_object_mut().unwrap();
    members.extend(more.as_object().unwrap().clone());
    arguments
}

/// Arguments that the reader drops.
fn dropped() -> [Value; 4] {
    [
        json!({"toolCallId": "2", "traceId": "b"}),
        json!({"sessionId": {"new": true}}),
        json!({"depth": null}),
        json!({"depth": 10, "toolCallId": "3"}),
    ]
}

/// Arguments that count.
fn counted() -> [Value; 4] {
    [
        json!({"what": "nothing"}),
        json!({"hard": "yes"}),
        json!({"depth": 11}),
        json!({"callId": "2"}),
    ]
}

fn registry(bin: &Bin) -> Registry {
    let names = ["toolCallId", "sessionId", "traceId"];
    let builder = Registry::builder().ignored_arguments(names);
    builder.tool(bin.clone()).build().unwrap()
}

#[tokio::test]
async fn a_state_is_answered_whatever_the_client_adds() {
    let bin = Bin::default();
    let registry = registry(&bin);
    let first = call_with(&json!({"toolCallId": "1", "traceId": "a"}));
    for (times, more) in dropped().iter().enumerate() {
        let (questions, state) = asked(&registry, first.clone(), Ctx::new()).await;
        for other in counted() {
            let ctx = answered(&questions, state.clone(), accept(&json!({})));
            let error = registry.call("shop", call_with(&other), ctx).await;
            let error = error.unwrap_err();
            assert_eq!(error.data()["code"], "invalid_state", "{other}");
        }
        let ctx = answered(&questions, state, accept(&json!({})));
        let done = registry.call("shop", call_with(more), ctx).await.unwrap();
        assert_eq!(
            (&*text(&done), bin.done()),
            ("emptied", times + 1),
            "{more}"
        );
    }
}

#[tokio::test]
async fn a_token_is_redeemed_whatever_the_client_adds() {
    for lane in [true, false] {
        let bin = Bin::default();
        let mut wire = connected(server(registry(&bin), lane), &json!({})).await;
        let first = call_with(&json!({"toolCallId": "1", "traceId": "a"}));
        for (times, more) in dropped().iter().enumerate() {
            let asked = wire.answer(1, "shop", first.clone()).await;
            let (_, token) = text_of(&asked).split_once("`confirmation`: \"").unwrap();
            let token = token.strip_suffix("\".").unwrap();
            let confirmed = |more: &Value| {
                let mut arguments = call_with(more);
                arguments["confirmation"] = json!(token);
                arguments
            };
            for other in counted() {
                let refused = wire.answer(2, "shop", confirmed(&other)).await;
                let code = &refused["result"]["_meta"]["dev.fusion/error"]["code"];
                assert_eq!(code, "wrong_confirmation", "{other}");
            }
            let done = wire.answer(3, "shop", confirmed(more)).await;
            assert_eq!(
                (text_of(&done), bin.done()),
                ("emptied", times + 1),
                "{more}"
            );
        }
    }
}
