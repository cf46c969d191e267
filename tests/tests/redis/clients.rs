//! What the clients of two replicas notice, and in which time.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use fusion_core::shared::{Allowance, Bus, Event, Feed, MemoryQuota, Quota, ResourceForm, Taken};
use fusion_tests::{
    board::Replica,
    replicas::{
        calls_are_counted_together, changes_reach_the_clients_of_both, client, heard, rest, until,
        write,
    },
};

use crate::server::RedisServer;

#[tokio::test]
async fn changes_in_one_replica_reach_the_clients_of_the_other() {
    let server = RedisServer::start().await;
    let (one, other) = tokio::join!(server.replica(), server.replica());
    changes_reach_the_clients_of_both(one, other).await;
}

#[tokio::test]
async fn calls_of_two_replicas_are_counted_together() {
    let server = RedisServer::start().await;
    let (one, other) = tokio::join!(server.replica(), server.replica());
    calls_are_counted_together(one, other).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_write_is_told_within_100_ms_in_the_median() {
    let server = RedisServer::start().await;
    let one = Replica::new(server.replica().await);
    let other = Replica::new(server.replica().await);
    let (writer, reader) = (client(&one, true).await, client(&other, true).await);
    let mut listening = reader.listen(["board://1"]).await.unwrap();
    let mut times = Vec::new();
    for _ in 0..101 {
        let begin = Instant::now();
        write(&writer, 1).await;
        assert_eq!(heard(&mut listening).await, "board://1");
        times.push(begin.elapsed());
    }
    times.sort();
    let (median, last) = (times[50], times[99]);
    println!(
        "from the call to the notification at the other replica: median {median:?}, 99 % {last:?}"
    );
    assert!(median < Duration::from_millis(100), "{times:?}");
}

/// A use of the quota is one command, and the script is sent once.
#[tokio::test]
async fn a_counted_call_is_one_round_trip() {
    const CALLS: usize = 1_000;
    let server = RedisServer::start().await;
    let redis = server.replica().await;
    let local = MemoryQuota::new();
    let allowance = Allowance::new(Duration::from_secs(1), 1_000_000);
    server.command(&["CONFIG", "RESETSTAT"]).await;
    let begin = Instant::now();
    for _ in 0..CALLS {
        let taken = redis.take("ada", &allowance, 1).await.unwrap();
        assert_eq!(taken, Taken::Granted);
    }
    let over_redis = begin.elapsed() / 1_000;
    let begin = Instant::now();
    for _ in 0..CALLS {
        let taken = local.take("ada", &allowance, 1).await.unwrap();
        assert_eq!(taken, Taken::Granted);
    }
    let in_memory = begin.elapsed() / 1_000;
    println!("one use of a quota: {over_redis:?} over Redis, {in_memory:?} in memory");
    let redis::Value::BulkString(stats) = server.command(&["INFO", "commandstats"]).await else {
        panic!("no statistics");
    };
    let stats = String::from_utf8(stats).unwrap();
    let calls = |name: &str| {
        let line = stats.lines().find(|line| line.starts_with(name))?;
        let (_, calls) = line.split_once("calls=")?;
        calls.split(',').next()?.parse::<usize>().ok()
    };
    // The first attempt finds no script.
    assert_eq!(calls("cmdstat_evalsha:"), Some(CALLS + 1), "{stats}");
    assert_eq!(calls("cmdstat_script|load:"), Some(1), "{stats}");
}

/// 10,000 changes of as many resources, each of which one of 50 subscribers has: each is told of its own, once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_of_50_subscribers_is_told_of_each_of_its_changes_once() {
    const CLIENTS: usize = 50;
    const EACH: usize = 200;
    let server = RedisServer::start().await;
    let one = Replica::new(server.replica().await);
    let other = Replica::new(server.replica().await);
    let mut clients = Vec::new();
    for number in 0..CLIENTS {
        let reader = client(&other, true).await;
        let uris: Vec<_> = (0..EACH)
            .map(|note| format!("board://{}", note * CLIENTS + number))
            .collect();
        let mut listening = reader.listen(uris.iter().map(|uri| &**uri)).await.unwrap();
        clients.push(tokio::spawn(async move {
            let mut heard_of: BTreeMap<String, usize> = BTreeMap::new();
            for _ in 0..EACH {
                *heard_of.entry(heard(&mut listening).await).or_default() += 1;
            }
            let expected: BTreeMap<_, _> = uris.into_iter().map(|uri| (uri, 1)).collect();
            assert_eq!(heard_of, expected);
            assert_eq!(rest(&mut listening).await, [""; 0]);
            drop(reader);
        }));
    }
    let begin = Instant::now();
    for note in 0..CLIENTS * EACH {
        one.registry.notify_resource(&format!("board://{note}"));
        // The queue of a replica is bounded.
        if note % 1_000 == 999 {
            until(|| one.bus.count("published") == note + 1).await;
        }
    }
    for client in clients {
        client.await.unwrap();
    }
    println!("10,000 events, 50 subscribers: {:?}", begin.elapsed());
    assert_eq!(other.bus.take(), vec!["received"; CLIENTS * EACH]);
}

/// 10,000 events to 10 replicas.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_of_10_replicas_receives_each_event_once_in_its_order() {
    const EVENTS: usize = 10_000;
    let server = RedisServer::start().await;
    let publisher = server.replica().await;
    let mut feeds = Vec::new();
    for _ in 0..10 {
        let mut feed = server.replica().await.subscribe();
        feeds.push(tokio::spawn(async move {
            for number in 0..EVENTS {
                let expected = Event::Resources(vec![ResourceForm::one(number.to_string())]);
                assert_eq!(feed.next().await, Some(Ok(expected)));
            }
            let more = tokio::time::timeout(Duration::from_millis(300), feed.next()).await;
            assert!(more.is_err(), "{more:?}");
        }));
    }
    for number in 0..EVENTS {
        let event = Event::Resources(vec![ResourceForm::one(number.to_string())]);
        publisher.publish(event).await.unwrap();
    }
    for feed in feeds {
        tokio::time::timeout(Duration::from_secs(60), feed)
            .await
            .unwrap()
            .unwrap();
    }
}
