//! The balancer of the example `replicas`: it sends each connection to the next replica, and a connection that belongs to
//! a session to the replica that has the session.
//!
//! It reads the heads of requests and responses, and passes the bytes on as they are.

use std::{
    collections::HashMap,
    io,
    net::SocketAddr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// The header that names a session, of clients before the revision 2026-07-28.
const SESSION: &str = "mcp-session-id";
/// The maximum size of the head of a request in bytes.
const MAX_HEAD: usize = 16 * 1024;
/// The number of sessions at which the balancer forgets them all. Their clients initialize once more.
const MAX_SESSIONS: usize = 10_000;
/// The number of bytes that are read at once.
const CHUNK: usize = 8 * 1024;

/// Sends connections to replicas. A copy is the same balancer.
#[derive(Clone, Debug)]
pub struct Balancer(Arc<Routes>);

#[derive(Debug)]
struct Routes {
    replicas: Vec<SocketAddr>,
    /// The number of connections that belonged to no session.
    connections: AtomicUsize,
    /// The replicas that have sessions, by the names of the sessions.
    sessions: Mutex<HashMap<String, SocketAddr>>,
}

impl Balancer {
    /// Creates a balancer.
    pub fn new(replicas: Vec<SocketAddr>) -> Self {
        Self(Arc::new(Routes {
            replicas,
            connections: AtomicUsize::new(0),
            sessions: Mutex::default(),
        }))
    }

    /// Serves connections until the future is dropped.
    pub async fn serve(self, front: TcpListener) {
        loop {
            // A connection that ended before it was accepted.
            let Ok((client, _)) = front.accept().await else {
                continue;
            };
            let balancer = self.clone();
            tokio::spawn(async move {
                // An error is the end of one of both.
                let _ = balancer.join(client).await;
            });
        }
    }

    /// Joins a client with a replica.
    async fn join(&self, mut client: TcpStream) -> io::Result<()> {
        let head = read_head(&mut client).await?;
        let Some(replica) = self.route(&head) else {
            return Ok(());
        };
        let mut to = TcpStream::connect(replica).await?;
        to.write_all(&head).await?;
        let (mut from_client, mut to_client) = client.split();
        let (mut from_replica, mut to_replica) = to.split();
        let requests = async {
            tokio::io::copy(&mut from_client, &mut to_replica).await?;
            to_replica.shutdown().await
        };
        let responses = self.copy_responses(replica, &mut from_replica, &mut to_client);
        tokio::try_join!(requests, responses)?;
        Ok(())
    }

    /// Returns the replica for a connection that begins with this head: that of its session, or the next one.
    fn route(&self, head: &[u8]) -> Option<SocketAddr> {
        let Routes {
            replicas,
            connections,
            sessions,
        } = &*self.0;
        let known = session(head).and_then(|session| {
            let sessions = sessions.lock().unwrap_or_else(PoisonError::into_inner);
            sessions.get(&session).copied()
        });
        known.or_else(|| {
            let number = connections.fetch_add(1, Ordering::Relaxed);
            replicas.get(number.checked_rem(replicas.len())?).copied()
        })
    }

    /// Copies the responses of a replica, and notes the sessions that it opens.
    async fn copy_responses(
        &self,
        replica: SocketAddr,
        from: &mut (impl AsyncRead + Unpin),
        to: &mut (impl AsyncWrite + Unpin),
    ) -> io::Result<()> {
        let mut chunk = vec![0; CHUNK];
        loop {
            let size = from.read(&mut chunk).await?;
            let bytes = chunk.get(..size).unwrap_or_default();
            if bytes.is_empty() {
                return to.shutdown().await;
            }
            // A server writes the head of a response at once, so that it begins a chunk.
            if bytes.starts_with(b"HTTP/1.1 ")
                && let Some(session) = session(bytes)
            {
                self.note(session, replica);
            }
            to.write_all(bytes).await?;
        }
    }

    fn note(&self, session: String, replica: SocketAddr) {
        let mut sessions = self
            .0
            .sessions
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if sessions.len() >= MAX_SESSIONS {
            sessions.clear();
        }
        sessions.insert(session, replica);
    }
}

/// Reads the head of the first request, and what came with it. An end or a longer head ends it, too: the replica answers.
async fn read_head(client: &mut TcpStream) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    while head.len() < MAX_HEAD && !head.windows(4).any(|end| end == b"\r\n\r\n") {
        if client.read_buf(&mut head).await? == 0 {
            break;
        }
    }
    Ok(head)
}

/// Returns the session that a head names.
fn session(message: &[u8]) -> Option<String> {
    let head = String::from_utf8_lossy(message);
    let (head, _) = head.split_once("\r\n\r\n")?;
    let mut headers = head.lines().filter_map(|line| line.split_once(':'));
    let (_, session) = headers.find(|(name, _)| name.eq_ignore_ascii_case(SESSION))?;
    Some(session.trim().to_owned())
}
