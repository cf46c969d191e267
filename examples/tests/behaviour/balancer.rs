//! The balancer of the example `replicas`, before two replicas that share no sessions.

use fusion_core::{Registry, tool_group};
use fusion_examples::balancer::Balancer;
use fusion_tests::http::{Client, Served};
use serde_json::json;
use tokio::net::TcpListener;

struct Clock;

/// Tell the time.
#[tool_group(name = "clock")]
impl Clock {
    /// Tell the time.
    #[action(read_only)]
    fn time(&self) -> &'static str {
        "noon"
    }
}

fn replica() -> Served {
    let registry = Registry::builder().tool(Clock).build().unwrap();
    Served::with(registry, |http| http.legacy_sessions(true))
}

/// Two replicas, and a client of the balancer in front of them.
async fn balanced() -> ([Served; 2], Client) {
    let replicas = [replica(), replica()];
    let addresses = replicas.iter().map(|one| one.client.address).collect();
    let front = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let client = Client::to(front.local_addr().unwrap());
    tokio::spawn(Balancer::new(addresses).serve(front));
    (replicas, client)
}

async fn list(client: &Client, session: &str) -> u16 {
    let client = client.header("mcp-session-id", session);
    client.legacy(1, "tools/list", json!({})).await.status
}

#[tokio::test]
async fn each_session_stays_at_the_replica_that_opened_it() {
    let (replicas, client) = balanced().await;
    let mut sessions = Vec::new();
    for _ in 0..4 {
        let opened = client.initialize().await;
        sessions.push(opened.header("mcp-session-id").unwrap().to_owned());
    }
    for (number, session) in sessions.iter().enumerate() {
        // Each request has a connection of its own.
        for _ in 0..3 {
            assert_eq!(list(&client, session).await, 200);
        }
        assert_eq!(list(&replicas[number % 2].client, session).await, 200);
        assert_eq!(list(&replicas[(number + 1) % 2].client, session).await, 404);
    }
    assert_eq!(list(&client, "of-no-replica").await, 404);
}

#[tokio::test]
async fn requests_without_a_session_reach_the_next_replica_each_time() {
    let (mut replicas, client) = balanced().await;
    let read = async || client.modern(1, "tools/list", json!({})).await.status;
    for _ in 0..4 {
        assert_eq!(read().await, 200);
    }
    // Without the first replica, each second connection ends without an answer.
    replicas[0].stop();
    while tokio::net::TcpStream::connect(replicas[0].client.address)
        .await
        .is_ok()
    {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    let mut gone = client.head("GET", "\r\n").await;
    let mut bytes = Vec::new();
    tokio::io::AsyncReadExt::read_to_end(&mut gone, &mut bytes)
        .await
        .unwrap_or_default();
    assert_eq!(String::from_utf8_lossy(&bytes), "");
    assert_eq!(read().await, 200);
}
