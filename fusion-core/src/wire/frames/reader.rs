//! The reader of frames.

use std::{io, ops::Range};

use tokio::io::{AsyncRead, AsyncReadExt};

use super::super::malformed_message::{Envelope, EnvelopeReader};

/// The bytes that one read may add.
const CHUNK: usize = 16 * 1024;
/// The buffer that is kept while no frame is in it.
const KEPT: usize = 4 * CHUNK;

/// A frame, without the line ending.
#[derive(Debug, PartialEq)]
pub(in crate::wire) enum Frame<'a> {
    /// A line.
    Line(&'a [u8]),
    /// A line with more bytes than the limit. It is dropped; only its top level was read.
    TooLong(Envelope),
    /// The bytes between the last line and the end of the input.
    Rest(&'a [u8]),
}

/// A reader of frames from a byte stream.
pub(in crate::wire) struct FrameReader<R> {
    read: R,
    buffer: Vec<u8>,
    /// The bytes of the buffer that were already returned.
    returned: usize,
    // Invariant: there is no line feed between `returned` and `searched`.
    searched: usize,
    max_bytes: usize,
    /// The reader of a line that is too long, until its end.
    dropping: Option<EnvelopeReader>,
}

/// A frame in the buffer.
enum FoundFrame {
    Line(Range<usize>),
    TooLong(Envelope),
    Rest(Range<usize>),
    End,
}

impl<R: AsyncRead + Unpin> FrameReader<R> {
    /// A reader of lines of up to `max_bytes` bytes, without the line ending.
    pub(in crate::wire) fn new(read: R, max_bytes: usize) -> Self {
        Self {
            read,
            buffer: Vec::new(),
            returned: 0,
            searched: 0,
            max_bytes,
            dropping: None,
        }
    }

    /// Returns the next frame, or `None` at the end of the input. A dropped future loses no bytes.
    pub(in crate::wire) async fn next(&mut self) -> io::Result<Option<Frame<'_>>> {
        let found = loop {
            if let Some(found) = self.find_line() {
                break found;
            }
            self.make_room();
            self.buffer.reserve(CHUNK);
            if self.read.read_buf(&mut self.buffer).await? == 0 {
                break self.rest();
            }
        };
        Ok(match found {
            FoundFrame::Line(range) => Some(Frame::Line(&self.buffer[range])),
            FoundFrame::TooLong(envelope) => Some(Frame::TooLong(envelope)),
            FoundFrame::Rest(range) => Some(Frame::Rest(&self.buffer[range])),
            FoundFrame::End => None,
        })
    }

    /// Returns whether a whole line is in the buffer.
    pub(in crate::wire) fn has_line(&mut self) -> bool {
        let ahead = &self.buffer[self.searched..];
        let end = memchr::memchr(b'\n', ahead);
        self.searched += end.unwrap_or(ahead.len());
        end.is_some()
    }

    /// Finds the line that ends first in the buffer.
    fn find_line(&mut self) -> Option<FoundFrame> {
        let ahead = &self.buffer[self.searched..];
        let end = self.searched + memchr::memchr(b'\n', ahead)?;
        let mut line = self.returned..end;
        self.returned = end + 1;
        self.searched = self.returned;
        if self.dropping.is_some() || line.len() > self.max_bytes {
            let mut dropping = self.dropping.take().unwrap_or_else(EnvelopeReader::new);
            dropping.feed(&self.buffer[line]);
            return Some(FoundFrame::TooLong(dropping.finish()));
        }
        if self.buffer[line.clone()].last() == Some(&b'\r') {
            line.end -= 1;
        }
        Some(FoundFrame::Line(line))
    }

    /// Drops from the buffer what nobody needs any more.
    fn make_room(&mut self) {
        let open = self.buffer.len() - self.returned;
        if self.dropping.is_some() || open > self.max_bytes {
            let dropping = self.dropping.get_or_insert_with(EnvelopeReader::new);
            dropping.feed(&self.buffer[self.returned..]);
            self.buffer.clear();
            self.returned = 0;
        } else if self.returned >= open {
            // Each byte is moved once at most for each byte that was returned.
            self.buffer.drain(..self.returned);
            self.returned = 0;
        }
        self.searched = self.buffer.len();
        if self.buffer.is_empty() && self.buffer.capacity() > KEPT {
            self.buffer = Vec::new();
        }
    }

    fn rest(&mut self) -> FoundFrame {
        let rest = self.returned..self.buffer.len();
        self.returned = rest.end;
        self.searched = rest.end;
        match self.dropping.take() {
            Some(dropping) => FoundFrame::TooLong(dropping.finish()),
            None if rest.is_empty() => FoundFrame::End,
            None => FoundFrame::Rest(rest),
        }
    }
}
