//! The standard streams as a transport.

use std::{
    io::{self, Read, Write},
    pin::Pin,
    task::{Context, Poll},
};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::{
    own_thread::Driver,
    server::{ServeError, Server},
    signals::Signals,
};

/// Serves one client over standard input and output.
pub(super) async fn serve(server: Server) -> Result<(), ServeError> {
    let mut signals = Signals::new()?;
    let streams = (StandardInput::default(), StandardOutput);
    server
        .serve_on(Driver::Thread, streams, async move {
            signals.any().await;
        })
        .await
}

/// The bytes that one read has at most.
const READ: usize = 64 * 1024;

/// A reader of standard input that blocks its thread.
///
/// Tokio's standard input reads on the runtime's blocking pool. Such a read cannot be cancelled, and
/// the runtime waits for the pool when it shuts down, so a stopped server would wait for the client's
/// next message. A plain thread ends with the process.
#[derive(Default)]
struct StandardInput {
    chunk: Vec<u8>,
    filled: usize,
    read: usize,
}

impl AsyncRead for StandardInput {
    fn poll_read(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if this.read == this.filled {
            this.chunk.resize(READ, 0);
            this.read = 0;
            this.filled = loop {
                match io::stdin().lock().read(&mut this.chunk) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    result => break result?,
                }
            };
        }
        let rest = &this.chunk[this.read..this.filled];
        let length = rest.len().min(buffer.remaining());
        buffer.put_slice(&rest[..length]);
        this.read += length;
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
