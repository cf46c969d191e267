//! A Redis Cluster.

use std::{
    net::TcpListener,
    process::{Command, Stdio},
    sync::{Arc, atomic::AtomicU16, atomic::Ordering},
    time::{Duration, Instant},
};

use fusion_core::shared::{Bus, Claimed, Event, Feed, Redis, RedisConfig, RedisError, Store};
use fusion_tests::{
    contracts::{self, Kept},
    replicas::{calls_are_counted_together, changes_reach_the_clients_of_both},
};
use tempfile::TempDir;

use crate::server::RedisServer;

/// The nodes of one test.
struct Cluster {
    nodes: Vec<RedisServer>,
    _folder: TempDir,
}

/// Returns a port that is free together with that of the nodes' own protocol.
fn free_ports() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let begin = u16::try_from(std::process::id() % 9_000).unwrap() + 20_000;
    loop {
        let port = begin + NEXT.fetch_add(1, Ordering::SeqCst) % 1_000;
        let is_free = |port| TcpListener::bind(("127.0.0.1", port)).is_ok();
        if is_free(port) && is_free(port + 10_000) {
            return port;
        }
    }
}

impl Cluster {
    /// Starts three nodes with keys, each with a number of nodes that follow it.
    async fn start(followers: usize) -> Self {
        let folder = TempDir::new().unwrap();
        let mut nodes = Vec::new();
        for _ in 0..3 * (1 + followers) {
            let arguments = |port: u16| {
                let nodes = format!("nodes-{port}.conf");
                let folder = folder.path().to_str().unwrap().to_owned();
                let words = [
                    ("--cluster-enabled", "yes".to_owned()),
                    ("--cluster-node-timeout", "1000".to_owned()),
                    ("--cluster-config-file", nodes),
                    ("--repl-diskless-sync-delay", "0".to_owned()),
                    ("--dir", folder),
                ];
                words.map(|(name, value)| [name.to_owned(), value]).concat()
            };
            let choose = || {
                let port = free_ports();
                (port, arguments(port))
            };
            nodes.push(RedisServer::start_with(choose).await);
        }
        let addresses = nodes.iter().map(|node| format!("127.0.0.1:{}", node.port));
        let created = Command::new("redis-cli")
            .args(["--cluster", "create"])
            .args(addresses)
            .args([
                "--cluster-replicas",
                &followers.to_string(),
                "--cluster-yes",
            ])
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&created.stdout);
        assert!(created.status.success(), "{told}");
        let cluster = Self {
            nodes,
            _folder: folder,
        };
        cluster.is_ready(3 * (1 + followers)).await;
        cluster
    }

    /// Waits until each node knows so many nodes, has no slot without one, and has the keys of the one that it follows.
    async fn is_ready(&self, known: usize) {
        let begin = Instant::now();
        for node in &self.nodes {
            loop {
                assert!(begin.elapsed() < Duration::from_secs(20), "no cluster");
                let info = text(node.command(&["CLUSTER", "INFO"]).await);
                let known = format!("cluster_known_nodes:{known}\r");
                let copy = text(node.command(&["INFO", "replication"]).await);
                let is_complete = !copy.contains("master_link_status:down");
                if info.contains("cluster_state:ok") && info.contains(&known) && is_complete {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }

    /// The settings of a replica of the server: the URLs of the first two nodes.
    fn config(&self) -> RedisConfig {
        RedisConfig::cluster(self.nodes[..2].iter().map(RedisServer::url))
    }

    async fn replica(&self) -> Redis {
        self.config().connect().await.unwrap()
    }

    /// Returns the position of the node that has the keys of a slot.
    async fn node_of(&self, key: &str) -> usize {
        for (position, node) in self.nodes.iter().enumerate() {
            // The others answer that the key is elsewhere.
            if node.role().await == "master" && node.try_command(&["EXISTS", key]).await.is_ok() {
                return position;
            }
        }
        panic!("nobody has {key}");
    }
}

fn text(value: redis::Value) -> String {
    match value {
        redis::Value::BulkString(bytes) => String::from_utf8(bytes).unwrap(),
        redis::Value::VerbatimString { text, .. } => text,
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_parts_keep_their_contracts_over_three_nodes() -> Kept {
    let cluster = Cluster::start(0).await;
    let connect = || cluster.replica();
    contracts::bus([connect().await, connect().await, connect().await]).await?;
    contracts::store(Arc::new(connect().await), "").await?;
    contracts::quota(&connect().await, "").await?;
    changes_reach_the_clients_of_both(connect().await, connect().await).await;
    calls_are_counted_together(connect().await, connect().await).await;
    // Keys of the store are spread.
    let redis = connect().await;
    for key in 0..60 {
        redis
            .claim(&key.to_string(), b"f", Duration::from_secs(60))
            .await?;
    }
    for node in &cluster.nodes {
        let redis::Value::Int(keys) = node.command(&["DBSIZE"]).await else {
            panic!("no number");
        };
        assert!(keys >= 5, "{keys}");
    }
    Ok(())
}

/// Two replicas claim the same keys at once, and each key has one owner.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_key_has_one_owner_of_two_replicas() -> Kept {
    let cluster = Cluster::start(0).await;
    let replicas = [cluster.replica().await, cluster.replica().await];
    let mut claims = tokio::task::JoinSet::new();
    for number in 0..200 {
        let replica = replicas[number % 2].clone();
        claims.spawn(async move {
            let key = (number / 10).to_string();
            replica.claim(&key, b"f", Duration::from_secs(60)).await
        });
    }
    let mut mine = 0;
    for claimed in claims.join_all().await {
        match claimed? {
            Claimed::Mine(_) => mine += 1,
            other => assert_eq!(other, Claimed::Busy),
        }
    }
    assert_eq!(mine, 20);
    Ok(())
}

/// The node with the events dies; one that followed it takes over, and nothing has to be done.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_dies_and_the_one_that_follows_it_takes_over() -> Kept {
    let mut cluster = Cluster::start(1).await;
    let (one, other) = (cluster.replica().await, cluster.replica().await);
    let mut feed = other.subscribe();
    one.publish(Event::Lists).await?;
    assert_eq!(feed.next().await, Some(Ok(Event::Lists)));
    let dies = cluster.node_of("{fusion:1:bus}:events").await;
    cluster.nodes[dies].kill();
    // Nothing hangs meanwhile.
    let begin = Instant::now();
    let _ = one.claim("meanwhile", b"f", Duration::from_secs(60)).await;
    assert!(
        begin.elapsed() < Duration::from_secs(5),
        "{:?}",
        begin.elapsed()
    );
    let begin = Instant::now();
    while one.publish(Event::Everything).await.is_err() {
        assert!(begin.elapsed() < Duration::from_secs(30), "no event");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    println!("published again after {:?}", begin.elapsed());
    // A gap may stand before it, as the copy of the events may have been behind.
    let received = async {
        loop {
            match feed.next().await {
                Some(Ok(Event::Everything)) => break,
                Some(Ok(other)) => panic!("{other:?}"),
                Some(Err(_)) => {}
                None => panic!("the feed has ended"),
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(20), received).await?;
    println!("received again after {:?}", begin.elapsed());
    for number in 0..40 {
        let key = number.to_string();
        while one
            .claim(&key, b"f", Duration::from_secs(60))
            .await
            .is_err()
        {
            assert!(
                begin.elapsed() < Duration::from_secs(30),
                "no claim of {key}"
            );
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    Ok(())
}

#[tokio::test]
async fn errors_of_a_cluster_show_no_password() -> Kept {
    let server = RedisServer::start().await;
    let url = |user: &str| format!("redis://{user}@127.0.0.1:{}", server.port);
    let no_urls: [&str; 0] = [];
    let configs = [
        // Not a cluster.
        (RedisConfig::cluster([url("default:hunter2")]), false),
        (
            RedisConfig::cluster(["redis://ada:hunter2@127.0.0.1:1"]),
            false,
        ),
        (
            RedisConfig::cluster([url("ada:hunter2"), url("grace:hunter2")]),
            true,
        ),
        (
            RedisConfig::cluster([url("ada:hunter2"), "hunter2".to_owned()]),
            true,
        ),
        (RedisConfig::cluster(no_urls), true),
    ];
    for (config, is_url) in configs {
        let mut texts = vec![format!("{config:?}")];
        let error = config.connect().await.unwrap_err();
        let is_unreachable = matches!(error, RedisError::Unreachable { .. });
        let is_malformed = matches!(error, RedisError::Url(_));
        assert!(
            if is_url { is_malformed } else { is_unreachable },
            "{error:?}"
        );
        texts.push(format!("{error:?}"));
        let mut cause: Option<&dyn std::error::Error> = Some(&error);
        while let Some(error) = cause {
            texts.push(error.to_string());
            cause = error.source();
        }
        for text in texts {
            assert!(!text.contains("hunter2") && !text.contains("ada"), "{text}");
        }
    }
    Ok(())
}
