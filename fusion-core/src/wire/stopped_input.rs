//! The end of an input after a stop: the bytes that have arrived are read, and none that come later. A read
//! may block its thread, so that only a time without a byte shows that all of them are read.

use std::{
    io,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, ReadBuf},
    time::sleep,
};

/// The bytes that are read after the stop at most: as many as the largest pipe of most systems has. A client
/// that writes on and on does not hold the stop up.
const MAX_BYTES: usize = 1024 * 1024;
/// The time without a byte after which all bytes that had arrived are read.
const SILENCE: Duration = Duration::from_millis(50);
/// The number of such times at whose end the input may wait for a byte, for a client that sends single bytes.
const MAX_WAITS: u32 = 20;

/// The end of an input, which its reader and the stop share.
#[derive(Default)]
pub(super) struct InputEnd(Mutex<InputState>);

#[derive(Default)]
struct InputState {
    /// The number of reads that have begun.
    reads: u64,
    /// The last of these reads waits for bytes.
    is_waiting: bool,
    /// The number of bytes that may still be read; `None` before the stop.
    left: Option<usize>,
    // Invariant: set while a read waits, or when no byte is left, so that every byte before it was handled as
    // any other.
    is_over: bool,
}

impl InputEnd {
    fn lock(&self) -> MutexGuard<'_, InputState> {
        // The state behind a poisoned lock is still valid.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits, from the stop on, until all bytes that had arrived are read, so that the input has ended. Returns true
    /// if a read waits at the end, and false if the reader has bytes to handle before it notices the end.
    pub(super) async fn reached(&self) -> bool {
        let mut waits = 0;
        let mut waiting = {
            let mut state = self.lock();
            state.left.get_or_insert(MAX_BYTES);
            state.waiting()
        };
        loop {
            sleep(SILENCE).await;
            let mut state = self.lock();
            let before = std::mem::replace(&mut waiting, state.waiting());
            waits += u32::from(waiting.is_some());
            if state.is_over {
                return false;
            }
            if waiting.is_some() && (waiting == before || waits >= MAX_WAITS) {
                state.is_over = true;
                return true;
            }
        }
    }

    /// Begins a read, or goes on with it. Returns false if the input has ended.
    fn begin_read(&self) -> bool {
        let mut state = self.lock();
        if !state.is_over && !state.is_waiting {
            state.is_waiting = true;
            state.reads += 1;
        }
        !state.is_over
    }

    /// Ends a read. Returns false if the input has ended in the meantime, so that the bytes are none of it.
    fn end_read(&self, bytes: usize) -> bool {
        let mut state = self.lock();
        state.is_waiting = false;
        if state.is_over {
            return false;
        }
        if let Some(left) = &mut state.left {
            *left = left.saturating_sub(bytes);
            state.is_over = *left == 0;
        }
        true
    }
}

impl InputState {
    /// Returns the number of the read that waits for bytes.
    fn waiting(&self) -> Option<u64> {
        self.is_waiting.then_some(self.reads)
    }
}

/// An input that ends after a stop.
pub(super) struct StoppedInput<R> {
    input: R,
    end: Arc<InputEnd>,
}

impl<R> StoppedInput<R> {
    pub(super) fn new(input: R, end: Arc<InputEnd>) -> Self {
        Self { input, end }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for StoppedInput<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if !self.end.begin_read() {
            return Poll::Ready(Ok(()));
        }
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.input).poll_read(cx, buffer);
        if polled.is_ready() && !self.end.end_read(buffer.filled().len() - before) {
            buffer.set_filled(before);
            return Poll::Ready(Ok(()));
        }
        polled
    }
}

#[cfg(test)]
mod tests {
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt, duplex},
        time::{Instant, timeout},
    };

    use super::*;

    const HOUR: Duration = Duration::from_secs(60 * 60);

    #[tokio::test(start_paused = true)]
    async fn an_input_ends_after_the_bytes_that_had_arrived() {
        let (mut client, server) = duplex(100);
        let end = Arc::new(InputEnd::default());
        let mut input = StoppedInput::new(server, Arc::clone(&end));
        client.write_all(b"arrived").await.unwrap();
        let (mut read, begun) = (Vec::new(), Instant::now());
        let reading = timeout(HOUR, input.read_to_end(&mut read));
        let stopping = async {
            assert!(end.reached().await);
            let elapsed = begun.elapsed();
            client.write_all(b"late").await.unwrap();
            elapsed
        };
        let (_, elapsed) = tokio::join!(reading, stopping);
        assert_eq!(read, b"arrived");
        assert!(elapsed <= 2 * SILENCE, "{elapsed:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_reader_that_is_busy_does_not_end_the_input() {
        let (mut client, server) = duplex(100);
        let end = Arc::new(InputEnd::default());
        let mut input = StoppedInput::new(server, Arc::clone(&end));
        client.write_all(b"12").await.unwrap();
        let mut read = String::new();
        let reading = async {
            for _ in 0..2 {
                sleep(100 * SILENCE).await;
                read.push(char::from(input.read_u8().await.unwrap()));
            }
            let _ = timeout(HOUR, input.read_u8()).await;
        };
        let begun = Instant::now();
        let (elapsed, ()) = tokio::join!(
            async {
                assert!(end.reached().await);
                begun.elapsed()
            },
            reading
        );
        assert_eq!(read, "12");
        assert!(elapsed >= 200 * SILENCE, "{elapsed:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_sends_on_and_on_ends_the_input_neither_late_nor_never() {
        // Single bytes, each before the silence.
        let (mut client, server) = duplex(100);
        let end = Arc::new(InputEnd::default());
        let mut input = StoppedInput::new(server, Arc::clone(&end));
        let writing = tokio::spawn(async move {
            while client.write_all(b"x").await.is_ok() {
                sleep(SILENCE / 3).await;
            }
        });
        let reading = tokio::spawn(async move {
            let _ = input.read_to_end(&mut Vec::new()).await;
        });
        let begun = Instant::now();
        assert!(end.reached().await);
        assert!(begun.elapsed() <= SILENCE * (MAX_WAITS + 1));
        reading.await.unwrap();
        writing.await.unwrap();

        // As many bytes as the input takes.
        let end = Arc::new(InputEnd::default());
        end.lock().left = Some(MAX_BYTES);
        let mut input = StoppedInput::new(tokio::io::repeat(b'x'), Arc::clone(&end));
        let mut chunk = vec![0; 64 * 1024];
        let mut bytes = 0;
        loop {
            match input.read(&mut chunk).await.unwrap() {
                0 => break,
                read => bytes += read,
            }
        }
        assert_eq!(bytes, MAX_BYTES);
        assert!(!end.reached().await);
    }
}
