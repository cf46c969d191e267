//! Standard output as a stream that can be abandoned.

use std::{
    io::{self, Write},
    pin::Pin,
    sync::mpsc as threads,
    task::{Context, Poll, ready},
};

use tokio::{io::AsyncWrite, sync::mpsc};

/// The bytes that the thread gets at once.
const CHUNK: usize = 256 * 1024;

/// A writer of standard output on a separate thread.
///
/// The runtime waits for a write of tokio's standard output when it shuts down, and such a write does not
/// end while the client does not read. A plain thread ends with the process.
pub(super) struct StandardOutput {
    chunks: threads::Sender<Vec<u8>>,
    written: mpsc::Receiver<io::Result<()>>,
    // Invariant: true from a chunk to its result.
    is_writing: bool,
}

impl StandardOutput {
    pub(super) fn open() -> io::Result<Self> {
        let (chunks, to_write) = threads::channel();
        let (results, written) = mpsc::channel(1);
        std::thread::Builder::new()
            .name("fusion-stdout".to_owned())
            .spawn(move || write_chunks(&to_write, &results))?;
        Ok(Self {
            chunks,
            written,
            is_writing: false,
        })
    }

    fn poll_written(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if !self.is_writing {
            return Poll::Ready(Ok(()));
        }
        let result = ready!(self.written.poll_recv(cx));
        self.is_writing = false;
        Poll::Ready(result.unwrap_or_else(|| Err(io::ErrorKind::BrokenPipe.into())))
    }
}

fn write_chunks(chunks: &threads::Receiver<Vec<u8>>, results: &mpsc::Sender<io::Result<()>>) {
    let mut output = io::stdout().lock();
    while let Ok(chunk) = chunks.recv() {
        let result = output.write_all(&chunk).and_then(|()| output.flush());
        if results.blocking_send(result).is_err() {
            return;
        }
    }
}

impl AsyncWrite for StandardOutput {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        ready!(self.poll_written(cx))?;
        let length = bytes.len().min(CHUNK);
        self.chunks
            .send(bytes[..length].to_vec())
            .map_err(|_| io::ErrorKind::BrokenPipe)?;
        self.is_writing = true;
        Poll::Ready(Ok(length))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.poll_written(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.poll_flush(cx)
    }
}
