//! Attacks on the state that a client carries between a question and its answer. Each is refused, and nothing
//! happens.

use std::time::Duration;

use fusion_core::{ask::StateKey, ctx::Client, error::AskError};

use super::*;

#[derive(Clone)]
struct Caller(&'static str);

/// Another tool with an equal action.
#[derive(Clone)]
struct Copy(Shop);

/// Looks like the other one.
#[tool_group(name = "copy")]
impl Copy {
    /// Wipe everything.
    #[action(destructive)]
    async fn wipe(&self, ask: &Ask) -> &'static str {
        wipe(&self.0, ask).await
    }
}

/// Asks before it wipes.
#[tool_group(name = "disk")]
impl Disk {
    /// Wipe everything.
    #[action(destructive)]
    async fn wipe(&self, ask: &Ask, #[arg(default = 0)] sector: u64) -> &'static str {
        let _ = sector;
        wipe(&self.0, ask).await
    }

    /// Burn everything.
    #[action(destructive)]
    async fn burn(&self, ask: &Ask) -> &'static str {
        wipe(&self.0, ask).await
    }
}

#[derive(Clone)]
struct Disk(Shop);

async fn wipe(shop: &Shop, ask: &Ask) -> &'static str {
    if ask.confirmed("Wipe?").await.is_accepted() {
        shop.0.done.fetch_add(1, Ordering::Relaxed);
        "wiped"
    } else {
        "kept"
    }
}

fn registry(shop: &Shop, key: u8) -> Registry {
    let builder = Registry::builder()
        .state_key(StateKey::new([key; 32]).unwrap())
        .expects::<Caller>()
        .principal(|ctx| ctx.get::<Caller>().map(|caller| caller.0.to_owned()));
    let builder = builder.tool(Disk(shop.clone())).tool(Copy(shop.clone()));
    builder.build().unwrap()
}

fn ctx_of(caller: &'static str) -> Ctx {
    let mut ctx = Ctx::new().with_client(Client::new("c", "1").into());
    ctx.insert(Caller(caller));
    ctx
}

