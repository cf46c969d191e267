//! The load over Streamable HTTP: one connection for each request in flight, kept open, each with a
//! session of its own if the server makes sessions.

mod connection;

use std::{
    io::Write as _,
    time::{Duration, Instant},
};

use fusion_bench_kit::Result;
use tokio::{task::JoinSet, time::timeout};

use self::connection::HttpConnection;
use super::{
    era::{Call, Era},
    load::Outcome,
};

const PATIENCE: Duration = Duration::from_secs(60);

/// The clients; their number is the greatest that was needed at once.
pub(super) struct Clients {
    port: u16,
    path: String,
    call: Call,
    idle: Vec<Client>,
}

impl Clients {
    pub(super) fn new(port: u16, path: &str, call: Call) -> Self {
        Self {
            port,
            path: path.to_owned(),
            call,
            idle: Vec::new(),
        }
    }

    /// Prepares `in_flight` clients. Each opens a new connection for its session, because servers
    /// close connections that idle for some seconds, and slow servers take that long to open
    /// hundreds.
    pub(super) async fn prepare(&mut self, in_flight: usize) -> Result<()> {
        while self.idle.len() < in_flight {
            let client = Client::open(self.port, &self.path, self.call.clone());
            let client = timeout(PATIENCE, client)
                .await
                .map_err(|_| "not answered")??;
            self.idle.push(client);
        }
        for client in &mut self.idle[..in_flight] {
            client.connection = Some(HttpConnection::open(self.port).await?);
        }
        Ok(())
    }

    /// Closes all connections; the sessions stay.
    pub(super) fn close_all(&mut self) {
        for client in &mut self.idle {
            client.connection = None;
        }
    }

    /// Runs the load with clients that were prepared.
    pub(super) async fn load(&mut self, in_flight: usize, time: Duration) -> Result<Outcome> {
        let start = Instant::now();
        let more = move |calls| calls == 0 || start.elapsed() < time;
        let nanoseconds = self.run(in_flight, more).await?;
        Outcome::new(nanoseconds, start.elapsed())
    }

    /// Makes one call with each of `in_flight` clients that were prepared.
    pub(super) async fn batch(&mut self, in_flight: usize) -> Result<()> {
        self.run(in_flight, |calls| calls == 0).await.map(drop)
    }

    /// Makes calls with each client while `more` of the number of its calls is true. Returns the
    /// nanoseconds of each.
    async fn run(
        &mut self,
        in_flight: usize,
        more: impl Fn(usize) -> bool + Copy + Send + 'static,
    ) -> Result<Vec<f64>> {
        let mut running = JoinSet::new();
        for mut client in self.idle.drain(..in_flight) {
            running.spawn(async move {
                let nanoseconds = client.repeat(more).await?;
                Ok::<_, fusion_bench_kit::Error>((client, nanoseconds))
            });
        }
        let mut all = Vec::new();
        while let Some(ended) = running.join_next().await {
            let (client, nanoseconds) = ended??;
            self.idle.push(client);
            all.extend(nanoseconds);
        }
        Ok(all)
    }
}

struct Client {
    connection: Option<HttpConnection>,
    head: String,
    call: Call,
    next: u64,
}

impl Client {
    async fn open(port: u16, path: &str, call: Call) -> Result<Self> {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\
             Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\n"
        );
        let mut connection = HttpConnection::open(port).await?;
        let mut client = Self {
            connection: None,
            head,
            call,
            next: 1,
        };
        if let Some([hello, ready]) = client.call.handshake() {
            let answer = post(&mut connection, &client.head, hello.as_bytes()).await?;
            let session = answer.header("mcp-session-id").map(str::to_owned);
            client.head += "MCP-Protocol-Version: 2025-11-25\r\n";
            if let Some(session) = session {
                client.head += &format!("Mcp-Session-Id: {session}\r\n");
            }
            post(&mut connection, &client.head, ready.as_bytes()).await?;
        }
        if client.call.era == Era::Modern {
            client.head += &format!(
                "MCP-Protocol-Version: {}\r\nMcp-Method: tools/call\r\nMcp-Name: {}\r\n",
                client.call.era.version(),
                client.call.tool
            );
        }
        Ok(client)
    }

    /// Makes one call after another while `more` of their number is true.
    async fn repeat(&mut self, more: impl Fn(usize) -> bool) -> Result<Vec<f64>> {
        let connection = self.connection.as_mut().ok_or("not prepared")?;
        let mut nanoseconds = Vec::new();
        let mut body = Vec::new();
        while more(nanoseconds.len()) {
            body.clear();
            self.call.write(self.next, &mut body);
            self.next += 1;
            let begun = Instant::now();
            let answer = post(connection, &self.head, &body).await?;
            nanoseconds.push(begun.elapsed().as_nanos() as f64);
            if !self.call.is_answered_by(answer.body) {
                return Err(answer.to_string().into());
            }
        }
        Ok(nanoseconds)
    }
}

async fn post<'a>(
    connection: &'a mut HttpConnection,
    head: &str,
    body: &[u8],
) -> Result<connection::HttpResponse<'a>> {
    let mut request = head.as_bytes().to_vec();
    write!(request, "Content-Length: {}\r\n\r\n", body.len())?;
    request.extend_from_slice(body);
    let exchange = timeout(PATIENCE, connection.exchange(&request));
    let answer = exchange.await.map_err(|_| "a call is not answered")??;
    if !answer.is_success() {
        return Err(answer.to_string().into());
    }
    Ok(answer)
}
