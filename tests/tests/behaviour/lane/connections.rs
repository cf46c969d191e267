//! A call in the lane knows its own client, and leaves nothing behind.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use fusion_core::{
    Cancellation, Ctx, Registry, Server, server::ListChanges, server_info, tool_group, wire,
};
use fusion_tests::{
    http::Served,
    wire::{Wire, modern, patient},
};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    time::sleep,
};

/// A tool whose calls look at their connection.
#[derive(Clone, Default)]
struct CallProbe {
    /// The tasks that wait for the signal of a call.
    waiting: Arc<AtomicUsize>,
}

#[tool_group(name = "probe")]
impl CallProbe {
    #[action(read_only)]
    async fn meta(ctx: &Ctx) -> String {
        Value::Object(ctx.meta().to_map()).to_string()
    }

    #[action]
    async fn notify(ctx: &Ctx) -> String {
        let Some(peer) = wire::peer(ctx) else {
            return "no peer".to_owned();
        };
        match peer.notify_tool_list_changed().await {
            Ok(()) => "notified".to_owned(),
            Err(error) => error.to_string(),
        }
    }

    #[action(read_only)]
    async fn leave(&self, cancellation: &Cancellation) -> &'static str {
        let (waiting, cancellation) = (self.waiting.clone(), cancellation.clone());
        waiting.fetch_add(1, Ordering::SeqCst);
        tokio::spawn(async move {
            cancellation.cancelled().await;
            waiting.fetch_sub(1, Ordering::SeqCst);
        });
        "left"
    }

    #[action(read_only)]
    async fn large() -> String {
        sleep(Duration::from_millis(50)).await;
        "x".repeat(1_000_000)
    }
}

impl CallProbe {
    fn server(&self, lane: bool) -> Server {
        let registry = Registry::builder().tool(self.clone()).build().unwrap();
        Server::new(registry, server_info!()).lane(lane)
    }

    async fn until_nothing_waits(&self) {
        let waits = async {
            while self.waiting.load(Ordering::SeqCst) != 0 {
                sleep(Duration::from_millis(1)).await;
            }
        };
        patient(waits).await;
    }
}

fn call(id: u64, action: &str) -> Value {
    let params = json!({"name": "probe", "arguments": {"action": action}});
    modern(id, "tools/call", params)
}

fn text(message: &Value) -> &str {
    message["result"]["content"][0]["text"].as_str().unwrap()
}

#[tokio::test]
async fn a_call_has_the_words_of_its_own_client() {
    const INFO: &str = "io.modelcontextprotocol/clientInfo";
    for lane in [true, false] {
        let served = Served::start(CallProbe::default().server(lane).http());
        let client = served
            .client
            .header("mcp-protocol-version", "2026-07-28")
            .header("mcp-method", "tools/call")
            .header("mcp-name", "probe");
        let same = json!({"name": "host", "version": "1"});
        for (key, value) in [
            ("title", json!("Alice")),
            ("title", json!("Bob")),
            ("description", json!("Of Alice")),
            ("websiteUrl", json!("https://alice.example")),
            ("websiteUrl", json!("https://bob.example")),
            ("icons", json!([{"src": "https://alice.example/icon.png"}])),
            ("icons", json!([{"src": "https://bob.example/icon.png"}])),
            ("title", json!("Alice")),
        ] {
            let mut info = same.clone();
            info[key] = value;
            let mut call = call(1, "meta");
            call["params"]["_meta"][INFO] = info.clone();
            let reply = client.post(call.to_string().as_bytes()).await;
            let seen: Value = serde_json::from_str(&reply.text()).unwrap();
            assert_eq!(seen[INFO], info, "lane {lane}");
        }
        served.end().await;
    }
}

#[tokio::test]
async fn a_call_reaches_its_client_whatever_the_first_request_was() {
    for lane in [true, false] {
        for first in ["tools/list", "server/discover", "ping", "tools/call"] {
            let changes = ListChanges::new();
            let mut wire = Wire::serve(CallProbe::default().server(lane).list_changes(&changes));
            let begin = match first {
                "tools/call" => call(1, "meta"),
                _ => modern(1, first, json!({})),
            };
            wire.send(&begin).await;
            assert_eq!(wire.receive().await["id"], 1);
            for id in 2..6 {
                wire.send(&call(id, "notify")).await;
                let mut messages = [wire.receive().await, wire.receive().await];
                messages.sort_by_key(|message| message["id"].as_u64());
                let [notification, answer] = messages;
                assert_eq!(
                    (text(&answer), notification["method"].as_str()),
                    ("notified", Some("notifications/tools/list_changed")),
                    "lane {lane}, after {first}"
                );
            }
        }
    }
}

#[tokio::test]
async fn the_signal_of_a_call_fires_with_its_end() {
    for lane in [true, false] {
        let probe = CallProbe::default();
        let mut wire = Wire::serve(probe.server(lane));
        wire.shake_hands().await;
        for id in 1..=20 {
            let answer = wire.answer(id, "probe", json!({"action": "leave"})).await;
            assert_eq!(text(&answer), "left");
        }
        probe.until_nothing_waits().await;

        let served = Served::start(probe.server(lane).http());
        for id in 1..=20 {
            let params = json!({"name": "probe", "arguments": {"action": "leave"}});
            let reply = served.client.legacy(id, "tools/call", params).await;
            assert_eq!(reply.text(), "left");
        }
        probe.until_nothing_waits().await;
        served.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_whose_client_reads_slowly_end_with_the_connection() {
    for lane in [true, false] {
        let probe = CallProbe::default();
        let alive = Arc::downgrade(&probe.waiting);
        let server = probe.server(lane).grace(Duration::from_millis(300));
        drop(probe);
        let (client, stream) = tokio::io::duplex(1024);
        let (read, write) = tokio::io::split(stream);
        let serving = tokio::spawn(server.serve(read, write, std::future::pending()));
        let (mut lines, mut write) = tokio::io::split(client);
        let reading = tokio::spawn(async move {
            let mut bytes = [0; 64];
            while let Ok(1..) = lines.read(&mut bytes).await {
                sleep(Duration::from_millis(5)).await;
            }
        });
        for id in 0..40 {
            let line = format!("{}\n", call(id, "large"));
            write.write_all(line.as_bytes()).await.unwrap();
        }
        write.shutdown().await.unwrap();
        patient(serving).await.unwrap().unwrap();
        // The calls hold the registry, and the registry the tool.
        let ended = async {
            while alive.strong_count() != 0 {
                sleep(Duration::from_millis(5)).await;
            }
        };
        patient(ended).await;
        reading.abort();
    }
}
