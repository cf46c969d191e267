//! A client that writes and does not read.

use std::time::Duration;

use fusion_core::{Registry, Server, server_info, tool_group};
use fusion_tests::wire::{LEGACY, patient};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex, split},
    sync::Semaphore,
    task::JoinHandle,
    time::{sleep, timeout},
};

/// The bytes of an answer.
const ANSWER: usize = 64 * 1024;
/// The bytes of a large answer.
const BOOK: usize = 1024 * 1024;
/// The unsent bytes above which a server stops reading, rounded up.
const BOUND: usize = 5 * 1024 * 1024;
/// The calls whose answers are many times the bound.
const MOST: usize = 30 * BOUND / ANSWER;

/// Lets all books be printed at the same time.
static PRESS_RUNS: Semaphore = Semaphore::const_new(0);

struct Press;

/// Print.
#[tool_group(name = "press")]
impl Press {
    /// Print a page.
    #[action(read_only)]
    async fn page(&self) -> String {
        "x".repeat(ANSWER)
    }

    /// Print a book with all others.
    #[action(read_only)]
    async fn book(&self) -> String {
        let _permit = PRESS_RUNS.acquire().await;
        "x".repeat(BOOK)
    }

    /// Print for ever.
    #[action(read_only)]
    async fn jam(&self) -> String {
        std::future::pending().await
    }
}

type Serving = JoinHandle<Result<(), fusion_core::server::ServeError>>;

/// Serves a client that has shaken hands and reads no further. The streams hold little.
async fn unread(grace: Duration) -> (DuplexStream, Serving, tokio::sync::oneshot::Sender<()>) {
    let registry = Registry::builder().tool(Press).build().unwrap();
    let (mut client, stream) = duplex(4 * 1024);
    let (read, write) = split(stream);
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let server = Server::new(registry, server_info!()).grace(grace);
    let serving = tokio::spawn(server.serve(read, write, async {
        let _ = stopped.await;
    }));
    let info = json!({"name": "unread", "version": "1"});
    let params = json!({"protocolVersion": LEGACY, "capabilities": {}, "clientInfo": info});
    let hello = json!({"jsonrpc": "2.0", "id": "hello", "method": "initialize", "params": params});
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let lines = format!("{hello}\n");
    client.write_all(lines.as_bytes()).await.unwrap();
    let mut answer = String::new();
    patient(BufReader::new(&mut client).read_line(&mut answer))
        .await
        .unwrap();
    client
        .write_all(format!("{ready}\n").as_bytes())
        .await
        .unwrap();
    (client, serving, stop)
}

/// Sends calls until the server reads no more. Returns the number of whole calls, and the rest of the last.
async fn flood(client: &mut DuplexStream, action: &str, most: usize) -> (usize, Vec<u8>) {
    for id in 0..most {
        let params = json!({"name": "press", "arguments": {"action": action}});
        let call = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params});
        let line = format!("{call}\n").into_bytes();
        let mut sent = 0;
        while sent < line.len() {
            // Long without a byte: it waits for the client.
            match timeout(Duration::from_millis(500), client.write(&line[sent..])).await {
                Ok(written) => sent += written.unwrap(),
                Err(_) => return (id, line[sent..].to_vec()),
            }
        }
    }
    panic!("the server has read {most} calls, and nobody reads its answers");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_reads_no_further_while_its_answers_are_not_read_and_answers_all_then() {
    let (mut client, serving, _stop) = unread(Duration::from_secs(10)).await;
    // Without a bound it would read all of them. It reads as much as the bound, and calls that were in
    // flight when the bound was reached, which are many while the machine has other work.
    let (whole, rest) = flood(&mut client, "page", MOST).await;

    let (read, mut write) = split(client);
    let writing = tokio::spawn(async move {
        write.write_all(&rest).await.unwrap();
        write
    });
    let mut lines = BufReader::new(read).lines();
    let mut ids = Vec::new();
    while ids.len() <= whole {
        let line = patient(lines.next_line()).await.unwrap().unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap();
        ids.push(answer["id"].as_u64().unwrap());
    }
    ids.sort_unstable();
    assert_eq!(ids, (0..=whole as u64).collect::<Vec<_>>());
    drop((writing.await.unwrap(), lines));
    patient(serving).await.unwrap().unwrap();
}

/// Both streams are in memory, so that the clock moves only while all of them wait.
#[tokio::test(start_paused = true)]
async fn a_client_that_never_reads_does_not_keep_the_server() {
    for grace in [Duration::from_millis(100), Duration::from_secs(3)] {
        let (mut client, serving, stop) = unread(grace).await;
        flood(&mut client, "page", MOST).await;
        let begun = tokio::time::Instant::now();
        stop.send(()).unwrap();
        patient(serving).await.unwrap().unwrap();
        let limit = grace + Duration::from_millis(100);
        assert!(begun.elapsed() < limit, "{:?}", begun.elapsed());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_reads_no_further_while_many_calls_run() {
    let (mut client, serving, stop) = unread(Duration::from_millis(100)).await;
    // Twice the limit, and what the streams hold.
    let (whole, _) = flood(&mut client, "jam", 2_000).await;
    assert!((256..400).contains(&whole), "{whole}");
    stop.send(()).unwrap();
    patient(serving).await.unwrap().unwrap();
}

/// The server and its client run on this thread, so that all that they allocate is measured.
#[test]
fn unread_answers_are_held_once_and_encoded_when_they_can_be_sent() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let used = allocation_counter::measure(|| {
        runtime.block_on(async {
            let (mut client, serving, stop) = unread(Duration::from_millis(100)).await;
            let (whole, _) = flood(&mut client, "book", 1_000).await;
            assert!(whole >= 128, "{whole}");
            PRESS_RUNS.add_permits(1_000);
            sleep(Duration::from_millis(500)).await;
            stop.send(()).unwrap();
            patient(serving).await.unwrap().unwrap();
        });
    });
    let answers = 128 * u64::try_from(BOOK).unwrap();
    let bound = 4 * u64::try_from(BOUND).unwrap();
    assert!(
        used.bytes_max < answers + bound,
        "{} bytes for answers of {answers}",
        used.bytes_max
    );
}
