//! The lane over HTTP: requests of a table and random ones, shutdown, and calls that are dropped.

use std::time::Duration;

use fusion_core::{Exposition, Registry, Server, server_info};
use fusion_tests::{
    desk::Desk,
    http::{Client, Reply, Served},
    wire::{LEGACY, MODERN, patient},
};
use serde_json::{Value, json};

use super::{
    random::Random,
    without_references,
    work::{Ends, server},
};

/// The servers with the lane on and off.
struct Pair {
    servers: [Served; 2],
    ends: [Ends; 2],
}

/// The parts of a response that a client sees: status, kind and messages.
type Seen = (u16, Option<String>, Vec<Value>, Option<String>);

impl Pair {
    fn new(exposition: Exposition, sessions: bool) -> Self {
        let [(on, ends_on), (off, ends_off)] = [true, false].map(|lane| server(exposition, lane));
        let serve = |server: Server| Served::start(server.http().legacy_sessions(sessions));
        Self {
            servers: [serve(on), serve(off)],
            ends: [ends_on, ends_off],
        }
    }

    /// Sends a request to both, and expects that they answer it alike. Returns the status.
    async fn compare(&self, headers: &[(&'static str, String)], body: &[u8]) -> u16 {
        let mut seen = Vec::new();
        for served in &self.servers {
            let client = headers
                .iter()
                .fold(served.client.clone(), |client, (name, value)| {
                    if value.is_empty() {
                        client.without(name)
                    } else {
                        client.header(name, value)
                    }
                });
            seen.push(see(&client.post(body).await));
        }
        let text = String::from_utf8_lossy(body);
        assert_eq!(seen[0], seen[1], "lane on and off: {headers:?} {text}");
        let ends = self.ends.each_ref().map(Ends::take);
        assert_eq!(ends[0], ends[1], "observers: {headers:?} {text}");
        seen[0].0
    }

    async fn end(self) {
        for served in self.servers {
            served.end().await;
        }
    }
}

fn see(reply: &Reply) -> Seen {
    let kind = reply.header("content-type").map(str::to_owned);
    let is_text = kind
        .as_deref()
        .is_none_or(|kind| kind.starts_with("text/plain"));
    let (messages, text) = if is_text {
        (Vec::new(), Some(reply.body.clone()))
    } else {
        let messages = reply.messages().into_iter().map(without_references);
        (messages.collect(), None)
    };
    (reply.status, kind, messages, text)
}

fn modern_meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientCapabilities": {"sampling": {}},
        "io.modelcontextprotocol/clientInfo": {"name": "wire", "version": "1"},
    })
}

