//! The connection over lines, as over stdio, through a pipe in memory.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use tokio::{
    io::{
        AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf, duplex, split,
    },
    sync::{Mutex as AsyncMutex, oneshot},
    task::JoinHandle,
};

use super::{AnswerQuestion, Exchange, answer, routes::Routes};
use crate::wire::server::{ServeError, Server};

/// The bytes that a pipe holds: as many as a pipe of Linux.
const PIPE_BYTES: usize = 64 * 1024;

type SharedWriter = Arc<AsyncMutex<Option<WriteHalf<DuplexStream>>>>;

/// A server over a pipe.
pub(in crate::testing) struct StreamLink {
    writer: SharedWriter,
    routes: Arc<Routes>,
    server: Mutex<Option<JoinHandle<Result<(), ServeError>>>>,
    /// Stops the server when the link is dropped.
    _stop: oneshot::Sender<()>,
}

impl StreamLink {
    /// Starts a server. `user` answers its questions.
    pub(in crate::testing) fn start(server: Server, user: Option<AnswerQuestion>) -> Self {
        let (client, stream) = duplex(PIPE_BYTES);
        let (read, write) = split(stream);
        let (stop, stopped) = oneshot::channel::<()>();
        let server = tokio::spawn(server.serve(read, write, async {
            let _ = stopped.await;
        }));
        let (read, write) = split(client);
        let writer: SharedWriter = Arc::new(AsyncMutex::new(Some(write)));
        let routes = Arc::new(Routes::default());
        tokio::spawn(read_lines(
            read,
            Arc::clone(&routes),
            Arc::clone(&writer),
            user,
        ));
        Self {
            writer,
            routes,
            server: Mutex::new(Some(server)),
            _stop: stop,
        }
    }

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
        let server = self
            .server
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        match server {
            Some(server) => match server.await {
                Ok(ended) => ended,
                // A panic of the server is one of the test.
                Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
                Err(_) => Ok(()),
            },
            None => Ok(()),
        }
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
async fn read_lines(
    read: ReadHalf<DuplexStream>,
    routes: Arc<Routes>,
    writer: SharedWriter,
    user: Option<AnswerQuestion>,
) {
    let mut lines = BufReader::new(read).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        // A line that is no JSON breaks the connection: no client could go on after it.
        let Ok(message) = serde_json::from_str(&line) else {
            break;
        };
        if let Some(request) = routes.pass(message) {
            let (writer, user) = (Arc::clone(&writer), user.clone());
            // A task, because the server may read nothing before its own lines are read.
            tokio::spawn(async move {
                if let Some(response) = answer(&request, user.as_ref()) {
                    write_line(&writer, &response).await;
                }
            });
        }
    }
    routes.end();
}
