//! What two replicas of a server do for their clients, over any parts that they share.

use std::time::Duration;

use fusion_core::{TestClient, shared::Shared, testing::Notifications};
use serde_json::json;

use crate::board::Replica;

/// The time in which a client is notified.
const SOON: Duration = Duration::from_secs(5);
/// The time after which nothing more is expected.
const QUIET: Duration = Duration::from_millis(300);

/// Connects a client to a replica: over HTTP in the modern era, or over lines in the legacy era.
pub async fn client(replica: &Replica, is_modern: bool) -> TestClient {
    let connect = TestClient::of(replica.server());
    if is_modern {
        connect.modern().http().await
    } else {
        connect.legacy().await
    }
}

/// Waits for the next notification: the URI of a changed resource, or the method.
pub async fn heard(notifications: &mut Notifications) -> String {
    let next = tokio::time::timeout(SOON, notifications.next()).await;
    let message = next.expect("a notification in time").expect("a stream");
    match message["params"]["uri"].as_str() {
        Some(uri) => uri.to_owned(),
        None => message["method"].as_str().expect("a method").to_owned(),
    }
}

/// Returns what else arrives in a short time.
pub async fn rest(notifications: &mut Notifications) -> Vec<String> {
    let mut heard = Vec::new();
    while let Ok(Some(message)) = tokio::time::timeout(QUIET, notifications.next()).await {
        heard.push(message.to_string());
    }
    heard
}

/// Waits until a condition is true.
pub async fn until(condition: impl Fn() -> bool) {
    let begin = std::time::Instant::now();
    while !condition() {
        assert!(begin.elapsed() < SOON * 4, "not in time");
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

/// Writes a note.
pub async fn write(client: &TestClient, note: u32) {
    let written = client.call("board/write", json!({"note": note})).await;
    written.ok_text(&format!("wrote {note}"));
}

/// Changes in one replica reach the clients of the other, once, and only after a success.
pub async fn changes_reach_the_clients_of_both(one: impl Into<Shared>, other: impl Into<Shared>) {
    let (one, other) = (Replica::new(one), Replica::new(other));
    for is_modern in [true, false] {
        let (writer, reader) = (
            client(&one, is_modern).await,
            client(&other, is_modern).await,
        );
        let uris = ["board://1", "board://2"];
        let mut at_writer = writer.listen(uris).await.expect("a subscription");
        let mut at_reader = reader.listen(uris).await.expect("a subscription");
        for outcome in ["fail", "unchanged"] {
            let arguments = json!({"note": 1, "outcome": outcome});
            let _ = writer.call("board/write", arguments).await;
        }
        write(&writer, 2).await;
        assert_eq!(heard(&mut at_writer).await, "board://2");
        assert_eq!(heard(&mut at_reader).await, "board://2");
        write(&writer, 3).await;
        one.registry.notify_resource("board://1");
        assert_eq!(heard(&mut at_writer).await, "board://1");
        assert_eq!(heard(&mut at_reader).await, "board://1");
        one.lists.announce();
        for list in ["tools", "resources"] {
            let method = format!("notifications/{list}/list_changed");
            assert_eq!(heard(&mut at_writer).await, method);
            assert_eq!(heard(&mut at_reader).await, method);
        }
        assert_eq!(rest(&mut at_writer).await, [""; 0]);
        assert_eq!(rest(&mut at_reader).await, [""; 0]);
        let own = ["own: board/*"; 2];
        assert_eq!(one.invalidations.take(), own);
        let received = ["board/write: board/*"; 2];
        assert_eq!(other.invalidations.take(), received);
    }
    // Two times two writes, each with an invalidation, and one resource and one list by hand.
    until(|| one.bus.count("published") == 12).await;
    assert_eq!(one.bus.count(""), 12);
    assert_eq!(other.bus.take(), ["received"; 12]);
}

/// Two replicas let through what one would.
pub async fn calls_are_counted_together(one: impl Into<Shared>, other: impl Into<Shared>) {
    let replicas = [Replica::new(one), Replica::new(other)];
    for key in ["board/knock", "board/ring"] {
        let mut granted = 0;
        for replica in replicas.iter().cycle().take(20) {
            let client = client(replica, true).await;
            let outcome = client.call(key, json!({})).await;
            granted += usize::from(outcome.is_ok());
        }
        assert_eq!(granted, 5, "{key}");
    }
}
