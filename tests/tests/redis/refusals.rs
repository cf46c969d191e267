//! A Redis that answers, and refuses: the reason is named once, and nothing panics.

use std::{
    error::Error,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use fusion_core::shared::{Redis, RedisError};
use fusion_tests::{
    board::Replica,
    contracts::{self, Kept},
    replicas::{client, until, write},
};

use crate::{
    log::{WrittenLog, logged},
    server::RedisServer,
};

static DRIVER_PANICS: AtomicUsize = AtomicUsize::new(0);

/// Counts the panics of the tasks that drive connections, which end nothing but the connection.
fn count_driver_panics() {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if let Some(place) = panic.location()
            && place.file().ends_with("multiplexed_connection.rs")
        {
            DRIVER_PANICS.fetch_add(1, Ordering::SeqCst);
        }
        hook(panic);
    }));
}

fn causes(error: &RedisError) -> Vec<String> {
    let mut causes = Vec::new();
    let mut cause: Option<&dyn Error> = Some(error);
    while let Some(error) = cause {
        causes.push(error.to_string());
        cause = error.source();
    }
    causes
}

#[tokio::test]
async fn a_redis_that_needs_a_password_names_it() {
    let server = RedisServer::start().await;
    server
        .command(&["CONFIG", "SET", "requirepass", "hunter2"])
        .await;
    let refused = Redis::connect(&server.url()).await.unwrap_err();
    assert!(
        matches!(refused, RedisError::Unreachable { .. }),
        "{refused:?}"
    );
    let address = format!("127.0.0.1:{}", server.port);
    let reason = "Redis requires a password (NOAUTH)";
    assert_eq!(
        causes(&refused),
        [&*format!("Redis at {address} cannot be used"), reason]
    );
}

/// The commands and patterns that the guide lists.
fn documented_rules() -> Vec<&'static str> {
    let guide = include_str!("../../../fusion-core/src/docs/guide/replicas.md");
    let (_, rules) = guide.split_once("\nACL SETUSER clock ").unwrap();
    let (rules, _) = rules.split_once("```").unwrap();
    let words = rules.split_whitespace();
    words.filter(|word| *word != "\\").collect()
}

#[tokio::test]
async fn the_access_that_the_guide_lists_is_enough() -> Kept {
    let server = RedisServer::start().await;
    let rules = documented_rules();
    let command = [&["ACL", "SETUSER", "ada"], &rules[..]].concat();
    let command: Vec<_> = command
        .into_iter()
        .map(|word| {
            if word == ">PASSWORD" {
                ">hunter2"
            } else {
                word
            }
        })
        .collect();
    server.command(&command).await;
    let url = format!("redis://ada:hunter2@127.0.0.1:{}", server.port);
    let connect = || Redis::connect_as("clock", &url);
    contracts::bus([connect().await?, connect().await?, connect().await?]).await?;
    contracts::store(Arc::new(connect().await?), "").await?;
    contracts::quota(&connect().await?, "").await?;
    crate::sessions::opened_again([connect().await?, connect().await?, connect().await?]).await;
    let other = Redis::connect_as("other", &url).await.unwrap_err();
    let [_, reason] = &causes(&other)[..] else {
        panic!("{other:?}");
    };
    assert!(reason.contains("NOPERM"), "{reason}");
    Ok(())
}

/// Writes five times, which makes ten events, and waits until each attempt was made more than once.
async fn write_in_vain(replica: &Replica) {
    let writer = client(replica, true).await;
    let before = replica.bus.count("publish_failed");
    for note in 0..5 {
        write(&writer, note).await;
    }
    until(|| replica.bus.count("publish_failed") > before + 3).await;
}

/// Waits until all is well again. Both states have one line of their end.
async fn well_again(replica: &Replica, log: &WrittenLog, published: usize) {
    until(|| replica.bus.count("published") == published).await;
    let again = log.lines("INFO");
    let again = again
        .iter()
        .filter(|line| line.contains("are published again"));
    assert_eq!(again.count(), 1, "{:?}", log.lines(""));
}

#[tokio::test]
async fn a_password_that_comes_later_is_logged_once() {
    count_driver_panics();
    logged(|log| async move {
        let mut server = RedisServer::start().await;
        let replica = Replica::new(server.replica().await);
        let listener = Replica::new(server.replica().await);
        let _reader = client(&listener, true).await;
        write(&client(&replica, true).await, 1).await;
        until(|| listener.bus.count("received") == 2).await;
        server.kill();
        server.run_with(&["--requirepass", "hunter2"]);
        assert!(server.answers().await);
        write_in_vain(&replica).await;
        let reason = "Redis requires a password (NOAUTH)";
        let begun = "events are not published";
        let of_publishing = || {
            let lines = log.lines(begun);
            lines.iter().filter(|line| line.contains(reason)).count()
        };
        let of_reading = || {
            let lines = log.lines("are not received");
            lines.iter().filter(|line| line.contains(reason)).count()
        };
        // Both replicas read.
        until(|| of_reading() == 2).await;
        tokio::time::sleep(Duration::from_secs(2)).await;
        assert_eq!(
            (of_publishing(), of_reading()),
            (1, 2),
            "{:?}",
            log.lines("")
        );
        server
            .try_command_with("hunter2", &["CONFIG", "SET", "requirepass", ""])
            .await
            .unwrap();
        well_again(&replica, &log, 12).await;
        until(|| log.lines("are received again").len() == 2).await;
        assert_eq!(DRIVER_PANICS.load(Ordering::SeqCst), 0);
    })
    .await;
}

async fn reason_of(begin: &'static [&'static str], end: &'static [&'static str], reason: &str) {
    logged(|log| async move {
        let server = RedisServer::start().await;
        let replica = Replica::new(server.replica().await);
        server.command(begin).await;
        write_in_vain(&replica).await;
        let lines = log.lines("WARN");
        let lines: Vec<_> = lines
            .iter()
            .filter(|line| line.contains("events are not published"))
            .collect();
        let [line] = lines[..] else {
            panic!("{lines:?}");
        };
        assert_eq!(line.matches(reason).count(), 1, "{line}");
        assert!(line.contains("the bus refuses the event"), "{line}");
        server.command(end).await;
        well_again(&replica, &log, 10).await;
    })
    .await;
}

#[tokio::test]
async fn a_redis_without_memory_is_named() {
    let full = ["CONFIG", "SET", "maxmemory", "1"].as_slice();
    let room = ["CONFIG", "SET", "maxmemory", "0"].as_slice();
    reason_of(full, room, "Redis has no memory left").await;
}

#[tokio::test]
async fn a_redis_that_is_read_only_is_named() {
    let copy = ["REPLICAOF", "127.0.0.1", "1"].as_slice();
    let leader = ["REPLICAOF", "NO", "ONE"].as_slice();
    reason_of(copy, leader, "Redis is read-only").await;
}

#[tokio::test]
async fn a_key_of_another_type_is_named() {
    const EVENTS: &str = "{fusion:1:bus}:events";
    let text = ["SET", EVENTS, "no stream"].as_slice();
    let gone = ["DEL", EVENTS].as_slice();
    reason_of(text, gone, "a key has another type than Fusion writes").await;
}
