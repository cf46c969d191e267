//! Sessions of the legacy era: how many, for how long, and what a client that comes back gets.

use std::time::Duration;

use fusion_core::{HttpServer, Server, server::ListChanges, server_info};
use fusion_tests::{
    http::{Client, Reply, Served},
    wire::{patient, request},
};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    net::TcpStream,
    task::JoinSet,
    time::sleep,
};

use super::{
    Desk,
    shutdown::{call, listening},
};

fn sessions(desk: &Desk, set: impl FnOnce(HttpServer) -> HttpServer) -> Served {
    Served::with(desk.registry(), |http| set(http.legacy_sessions(true)))
}

/// Opens a session.
async fn open(served: &Served) -> Client {
    let hello = served.client.initialize().await;
    assert_eq!(hello.status, 200);
    let session = hello.header("mcp-session-id").unwrap();
    let client = served.client.header("mcp-session-id", session);
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    assert_eq!(client.post(ready.to_string().as_bytes()).await.status, 202);
    client
}

async fn status(client: &Client) -> u16 {
    client.legacy(1, "tools/list", json!({})).await.status
}

#[tokio::test]
async fn the_session_that_was_idle_for_the_longest_time_makes_room() {
    let desk = Desk::new();
    let served = sessions(&desk, |http| http.max_legacy_sessions(3));
    let first = open(&served).await;
    let busy = open(&served).await;
    let waiting = call(&busy, 1, "wait").await;
    desk.until_running(1).await;
    let third = open(&served).await;
    assert_eq!(status(&first).await, 200);
    // The oldest one waits for a response, so that it is not idle.
    let fourth = open(&served).await;
    assert_eq!(status(&third).await, 404);
    for client in [&first, &fourth] {
        assert_eq!(status(client).await, 200);
    }
    desk.gate.add_permits(1);
    let reply = Reply::read(waiting).await;
    assert_eq!(reply.text(), "1");
    served.end().await;
}

