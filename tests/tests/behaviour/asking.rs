//! Questions to the user in the middle of a call.

mod attacks;
mod both_passes;
mod can_ask;
mod clashes;
mod client_names;
mod closed_input;
mod confirm;
mod http;
mod in_process;
mod many_questions;
mod metadata;
mod once;
mod placeholders;
mod places;
mod question_methods;
mod session_callers;
mod sessions;
mod states;
mod time_limits;
mod token_steps;
mod unasked;

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use fusion_core::{
    Answer, Ask, CallError, Content, Ctx, Progress, Registry, RegistryBuilder, Server,
    ToolResponse, ask::Question, schemars::JsonSchema, server_info, tool_group,
};
use fusion_tests::wire::{LEGACY, Wire, modern};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Clone, Debug, Deserialize, JsonSchema)]
struct Reason {
    /// Why it is closed.
    #[schemars(length(min = 3))]
    reason: String,
    times: Option<u8>,
}

/// Counts what happens.
#[derive(Clone, Debug, Default)]
struct Shop(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    runs: AtomicUsize,
    charges: AtomicUsize,
    done: AtomicUsize,
    drops: AtomicUsize,
}

struct CountsDrop<'c>(&'c AtomicUsize);

impl Drop for CountsDrop<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// Asks before it sells.
#[tool_group(name = "shop")]
impl Shop {
    /// Close an issue.
    #[action]
    async fn close(&self, issue: u64, progress: &Progress, ask: &Ask<Reason>) -> String {
        self.0.runs.fetch_add(1, Ordering::Relaxed);
        let _drops = CountsDrop(&self.0.drops);
        progress.report(1, None).await;
        let answer = ask.form(format!("Why close {issue}?")).await;
        self.0.done.fetch_add(1, Ordering::Relaxed);
        match answer {
            Answer::Accepted(Reason { reason, times }) => {
                format!("closed {issue}: {reason} {times:?}")
            }
            Answer::Declined => "declined".to_owned(),
            Answer::Cancelled => "cancelled".to_owned(),
        }
    }

    /// Order something.
    #[action]
    async fn order(&self, ask: &Ask) -> String {
        self.0.runs.fetch_add(1, Ordering::Relaxed);
        let charge = ask
            .once("charge", async || {
                self.0.charges.fetch_add(1, Ordering::Relaxed) + 40
            })
            .await;
        let first = ask.confirmed(format!("Pay {charge}?")).await;
        let again = ask.confirmed(format!("Pay {charge}?")).await;
        format!("{charge} {} {}", first.is_accepted(), again.is_accepted())
    }

    /// Ask two things at once.
    #[action]
    async fn both(&self, ask: &Ask) -> String {
        let (one, two) = tokio::join!(ask.confirmed("One?"), ask.confirmed("Two?"));
        format!("{} {}", one.is_accepted(), two.is_accepted())
    }

    /// Ask two things, one after the other.
    #[action]
    async fn twice(&self, ask: &Ask) -> String {
        self.0.runs.fetch_add(1, Ordering::Relaxed);
        let one = ask.confirmed("One?").await;
        let two = ask.confirmed("Two?").await;
        format!("{} {}", one.is_accepted(), two.is_accepted())
    }

    /// Ask nothing.
    #[action(read_only)]
    fn look(&self) -> &'static str {
        "seen"
    }
}

impl Shop {
    fn counts(&self) -> [usize; 4] {
        let counts = [&self.0.runs, &self.0.charges, &self.0.done, &self.0.drops];
        counts.map(|count| count.load(Ordering::Relaxed))
    }

    fn builder(&self) -> RegistryBuilder {
        Registry::builder().tool(self.clone())
    }

    fn registry(&self) -> Registry {
        self.builder().build().unwrap()
    }
}

/// The text of a response.
fn text(response: &ToolResponse) -> String {
    match &response.content()[0] {
        Content::Text(text) => text.clone(),
        other => panic!("no text: {other:?}"),
    }
}

fn accept(content: &Value) -> Value {
    json!({"action": "accept", "content": content})
}

/// Calls an action that asks, and returns its questions with the state.
async fn asked(registry: &Registry, arguments: Value, ctx: Ctx) -> (Vec<Question>, String) {
    match registry.call("shop", arguments, ctx).await {
        Err(CallError::Asked { questions, state }) => (questions, state),
        other => panic!("not asked: {other:?}"),
    }
}

/// Answers the only question of a call.
fn answered(questions: &[Question], state: String, answer: Value) -> Ctx {
    let [question] = questions else {
        panic!("{questions:?}")
    };
    Ctx::new().with_answers(state, [(question.id.clone(), answer)])
}

fn server(registry: Registry, lane: bool) -> Server {
    Server::new(registry, server_info!()).lane(lane)
}

/// A client of the legacy era with these capabilities.
async fn connected(server: Server, capabilities: &Value) -> Wire {
    let mut wire = Wire::serve(server);
    let params = json!({
        "protocolVersion": LEGACY,
        "capabilities": capabilities,
        "clientInfo": {"name": "wire", "version": "1"}
    });
    wire.ask(0, "initialize", params).await;
    wire.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
        .await;
    wire
}

/// A client of the legacy era that declares `elicitation`.
async fn legacy(registry: Registry, lane: bool, elicitation: &Value) -> Wire {
    legacy_to(server(registry, lane), elicitation).await
}

/// A client of the legacy era of a server as it is set.
async fn legacy_to(server: Server, elicitation: &Value) -> Wire {
    let mut wire = connected(server, &json!({"elicitation": elicitation})).await;
    // The lane answers calls from here on.
    wire.answer(1, "shop", json!({"action": "look"})).await;
    wire
}

/// A client of the modern era, whose calls the lane answers.
async fn modern_wire(registry: Registry, lane: bool) -> Wire {
    let mut wire = Wire::serve(server(registry, lane));
    let look = json!({"action": "look"});
    wire.send(&modern_call(0, &look, &json!({}), &json!({})))
        .await;
    wire.receive().await;
    wire
}

/// Answers a question of the server.
async fn reply(wire: &mut Wire, question: &Value, answer: Value) {
    assert_eq!(question["method"], "elicitation/create", "{question}");
    wire.send(&json!({"jsonrpc": "2.0", "id": question["id"], "result": answer}))
        .await;
}

/// The members of a call of the modern era that answer the only question of a result.
fn answers_to(asked: &Value, answer: Value) -> Value {
    let result = &asked["result"];
    assert_eq!(result["resultType"], "input_required", "{asked}");
    let questions = result["inputRequests"].as_object().unwrap();
    assert_eq!(questions.len(), 1, "{asked}");
    let answers: serde_json::Map<_, _> = questions.keys().cloned().zip([answer]).collect();
    json!({"requestState": result["requestState"], "inputResponses": answers})
}

/// Cancels a request.
async fn cancel(wire: &mut Wire, id: u64) {
    let params = json!({"requestId": id});
    wire.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}))
        .await;
}

/// A call of the modern era whose client declares `elicitation`.
fn modern_call(id: u64, arguments: &Value, elicitation: &Value, more: &Value) -> Value {
    let mut params = json!({"name": "shop", "arguments": arguments});
    for (name, value) in more.as_object().unwrap() {
        params[name] = value.clone();
    }
    let mut call = modern(id, "tools/call", params);
    call["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] =
        json!({"elicitation": elicitation});
    call
}

fn text_of(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"]
        .as_str()
        .unwrap_or_default()
}
