//! The frames that were read and that the SDK's transport has not taken yet.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};

use tokio::sync::Notify;

use super::super::malformed_message::Envelope;

/// The bytes of frames from which on nothing more is read.
const MAX_BYTES: usize = 4 * 1024;

/// A frame that owns its bytes.
#[derive(Debug, PartialEq)]
pub(in crate::wire) enum OwnedFrame {
    /// A line.
    Line(Vec<u8>),
    /// A line with more bytes than the limit, of which only the top level was read.
    TooLong(Envelope),
    /// The bytes between the last line and the end of the input.
    Rest(Vec<u8>),
}

impl OwnedFrame {
    fn len(&self) -> usize {
        match self {
            Self::Line(bytes) | Self::Rest(bytes) => bytes.len(),
            Self::TooLong(_) => 0,
        }
    }
}

/// The frames between one reader and one transport.
#[derive(Default)]
pub(in crate::wire) struct ReadFrames {
    state: Mutex<QueuedFrames>,
    /// Wakes the transport: there is a frame, or there will be no more.
    added: Notify,
    /// Wakes the reader: the transport has taken or handled a frame.
    taken: Notify,
}

#[derive(Default)]
struct QueuedFrames {
    frames: VecDeque<OwnedFrame>,
    bytes: usize,
    /// The transport has taken a frame and not asked for the next one yet.
    is_handling: bool,
    is_closed: bool,
}

impl QueuedFrames {
    fn has_room(&self) -> bool {
        self.frames.is_empty() || self.bytes < MAX_BYTES
    }

    fn is_handled(&self) -> bool {
        self.frames.is_empty() && !self.is_handling
    }
}

impl ReadFrames {
    fn lock(&self) -> MutexGuard<'_, QueuedFrames> {
        // The state behind a poisoned lock is still valid.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a frame as soon as there is room for it. A frame after the last one is dropped.
    pub(in crate::wire) async fn push(&self, frame: OwnedFrame) {
        self.wait(|state| state.is_closed || state.has_room()).await;
        let mut state = self.lock();
        if state.is_closed {
            return;
        }
        state.bytes += frame.len();
        state.frames.push_back(frame);
        drop(state);
        self.added.notify_one();
    }

    /// Notes that there will be no more frames.
    pub(in crate::wire) fn close(&self) {
        self.lock().is_closed = true;
        self.added.notify_one();
        self.taken.notify_one();
    }

    /// Returns the next frame, or `None` at the end of the input. The frame before it counts as handled. A
    /// dropped future loses no frame.
    pub(in crate::wire) async fn next(&self) -> Option<OwnedFrame> {
        loop {
            // A notification without a waiter is kept, so that none is lost in between.
            let added = self.added.notified();
            let (frame, is_closed) = self.take();
            if frame.is_some() || is_closed {
                return frame;
            }
            added.await;
        }
    }

    /// Takes a frame, if there is one. Returns also whether there will be no more.
    fn take(&self) -> (Option<OwnedFrame>, bool) {
        let mut state = self.lock();
        let frame = state.frames.pop_front();
        state.bytes -= frame.as_ref().map_or(0, OwnedFrame::len);
        state.is_handling = frame.is_some();
        let is_closed = state.is_closed;
        drop(state);
        self.taken.notify_one();
        (frame, is_closed)
    }

    /// Returns whether all frames are handled.
    pub(in crate::wire) fn is_handled(&self) -> bool {
        self.lock().is_handled()
    }

    /// Waits until all frames are handled.
    pub(in crate::wire) async fn handled(&self) {
        self.wait(QueuedFrames::is_handled).await;
    }

    async fn wait(&self, is_met: impl Fn(&QueuedFrames) -> bool) {
        loop {
            let taken = self.taken.notified();
            if is_met(&self.lock()) {
                return;
            }
            taken.await;
        }
    }
}
