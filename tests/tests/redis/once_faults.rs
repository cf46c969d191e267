//! Calls with an idempotency key while Redis fails: none runs twice while Redis keeps its keys.

use std::time::{Duration, Instant};

use fusion_core::{Registry, shared::Redis};
use tempfile::TempDir;
use tokio::time::timeout;

use crate::{
    once::{Orders, place},
    proxy::Proxy,
    server::{RedisServer, free_port},
};

/// Calls that are refused because of Redis have run nothing, at either replica.
async fn refused_at(replicas: &[Registry; 2], orders: &Orders, key: &str) {
    let runs = orders.runs();
    for replica in replicas {
        let begin = Instant::now();
        assert_eq!(place(replica, "ada", key, "pen").await, "keys_unavailable");
        let waited = begin.elapsed();
        assert!(waited < Duration::from_secs(4), "{waited:?}");
    }
    assert_eq!(orders.runs(), runs);
}

/// Repeats a call until Redis can be reached again. Returns its answer.
async fn placed(replica: &Registry, key: &str) -> String {
    let again = async {
        loop {
            let answer = place(replica, "ada", key, "pen").await;
            if answer != "keys_unavailable" {
                return answer;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(Duration::from_secs(60), again).await.unwrap()
}

async fn replicas(orders: &Orders, server: &RedisServer) -> [Registry; 2] {
    [orders.replica(server).await, orders.replica(server).await]
}

/// Checks that a call from before a fault does not run again after it, and that a new call runs once.
async fn goes_on(replicas: &[Registry; 2], orders: &Orders, before: &str) {
    let runs = orders.runs();
    for replica in replicas {
        assert_eq!(placed(replica, "before").await, before);
    }
    assert_eq!(orders.runs(), runs);
    let answer = placed(&replicas[0], "after").await;
    assert_eq!(answer, format!("pen {}", runs + 1));
    assert_eq!(placed(&replicas[1], "after").await, answer);
    assert_eq!(orders.runs(), runs + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn redis_is_restarted_and_keeps_its_keys() {
    let folder = TempDir::new().unwrap();
    let arguments = || {
        let words = [
            ("--appendonly", "yes"),
            ("--appendfsync", "always"),
            ("--dir", folder.path().to_str().unwrap()),
        ];
        words
            .map(|(name, value)| [name.to_owned(), value.to_owned()])
            .concat()
    };
    let mut server = RedisServer::start_with(|| (free_port(), arguments())).await;
    let orders = Orders::new(1);
    let replicas = replicas(&orders, &server).await;
    assert_eq!(place(&replicas[0], "ada", "before", "pen").await, "pen 1");
    // One call runs while Redis is away, and its owner is its first caller.
    let owner = replicas[0].clone();
    let running = tokio::spawn(async move { place(&owner, "ada", "running", "pen").await });
    orders.started(2).await;
    server.kill();
    refused_at(&replicas, &orders, "during").await;
    server.run();
    assert!(server.answers().await);
    orders.gate.add_permits(1_000);
    let answer = running.await.unwrap();
    assert_eq!(answer, "pen 2");
    let again = placed(&replicas[1], "running").await;
    assert!(again == answer || again == "outcome_unknown", "{again}");
    assert_eq!(orders.runs(), 2);
    goes_on(&replicas, &orders, "pen 1").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn redis_pauses_for_5_seconds() {
    let server = RedisServer::start().await;
    let orders = Orders::new(1_000);
    let replicas = replicas(&orders, &server).await;
    assert_eq!(place(&replicas[0], "ada", "before", "pen").await, "pen 1");
    server.command(&["CLIENT", "PAUSE", "5000", "ALL"]).await;
    refused_at(&replicas, &orders, "during").await;
    goes_on(&replicas, &orders, "pen 1").await;
    // The refused calls had sent their claims, which Redis takes after its pause. They do not keep the key.
    let late = placed(&replicas[0], "during").await;
    assert_eq!(late, "pen 3");
    assert_eq!(placed(&replicas[1], "during").await, late);
    assert_eq!(orders.runs(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn redis_has_no_memory_left() {
    let server = RedisServer::start().await;
    let orders = Orders::new(1_000);
    let replicas = replicas(&orders, &server).await;
    assert_eq!(place(&replicas[0], "ada", "before", "pen").await, "pen 1");
    server.command(&["CONFIG", "SET", "maxmemory", "1"]).await;
    refused_at(&replicas, &orders, "during").await;
    server.command(&["CONFIG", "SET", "maxmemory", "0"]).await;
    goes_on(&replicas, &orders, "pen 1").await;
    assert_eq!(placed(&replicas[0], "during").await, "pen 3");
}

#[tokio::test(flavor = "multi_thread")]
async fn redis_is_read_only() {
    let server = RedisServer::start().await;
    let orders = Orders::new(1_000);
    let replicas = replicas(&orders, &server).await;
    assert_eq!(place(&replicas[0], "ada", "before", "pen").await, "pen 1");
    server.command(&["REPLICAOF", "127.0.0.1", "1"]).await;
    refused_at(&replicas, &orders, "during").await;
    server.command(&["REPLICAOF", "NO", "ONE"]).await;
    goes_on(&replicas, &orders, "pen 1").await;
    assert_eq!(placed(&replicas[0], "during").await, "pen 3");
}

/// The answer to the claim, and that to the finish, are cut after some of their bytes.
#[tokio::test(flavor = "multi_thread")]
async fn the_connection_is_cut_in_the_middle_of_an_answer() {
    let server = RedisServer::start().await;
    let proxy = Proxy::before(server.port).await;
    let orders = Orders::new(0);
    let behind = orders.registry(Redis::connect(&proxy.url()).await.unwrap());
    let other = orders.replica(&server).await;
    for number in 1..=8 {
        let key = format!("key {number}");
        proxy.cut_next_answer(number % 4);
        let (owner, same_key) = (behind.clone(), key.clone());
        let running = tokio::spawn(async move { place(&owner, "ada", &same_key, "pen").await });
        orders.started(number).await;
        proxy.cut_next_answer(number % 4);
        orders.gate.add_permits(1);
        let answer = format!("pen {number}");
        assert_eq!(running.await.unwrap(), answer);
        assert_eq!(proxy.cuts(), 2 * number);
        for replica in [&other, &behind] {
            assert_eq!(placed(replica, &key).await, answer);
        }
        assert_eq!(orders.runs(), number);
    }
}

/// A replica that lost Redis while it ran the call `k`, and answered its caller.
struct CutOff {
    /// A replica that reaches Redis.
    other: Registry,
    orders: Orders,
    /// Stands before the replica that lost Redis.
    proxy: Proxy,
    _server: RedisServer,
}

impl CutOff {
    async fn in_a_call() -> Self {
        let server = RedisServer::start().await;
        let proxy = Proxy::before(server.port).await;
        let orders = Orders::new(0);
        let behind = orders.registry(Redis::connect(&proxy.url()).await.unwrap());
        let other = orders.replica(&server).await;
        let running = tokio::spawn(async move { place(&behind, "ada", "k", "pen").await });
        orders.started(1).await;
        proxy.cut(true);
        orders.gate.add_permits(1_000);
        assert_eq!(running.await.unwrap(), "pen 1");
        Self {
            other,
            orders,
            proxy,
            _server: server,
        }
    }
}

/// A replica that runs a call loses Redis for good: its caller gets the answer, and nobody runs the call again.
#[tokio::test(flavor = "multi_thread")]
async fn a_replica_is_cut_off_in_the_middle_of_a_call() {
    let CutOff {
        other,
        orders,
        proxy: _proxy,
        _server,
    } = CutOff::in_a_call().await;
    // The claim lasts for its lease of 30 s.
    let told = timeout(Duration::from_secs(44), place(&other, "ada", "k", "pen")).await;
    assert_eq!(told.unwrap(), "outcome_unknown");
    assert_eq!(orders.runs(), 1);
}

/// Redis refuses the answer of a call when the call ends: the process that has it tries again.
async fn kept_after(begin: &[&str], end: &[&str]) {
    let server = RedisServer::start().await;
    let orders = Orders::new(0);
    let replicas = replicas(&orders, &server).await;
    let owner = replicas[0].clone();
    let running = tokio::spawn(async move { place(&owner, "ada", "k", "pen").await });
    orders.started(1).await;
    server.command(begin).await;
    orders.gate.add_permits(1_000);
    assert_eq!(running.await.unwrap(), "pen 1");
    tokio::time::sleep(Duration::from_secs(1)).await;
    server.command(end).await;
    for replica in &replicas {
        assert_eq!(placed(replica, "k").await, "pen 1");
    }
    assert_eq!(orders.runs(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_kept_once_redis_has_memory_again() {
    let full = ["CONFIG", "SET", "maxmemory", "1"];
    kept_after(&full, &["CONFIG", "SET", "maxmemory", "0"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_kept_once_redis_takes_writes_again() {
    let copy = ["REPLICAOF", "127.0.0.1", "1"];
    kept_after(&copy, &["REPLICAOF", "NO", "ONE"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_kept_once_redis_can_be_reached_again() {
    let CutOff {
        other,
        orders,
        proxy,
        _server,
    } = CutOff::in_a_call().await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    proxy.cut(false);
    assert_eq!(placed(&other, "k").await, "pen 1");
    assert_eq!(orders.runs(), 1);
}

/// Another program has written the key: nothing runs, and its hash stays.
#[tokio::test(flavor = "multi_thread")]
async fn a_key_of_another_program_runs_nothing() {
    let server = RedisServer::start().await;
    let orders = Orders::new(1_000);
    let replicas = replicas(&orders, &server).await;
    assert_eq!(place(&replicas[0], "ada", "k", "pen").await, "pen 1");
    let keys = server.command(&["KEYS", "fusion:1:store:=once/*"]).await;
    let redis::Value::Array(keys) = keys else {
        panic!("{keys:?}");
    };
    let [redis::Value::BulkString(key)] = &keys[..] else {
        panic!("{keys:?}");
    };
    let key = std::str::from_utf8(key).unwrap();
    server.command(&["DEL", key]).await;
    server.command(&["HSET", key, "foo", "garbage"]).await;
    refused_at(&replicas, &orders, "k").await;
    assert_eq!(
        server.command(&["HGETALL", key]).await,
        redis::Value::Array(
            ["foo", "garbage"]
                .map(|word| redis::Value::BulkString(word.into()))
                .into()
        )
    );
}
