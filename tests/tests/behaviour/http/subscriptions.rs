//! Resource subscriptions over HTTP: a client without a session cannot subscribe, and gets an error.

use fusion_core::Registry;
use fusion_tests::{http::Served, wire::patient};
use serde_json::{Value, json};
use tokio::io::AsyncBufReadExt;

use super::{Desk, shutdown::listening};

const MANIFEST: &str = "fusion://manifest.json";

fn registry() -> Registry {
    let builder = Registry::builder().manifest().tool(Desk::new());
    builder.build().unwrap()
}

fn uri() -> Value {
    json!({"uri": MANIFEST})
}

#[tokio::test]
async fn a_client_of_the_legacy_era_without_a_session_reads_and_cannot_subscribe() {
    let served = Served::new(registry());
    let client = &served.client;
    let hello = client.initialize().await.message();
    let capabilities = json!({"resources": {}, "tools": {}});
    assert_eq!(hello["result"]["capabilities"], capabilities);
    let read = client.legacy(1, "resources/read", uri()).await.message();
    assert_eq!(read["result"]["contents"][0]["uri"], MANIFEST);
    let refused = client.legacy(2, "resources/subscribe", uri()).await;
    assert_eq!(refused.message()["error"]["code"], -32601);
    served.end().await;
}

#[tokio::test]
async fn with_a_session_it_is_told_on_the_stream_on_which_it_listens() {
    let registry = registry();
    let served = Served::with(registry.clone(), |http| http.legacy_sessions(true));
    let (client, mut stream) = listening(&served).await;
    let answer = client.legacy(3, "resources/subscribe", uri()).await;
    assert_eq!(answer.message()["result"], json!({}));
    registry.notify_resource(MANIFEST);
    let mut told = String::new();
    while !told.contains("notifications/resources/updated") {
        told.clear();
        let read = patient(stream.read_line(&mut told)).await.unwrap();
        assert!(read > 0, "the stream ended");
    }
    assert!(told.contains(MANIFEST), "{told}");
    drop(stream);
    served.end().await;
}
