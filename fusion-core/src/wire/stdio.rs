//! The standard streams as a transport.

use std::{
    io::{self, Read, Write},
    pin::Pin,
    task::{Context, Poll},
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    sync::mpsc,
};

use super::{
    own_thread::Driver,
    server::{ServeError, Server},
    signals::Signals,
};

/// Serves one client over standard input and output.
pub(super) async fn serve(server: Server) -> Result<(), ServeError> {
    let mut signals = Signals::new()?;
    let streams = (StandardInput::open()?, StandardOutput);
    server
        .serve_on(Driver::Thread, streams, async move {
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

/// The bytes that one write has at most, so that a client that reads slowly is seen to read.
const WRITTEN: usize = 256 * 1024;

/// A writer of standard output that blocks its thread.
///
/// The runtime waits for a write of tokio's standard output when it shuts down, and such a write does not
/// end while the client does not read. A plain thread ends with the process.
struct StandardOutput;

impl AsyncWrite for StandardOutput {
    fn poll_write(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let length = bytes.len().min(WRITTEN);
        let mut output = io::stdout().lock();
        loop {
            match output.write(&bytes[..length]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => return Poll::Ready(result),
            }
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(io::stdout().lock().flush())
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.poll_flush(cx)
    }
}
