//! The standard streams as a transport.

use std::{
    io::{self, Read, Write},
    pin::Pin,
    task::{Context, Poll},
};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::{
    byte_stream::{ByteStreams, Serving},
    own_thread::Driver,
    server::Server,
    signals::Signals,
};

/// Serves one client over standard input and output.
pub(super) fn serve(server: Server) -> Serving<'static> {
    Box::pin(async move {
        let mut signals = Signals::new()?;
        let streams: ByteStreams = (
            Box::new(BlockingInput::new(io::stdin())),
            Box::new(StandardOutput),
        );
        let stop = Box::pin(async move { signals.any().await });
        server.serve_on(Driver::Thread, streams, stop).await
    })
}

/// The bytes that one read has at most.
const READ: usize = 64 * 1024;

/// A reader that blocks its thread, for standard input.
///
/// Tokio's standard input reads on the runtime's blocking pool. Such a read cannot be cancelled, and
/// the runtime waits for the pool when it shuts down, so a stopped server would wait for the client's
/// next message. A plain thread ends with the process.
struct BlockingInput<R> {
    input: R,
    chunk: Vec<u8>,
    filled: usize,
    read: usize,
}

impl<R> BlockingInput<R> {
    fn new(input: R) -> Self {
        Self {
            input,
            chunk: Vec::new(),
            filled: 0,
            read: 0,
        }
    }
}

impl<R: Read + Unpin> AsyncRead for BlockingInput<R> {
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
                match this.input.read(&mut this.chunk) {
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

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use tokio::io::{AsyncReadExt, duplex};

    use std::sync::Arc;

    use super::*;
    use crate::{
        middleware::{Call, Middleware, Next},
        registry::Registry,
        result::ToolResult,
        wire::server_info::ServerInfo,
    };

    struct Held(#[expect(dead_code, reason = "its owners are counted")] Arc<()>);

    impl Middleware for Held {
        async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
            next.run(call).await
        }
    }

    /// The system has the bytes, or the thread that reads, which waits for more when the stop is looked at.
    #[tokio::test(flavor = "multi_thread")]
    async fn lines_that_have_arrived_at_a_stop_are_answered_although_the_input_stays_open() {
        for lane in [true, false] {
            let (input, mut client) = io::pipe().unwrap();
            let (mut answers, output) = duplex(1024 * 1024);
            for id in 0..150 {
                let meta = json!({
                    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                    "io.modelcontextprotocol/clientCapabilities": {},
                });
                let params = json!({"name": "none", "_meta": meta});
                let call =
                    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params});
                client.write_all(format!("{call}\n").as_bytes()).unwrap();
            }
            let held = Arc::new(());
            let builder = Registry::builder().middleware(Held(Arc::clone(&held)));
            let registry = builder.build().unwrap();
            let server = Server::new(registry, ServerInfo::new("test", "1"));
            let streams: ByteStreams = (Box::new(BlockingInput::new(input)), Box::new(output));
            let stop = Box::pin(async {});
            let serving = server.lane(lane).serve_on(Driver::Thread, streams, stop);
            serving.await.unwrap();
            let mut lines = String::new();
            answers.read_to_string(&mut lines).await.unwrap();
            let answers = lines
                .lines()
                .map(|line| serde_json::from_str(line).unwrap());
            let mut ids: Vec<u64> = answers
                .map(|answer: Value| answer["id"].as_u64().unwrap())
                .collect();
            ids.sort_unstable();
            assert_eq!(ids, (0..150).collect::<Vec<_>>(), "lane: {lane}");
            // The thread that waits for more input keeps nothing of the server.
            assert_eq!(Arc::strong_count(&held), 1, "lane: {lane}");
            drop(client);
        }
    }
}