async fn ask_to_wipe(registry: &Registry) -> (String, String) {
    let call = registry.call("disk", json!({"action": "wipe"}), ctx_of("ada"));
    match call.await {
        Err(CallError::Asked { questions, state }) => (questions[0].id.clone(), state),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
#[allow(clippy::too_many_lines)] // a table
async fn each_attack_on_the_state_is_refused() {
    let shop = Shop::default();
    let (server, other) = (registry(&shop, 1), registry(&shop, 2));
    let wipe = json!({"action": "wipe"});
    let (id, state) = ask_to_wipe(&server).await;
    let flip = |at: usize| {
        let mut bytes = state.clone().into_bytes();
        bytes[at] = if bytes[at] == b'A' { b'B' } else { b'A' };
        String::from_utf8(bytes).unwrap()
    };
    let answers = [(id.clone(), accept(&json!({})))];
    let mut refused = Vec::new();
    for (name, server, tool, arguments, caller, state) in [
        (
            "tampered",
            &server,
            "disk",
            wipe.clone(),
            "ada",
            flip(state.len() / 2),
        ),
        (
            "tampered at its begin",
            &server,
            "disk",
            wipe.clone(),
            "ada",
            flip(0),
        ),
        (
            "truncated",
            &server,
            "disk",
            wipe.clone(),
            "ada",
            state[..state.len() - 8].to_owned(),
        ),
        ("empty", &server, "disk", wipe.clone(), "ada", String::new()),
        (
            "garbage",
            &server,
            "disk",
            wipe.clone(),
            "ada",
            "\u{1f4a9} ".repeat(9),
        ),
        (
            "oversized",
            &server,
            "disk",
            wipe.clone(),
            "ada",
            "A".repeat(17 * 1024),
        ),
        (
            "other arguments",
            &server,
            "disk",
            json!({"action": "wipe", "sector": 1}),
            "ada",
            state.clone(),
        ),
        (
            "other action",
            &server,
            "disk",
            json!({"action": "burn"}),
            "ada",
            state.clone(),
        ),
        (
            "other tool",
            &server,
            "copy",
            wipe.clone(),
            "ada",
            state.clone(),
        ),
        (
            "other caller",
            &server,
            "disk",
            wipe.clone(),
            "eve",
            state.clone(),
        ),
        (
            "other key",
            &other,
            "disk",
            wipe.clone(),
            "ada",
            state.clone(),
        ),
    ] {
        let ctx = ctx_of(caller).with_answers(state, answers.clone());
        let error = server.call(tool, arguments, ctx).await.unwrap_err();
        let code = error.data()["code"].as_str().unwrap().to_owned();
        assert!(!error.to_string().contains("Wipe"), "{name}: {error}");
        refused.push((name, code));
    }
    for (name, code) in &refused {
        assert_eq!(code, "invalid_state", "{name}");
    }
    assert_eq!(shop.counts()[2], 0, "nothing happened");
    // The state itself is still good, once.
    let retry = || ctx_of("ada").with_answers(state.clone(), answers.clone());
    server.call("disk", wipe.clone(), retry()).await.unwrap();
    let error = server.call("disk", wipe, retry()).await.unwrap_err();
    assert_eq!(error.data()["code"], "used_state");
    assert_eq!(shop.counts()[2], 1);
}

#[tokio::test]
async fn an_expired_state_is_refused() {
    let shop = Shop::default();
    let builder = Registry::builder().state_lifetime(Duration::from_millis(50));
    let server = builder.tool(Disk(shop.clone())).build().unwrap();
    let (id, state) = ask_to_wipe(&server).await;
    tokio::time::sleep(Duration::from_millis(60)).await;
    let ctx = ctx_of("ada").with_answers(state, [(id, accept(&json!({})))]);
    let error = server
        .call("disk", json!({"action": "wipe"}), ctx)
        .await
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "[disk/wipe] the question is too old: repeat the call without `requestState`, to be asked again"
    );
    assert_eq!(shop.counts()[2], 0);
}

#[tokio::test]
async fn an_answer_within_a_short_lifetime_counts() {
    let shop = Shop::default();
    let builder = Registry::builder().state_lifetime(Duration::from_millis(900));
    let server = builder.tool(Disk(shop.clone())).build().unwrap();
    let (id, state) = ask_to_wipe(&server).await;
    let ctx = ctx_of("ada").with_answers(state, [(id, accept(&json!({})))]);
    let wipe = json!({"action": "wipe"});
    server.call("disk", wipe, ctx).await.unwrap();
    assert_eq!(shop.counts()[2], 1);
}

#[test]
fn a_lifetime_in_which_nobody_answers_is_refused() {
    for (lifetime, shown) in [
        (Duration::ZERO, "0ns"),
        (Duration::from_micros(999), "999µs"),
        (Duration::from_secs(31_536_001), "31536001s"),
    ] {
        let builder = Registry::builder().state_lifetime(lifetime);
        let errors = builder.tool(Disk(Shop::default())).build().unwrap_err();
        let expected = AskError::Lifetime { lifetime };
        assert_eq!(errors.iter().collect::<Vec<_>>(), [&expected.into()]);
        assert_eq!(
            AskError::Lifetime { lifetime }.to_string(),
            format!(
                "`state_lifetime` is {shown}: set a millisecond at least, and 365 days at most"
            )
        );
    }
}

#[tokio::test]
async fn an_answer_without_a_question_is_none() {
    let shop = Shop::default();
    let server = registry(&shop, 1);
    let (id, _) = ask_to_wipe(&server).await;
    // The state of a round that asked nothing of this id.
    let (_, state) = {
        let call = server.call("disk", json!({"action": "burn"}), ctx_of("ada"));
        match call.await {
            Err(CallError::Asked { questions, state }) => (questions, state),
            other => panic!("{other:?}"),
        }
    };
    let ctx = ctx_of("ada").with_answers(
        state,
        [
            ("unasked".to_owned(), accept(&json!({}))),
            (id + "0", accept(&json!({}))),
        ],
    );
    let again = server.call("disk", json!({"action": "burn"}), ctx).await;
    assert!(matches!(again, Err(CallError::Asked { .. })));
    assert_eq!(shop.counts()[2], 0);
}

#[tokio::test]
async fn a_result_that_is_too_large_to_travel_is_an_error() {
    struct Large;
    /// Keeps too much.
    #[tool_group(name = "large")]
    impl Large {
        /// Keep.
        #[action]
        async fn keep(&self, ask: &Ask) -> String {
            let text = ask.once("text", async || "x".repeat(20_000)).await;
            let _ = ask.confirmed("Go on?").await;
            text
        }
    }
    let registry = Registry::builder().tool(Large).build().unwrap();
    let error = registry
        .call("large", json!({"action": "keep"}), Ctx::new())
        .await
        .unwrap_err();
    assert_eq!(error.data()["code"], "state_too_large");
}
