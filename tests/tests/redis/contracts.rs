//! The contracts over Redis.

use std::sync::Arc;

use fusion_core::shared::{Bus, Redis, RedisError, Store};
use fusion_tests::contracts::{self, Kept};

use crate::server::RedisServer;

#[tokio::test]
async fn the_bus_keeps_its_contract() -> Kept {
    let server = RedisServer::start().await;
    let (one, two, three) = tokio::join!(server.replica(), server.replica(), server.replica());
    contracts::bus([one, two, three]).await
}

#[tokio::test]
async fn a_feed_that_reads_too_slowly_has_a_gap() -> Kept {
    let server = RedisServer::start().await;
    let (one, two) = tokio::join!(server.replica(), server.replica());
    contracts::overflow(&one, two.subscribe(), 12_000).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_store_keeps_its_contract() -> Kept {
    let server = RedisServer::start().await;
    contracts::store(Arc::new(server.replica().await), "").await
}

#[tokio::test]
async fn the_quota_keeps_its_contract() -> Kept {
    let server = RedisServer::start().await;
    contracts::quota(&server.replica().await, "").await
}

#[tokio::test]
async fn servers_with_other_prefixes_do_not_hear_each_other() -> Kept {
    let server = RedisServer::start().await;
    let url = server.url();
    for prefix in ["one", "other"] {
        contracts::store(Arc::new(Redis::connect_as(prefix, &url).await?), "").await?;
    }
    let keys = server.command(&["KEYS", "*"]).await;
    let redis::Value::Array(keys) = keys else {
        panic!("{keys:?}");
    };
    let mut prefixed = 0;
    for key in &keys {
        let redis::Value::BulkString(key) = key else {
            panic!("{key:?}");
        };
        let key = String::from_utf8_lossy(key);
        prefixed +=
            usize::from(key.starts_with("one:1:store:") || key.starts_with("other:1:store:"));
    }
    assert!(prefixed > 0 && prefixed == keys.len(), "{keys:?}");
    Ok(())
}

#[tokio::test]
async fn an_error_and_a_value_show_no_password() -> Kept {
    let mut server = RedisServer::start().await;
    server
        .command(&[
            "ACL", "SETUSER", "ada", "on", ">hunter2", "~*", "&*", "+@all",
        ])
        .await;
    let url = |password: &str| format!("redis://ada:{password}@127.0.0.1:{}", server.port);
    let redis = Redis::connect(&url("hunter2")).await?;
    assert_eq!(redis.read("a").await?, None);
    let shown = format!("{redis:?} {redis:#?}");
    let mut texts = vec![shown];
    let wrong = Redis::connect(&url("wrong-hunter2")).await;
    assert!(
        matches!(wrong, Err(RedisError::Unreachable { .. })),
        "{wrong:?}"
    );
    let malformed = Redis::connect("rediss-hunter2://ada:hunter2@localhost").await;
    assert!(
        matches!(malformed, Err(RedisError::Url(_))),
        "{malformed:?}"
    );
    let known = url("hunter2");
    server.kill();
    let gone = Redis::connect(&known).await;
    assert!(
        matches!(gone, Err(RedisError::Unreachable { .. })),
        "{gone:?}"
    );
    for error in [wrong, malformed, gone].into_iter().filter_map(Result::err) {
        texts.push(format!("{error:?}"));
        let mut cause: Option<&dyn std::error::Error> = Some(&error);
        while let Some(error) = cause {
            texts.push(error.to_string());
            cause = error.source();
        }
    }
    for text in &texts {
        assert!(
            !text.contains("hunter2") && !text.contains("ada:"),
            "{text}"
        );
    }
    assert!(
        texts[0].contains(&format!("127.0.0.1:{}", server.port)),
        "{}",
        texts[0]
    );
    let prefix = Redis::connect_as("a b", &known).await;
    assert!(matches!(prefix, Err(RedisError::Prefix)));
    Ok(())
}
