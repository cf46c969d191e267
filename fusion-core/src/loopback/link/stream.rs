//! The connection over lines, as over stdio, through a pipe in memory.

use std::sync::Arc;

use serde_json::Value;
use tokio::{
    io::{
        AsyncBufReadExt, AsyncRead, AsyncWriteExt, BufReader, DuplexStream, WriteHalf, duplex,
        split,
    },
    sync::{Mutex as AsyncMutex, oneshot},
    task::{AbortHandle, JoinHandle},
};

use super::{AnswerQuestion, Exchange, ProtocolError, answer, routes::Routes};
use crate::wire::server::{ServeError, Server};

/// The bytes that a pipe holds: as many as a pipe of Linux.
const PIPE_BYTES: usize = 64 * 1024;

pub(super) type SharedWriter = Arc<AsyncMutex<Option<WriteHalf<DuplexStream>>>>;

/// A server over a pipe.
pub(crate) struct StreamLink {
    writer: SharedWriter,
    routes: Arc<Routes>,
    /// The server, until `close` has seen its end.
    server: AsyncMutex<Option<JoinHandle<Result<(), ServeError>>>>,
    reading: AbortHandle,
    /// Stops the server when the link is dropped.
    _stop: oneshot::Sender<()>,
}

impl StreamLink {
    /// Starts a server. `user` answers its questions.
    pub(crate) fn start(server: Server, user: Option<AnswerQuestion>) -> Self {
        let (client, stream) = duplex(PIPE_BYTES);
        let (read, write) = split(stream);
        let (stop, stopped) = oneshot::channel::<()>();
        // As over stdio: the test started the server.
        let server = tokio::spawn(server.trust_caller().serve(read, write, async {
            let _ = stopped.await;
        }));
        let (read, write) = split(client);
        let writer: SharedWriter = Arc::new(AsyncMutex::new(Some(write)));
        let routes = Arc::new(Routes::default());
        let reading = tokio::spawn(read_lines(
            read,
            Arc::clone(&routes),
            Arc::clone(&writer),
            user,
        ));
        Self {
            writer,
            routes,
            server: AsyncMutex::new(Some(server)),
            reading: reading.abort_handle(),
            _stop: stop,
        }
    }

    #[cfg(feature = "testing")]
    pub(super) fn routes(&self) -> &Routes {
        &self.routes
    }

    pub(super) async fn request(&self, id: u64, message: &Value) -> Exchange {
        let arrivals = self.routes.add(id);
        self.send(message).await;
        Exchange {
            arrivals,
            #[cfg(feature = "http")]
            reading: None,
        }
    }

    pub(super) async fn send(&self, message: &Value) {
        write_line(&self.writer, message).await;
    }

    pub(super) async fn close(&self) -> Result<(), ServeError> {
        if let Some(mut write) = self.writer.lock().await.take() {
            let _ = write.shutdown().await;
        }
        // Locked until the end of the server, which a second `close` waits for, too.
        let mut server = self.server.lock().await;
        let Some(running) = server.as_mut() else {
            return Ok(());
        };
        let ended = running.await;
        *server = None;
        match ended {
            Ok(ended) => ended,
            // A panic of the server is one of the test.
            Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
            Err(_) => Ok(()),
        }
    }
}

impl Drop for StreamLink {
    /// Ends the task that holds the client's end of the pipe, so that the server sees a client that has left.
    fn drop(&mut self) {
        self.reading.abort();
    }
}

/// Writes a line. After the end of the server nothing reads it, and the request has no response.
async fn write_line(writer: &SharedWriter, message: &Value) {
    if let Some(write) = writer.lock().await.as_mut() {
        let line = format!("{message}\n");
        let _ = write.write_all(line.as_bytes()).await;
    }
}

/// Reads the messages of the server until its end.
pub(super) async fn read_lines(
    read: impl AsyncRead + Unpin,
    routes: Arc<Routes>,
    writer: SharedWriter,
    user: Option<AnswerQuestion>,
) {
    let mut lines = BufReader::new(read).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        // No client could go on after a line that is no message. Batches are none: no revision of today has them.
        let message = serde_json::from_str(&line).ok().filter(Value::is_object);
        let Some(message) = message else {
            routes.fail(&ProtocolError::no_message(line.as_bytes()));
            break;
        };
        let Some(request) = routes.pass(message) else {
            continue;
        };
        match answer(&request, user.as_ref()) {
            Ok(None) => {}
            // A task, because the server may read nothing before its own lines are read.
            Ok(Some(response)) => {
                let writer = Arc::clone(&writer);
                tokio::spawn(async move { write_line(&writer, &response).await });
            }
            Err(error) => routes.fail(&error),
        }
    }
    routes.end();
}
