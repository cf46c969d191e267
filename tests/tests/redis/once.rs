//! Calls with an idempotency key over two replicas of one Redis.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use fusion_core::{CallError, Content, Ctx, Registry, shared::Redis, tool_group};
use serde_json::json;
use tokio::{sync::Semaphore, task::JoinSet, time::timeout};

use crate::server::RedisServer;

#[derive(Clone)]
struct Caller(&'static str);

/// Orders that are counted, in all replicas together.
#[derive(Clone)]
pub struct Orders {
    runs: Arc<AtomicUsize>,
    /// Has a permit for each call that may end.
    pub gate: Arc<Semaphore>,
}

/// Take orders.
#[tool_group(name = "orders")]
impl Orders {
    /// Place an order.
    #[action(once)]
    async fn place(&self, item: String) -> String {
        let number = self.runs.fetch_add(1, Ordering::SeqCst) + 1;
        if let Ok(permit) = self.gate.acquire().await {
            permit.forget();
        }
        format!("{item} {number}")
    }
}

impl Orders {
    pub fn new(permits: usize) -> Self {
        Self {
            runs: Arc::default(),
            gate: Arc::new(Semaphore::new(permits)),
        }
    }

    pub async fn replica(&self, server: &RedisServer) -> Registry {
        self.registry(server.replica().await)
    }

    pub fn registry(&self, redis: Redis) -> Registry {
        let builder = Registry::builder()
            .tool(self.clone())
            .shared(redis)
            .expects::<Caller>();
        let builder = builder.principal(|ctx| ctx.get::<Caller>().map(|one| one.0.to_owned()));
        builder.build().unwrap()
    }

    pub fn runs(&self) -> usize {
        self.runs.load(Ordering::SeqCst)
    }

    /// Waits until so many calls have begun.
    pub async fn started(&self, runs: usize) {
        while self.runs() < runs {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

/// Places an order. Returns the text, or the code of the error.
pub async fn place(registry: &Registry, caller: &'static str, key: &str, item: &str) -> String {
    let mut ctx = Ctx::new();
    ctx.insert(Caller(caller));
    let arguments = json!({"action": "place", "item": item, "idempotency_key": key});
    match registry.call("orders", arguments, ctx).await {
        Ok(response) => match response.content() {
            [Content::Text(text)] => text.clone(),
            other => panic!("{other:?}"),
        },
        Err(error) => code(&error),
    }
}

fn code(error: &CallError) -> String {
    let data = error.data();
    data["code"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_duplicates_over_two_replicas_run_once() {
    let server = RedisServer::start().await;
    let orders = Orders::new(0);
    let replicas = [orders.replica(&server).await, orders.replica(&server).await];
    let mut calls = JoinSet::new();
    for number in 0..200 {
        let replica = replicas[number % 2].clone();
        calls.spawn(async move { place(&replica, "ada", "k", "pen").await });
    }
    orders.started(1).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    orders.gate.add_permits(1_000);
    let answers = timeout(Duration::from_secs(60), calls.join_all())
        .await
        .unwrap();
    assert_eq!(answers, vec!["pen 1"; 200]);
    assert_eq!(orders.runs(), 1);
    // Later ones get the answer as well; other arguments do not, and other callers have keys of their own.
    for replica in &replicas {
        assert_eq!(place(replica, "ada", "k", "pen").await, "pen 1");
        assert_eq!(place(replica, "ada", "k", "ink").await, "key_reused");
    }
    assert_eq!(place(&replicas[1], "grace", "k", "pen").await, "pen 2");
    assert_eq!(orders.runs(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_whose_owner_died_does_not_run_again() {
    let server = RedisServer::start().await;
    let orders = Orders::new(0);
    let (dies, lives) = (orders.replica(&server).await, orders.replica(&server).await);
    let owner = tokio::spawn(async move { place(&dies, "ada", "k", "pen").await });
    orders.started(1).await;
    owner.abort();
    owner.await.unwrap_err();
    orders.gate.add_permits(1_000);
    // Nobody polls the call any more, and its task has dropped it.
    let told = timeout(Duration::from_secs(44), place(&lives, "ada", "k", "pen")).await;
    assert_eq!(told.unwrap(), "outcome_unknown");
    assert_eq!(place(&lives, "ada", "k", "pen").await, "outcome_unknown");
    assert_eq!(orders.runs(), 1);
    assert_eq!(place(&lives, "ada", "other", "pen").await, "pen 2");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_redis_a_call_with_a_key_is_refused_and_one_without_runs() {
    let mut server = RedisServer::start().await;
    let orders = Orders::new(1_000);
    let replica = orders.replica(&server).await;
    assert_eq!(place(&replica, "ada", "before", "pen").await, "pen 1");
    server.kill();
    assert_eq!(place(&replica, "ada", "k", "pen").await, "keys_unavailable");
    assert_eq!(orders.runs(), 1);
    let arguments = json!({"action": "place", "item": "pen"});
    replica.call("orders", arguments, Ctx::new()).await.unwrap();
    assert_eq!(orders.runs(), 2);
    server.run();
    assert!(server.answers().await);
    let again = async {
        while place(&replica, "ada", "k", "pen").await == "keys_unavailable" {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(Duration::from_secs(20), again).await.unwrap();
    assert_eq!(orders.runs(), 3);
}
