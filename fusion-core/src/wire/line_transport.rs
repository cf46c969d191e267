//! The transport of one client over a byte stream: frames to messages, and messages to frames.

use std::{io, sync::Arc};

use rmcp::{
    RoleServer,
    model::JsonRpcMessage,
    service::{RxJsonRpcMessage, TxJsonRpcMessage},
    transport::Transport,
};
use serde::Serialize;

use super::{
    frames::{FrameSender, OwnedFrame, ReadFrames},
    malformed_arguments::ignored_parameters,
    malformed_message::{Envelope, MessageFault, error_answer, is_awaited, is_no_notification},
};

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// A transport that answers input that is no message, and stops while the client does not read.
pub(super) struct LineTransport {
    pub(super) frames: Arc<ReadFrames>,
    pub(super) max_bytes: usize,
    pub(super) sender: FrameSender,
}

impl LineTransport {
    /// Returns the next message, or `None` at the end of the input.
    async fn next(&mut self) -> io::Result<Option<RxJsonRpcMessage<RoleServer>>> {
        loop {
            self.sender.has_room().await?;
            let malformed = match self.frames.next().await {
                None => return Ok(None),
                Some(OwnedFrame::TooLong(envelope)) => {
                    let fault = MessageFault::TooLong(self.max_bytes);
                    Malformed { envelope, fault }
                }
                Some(OwnedFrame::Line(line)) => match parse(&line) {
                    Ok(None) => continue,
                    Ok(Some(message)) => return Ok(Some(message)),
                    Err(malformed) => malformed,
                },
                Some(OwnedFrame::Rest(rest)) => match parse(&rest) {
                    Ok(message) => return Ok(message),
                    // The client went away in the middle of a message.
                    Err(malformed) => {
                        malformed.log(false);
                        return Ok(None);
                    }
                },
            };
            let is_awaited = is_awaited(&malformed.envelope, &malformed.fault);
            malformed.log(is_awaited);
            if is_awaited {
                let answer = error_answer(&malformed.envelope, &malformed.fault);
                self.sender.push(answer)?;
            }
        }
    }
}

/// A line that is no message.
struct Malformed {
    envelope: Envelope,
    fault: MessageFault,
}

impl Malformed {
    fn log(&self, answered: bool) {
        tracing::warn!(fault = %self.fault, answered, "a line of the input is no message");
    }
}

/// Returns the message of a line, or `None` if the line is empty.
fn parse(line: &[u8]) -> Result<Option<RxJsonRpcMessage<RoleServer>>, Malformed> {
    let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
    if line.iter().all(u8::is_ascii_whitespace) {
        return Ok(None);
    }
    match serde_json::from_slice(line) {
        Ok(JsonRpcMessage::Request(message)) => {
            if let Some(error) = ignored_parameters(&message.request, line) {
                let envelope = Envelope::read(line);
                let fault = MessageFault::Request(Box::new(error));
                return Err(Malformed { envelope, fault });
            }
            Ok(Some(JsonRpcMessage::Request(message)))
        }
        // The SDK reads a request whose id it cannot use as a notification.
        Ok(JsonRpcMessage::Notification(message)) => {
            if is_no_notification(&message.notification) {
                let envelope = Envelope::read(line);
                if envelope.is_request() {
                    let fault = MessageFault::of_shape(line, &envelope);
                    return Err(Malformed { envelope, fault });
                }
            }
            Ok(Some(JsonRpcMessage::Notification(message)))
        }
        Ok(message) => Ok(Some(message)),
        Err(error) => {
            let envelope = Envelope::read(line);
            let fault = MessageFault::of(line, &envelope, error);
            Err(Malformed { envelope, fault })
        }
    }
}

/// Returns the frame of a message.
pub(super) fn frame(message: &impl Serialize) -> io::Result<Vec<u8>> {
    serde_json::to_vec(message).map_err(io::Error::from)
}

impl Transport<RoleServer> for LineTransport {
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        let sender = self.sender.clone();
        // Not before the first poll, because the SDK polls the futures of many responses in parallel.
        async move { sender.send(|| frame(&message)).await }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        match self.next().await {
            Ok(message) => message,
            Err(error) => {
                tracing::debug!(%error, "the input is not read any further");
                None
            }
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        // The writer belongs to the server, which sends what is left.
        Ok(())
    }
}
