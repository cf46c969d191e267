//! The writer of frames: a queue, and a loop that writes all of the queue at once.

use std::{
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{
    io::{AsyncWrite, AsyncWriteExt},
    sync::{Notify, oneshot},
    time::timeout,
};

use super::super::own_thread::{Driver, Driving};

/// The unsent bytes above which nothing more is read and no further response is encoded: a client that
/// writes and never reads cannot make the queue grow further than this, by one response for each thread.
/// The responses of its calls in flight wait as the values that the handlers returned.
const MAX_UNSENT: usize = 4 * 1024 * 1024;
/// The buffer that is kept while the queue is empty.
const KEPT: usize = 64 * 1024;

/// The writer of frames to a byte stream. Its loop ends with [`FrameWriter::finish`], or when the
/// writer is dropped.
pub(in crate::wire) struct FrameWriter {
    queue: Arc<Queue>,
    /// Ready when the loop has ended.
    ended: oneshot::Receiver<()>,
    _driving: Driving,
}

/// A handle that adds frames to the queue of a [`FrameWriter`].
#[derive(Clone)]
pub(in crate::wire) struct FrameSender(Arc<Queue>);

struct Queue {
    state: Mutex<State>,
    /// Wakes the loop: there are bytes, or there will be no more.
    changed: Notify,
    /// Wakes everyone who waits until bytes are sent.
    sent: Notify,
    /// Held by the one of the waiting responses that is next.
    turn: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct State {
    bytes: Vec<u8>,
    /// The bytes that the loop has taken from the queue and not sent yet.
    writing: usize,
    /// The number of bytes that were sent.
    sent: u64,
    /// The number of messages that wait for their turn.
    waiting: usize,
    is_closed: bool,
    /// Nothing is sent any more, because the client does not read. What is added is dropped.
    is_abandoned: bool,
    failure: Option<io::ErrorKind>,
}

impl State {
    fn unsent(&self) -> usize {
        self.bytes.len() + self.writing
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        // The state behind a poisoned lock is still valid.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn check(state: &State) -> io::Result<()> {
        match state.failure {
            Some(kind) => Err(kind.into()),
            None if state.is_closed => Err(io::ErrorKind::NotConnected.into()),
            None => Ok(()),
        }
    }

    /// Notes that some of the bytes that the loop has taken were sent.
    fn note_written(&self, rest: usize) {
        let mut state = self.lock();
        state.sent += (state.writing - rest) as u64;
        state.writing = rest;
        drop(state);
        self.sent.notify_waiters();
    }

    /// Waits until at most `unsent` bytes are not sent, or none will be any more.
    async fn wait(&self, unsent: usize) -> io::Result<()> {
        while !self.is_within(unsent)? {
            // The future is created before the check, so that a write in between notifies it.
            let sent = self.sent.notified();
            if self.is_within(unsent)? {
                break;
            }
            sent.await;
        }
        Ok(())
    }

    /// Returns whether at most `unsent` bytes are not sent, or none will be any more.
    fn is_within(&self, unsent: usize) -> io::Result<bool> {
        let state = self.lock();
        match state.failure {
            Some(kind) => Err(kind.into()),
            None => Ok(state.is_abandoned || state.unsent() <= unsent),
        }
    }
}

/// A message that waits for its turn.
struct Waiting<'q>(&'q Queue);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.lock().waiting -= 1;
    }
}

impl FrameWriter {
    /// A writer to `write`, which must be made within a runtime.
    ///
    /// # Errors
    ///
    /// The error of the system if there can be no thread.
    pub(in crate::wire) fn new<W>(write: W, driver: Driver) -> io::Result<Self>
    where
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let queue = Arc::new(Queue {
            state: Mutex::default(),
            changed: Notify::new(),
            sent: Notify::new(),
            turn: tokio::sync::Mutex::new(()),
        });
        let (end, ended) = oneshot::channel();
        let writing = write_all(Arc::clone(&queue), write);
        let driving = driver.drive("fusion-stdout", async move {
            writing.await;
            let _ = end.send(());
        })?;
        Ok(Self {
            queue,
            ended,
            _driving: driving,
        })
    }

    pub(in crate::wire) fn sender(&self) -> FrameSender {
        FrameSender(Arc::clone(&self.queue))
    }

    /// Sends what is in the queue, within `limit`.
    pub(in crate::wire) async fn finish(mut self, limit: Duration) {
        {
            let mut state = self.queue.lock();
            if state.is_abandoned {
                return;
            }
            state.is_closed = true;
        }
        self.queue.changed.notify_one();
        if timeout(limit, &mut self.ended).await.is_err() {
            let bytes = self.queue.lock().unsent();
            tracing::warn!(bytes, "the client does not read its last messages in time");
        }
    }
}

