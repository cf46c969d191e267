//! Others write to the same Redis: what they write is refused, and nothing ends.

use std::time::Duration;

use fusion_core::shared::{
    Allowance, Bus, Claimed, Event, Feed, Gap, Quota, QuotaError, Store, StoreError, Taken,
};

use crate::server::RedisServer;

const MINUTE: Duration = Duration::from_secs(60);
const EVENTS: &str = "{fusion:1:bus}:events";
const SEQUENCE: &str = "{fusion:1:bus}:sequence";

#[tokio::test]
async fn entries_that_are_no_events_are_gaps() {
    let server = RedisServer::start().await;
    let (one, two) = tokio::join!(server.replica(), server.replica());
    let mut feed = two.subscribe();
    let long = "a".repeat(Event::MAX_BYTES);
    let fields: [&[&str]; 7] = [
        &["a", "b"],
        &[
            "number",
            "x",
            "replica",
            "r",
            "own",
            "1",
            "event",
            "\"lists\"",
        ],
        &[
            "number",
            "1",
            "replica",
            "r",
            "own",
            "-1",
            "event",
            "\"lists\"",
        ],
        &[
            "number",
            "1",
            "replica",
            &long,
            "own",
            "1",
            "event",
            "\"lists\"",
        ],
        &[
            "number",
            "1",
            "replica",
            "r",
            "own",
            "1",
            "event",
            "\"other\"",
        ],
        &["number", "2", "replica", "r", "own", "2", "event", &long],
        &["number", "3", "replica", "r", "own", "3", "event", ""],
    ];
    for fields in fields {
        let entry = [&["XADD", EVENTS, "*"], fields].concat();
        server.command(&entry).await;
        let next = tokio::time::timeout(Duration::from_secs(5), feed.next()).await;
        assert_eq!(next.unwrap(), Some(Err(Gap::Malformed)), "{fields:?}");
    }
    // The number that those entries came without is missing now.
    server.command(&["SET", SEQUENCE, "3"]).await;
    one.publish(Event::Lists).await.unwrap();
    assert_eq!(feed.next().await, Some(Ok(Event::Lists)));
    // The stream is another thing for a while.
    server.command(&["SET", EVENTS, "no stream"]).await;
    assert!(one.publish(Event::Lists).await.is_err());
    server.command(&["DEL", EVENTS]).await;
    one.publish(Event::Everything).await.unwrap();
    let mut next = feed.next().await;
    if next == Some(Err(Gap::Overflow)) || next == Some(Err(Gap::Reset)) {
        next = feed.next().await;
    }
    assert_eq!(next, Some(Ok(Event::Everything)));
}

#[tokio::test]
async fn values_of_the_store_are_bounded_and_other_types_are_errors() {
    let server = RedisServer::start().await;
    let redis = server.replica().await;
    let claim = |key: &'static str| redis.claim(key, b"f", MINUTE);
    // No hash.
    server.command(&["SET", "fusion:1:store:=a", "1"]).await;
    assert!(matches!(claim("a").await, Err(StoreError::Unavailable(_))));
    assert!(matches!(
        redis.read("a").await,
        Err(StoreError::Unavailable(_))
    ));
    // A value that is too large to be read.
    let large = "v".repeat(8 * 1024 * 1024 + 1);
    let key = "fusion:1:store:=b";
    server
        .command(&[
            "HSET",
            key,
            "fingerprint",
            "f",
            "owner",
            "o",
            "value",
            &large,
        ])
        .await;
    assert!(matches!(claim("b").await, Err(StoreError::Unavailable(_))));
    assert!(matches!(
        redis.read("b").await,
        Err(StoreError::Unavailable(_))
    ));
    // A lease that is no number has run out.
    let key = "fusion:1:store:=c";
    server
        .command(&[
            "HSET",
            key,
            "fingerprint",
            "f",
            "owner",
            "o",
            "lease",
            "soon",
        ])
        .await;
    assert_eq!(claim("c").await.unwrap(), Claimed::Abandoned);
    let Claimed::Mine(mine) = claim("d").await.unwrap() else {
        panic!("the key is free");
    };
    let refused = redis.finish(mine, large.into_bytes(), MINUTE).await;
    assert!(matches!(refused, Err(StoreError::Full)), "{refused:?}");
}

/// A hash of another program is no free key, and stays as it is.
#[tokio::test]
async fn hashes_of_others_are_not_claimed() {
    let server = RedisServer::start().await;
    let redis = server.replica().await;
    let key = "fusion:1:store:=a";
    let hashes: [&[&str]; 4] = [
        &["foo", "garbage"],
        &["value", "garbage"],
        &["fingerprint", "f"],
        &["owner", "o", "lease", "99999999999999"],
    ];
    for fields in hashes {
        server.command(&["DEL", key]).await;
        server.command(&[&["HSET", key], fields].concat()).await;
        let claimed = redis.claim("a", b"f", MINUTE).await;
        assert!(
            matches!(claimed, Err(StoreError::Unavailable(_))),
            "{fields:?}: {claimed:?}"
        );
        let read = redis.read("a").await;
        assert!(
            matches!(read, Err(StoreError::Unavailable(_))),
            "{fields:?}: {read:?}"
        );
        let length = server.command(&["HLEN", key]).await;
        let expected = i64::try_from(fields.len() / 2).unwrap();
        assert_eq!(length, redis::Value::Int(expected));
    }
}

#[tokio::test]
async fn counts_of_others_refuse_for_no_longer_than_the_allowance() {
    let server = RedisServer::start().await;
    let redis = server.replica().await;
    let allowance = Allowance::new(Duration::from_millis(100), 2);
    for count in [
        "9e99",
        "soon",
        "",
        "-5",
        "9007199254740993000",
        "nan",
        "-nan",
        "inf",
        "0x7f",
    ] {
        server.command(&["SET", "fusion:1:quota:=a", count]).await;
        let begin = tokio::time::Instant::now();
        while let Taken::Refused { wait } = redis.take("a", &allowance, 1).await.unwrap() {
            assert!(wait <= Duration::from_millis(100), "{count}: {wait:?}");
            tokio::time::sleep(wait).await;
        }
        assert!(begin.elapsed() < Duration::from_secs(1), "{count}");
    }
    server.command(&["DEL", "fusion:1:quota:=a"]).await;
    server.command(&["LPUSH", "fusion:1:quota:=a", "1"]).await;
    let other = redis.take("a", &allowance, 1).await;
    assert!(
        matches!(other, Err(QuotaError::Unavailable(_))),
        "{other:?}"
    );
}
