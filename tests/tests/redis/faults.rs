//! Redis fails: other calls go on, each subscriber is told of what it may have missed, and all comes back by itself.

use std::time::{Duration, Instant};

use fusion_core::{
    TestClient,
    shared::{
        Allowance, Bus, Claim, Claimed, Event, Feed, Quota, QuotaError, Redis, Store, StoreError,
        Taken,
    },
    testing::Notifications,
};
use fusion_tests::{
    board::Replica,
    replicas::{client, heard, rest, until, write},
};
use serde_json::json;

use crate::{proxy::Proxy, server::RedisServer};

const MINUTE: Duration = Duration::from_secs(60);

/// Two replicas, a client that writes at one, and one that listens at the other.
struct Pair {
    one: Replica,
    other: Replica,
    writer: TestClient,
    _reader: TestClient,
    listening: Notifications,
}

impl Pair {
    async fn new(one: Redis, other: Redis) -> Self {
        let (one, other) = (Replica::new(one), Replica::new(other));
        let (writer, reader) = (client(&one, true).await, client(&other, true).await);
        let mut listening = reader.listen(["board://1", "board://2"]).await.unwrap();
        write(&writer, 1).await;
        assert_eq!(heard(&mut listening).await, "board://1");
        other.bus.take();
        Self {
            one,
            other,
            writer,
            _reader: reader,
            listening,
        }
    }

    /// Writes, and has calls counted, while Redis does not work: each call ends soon.
    async fn goes_on(&self) {
        let begin = Instant::now();
        write(&self.writer, 2).await;
        assert!(
            begin.elapsed() < Duration::from_millis(200),
            "{:?}",
            begin.elapsed()
        );
        self.writer
            .call("board/knock", json!({}))
            .await
            .ok_text("ok");
        let refused = self.writer.call("board/ring", json!({})).await.error();
        refused.code("unavailable");
        assert!(
            begin.elapsed() < Duration::from_secs(5),
            "{:?}",
            begin.elapsed()
        );
    }

