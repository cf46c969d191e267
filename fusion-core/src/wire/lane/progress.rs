//! Progress of calls in the lane, which is written in order before their responses.

use std::{future::Future, pin::Pin};

use rmcp::model::{
    ProgressNotification, ProgressNotificationParam, ProgressToken, ServerJsonRpcMessage,
    ServerNotification,
};

use super::super::{frames::FrameSender, line_transport::frame};
use crate::ctx::{ProgressSink, ProgressUpdate};

/// A progress sink that notifies the client of a byte stream.
pub(super) struct FrameProgress {
    frames: FrameSender,
    token: ProgressToken,
}

impl FrameProgress {
    pub(super) fn new(frames: FrameSender, token: ProgressToken) -> Self {
        Self { frames, token }
    }
}

impl ProgressSink for FrameProgress {
    fn send(&self, update: ProgressUpdate) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        let mut param = ProgressNotificationParam::new(self.token.clone(), update.done);
        param.total = update.total;
        param.message = update.message;
        let notification = ProgressNotification::new(param);
        let notification = ServerNotification::ProgressNotification(notification);
        let message = ServerJsonRpcMessage::notification(notification);
        Box::pin(async move {
            if let Err(error) = self.frames.send(|| frame(&message)).await {
                tracing::debug!(%error, "progress was not sent");
            }
        })
    }
}