type Headers = Vec<(&'static str, String)>;

fn modern_headers(name: &str) -> Headers {
    vec![
        ("mcp-protocol-version", MODERN.to_owned()),
        ("mcp-method", "tools/call".to_owned()),
        ("mcp-name", name.to_owned()),
    ]
}

fn legacy_headers() -> Headers {
    vec![("mcp-protocol-version", LEGACY.to_owned())]
}

/// Headers that change what a request means; an empty value removes one.
const VARIATIONS: [(&str, &str); 30] = [
    ("host", "example.com"),
    ("host", "localhost"),
    ("host", "LOCALHOST:99"),
    ("host", "127.0.0.1:"),
    ("host", "a@localhost"),
    ("origin", "http://localhost"),
    ("origin", "null"),
    ("accept", "application/json"),
    ("accept", "text/event-stream"),
    ("accept", "*/*"),
    ("accept", "text/html"),
    ("accept", ""),
    ("accept", "application/json;q=0, text/event-stream"),
    ("content-type", "text/plain"),
    ("content-type", ""),
    ("content-type", "Application/JSON; charset=utf-8"),
    ("mcp-protocol-version", ""),
    ("mcp-protocol-version", "2025-06-18"),
    ("mcp-protocol-version", "2026-07-28"),
    ("mcp-protocol-version", "2099-01-01"),
    ("mcp-method", ""),
    ("mcp-method", "tools/list"),
    ("mcp-name", ""),
    ("mcp-name", "other"),
    ("mcp-name", "=?base64?d29yaw==?="),
    ("mcp-param-x", "1"),
    ("mcp-session-id", "none"),
    ("x-caller", "admin"),
    ("x-caller", "nobody"),
    ("x-color", "blue"),
];

fn vary(headers: &Headers, (name, value): (&'static str, &str)) -> Headers {
    let mut headers = headers.clone();
    headers.retain(|(other, _)| *other != name);
    headers.push((name, value.to_owned()));
    headers
}

fn call(id: &Value, name: &str, arguments: &Value, meta: &Value) -> String {
    let mut params = json!({"name": name, "arguments": arguments});
    if !meta.is_null() {
        params["_meta"] = meta.clone();
    }
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}).to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_header_has_the_same_effect_with_and_without_the_lane() {
    for sessions in [false, true] {
        let pair = Pair::new(Exposition::Grouped, sessions);
        for action in ["request", "caller", "secret"] {
            let arguments = json!({"action": action});
            let modern = call(&json!(1), "work", &arguments, &modern_meta());
            let legacy = call(&json!(1), "work", &arguments, &Value::Null);
            let eras = [(modern_headers("work"), modern), (legacy_headers(), legacy)];
            for (headers, body) in eras {
                let status = pair.compare(&headers, body.as_bytes()).await;
                assert!(status == 200 || sessions, "{status}");
                for variation in VARIATIONS {
                    pair.compare(&vary(&headers, variation), body.as_bytes())
                        .await;
                }
            }
        }
        pair.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn random_requests_get_the_same_responses_with_and_without_the_lane() {
    const REQUESTS: u64 = 400;
    for exposition in [Exposition::Grouped, Exposition::Flat] {
        let pair = Pair::new(exposition, false);
        let mut answered = 0;
        for seed in 0..REQUESTS {
            let mut random = Random::new(seed);
            let is_modern = random.once_in(2);
            let meta = if is_modern {
                modern_meta()
            } else {
                Value::Null
            };
            let message = random.call(exposition == Exposition::Flat, &meta);
            let name = message["params"]["name"].as_str().unwrap_or("work");
            let is_plain = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_graphic());
            let mut headers = if is_modern {
                modern_headers(if is_plain { name } else { "work" })
            } else {
                legacy_headers()
            };
            if random.once_in(3) {
                headers = vary(&headers, *random.one_of(&VARIATIONS));
            }
            if random.once_in(3) {
                headers = vary(&headers, ("x-caller", "admin"));
            }
            let body = random.text_of(&message);
            let status = pair.compare(&headers, body.as_bytes()).await;
            answered += usize::from(status == 200);
        }
        // Most requests are near enough to plain ones.
        assert!(answered > 200, "{answered}");
        pair.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hidden_tool_is_as_absent_as_one_that_never_was() {
    for lane in [true, false] {
        let served = Served::start(server(Exposition::Flat, lane).0.http());
        let params = |name: &str| json!({"name": name, "arguments": {"text": "a"}});
        let told = async |client: &Client, name: &str| {
            let reply = client.modern(1, "tools/call", params(name)).await;
            assert_eq!(reply.status, 200);
            reply.message()
        };
        let hidden = told(&served.client, "work_secret").await;
        let absent = told(&served.client, "work_secrey").await;
        let text = absent.to_string().replace("secrey", "secret");
        assert_eq!(hidden.to_string(), text);
        let admin = served.client.header("x-caller", "admin");
        let seen = told(&admin, "work_secret").await;
        assert_eq!(seen["result"]["content"][0]["text"], "a");
        served.end().await;
    }
}

#[tokio::test]
async fn a_client_that_hangs_up_cancels_its_call_and_observers_hear_of_it() {
    for lane in [true, false] {
        let (desk, ends) = (Desk::new(), Ends::default());
        let builder = Registry::builder().tool(desk.clone());
        let registry = builder.observe(ends.clone()).build().unwrap();
        let http = Server::new(registry, server_info!()).lane(lane).http();
        let served = Served::start(http);
        let arguments = json!({"action": "wait", "n": 1});
        let body = call(&json!(1), "desk", &arguments, &Value::Null);
        let client = served.client.header("mcp-protocol-version", LEGACY);
        let waiting = client.sent(body.as_bytes()).await;
        patient(desk.until_running(1)).await;
        drop(waiting);
        patient(desk.until_running(0)).await;
        let mut seen = ends.take();
        while seen.is_empty() {
            tokio::time::sleep(Duration::from_millis(1)).await;
            seen = ends.take();
        }
        assert_eq!(seen.len(), 1);
        assert!(seen[0].contains("cancelled"), "{seen:?}");
        served.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_answers_calls_in_flight_with_and_without_the_lane() {
    for lane in [true, false] {
        let desk = Desk::new();
        let http = Server::new(desk.registry(), server_info!())
            .lane(lane)
            .http();
        let mut served = Served::start(http);
        let client = served.client.header("mcp-protocol-version", LEGACY);
        let mut waiting = Vec::new();
        for id in 0..200 {
            let arguments = json!({"action": "wait", "n": id});
            let body = call(&json!(id), "desk", &arguments, &Value::Null);
            waiting.push((id, client.sent(body.as_bytes()).await));
        }
        patient(desk.until_running(200)).await;
        served.stop();
        tokio::time::sleep(Duration::from_millis(50)).await;
        desk.gate.add_permits(1);
        for (id, stream) in waiting {
            let reply = Reply::read(stream).await;
            assert_eq!((reply.status, reply.text()), (200, id.to_string()));
        }
        served.end().await;
    }
}

#[tokio::test]
async fn a_call_that_outlasts_the_grace_gets_503_with_and_without_the_lane() {
    for lane in [true, false] {
        let desk = Desk::new();
        let http = Server::new(desk.registry(), server_info!())
            .grace(Duration::from_millis(50))
            .lane(lane)
            .http();
        let mut served = Served::start(http);
        let client = served.client.header("mcp-protocol-version", LEGACY);
        let body = call(
            &json!(1),
            "desk",
            &json!({"action": "wait", "n": 1}),
            &Value::Null,
        );
        let waiting = client.sent(body.as_bytes()).await;
        patient(desk.until_running(1)).await;
        served.stop();
        let reply = Reply::read(waiting).await;
        let told = (reply.status, reply.body.as_str());
        assert_eq!(told, (503, "the server is ending"));
        served.end().await;
        patient(desk.until_running(0)).await;
    }
}
