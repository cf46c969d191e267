//! Responses that are gathered while more calls are in the buffer, so that one write has all of them.

use std::{io, sync::Arc};

use rmcp::model::RequestId;

use super::super::{
    frames::FrameSender,
    pending_requests::{PendingRequests, Sending},
};

/// The size from which on the responses are sent although more calls are in the buffer.
const FULL: usize = 64 * 1024;

/// The responses of calls that were answered where they were read. It sends what is left when it is dropped.
pub(in crate::wire) struct ResponseBatch {
    frames: FrameSender,
    pending: Arc<PendingRequests>,
    bytes: Vec<u8>,
    /// Keeps the server from ending before the responses are sent; one for all of them.
    sending: Option<Sending>,
}

impl ResponseBatch {
    pub(in crate::wire) fn new(frames: FrameSender, pending: Arc<PendingRequests>) -> Self {
        Self {
            frames,
            pending,
            bytes: Vec::new(),
            sending: None,
        }
    }

    /// Begins a call whose response will be added or which will be noted as a running one. Returns false if the
    /// call is the SDK's transport to refuse or to hold back.
    pub(super) fn begin(&mut self, id: &RequestId) -> bool {
        if self.pending.begin_call(id, &mut self.sending) {
            return true;
        }
        // The batch itself counts as a call.
        self.send().is_ok() && self.pending.begin_call(id, &mut self.sending)
    }

    /// Adds a response, which `write` appends.
    pub(super) fn add(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.bytes);
        self.bytes.push(b'\n');
    }

    pub(in crate::wire) fn is_full(&self) -> bool {
        self.bytes.len() >= FULL
    }

    /// Adds the responses to the queue of the writer.
    ///
    /// # Errors
    ///
    /// The error of the writer, after which nothing more can be sent.
    pub(in crate::wire) fn send(&mut self) -> io::Result<()> {
        let sent = if self.bytes.is_empty() {
            Ok(())
        } else {
            self.frames.push_lines(&mut self.bytes)
        };
        self.sending = None;
        sent
    }
}

impl Drop for ResponseBatch {
    fn drop(&mut self) {
        if let Err(error) = self.send() {
            tracing::debug!(%error, "the last responses were not sent");
        }
    }
}
