//! Tokens that confirm a call, over two replicas of one Redis: each is good once, in both together.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use fusion_core::{
    Registry, Server, TestClient,
    ask::{StateKey, Unasked},
    server_info,
    shared::Redis,
    testing::CallOutcome,
    tool_group,
};
use serde_json::json;
use tokio::{sync::Barrier, task::JoinSet, time::timeout};

use crate::{proxy::Proxy, server::RedisServer};

/// A disk that counts how often it was wiped, in all replicas together.
#[derive(Clone, Default)]
struct Disk(Arc<AtomicUsize>);

/// Keep files.
#[tool_group(name = "disk")]
impl Disk {
    /// Remove all files of a folder.
    #[action(destructive, confirm("Remove all files of {folder}?"))]
    fn wipe(&self, folder: String) -> String {
        self.0.fetch_add(1, Ordering::SeqCst);
        format!("wiped {folder}")
    }
}

impl Disk {
    /// A client of a replica that cannot be asked.
    async fn client(&self, redis: Redis) -> TestClient {
        let key = StateKey::new("00".repeat(32)).unwrap();
        let builder = Registry::builder().tool(self.clone()).shared(redis);
        let builder = builder.state_key(key).unasked(Unasked::Token);
        let server = Server::new(builder.build().unwrap(), server_info!());
        TestClient::of(server).modern().await
    }

    /// Clients of two replicas.
    async fn clients(&self, server: &RedisServer) -> [TestClient; 2] {
        [
            self.client(server.replica().await).await,
            self.client(server.replica().await).await,
        ]
    }

    fn runs(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

async fn wipe(client: &TestClient, token: Option<&str>) -> CallOutcome {
    let mut arguments = json!({"folder": "tmp"});
    if let Some(token) = token {
        arguments["confirmation"] = json!(token);
    }
    client.call("disk/wipe", arguments).await
}

/// Wipes a folder with a token. Returns the text, or the code of the error.
async fn wipe_with(client: &TestClient, token: &str) -> String {
    let outcome = wipe(client, Some(token)).await;
    if outcome.is_ok() {
        return outcome.text();
    }
    let failure = outcome.error();
    failure.data()["code"].as_str().unwrap().to_owned()
}

/// Calls without a token, and returns the one that the error offers.
async fn offered(client: &TestClient) -> String {
    let failure = wipe(client, None).await.error();
    let failure = failure.code("confirmation_required");
    let (_, token) = failure.text().split_once("`confirmation`: \"").unwrap();
    let (token, _) = token.split_once('"').unwrap();
    token.to_owned()
}

#[tokio::test]
async fn a_token_that_was_used_at_one_replica_is_refused_at_the_other() {
    let server = RedisServer::start().await;
    let disk = Disk::default();
    let clients = disk.clients(&server).await;
    // Offered at one replica and used at the same one, or at the other one.
    for (offers, uses) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let before = disk.runs();
        let token = offered(&clients[offers]).await;
        assert_eq!(disk.runs(), before, "an offer runs nothing");
        assert_eq!(wipe_with(&clients[uses], &token).await, "wiped tmp");
        for client in &clients {
            assert_eq!(wipe_with(client, &token).await, "wrong_confirmation");
        }
        assert_eq!(disk.runs(), before + 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_concurrent_uses_of_a_token_over_two_replicas_run_once() {
    const USES: usize = 50;
    let server = RedisServer::start().await;
    let disk = Disk::default();
    let clients = disk.clients(&server).await.map(Arc::new);
    for round in 1..=5 {
        let token: Arc<str> = offered(&clients[round % 2]).await.into();
        let begin = Arc::new(Barrier::new(USES));
        let mut calls = JoinSet::new();
        for number in 0..USES {
            let client = Arc::clone(&clients[number % 2]);
            let (token, begin) = (Arc::clone(&token), Arc::clone(&begin));
            calls.spawn(async move {
                begin.wait().await;
                wipe_with(&client, &token).await
            });
        }
        let mut answers = calls.join_all().await;
        answers.sort();
        let mut expected = vec!["wiped tmp"];
        expected.extend(["wrong_confirmation"; USES - 1]);
        assert_eq!(answers, expected);
        assert_eq!(disk.runs(), round);
    }
}

/// The script that marks the token as used has run when its answer is lost, and runs again with the same effect.
#[tokio::test]
async fn a_token_whose_use_lost_an_answer_runs_once() {
    let server = RedisServer::start().await;
    let proxy = Proxy::before(server.port).await;
    let disk = Disk::default();
    let behind = Redis::connect(&proxy.url()).await.unwrap();
    let behind = disk.client(behind).await;
    let other = disk.client(server.replica().await).await;
    for number in 0..8 {
        let token = offered(&other).await;
        proxy.cut_next_answer(number);
        assert_eq!(wipe_with(&behind, &token).await, "wiped tmp");
        assert_eq!(proxy.cuts(), number + 1);
        assert_eq!(wipe_with(&other, &token).await, "wrong_confirmation");
        assert_eq!(disk.runs(), number + 1);
    }
}

#[tokio::test]
async fn without_redis_a_token_is_refused_before_anything_runs() {
    let mut server = RedisServer::start().await;
    let disk = Disk::default();
    let clients = disk.clients(&server).await;
    let token = offered(&clients[0]).await;
    server.kill();
    for client in &clients {
        assert_eq!(wipe_with(client, &token).await, "state_unavailable");
        wipe(client, None).await.error().code("state_unavailable");
    }
    assert_eq!(disk.runs(), 0);
    // It comes back without the token, which nobody may use any more.
    server.run();
    assert!(server.answers().await);
    let again = async {
        while wipe_with(&clients[1], &token).await == "state_unavailable" {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(Duration::from_secs(20), again).await.unwrap();
    assert_eq!(wipe_with(&clients[1], &token).await, "wrong_confirmation");
    assert_eq!(disk.runs(), 0);
    let token = offered(&clients[1]).await;
    assert_eq!(wipe_with(&clients[1], &token).await, "wiped tmp");
}