#[tokio::test]
async fn a_client_gets_no_session_while_all_are_in_use() {
    let desk = Desk::new();
    let served = sessions(&desk, |http| http.max_legacy_sessions(2));
    let mut waiting = Vec::new();
    for _ in 0..2 {
        waiting.push(call(&open(&served).await, 1, "wait").await);
    }
    desk.until_running(2).await;
    let refused = served.client.initialize().await;
    let text = "all sessions are in use";
    assert_eq!((refused.status, refused.body.as_str()), (503, text));
    // A client of the modern era needs none.
    let list = served.client.modern(1, "tools/list", json!({})).await;
    assert_eq!(list.status, 200);
    desk.gate.add_permits(2);
    for stream in waiting {
        Reply::read(stream).await.text();
    }
    assert_eq!(served.client.initialize().await.status, 200);
    served.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn clients_that_come_at_once_get_no_more_sessions_than_there_are() {
    let served = sessions(&Desk::new(), |http| http.max_legacy_sessions(2));
    let mut coming = JoinSet::new();
    for _ in 0..100 {
        let client = served.client.clone();
        coming.spawn(async move {
            let hello = client.initialize().await;
            hello.header("mcp-session-id").map(str::to_owned)
        });
    }
    let opened: Vec<_> = coming.join_all().await.into_iter().flatten().collect();
    let mut alive = 0;
    for session in &opened {
        let client = served.client.header("mcp-session-id", session);
        alive += usize::from(status(&client).await == 200);
    }
    assert!((1..=2).contains(&alive), "{alive} of {}", opened.len());
    served.end().await;
}

#[tokio::test]
async fn announcements_that_nobody_reads_do_not_keep_a_session() {
    let changes = ListChanges::new();
    let http = Server::new(Desk::new().registry(), server_info!())
        .list_changes(&changes)
        .http()
        .legacy_sessions(true);
    let timeout = Duration::from_secs(2);
    let served = Served::start(http.legacy_session_timeout(timeout));
    let (client, _unread) = listening(&served).await;
    let announcing = tokio::spawn(async move {
        loop {
            changes.announce();
            sleep(Duration::from_millis(5)).await;
        }
    });
    // Longer than the timeout, with requests.
    for _ in 0..9 {
        sleep(timeout / 8).await;
        assert_eq!(status(&client).await, 200);
    }
    sleep(timeout * 3 / 2).await;
    assert_eq!(status(&client).await, 404);
    announcing.abort();
    served.end().await;
}

#[tokio::test]
async fn a_session_that_waits_for_a_response_is_not_idle() {
    let desk = Desk::new();
    let timeout = Duration::from_millis(800);
    let served = sessions(&desk, |http| http.legacy_session_timeout(timeout));
    let client = open(&served).await;
    let waiting = call(&client, 3, "wait").await;
    desk.until_running(1).await;
    sleep(timeout * 3 / 2).await;
    desk.gate.add_permits(1);
    assert_eq!(Reply::read(waiting).await.text(), "3");
    sleep(timeout * 3 / 2).await;
    assert_eq!(status(&client).await, 404);
    served.end().await;
}

/// Reads the lines of a stream until one has the text, and returns it.
async fn line_with(stream: &mut BufReader<TcpStream>, text: &str) -> String {
    loop {
        let mut line = String::new();
        let length = patient(stream.read_line(&mut line)).await.unwrap();
        assert_ne!(length, 0, "the stream ended before {text}");
        if line.contains(text) {
            return line.trim().to_owned();
        }
    }
}

#[tokio::test]
async fn a_client_that_resumes_gets_the_response_that_came_while_it_was_away() {
    let desk = Desk::new();
    let served = sessions(&desk, |http| http);
    let client = open(&served).await;
    let mut stream = BufReader::new(call(&client, 7, "wait").await);
    let id = line_with(&mut stream, "id:").await;
    let id = id.trim_start_matches("id:").trim().to_owned();
    desk.until_running(1).await;
    drop(stream);
    // The server learns of it.
    sleep(Duration::from_millis(200)).await;
    desk.gate.add_permits(1);
    desk.until_running(0).await;
    sleep(Duration::from_millis(50)).await;
    for _ in 0..2 {
        let resumed = client.header("last-event-id", &id).get().await;
        let message = resumed.message();
        assert_eq!(
            (&message["id"], resumed.text()),
            (&json!(7), "7".to_owned())
        );
    }
    served.end().await;
}

#[tokio::test]
async fn a_client_that_resumes_early_waits_for_the_response() {
    let desk = Desk::new();
    let served = sessions(&desk, |http| http);
    let client = open(&served).await;
    let mut stream = BufReader::new(call(&client, 7, "wait").await);
    let id = line_with(&mut stream, "id:").await;
    let id = id.trim_start_matches("id:").trim().to_owned();
    desk.until_running(1).await;
    drop(stream);
    let resumed = client.header("last-event-id", &id);
    let mut stream = BufReader::new(resumed.head("GET", "\r\n").await);
    line_with(&mut stream, "text/event-stream").await;
    sleep(Duration::from_millis(100)).await;
    desk.gate.add_permits(1);
    let data = line_with(&mut stream, "\"result\"").await;
    let message: Value = serde_json::from_str(data.trim_start_matches("data:")).unwrap();
    assert_eq!(message["result"]["content"][0]["text"], "7");
    served.end().await;
}

#[tokio::test]
async fn a_second_request_with_the_id_of_one_in_flight_is_refused_and_the_first_answered() {
    let desk = Desk::new();
    let served = sessions(&desk, |http| http);
    let client = open(&served).await;
    let first = call(&client, 5, "wait").await;
    desk.until_running(1).await;
    let echo = json!({"name": "desk", "arguments": {"action": "echo", "n": 2}});
    let body = request(5, "tools/call", echo.clone()).to_string();
    let refused = client.post(body.as_bytes()).await.message();
    let message = "Invalid Request: a request with the id 5 is in flight";
    assert_eq!(
        refused["error"],
        json!({"code": -32600, "message": message})
    );
    desk.gate.add_permits(1);
    let first = Reply::read(first).await;
    assert_eq!(first.text(), "5");
    for _ in 0..20 {
        assert_eq!(client.post(body.as_bytes()).await.text(), "2");
    }
    served.end().await;
}