impl Drop for FrameWriter {
    fn drop(&mut self) {
        // The loop may be on a thread, which cannot be aborted.
        let mut state = self.queue.lock();
        state.is_closed = true;
        state.is_abandoned = true;
        state.bytes = Vec::new();
        drop(state);
        self.queue.changed.notify_one();
        // Senders wait for room, and nothing is sent any more.
        self.queue.sent.notify_waiters();
    }
}

impl FrameSender {
    /// Adds a frame to the queue. Nothing bounds the queue here.
    pub(in crate::wire) fn push(&self, mut frame: Vec<u8>) -> io::Result<()> {
        frame.push(b'\n');
        let mut state = self.0.lock();
        Queue::check(&state)?;
        if state.is_abandoned {
            return Ok(());
        }
        if state.bytes.is_empty() {
            state.bytes = frame;
        } else {
            state.bytes.append(&mut frame);
        }
        drop(state);
        self.0.changed.notify_one();
        Ok(())
    }

    /// Moves whole frames, each with its line feed, to the queue. Nothing bounds the queue here.
    pub(in crate::wire) fn push_lines(&self, lines: &mut Vec<u8>) -> io::Result<()> {
        let mut state = self.0.lock();
        let checked = Queue::check(&state);
        if checked.is_err() || state.is_abandoned {
            lines.clear();
            return checked;
        }
        if state.bytes.is_empty() {
            std::mem::swap(&mut state.bytes, lines);
        } else {
            state.bytes.append(lines);
        }
        drop(state);
        self.0.changed.notify_one();
        Ok(())
    }

    /// Adds a frame to the queue as soon as the queue is within its bound. The frame is made then, one at a
    /// time and in the order of the calls.
    pub(in crate::wire) async fn send(
        &self,
        frame: impl FnOnce() -> io::Result<Vec<u8>>,
    ) -> io::Result<()> {
        let waiting = {
            let mut state = self.0.lock();
            let must_wait = state.waiting > 0 || state.unsent() > MAX_UNSENT;
            state.waiting += usize::from(must_wait);
            must_wait.then(|| Waiting(&self.0))
        };
        if waiting.is_none() {
            return self.push(frame()?);
        }
        let _turn = self.0.turn.lock().await;
        self.has_room().await?;
        self.push(frame()?)
    }

    /// Waits until the queue is within its bound, which is when more may be read.
    pub(in crate::wire) async fn has_room(&self) -> io::Result<()> {
        self.0.wait(MAX_UNSENT).await
    }

    /// Returns the number of bytes that the client has read, or its system.
    pub(in crate::wire) fn sent(&self) -> u64 {
        self.0.lock().sent
    }

    /// Drops the queue for good if the client has read nothing since `sent` bytes.
    pub(in crate::wire) fn abandon_unless_read(&self, sent: u64) {
        let mut state = self.0.lock();
        let bytes = state.unsent();
        if bytes == 0 || state.sent > sent {
            return;
        }
        state.is_abandoned = true;
        state.bytes = Vec::new();
        drop(state);
        tracing::warn!(bytes, "the client does not read its last messages");
        self.0.sent.notify_waiters();
    }

    /// Waits until the whole queue is sent.
    pub(in crate::wire) async fn is_empty(&self) -> io::Result<()> {
        self.0.wait(0).await
    }
}

async fn write_all<W: AsyncWrite + Unpin>(queue: Arc<Queue>, mut write: W) {
    let mut batch = Vec::new();
    while next_batch(&queue, &mut batch).await {
        if let Err(error) = write_batch(&queue, &mut write, &batch).await {
            let mut state = queue.lock();
            state.failure = Some(error.kind());
            state.bytes = Vec::new();
            state.writing = 0;
            drop(state);
            queue.sent.notify_waiters();
            tracing::debug!(%error, "the client cannot be written to");
            return;
        }
        batch.clear();
        if batch.capacity() > KEPT {
            batch = Vec::new();
        }
    }
}

/// Waits for bytes and takes them. Returns false if there will be no more.
async fn next_batch(queue: &Queue, batch: &mut Vec<u8>) -> bool {
    loop {
        {
            let mut state = queue.lock();
            if !state.bytes.is_empty() {
                std::mem::swap(&mut state.bytes, batch);
                state.writing = batch.len();
                return true;
            }
            if state.is_closed {
                return false;
            }
        }
        // A notification without a waiter is kept, so that none is lost in between.
        queue.changed.notified().await;
    }
}

async fn write_batch<W: AsyncWrite + Unpin>(
    queue: &Queue,
    write: &mut W,
    mut batch: &[u8],
) -> io::Result<()> {
    while !batch.is_empty() {
        let written = write.write(batch).await?;
        if written == 0 {
            return Err(io::ErrorKind::WriteZero.into());
        }
        batch = &batch[written..];
        if !batch.is_empty() {
            queue.note_written(batch.len());
        }
    }
    write.flush().await?;
    queue.note_written(0);
    Ok(())
}
