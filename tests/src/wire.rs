//! A client that speaks raw JSON-RPC lines to a server in this process: SDKs hide what matters.

use std::{future::Future, time::Duration};

use fusion_core::{Registry, Server, server::ServeError, server_info};
use rmcp::ServerHandler;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf},
    sync::oneshot,
    task::JoinHandle,
    time::timeout,
};

/// The revision with a handshake that the tests speak.
pub const LEGACY: &str = "2025-11-25";
/// The stateless revision that the tests speak.
pub const MODERN: &str = "2026-07-28";

/// Returns whether the tests run with all requests on the SDK's way: with `LANE=off` in the environment.
pub fn is_lane_off() -> bool {
    std::env::var_os("LANE").is_some_and(|lane| lane == "off")
}

/// Long enough for a slow machine; only a hang reaches it.
const PATIENCE: Duration = Duration::from_secs(30);

/// One connection to one server.
#[derive(Debug)]
pub struct Wire {
    lines: BufReader<ReadHalf<DuplexStream>>,
    write: Option<WriteHalf<DuplexStream>>,
    stop: Option<oneshot::Sender<()>>,
    server: JoinHandle<Result<(), ServeError>>,
}

impl Wire {
    /// Serves `registry` to a client that has sent no message yet.
    pub fn open(registry: Registry) -> Self {
        Self::open_with(registry, Duration::from_secs(10))
    }

    /// Serves a registry with another grace period.
    pub fn open_with(registry: Registry, grace: Duration) -> Self {
        Self::serve(Server::new(registry, server_info!()).grace(grace))
    }

    /// Serves a server as it is set.
    pub fn serve(mut server: Server) -> Self {
        if is_lane_off() {
            server = server.lane(false);
        }
        let (client, stream) = tokio::io::duplex(64 * 1024);
        let (read, write) = tokio::io::split(stream);
        let (stop, stopped) = oneshot::channel::<()>();
        let server = tokio::spawn(server.serve(read, write, async {
            if stopped.await.is_err() {
                std::future::pending::<()>().await;
            }
        }));
        Self::from_stream(client, Some(stop), server)
    }

    /// Serves a handler of the SDK, as the SDK does.
    pub fn handler<H: ServerHandler>(handler: H) -> Self {
        let (client, stream) = tokio::io::duplex(64 * 1024);
        let server = tokio::spawn(async move {
            if let Ok(running) = rmcp::serve_server(handler, stream).await {
                let _ = running.waiting().await;
            }
            Ok(())
        });
        Self::from_stream(client, None, server)
    }

    fn from_stream(
        client: DuplexStream,
        stop: Option<oneshot::Sender<()>>,
        server: JoinHandle<Result<(), ServeError>>,
    ) -> Self {
        let (read, write) = tokio::io::split(client);
        Self {
            lines: BufReader::new(read),
            write: Some(write),
            stop,
            server,
        }
    }

    /// Serves `registry` to a client that has shaken hands.
    pub async fn legacy(registry: Registry) -> Self {
        let mut wire = Self::open(registry);
        wire.shake_hands().await;
        wire
    }

    /// The handshake of the legacy era.
    pub async fn shake_hands(&mut self) {
        self.shake_hands_with(&json!({})).await;
    }

    /// The handshake of a client with these capabilities.
    pub async fn shake_hands_with(&mut self, capabilities: &Value) {
        let params = json!({
            "protocolVersion": LEGACY,
            "capabilities": capabilities,
            "clientInfo": {"name": "wire", "version": "1"}
        });
        self.send(&json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}))
            .await;
        let answer = self.receive().await;
        assert_eq!(answer["result"]["protocolVersion"], LEGACY, "{answer}");
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
            .await;
    }

    /// Sends one message.
    pub async fn send(&mut self, message: &Value) {
        self.send_bytes(format!("{message}\n").as_bytes()).await;
    }

    /// Sends bytes as they are.
    pub async fn send_bytes(&mut self, bytes: &[u8]) {
        let write = self.write.as_mut().expect("the input is open");
        let sent = async {
            write.write_all(bytes).await?;
            write.flush().await
        };
        patient(sent).await.expect("the server reads");
    }

    /// Sends a `tools/call`.
    pub async fn call(&mut self, id: u64, tool: &str, arguments: Value) {
        self.send(&request(
            id,
            "tools/call",
            json!({"name": tool, "arguments": arguments}),
        ))
        .await;
    }

    /// The next message of the server.
    pub async fn receive(&mut self) -> Value {
        self.try_receive()
            .await
            .expect("the server goes on talking")
    }

    /// The next message of the server, or `None` at its end.
    pub async fn try_receive(&mut self) -> Option<Value> {
        let mut line = String::new();
        let read = patient(self.lines.read_line(&mut line)).await;
        if read.expect("the server's output can be read") == 0 {
            return None;
        }
        Some(serde_json::from_str(&line).expect("every line is JSON"))
    }

    /// Sends a request and waits for its answer; other messages in between are lost.
    pub async fn ask(&mut self, id: u64, method: &str, params: Value) -> Value {
        self.send(&request(id, method, params)).await;
        loop {
            let message = self.receive().await;
            if message["id"] == id {
                return message;
            }
        }
    }

    /// Calls a tool and waits for its answer.
    pub async fn answer(&mut self, id: u64, tool: &str, arguments: Value) -> Value {
        self.ask(
            id,
            "tools/call",
            json!({"name": tool, "arguments": arguments}),
        )
        .await
    }

    /// Sends bytes and ends the client's side of the connection, while the caller reads.
    pub fn send_all_and_close(&mut self, bytes: Vec<u8>) -> JoinHandle<()> {
        let mut write = self.write.take().expect("the input is open");
        tokio::spawn(async move {
            write.write_all(&bytes).await.expect("the server reads");
            let _ = write.shutdown().await;
        })
    }

    /// Ends the client's side of the connection.
    pub async fn close(&mut self) {
        if let Some(mut write) = self.write.take() {
            let _ = write.shutdown().await;
        }
    }

    /// Stops the server, as SIGTERM does.
    pub fn stop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
    }

    /// Closes both directions, and returns the task of the server.
    pub fn leave(self) -> JoinHandle<Result<(), ServeError>> {
        self.server
    }

    /// Waits until the server has ended. Returns its remaining messages, and the result of serving.
    pub async fn end(mut self) -> (Vec<Value>, Result<(), ServeError>) {
        let mut rest = Vec::new();
        while let Some(message) = self.try_receive().await {
            rest.push(message);
        }
        let ended = patient(self.server).await;
        (rest, ended.expect("the server does not panic"))
    }
}

/// A request of the legacy era.
#[allow(clippy::needless_pass_by_value)] // every caller makes its parameters on the spot
pub fn request(id: u64, method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

/// Creates a request of the modern era, which has its protocol data in its own `_meta`.
pub fn modern(id: u64, method: &str, mut params: Value) -> Value {
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!(MODERN);
    params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
    params["_meta"]["io.modelcontextprotocol/clientInfo"] = json!({"name": "wire", "version": "1"});
    request(id, method, params)
}

/// Fails instead of hanging.
pub async fn patient<F: Future>(future: F) -> F::Output {
    timeout(PATIENCE, future).await.expect("no answer in time")
}