    /// Waits until calls are counted together again.
    async fn counts_again(&self) {
        let begin = Instant::now();
        while !self.writer.call("board/ring", json!({})).await.is_ok() {
            assert!(begin.elapsed() < Duration::from_secs(10));
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// The subscriber is told of the write during the fault, once, and of nothing else.
    async fn told_of_the_write_alone(&mut self) {
        assert_eq!(heard(&mut self.listening).await, "board://2");
        self.counts_again().await;
        write(&self.writer, 1).await;
        assert_eq!(heard(&mut self.listening).await, "board://1");
        assert_eq!(rest(&mut self.listening).await, [""; 0]);
        assert_eq!(self.other.bus.count("gap"), 0);
    }
}

#[tokio::test]
async fn redis_is_killed_and_comes_back_without_what_it_had() {
    let mut server = RedisServer::start().await;
    let mut pair = Pair::new(server.replica().await, server.replica().await).await;
    server.kill();
    pair.goes_on().await;
    // The breaker: most calls do not wait for a connection.
    let begin = Instant::now();
    for _ in 0..200 {
        let _ = pair.writer.call("board/ring", json!({})).await;
    }
    assert!(
        begin.elapsed() < Duration::from_secs(4),
        "{:?}",
        begin.elapsed()
    );
    server.run();
    assert!(server.answers().await);
    // The gap tells the subscriber of all of its resources and lists, and the write may be told apart.
    let mut told = Vec::new();
    while !["board://1", "board://2", "notifications/tools/list_changed"]
        .iter()
        .all(|expected| told.iter().any(|told| told == expected))
    {
        told.push(heard(&mut pair.listening).await);
    }
    until(|| pair.one.bus.count("gap") == 1).await;
    assert_eq!(pair.other.bus.count("gap reset"), 1);
    assert_eq!(pair.other.invalidations.count(": **"), 1);
    assert!(pair.other.bus.count("reconnected") >= 1);
    pair.counts_again().await;
    // The writes before and during the fault, each with an invalidation.
    until(|| pair.one.bus.count("published") == 4).await;
    rest(&mut pair.listening).await;
    write(&pair.writer, 1).await;
    assert_eq!(heard(&mut pair.listening).await, "board://1");
    assert_eq!(rest(&mut pair.listening).await, [""; 0]);
    assert_eq!(pair.other.bus.count("gap"), 1, "one gap");
}

#[tokio::test]
async fn redis_pauses_for_5_seconds() {
    let server = RedisServer::start().await;
    let mut pair = Pair::new(server.replica().await, server.replica().await).await;
    let begin = Instant::now();
    server.command(&["CLIENT", "PAUSE", "5000", "ALL"]).await;
    pair.goes_on().await;
    until(|| begin.elapsed() > Duration::from_secs(4)).await;
    pair.told_of_the_write_alone().await;
}

#[tokio::test]
async fn redis_has_no_memory_left() {
    let server = RedisServer::start().await;
    let redis = server.replica().await;
    let mut pair = Pair::new(server.replica().await, server.replica().await).await;
    let Claimed::Mine(claim) = redis.claim("before", b"f", MINUTE).await.unwrap() else {
        panic!("the key is free");
    };
    server.command(&["CONFIG", "SET", "maxmemory", "1"]).await;
    pair.goes_on().await;
    let full = redis.claim("a", b"f", MINUTE).await;
    assert!(matches!(full, Err(StoreError::Full)), "{full:?}");
    let full = redis.finish(claim.clone(), vec![1], MINUTE).await;
    assert!(matches!(full, Err(StoreError::Full)), "{full:?}");
    let full = redis.take("a", &Allowance::new(MINUTE, 1), 1).await;
    assert!(matches!(full, Err(QuotaError::Full)), "{full:?}");
    server.command(&["CONFIG", "SET", "maxmemory", "0"]).await;
    pair.told_of_the_write_alone().await;
    redis.finish(claim, vec![1], MINUTE).await.unwrap();
}

#[tokio::test]
async fn redis_is_read_only() {
    let server = RedisServer::start().await;
    let redis = server.replica().await;
    let mut pair = Pair::new(server.replica().await, server.replica().await).await;
    server.command(&["REPLICAOF", "127.0.0.1", "1"]).await;
    pair.goes_on().await;
    let refused = redis.claim("a", b"f", MINUTE).await;
    assert!(
        matches!(refused, Err(StoreError::Unavailable(_))),
        "{refused:?}"
    );
    assert_eq!(redis.read("a").await.unwrap(), None);
    server.command(&["REPLICAOF", "NO", "ONE"]).await;
    pair.told_of_the_write_alone().await;
    let claimed = redis.claim("a", b"f", MINUTE).await.unwrap();
    assert!(matches!(claimed, Claimed::Mine(_)), "{claimed:?}");
}

#[tokio::test]
async fn a_connection_that_is_lost_for_a_short_time_loses_no_event() {
    let server = RedisServer::start().await;
    let proxy = Proxy::before(server.port).await;
    let behind = Redis::connect(&proxy.url()).await.unwrap();
    let mut pair = Pair::new(server.replica().await, behind).await;
    proxy.cut(true);
    write(&pair.writer, 2).await;
    until(|| pair.one.bus.count("published") == 4).await;
    proxy.cut(false);
    pair.told_of_the_write_alone().await;
    assert_eq!(pair.other.bus.count("reconnected"), 1);
}

#[tokio::test]
async fn the_answer_to_an_event_is_cut_and_feeds_take_one_copy() {
    let server = RedisServer::start().await;
    let proxy = Proxy::before(server.port).await;
    let publisher = Redis::connect(&proxy.url()).await.unwrap();
    let mut feed = server.replica().await.subscribe();
    let event = |number: usize| Event::Invalidated {
        cause: number.to_string(),
        patterns: Vec::new(),
    };
    for number in 0..20 {
        proxy.cut_next_answer(number % 4);
        publisher.publish(event(number)).await.unwrap();
        assert_eq!(feed.next().await, Some(Ok(event(number))));
    }
    assert_eq!(proxy.cuts(), 20);
    let more = tokio::time::timeout(Duration::from_millis(300), feed.next()).await;
    assert!(more.is_err(), "{more:?}");
}

#[tokio::test]
async fn the_answer_to_a_claim_is_cut_and_the_claim_counts_once() {
    let server = RedisServer::start().await;
    let proxy = Proxy::before(server.port).await;
    let redis = Redis::connect(&proxy.url()).await.unwrap();
    let other = server.replica().await;
    for number in 0..8 {
        let key = number.to_string();
        let cut = || proxy.cut_next_answer(number % 4);
        cut();
        let claimed = redis.claim(&key, b"f", MINUTE).await.unwrap();
        let Claimed::Mine(claim) = claimed else {
            panic!("{claimed:?}");
        };
        assert_eq!(
            other.claim(&key, b"f", MINUTE).await.unwrap(),
            Claimed::Busy
        );
        cut();
        assert!(redis.renew(&claim, MINUTE).await.unwrap());
        if number % 2 == 0 {
            cut();
            redis.finish(claim, vec![1], MINUTE).await.unwrap();
            cut();
            assert_eq!(redis.read(&key).await.unwrap(), Some(vec![1]));
        } else {
            cut();
            redis.release(claim).await.unwrap();
            assert!(is_mine(&other, &key).await);
        }
    }
    assert_eq!(proxy.cuts(), 4 * 4 + 4 * 3);
    // An answer that is cut twice is an error, and not more.
    let allowance = Allowance::new(MINUTE, 2);
    redis.take("b", &allowance, 1).await.unwrap();
    proxy.cut_next_answer(0);
    let cut = redis.take("a", &allowance, 1).await;
    assert!(matches!(cut, Err(QuotaError::Unavailable(_))), "{cut:?}");
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(
        redis.take("a", &allowance, 1).await.unwrap(),
        Taken::Granted
    );
    let third = redis.take("a", &allowance, 1).await.unwrap();
    assert!(matches!(third, Taken::Refused { .. }), "{third:?}");
}

async fn is_mine(store: &impl Store, key: &str) -> bool {
    matches!(store.claim(key, b"f", MINUTE).await, Ok(Claimed::Mine(_)))
}

#[tokio::test]
async fn a_replica_dies_in_the_middle_of_a_claim() {
    const LEASE: Duration = Duration::from_millis(400);
    let server = RedisServer::start().await;
    let proxy = Proxy::before(server.port).await;
    let dies = Redis::connect(&proxy.url()).await.unwrap();
    let other = server.replica().await;
    let Claimed::Mine(claim) = dies.claim("a", b"f", LEASE).await.unwrap() else {
        panic!("the key is free");
    };
    proxy.cut(true);
    let begin = Instant::now();
    assert_eq!(other.claim("a", b"f", LEASE).await.unwrap(), Claimed::Busy);
    let gone: Result<(), StoreError> = dies.finish(claim.clone(), vec![1], MINUTE).await;
    assert!(matches!(gone, Err(StoreError::Unavailable(_))), "{gone:?}");
    tokio::time::sleep(LEASE.saturating_sub(begin.elapsed()) + LEASE / 4).await;
    assert_eq!(
        other.claim("a", b"f", LEASE).await.unwrap(),
        Claimed::Abandoned
    );
    // It was only cut off, and comes back.
    proxy.cut(false);
    let late = retried(&dies, claim).await;
    assert!(matches!(late, Err(StoreError::Lost)), "{late:?}");
    assert_eq!(
        other.claim("a", b"f", LEASE).await.unwrap(),
        Claimed::Abandoned
    );
}

/// Finishes a claim once Redis can be reached again.
async fn retried(store: &impl Store, claim: Claim) -> Result<(), StoreError> {
    loop {
        match store.finish(claim.clone(), vec![1], MINUTE).await {
            Err(StoreError::Unavailable(_)) => tokio::time::sleep(Duration::from_millis(20)).await,
            other => return other,
        }
    }
}

#[tokio::test]
async fn what_waits_for_redis_is_bounded_and_the_rest_is_told_as_everything() {
    let server = RedisServer::start().await;
    let proxy = Proxy::before(server.port).await;
    let behind = Redis::connect(&proxy.url()).await.unwrap();
    let mut pair = Pair::new(behind, server.replica().await).await;
    proxy.cut(true);
    for note in 0..10_000 {
        pair.one
            .registry
            .notify_resource(&format!("board://{}", note + 10));
    }
    proxy.cut(false);
    let mut told = Vec::new();
    while told.len() < 4 {
        told.push(heard(&mut pair.listening).await);
    }
    told.sort();
    let lists = [
        "notifications/resources/list_changed",
        "notifications/tools/list_changed",
    ];
    assert_eq!(told, ["board://1", "board://2", lists[0], lists[1]]);
    assert_eq!(pair.one.bus.count("dropped"), 1);
    assert_eq!(pair.other.invalidations.count(": **"), 1);
}
