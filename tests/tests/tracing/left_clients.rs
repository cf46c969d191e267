//! Clients that leave in the middle of a call, in the log: they are no error of the server.

use std::time::Duration;

use fusion_core::{Progress, Registry, Server, server::ListChanges, server_info, tool_group};
use fusion_tests::{
    desk::Desk,
    http::{Client, Served},
    wire::{LEGACY, MODERN, modern, patient, request},
};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    net::TcpStream,
    time::sleep,
};

use super::{calls::captured_log, shutdown::errors};

/// Longer than the SDK takes to notice that a client has left.
const WHILE: Duration = Duration::from_millis(200);

struct Reporter;

#[tool_group(name = "reporter")]
impl Reporter {
    /// Report once, and never end.
    #[action]
    async fn report(progress: &Progress) -> String {
        progress.report(1, None).await;
        std::future::pending().await
    }
}

/// Sends a call in an era.
async fn call(client: &Client, is_modern: bool, mut params: Value, token: bool) -> TcpStream {
    if token {
        params["_meta"]["progressToken"] = json!("t");
    }
    let name = params["name"].as_str().unwrap().to_owned();
    let (client, body) = if is_modern {
        let client = client.header("mcp-protocol-version", MODERN);
        let client = client.header("mcp-method", "tools/call");
        let client = client.header("mcp-name", name);
        (client, modern(1, "tools/call", params))
    } else {
        let client = client.header("mcp-protocol-version", LEGACY);
        (client, request(1, "tools/call", params))
    };
    client.sent(body.to_string().as_bytes()).await
}

/// Reads until a line of the response contains a text.
async fn read_to(stream: TcpStream, text: &str) -> BufReader<TcpStream> {
    let mut stream = BufReader::new(stream);
    loop {
        let mut line = String::new();
        patient(stream.read_line(&mut line)).await.unwrap();
        assert_ne!(line, "", "the stream ended");
        if line.contains(text) {
            return stream;
        }
    }
}

#[tokio::test]
async fn a_client_that_leaves_in_mid_call_cancels_it_and_is_no_error() {
    let lines = captured_log(async {
        for lane in [true, false] {
            let desk = Desk::new();
            let http = Server::new(desk.registry(), server_info!())
                .lane(lane)
                .http();
            let served = Served::start(http);
            for is_modern in [true, false] {
                for token in [true, false] {
                    let params = json!({"name": "desk", "arguments": {"action": "wait", "n": 1}});
                    let stream = call(&served.client, is_modern, params, token).await;
                    patient(desk.until_running(1)).await;
                    drop(stream);
                    patient(desk.until_running(0)).await;
                    sleep(WHILE).await;
                }
            }
            served.end().await;
        }
    });
    assert_eq!(errors(lines.await), Vec::<String>::new());
}

#[tokio::test]
async fn a_client_that_leaves_the_stream_of_a_call_is_no_error() {
    let lines = captured_log(async {
        for sessions in [false, true] {
            let registry = Registry::builder().tool(Reporter).build().unwrap();
            let http = Server::new(registry, server_info!()).http();
            let served = Served::start(http.legacy_sessions(sessions));
            let mut client = served.client.clone();
            for is_modern in [true, false] {
                if sessions && !is_modern {
                    let hello = client.initialize().await;
                    client =
                        client.header("mcp-session-id", hello.header("mcp-session-id").unwrap());
                }
                let params = json!({"name": "reporter", "arguments": {"action": "report"}});
                let stream = call(&client, is_modern, params, true).await;
                drop(read_to(stream, "notifications/progress").await);
                sleep(WHILE).await;
            }
            served.end().await;
        }
    });
    assert_eq!(errors(lines.await), Vec::<String>::new());
}

#[tokio::test]
async fn a_client_that_leaves_its_subscription_is_no_error() {
    let lines = captured_log(async {
        let changes = ListChanges::new();
        let http = Server::new(Desk::new().registry(), server_info!())
            .list_changes(&changes)
            .http();
        let served = Served::start(http);
        let params = json!({"notifications": {"toolsListChanged": true}});
        let body = modern(7, "subscriptions/listen", params).to_string();
        let client = served.client.header("mcp-protocol-version", MODERN);
        let client = client.header("mcp-method", "subscriptions/listen");
        let stream = client.sent(body.as_bytes()).await;
        drop(read_to(stream, "acknowledged").await);
        sleep(WHILE).await;
        served.end().await;
    });
    assert_eq!(errors(lines.await), Vec::<String>::new());
}
