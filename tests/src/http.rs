//! A client that speaks raw HTTP/1.1, and the server that it speaks to.

use std::{
    collections::HashMap,
    fmt::{Display, Write},
    net::SocketAddr,
};

use crate::wire::{LEGACY, MODERN, is_lane_off, modern, patient, request};
use fusion_core::{HttpServer, Registry, Server, server::ServeError, server_info};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    sync::oneshot,
    task::JoinHandle,
};

/// A server on a port of its own, which the test can stop.
pub struct Served {
    /// A client of it.
    pub client: Client,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<Result<(), ServeError>>,
}

impl Served {
    /// Serves a registry with the defaults.
    pub fn new(registry: Registry) -> Self {
        Self::with(registry, |http| http)
    }

    /// Serves a registry with some settings.
    pub fn with(registry: Registry, set: impl FnOnce(HttpServer) -> HttpServer) -> Self {
        Self::start(set(Server::new(registry, server_info!()).http()))
    }

    /// Serves on a free port.
    pub fn start(mut http: HttpServer) -> Self {
        if is_lane_off() {
            http = http.lane(false);
        }
        // As `serve` does: enough for a burst.
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(([127, 0, 0, 1], 0).into()).unwrap();
        let listener = socket.listen(1024).unwrap();
        let client = Client::to(listener.local_addr().unwrap());
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(http.serve_listener(listener, async move {
            if stopped.await.is_err() {
                std::future::pending::<()>().await;
            }
        }));
        let stop = Some(stop);
        Self { client, stop, task }
    }

    /// Stops the server, as SIGTERM does.
    pub fn stop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
    }

    /// Stops the server, and waits until it has ended.
    pub async fn end(mut self) {
        self.stop();
        patient(self.task).await.unwrap().unwrap();
    }
}

/// Knows an address; every request opens a connection.
#[derive(Clone)]
pub struct Client {
    /// The address of the server.
    pub address: SocketAddr,
    path: &'static str,
    headers: Vec<(&'static str, String)>,
}

impl Client {
    /// Returns a client with the headers that every request of MCP has.
    pub fn to(address: SocketAddr) -> Self {
        let headers = vec![
            ("host", address.to_string()),
            ("accept", "application/json, text/event-stream".to_owned()),
            ("content-type", "application/json".to_owned()),
            ("connection", "close".to_owned()),
        ];
        let path = "/mcp";
        Self {
            address,
            path,
            headers,
        }
    }

    /// Returns a client of another path.
    pub fn at(&self, path: &'static str) -> Self {
        Self {
            path,
            ..self.clone()
        }
    }

    /// Returns a client that sends a header, in place of one of that name.
    pub fn header(&self, name: &'static str, value: impl Display) -> Self {
        let mut client = self.clone();
        client.headers.retain(|(other, _)| *other != name);
        client.headers.push((name, value.to_string()));
        client
    }

    /// Returns a client that does not send a header.
    pub fn without(&self, name: &'static str) -> Self {
        let mut client = self.clone();
        client.headers.retain(|(other, _)| *other != name);
        client
    }

    /// Sends the head of a request, and the connection goes on.
    pub async fn head(&self, method: &str, more: &str) -> TcpStream {
        let mut head = format!("{method} {} HTTP/1.1\r\n", self.path);
        for (name, value) in &self.headers {
            let _ = write!(head, "{name}: {value}\r\n");
        }
        head.push_str(more);
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        stream
    }

    /// Sends a GET request.
    pub async fn get(&self) -> Reply {
        Reply::read(self.head("GET", "\r\n").await).await
    }

    /// Sends a POST request with a body.
    pub async fn post(&self, body: &[u8]) -> Reply {
        Reply::read(self.sent(body).await).await
    }

    /// Sends a request and does not wait for its answer.
    pub async fn sent(&self, body: &[u8]) -> TcpStream {
        let length = format!("content-length: {}\r\n\r\n", body.len());
        let mut stream = self.head("POST", &length).await;
        stream.write_all(body).await.unwrap();
        stream
    }

    /// A request of the legacy era.
    pub async fn legacy(&self, id: u64, method: &str, params: Value) -> Reply {
        let body = request(id, method, params).to_string();
        self.header("mcp-protocol-version", LEGACY)
            .post(body.as_bytes())
            .await
    }

    /// The handshake of the legacy era.
    pub async fn initialize(&self) -> Reply {
        let params = json!({
            "protocolVersion": LEGACY,
            "capabilities": {},
            "clientInfo": {"name": "raw", "version": "1"}
        });
        let body = request(0, "initialize", params).to_string();
        self.post(body.as_bytes()).await
    }

    /// A request of the modern era, with the headers that it wants.
    pub async fn modern(&self, id: u64, method: &str, params: Value) -> Reply {
        let mut client = self
            .header("mcp-protocol-version", MODERN)
            .header("mcp-method", method);
        if let Some(name) = params["name"].as_str() {
            client = client.header("mcp-name", name);
        }
        let body = modern(id, method, params).to_string();
        client.post(body.as_bytes()).await
    }

    /// A call in the legacy era; its text.
    pub async fn call(&self, arguments: Value) -> String {
        let params = json!({"name": "desk", "arguments": arguments});
        self.legacy(1, "tools/call", params).await.text()
    }
}

/// An HTTP response.
#[derive(Debug)]
pub struct Reply {
    /// The status code.
    pub status: u16,
    headers: HashMap<String, String>,
    /// The body, its chunks joined.
    pub body: String,
}

impl Reply {
    /// Reads to the end of the connection.
    pub async fn read(mut stream: TcpStream) -> Self {
        let mut bytes = Vec::new();
        patient(stream.read_to_end(&mut bytes)).await.unwrap();
        Self::parse(&String::from_utf8(bytes).unwrap())
    }

    fn parse(text: &str) -> Self {
        let (head, body) = text
            .split_once("\r\n\r\n")
            .unwrap_or_else(|| panic!("{text:?}"));
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap();
        let headers: HashMap<_, _> = lines
            .map(|line| line.split_once(": ").unwrap())
            .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
            .collect();
        let chunked = headers
            .get("transfer-encoding")
            .is_some_and(|how| how == "chunked");
        Self {
            status: status.parse().unwrap(),
            body: if chunked {
                joined(body)
            } else {
                body.to_owned()
            },
            headers,
        }
    }

    /// Returns the value of a header; names are in lowercase.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(String::as_str)
    }

    /// Every message: the one of a JSON body, those of a stream.
    pub fn messages(&self) -> Vec<Value> {
        let parse = |text: &str| serde_json::from_str(text).unwrap_or_else(|_| panic!("{self:?}"));
        if self.header("content-type") == Some("application/json") {
            return vec![parse(&self.body)];
        }
        let data = self
            .body
            .lines()
            .filter_map(|line| line.strip_prefix("data:"));
        data.map(str::trim)
            .filter(|data| !data.is_empty())
            .map(parse)
            .collect()
    }

    /// The last message.
    pub fn message(&self) -> Value {
        self.messages().pop().unwrap_or_else(|| panic!("{self:?}"))
    }

    /// The text of a call's result.
    pub fn text(&self) -> String {
        let message = self.message();
        let text = message["result"]["content"][0]["text"].as_str();
        text.unwrap_or_else(|| panic!("{self:?}")).to_owned()
    }
}

fn joined(mut chunks: &str) -> String {
    let mut body = String::new();
    while let Some((length, rest)) = chunks.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).unwrap();
        body.push_str(&rest[..length]);
        chunks = rest[length..].trim_start_matches("\r\n");
    }
    body
}
