//! The standard streams as a transport.

mod output;

use std::{
    io::{self, Read},
    pin::Pin,
    task::{Context, Poll},
};

use tokio::{
    io::{AsyncRead, ReadBuf},
    sync::mpsc,
};

use output::StandardOutput;

use super::{
    server::{ServeError, Server},
    signals::Signals,
};

/// Serves one client over standard input and output.
pub(super) async fn serve(server: Server) -> Result<(), ServeError> {
    let mut signals = Signals::new()?;
    let (input, output) = (StandardInput::open()?, StandardOutput::open()?);
    server
        .serve(input, output, async move {
            signals.any().await;
        })
        .await
}

/// A reader of standard input on a separate thread.
///
/// Tokio's standard input reads on the runtime's blocking pool. Such a read cannot be cancelled, and
/// the runtime waits for the pool when it shuts down, so a stopped server would wait for the client's
/// next message. A plain thread ends with the process.
struct StandardInput {
    chunks: mpsc::Receiver<io::Result<Vec<u8>>>,
    chunk: Vec<u8>,
    read: usize,
}

const CHUNK: usize = 64 * 1024;

impl StandardInput {
    fn open() -> io::Result<Self> {
        let (sender, chunks) = mpsc::channel(4);
        std::thread::Builder::new()
            .name("fusion-stdin".to_owned())
            .spawn(move || pump(&sender))?;
        Ok(Self {
            chunks,
            chunk: Vec::new(),
            read: 0,
        })
    }
}

fn pump(chunks: &mpsc::Sender<io::Result<Vec<u8>>>) {
    let mut input = io::stdin().lock();
    let mut buffer = vec![0; CHUNK];
    loop {
        let chunk = match input.read(&mut buffer) {
            Ok(0) => return,
            Ok(length) => Ok(buffer[..length].to_vec()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Err(error),
        };
        let last = chunk.is_err();
        if chunks.blocking_send(chunk).is_err() || last {
            return;
        }
    }
}

impl AsyncRead for StandardInput {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        while self.read == self.chunk.len() {
            match std::task::ready!(self.chunks.poll_recv(cx)) {
                Some(Ok(chunk)) => {
                    self.chunk = chunk;
                    self.read = 0;
                }
                Some(Err(error)) => return Poll::Ready(Err(error)),
                None => return Poll::Ready(Ok(())),
            }
        }
        let rest = &self.chunk[self.read..];
        let length = rest.len().min(buffer.remaining());
        buffer.put_slice(&rest[..length]);
        self.read += length;
        Poll::Ready(Ok(()))
    }
}
