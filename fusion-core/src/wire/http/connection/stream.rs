//! The byte stream of a connection, which does not report the end of its input while the client may
//! still wait for a response.

use std::{
    io,
    pin::Pin,
    sync::{Arc, atomic::Ordering},
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::{Sleep, sleep},
};

use super::{Phase, ServedConnection};

/// An interim response, which every client of HTTP/1.1 skips.
const INTERIM: &[u8] = b"HTTP/1.1 100 Continue\r\n\r\n";
/// The first bytes of each response. A client of HTTP/1.0, which has no interim responses, gets them one
/// by one ahead of the rest.
const PREFIX: &[u8] = b"HTTP/1.";
/// The first time after which a reset is looked for; each next one is twice as long.
const FIRST_LOOK: Duration = Duration::from_millis(1);
/// The longest of these times, after which the client is sent a byte once more.
const LAST_LOOK: Duration = Duration::from_secs(8);
/// The time in which a body that has arrived as a whole is also read. Its last bytes and the end of the
/// input may arrive together.
const READ_BODY: Duration = Duration::from_millis(100);

/// The stream of a connection.
pub(in crate::wire::http) struct ClientStream {
    stream: TcpStream,
    connection: Arc<ServedConnection>,
    /// The search for a reset. It is there as soon as the input has ended.
    search: Option<Search>,
    /// The wait for the reader of a body. It is there if the input has ended before the body was read.
    body_wait: Option<Pin<Box<Sleep>>>,
    /// The number of bytes of [`PREFIX`] that were sent ahead of the response.
    sent_ahead: usize,
}

struct Search {
    timer: Pin<Box<Sleep>>,
    pause: Duration,
    phase: Phase,
}

impl ClientStream {
    pub(in crate::wire::http) fn new(stream: TcpStream, connection: Arc<ServedConnection>) -> Self {
        Self {
            stream,
            connection,
            search: None,
            body_wait: None,
            sent_ahead: 0,
        }
    }

    /// Reports the end of the input, or waits while there is a response to be sent.
    fn poll_end(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let (phase, awaits_body) = {
            let mut state = self.connection.lock();
            state.reader = Some(cx.waker().clone());
            (state.phase, state.awaits_body)
        };
        if awaits_body {
            let wait = || Box::pin(sleep(READ_BODY));
            ready!(self.body_wait.get_or_insert_with(wait).as_mut().poll(cx));
            return Poll::Ready(Ok(()));
        }
        match phase {
            Phase::Idle | Phase::Unknown => return Poll::Ready(Ok(())),
            Phase::Sending => return Poll::Pending,
            Phase::Handling { .. } | Phase::Streaming => {}
        }
        loop {
            if let Some(error) = self.stream.take_error()? {
                return Poll::Ready(Err(error));
            }
            let search = match &mut self.search {
                Some(search) if search.phase == phase => search,
                _ => {
                    self.send_byte(phase)?;
                    self.search.insert(Search {
                        timer: Box::pin(sleep(FIRST_LOOK)),
                        pause: FIRST_LOOK,
                        phase,
                    })
                }
            };
            ready!(search.timer.as_mut().poll(cx));
            search.pause *= 2;
            if search.pause > LAST_LOOK {
                self.search = None;
            } else {
                search.timer.set(sleep(search.pause));
            }
        }
    }

    /// Sends something to a client that may have left.
    fn send_byte(&mut self, phase: Phase) -> io::Result<()> {
        if phase == Phase::Streaming {
            self.connection.demand_comment();
            return Ok(());
        }
        // A part of the previous response is still to be sent.
        if self.connection.is_blocked.load(Ordering::Relaxed) {
            return Ok(());
        }
        let takes_interim = phase
            == Phase::Handling {
                takes_interim: true,
            };
        let bytes = if takes_interim {
            INTERIM
        } else {
            let left = &PREFIX[self.sent_ahead..];
            &left[..left.len().min(1)]
        };
        match self.stream.try_write(bytes) {
            Ok(length) if length == bytes.len() => {
                if !takes_interim {
                    self.sent_ahead += length;
                }
                Ok(())
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(()),
            Ok(_) => Err(io::ErrorKind::WriteZero.into()),
            Err(error) => Err(error),
        }
    }

    /// Writes the beginning of a response, without the bytes that were sent ahead.
    fn poll_write_rest(&mut self, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let ahead = self.sent_ahead.min(bytes.len());
        if !bytes.starts_with(&PREFIX[..ahead]) {
            return Poll::Ready(Err(io::ErrorKind::InvalidData.into()));
        }
        let written = ready!(Pin::new(&mut self.stream).poll_write(cx, &bytes[ahead..]))?;
        self.sent_ahead = 0;
        Poll::Ready(Ok(ahead + written))
    }

    fn note_write(&self, is_blocked: bool) {
        let connection = &self.connection;
        connection.is_blocked.store(is_blocked, Ordering::Relaxed);
    }
}

impl AsyncRead for ClientStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.search.is_none() {
            let (before, room) = (buffer.filled().len(), buffer.remaining());
            let polled = Pin::new(&mut self.stream).poll_read(cx, buffer);
            if polled.is_pending() {
                self.connection.note_no_bytes(&self.stream);
            }
            ready!(polled)?;
            if room == 0 || buffer.filled().len() > before {
                return Poll::Ready(Ok(()));
            }
        }
        self.poll_end(cx)
    }
}

impl AsyncWrite for ClientStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let polled = if self.sent_ahead > 0 {
            self.poll_write_rest(cx, bytes)
        } else {
            Pin::new(&mut self.stream).poll_write(cx, bytes)
        };
        let is_whole = matches!(&polled, Poll::Ready(Ok(length)) if *length == bytes.len());
        self.note_write(!is_whole);
        polled
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        if self.sent_ahead > 0
            && let Some(part) = bytes.iter().find(|part| !part.is_empty())
        {
            return self.poll_write(cx, part);
        }
        let all: usize = bytes.iter().map(|part| part.len()).sum();
        let polled = Pin::new(&mut self.stream).poll_write_vectored(cx, bytes);
        let is_whole = matches!(&polled, Poll::Ready(Ok(length)) if *length == all);
        self.note_write(!is_whole);
        polled
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
