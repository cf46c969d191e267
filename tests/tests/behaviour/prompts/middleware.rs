//! Prompts run inside the same middleware as actions.

use std::sync::{Arc, Mutex};

use fusion_core::{
    ToolResponse, ToolResult,
    middleware::{Call, Middleware, Next},
    observe::{CallRecord, Observer, Outcome},
    spec::{Kind, OutputCap},
};

use super::*;

type Log = Arc<Mutex<Vec<String>>>;

/// Writes down when a call passes it.
#[derive(Clone)]
struct Note(&'static str, Log);

impl Middleware for Note {
    const READS_ARGUMENTS: bool = true;

    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        let sent = call.arguments().map(|sent| json!(sent).to_string());
        let line = format!("{} {} {}", self.0, call.key(), sent.unwrap_or_default());
        self.1.lock().unwrap().push(line);
        let response = next.run(call).await?;
        let messages = response.prompt_messages().len();
        self.1
            .lock()
            .unwrap()
            .push(format!("{} {messages}", self.0));
        Ok(response)
    }
}

struct Seen(Log);

impl Observer for Seen {
    const READS_ARGUMENTS: bool = true;

    fn observe(&self, call: &CallRecord<'_>, outcome: &Outcome<'_>) {
        let line = format!(
            "{} {:?} {:?} {} {}",
            call.name(),
            call.key(),
            call.spec().map(|spec| spec.kind),
            json!(call.arguments()),
            outcome.ending().name()
        );
        self.0.lock().unwrap().push(line);
    }
}

struct Words {
    log: Log,
}

#[tool_group(with(Note("block", self.log.clone())))]
impl Words {
    #[prompt(with(Note("prompt", self.log.clone())))]
    async fn say(&self, what: String, #[arg(secret)] token: Option<String>) -> String {
        drop(token);
        self.log.lock().unwrap().push("handler".to_owned());
        what
    }

    #[prompt(timeout = "20ms")]
    async fn wait(&self) -> String {
        std::future::pending().await
    }

    #[prompt]
    fn long(&self) -> String {
        "x".repeat(500)
    }
}

#[tokio::test]
async fn middleware_run_from_the_registry_inwards() {
    let log = Log::default();
    let registry = Registry::builder()
        .middleware(Note("registry", log.clone()))
        .tool(Words { log: log.clone() })
        .build()
        .unwrap();
    let sent = arguments(json!({"what": "hello"}));
    let response = registry.prompt("words_say", sent, Ctx::new()).await;
    assert_eq!(role_texts(&response.unwrap()), [(Role::User, "hello")]);
    assert_eq!(
        *log.lock().unwrap(),
        [
            r#"registry say {"what":"hello"}"#,
            r#"block say {"what":"hello"}"#,
            r#"prompt say {"what":"hello"}"#,
            "handler",
            "prompt 1",
            "block 1",
            "registry 1",
        ]
    );
}

#[tokio::test]
async fn a_timeout_ends_a_prompt() {
    let log = Log::default();
    let registry = Registry::builder().tool(Words { log }).build().unwrap();
    let result = registry.prompt("words_wait", Map::new(), Ctx::new()).await;
    assert_eq!(
        result.unwrap_err().to_string(),
        "[words_wait] no answer within 20 ms, so it was stopped\n\
         Hint: Ask for less at once, or call again."
    );
}

#[tokio::test]
async fn what_a_middleware_answers_instead_is_what_the_user_says() {
    struct Instead;

    impl Middleware for Instead {
        async fn handle(&self, _: &mut Call<'_>, _: impl Next) -> ToolResult {
            Ok(ToolResponse::text("from the cache"))
        }
    }

    let builder = Registry::builder().middleware(Instead);
    let registry = builder.tool(Issues).build().unwrap();
    let response = registry.prompt("issues_greet", Map::new(), Ctx::new());
    assert_eq!(
        response.await.unwrap().messages,
        [PromptMessage::user("from the cache")]
    );
}

/// A user chose to read it.
#[tokio::test]
async fn no_cap_cuts_a_prompt() {
    let log = Log::default();
    let builder = Registry::builder().output_cap(OutputCap::bytes(100));
    let registry = builder.tool(Words { log }).build().unwrap();
    let response = registry.prompt("words_long", Map::new(), Ctx::new()).await;
    assert_eq!(
        response.unwrap().messages,
        [PromptMessage::user("x".repeat(500))]
    );
}

#[tokio::test]
async fn a_guard_sees_which_prompt_it_is_before_its_arguments_are_read() {
    let registry = Registry::builder()
        .guard(|call| match (call.spec().kind, call.key()) {
            (Kind::Prompt, "fail") => Err(ToolError::new(format!(
                "{} refuses {}",
                call.tool().name,
                json!(call.arguments())
            ))),
            _ => Ok(()),
        })
        .tool(Issues)
        .build()
        .unwrap();
    let error = registry.prompt("issues_fail", Map::new(), Ctx::new()).await;
    assert_eq!(error.unwrap_err().to_string(), "Error: issues refuses {}");
    let response = registry
        .prompt("issues_greet", Map::new(), Ctx::new())
        .await;
    assert_eq!(role_texts(&response.unwrap()), [(Role::User, "Hello.")]);
}

#[tokio::test]
async fn an_observer_sees_how_every_prompt_ended() {
    let (log, seen) = (Log::default(), Log::default());
    let registry = Registry::builder()
        .observe(Seen(seen.clone()))
        .tool(Words { log })
        .tool(Issues)
        .build()
        .unwrap();
    for (name, sent) in [
        ("words_say", json!({"what": "hello", "token": "t0p"})),
        ("words_say", json!({})),
        ("words_shout", json!({"what": "hello"})),
        ("words_wait", json!({})),
        ("issues_fail", json!({"how": "said"})),
        ("issues_fail", json!({"how": "panic"})),
    ] {
        let _ = registry.prompt(name, arguments(sent), Ctx::new()).await;
    }
    assert_eq!(
        *seen.lock().unwrap(),
        [
            r#"words_say Some("say") Some(Prompt) {"token":"[secret]","what":"hello"} answered"#,
            r#"words_say Some("say") Some(Prompt) {} invalid"#,
            "words_shout None None null unknown_prompt",
            r#"words_wait Some("wait") Some(Prompt) {} timed_out"#,
            r#"issues_fail Some("fail") Some(Prompt) {"how":"said"} failed"#,
            r#"issues_fail Some("fail") Some(Prompt) {"how":"panic"} panicked"#,
        ]
    );
}
