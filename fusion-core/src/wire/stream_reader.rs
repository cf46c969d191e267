//! The reading side of a byte stream: it takes the frames as they arrive, runs the calls of the lane, and
//! hands all other frames to the SDK's transport, in order.

use std::{io, sync::Arc};

use tokio::io::AsyncRead;
use tokio_util::sync::CancellationToken;

use super::{
    frames::{Frame, FrameReader, FrameSender, OwnedFrame, ReadFrames},
    lane::{ResponseBatch, WeakStreamLane},
    pending_requests::PendingRequests,
};

/// The reader of one connection.
pub(super) struct StreamReader<R> {
    pub(super) reader: FrameReader<R>,
    /// `None` without a lane. A thread may read long after the connection has ended.
    pub(super) lane: Option<WeakStreamLane>,
    pub(super) frames: FrameSender,
    pub(super) pending: Arc<PendingRequests>,
    /// The frames for the SDK's transport.
    pub(super) others: Arc<ReadFrames>,
    pub(super) abort: CancellationToken,
}

impl<R: AsyncRead + Unpin> StreamReader<R> {
    /// Reads until the end of the input, an error, or the abort.
    pub(super) async fn run(mut self) {
        let abort = self.abort.clone();
        let _closes = CloseOnDrop(Arc::clone(&self.others));
        tokio::select! {
            biased;
            () = abort.cancelled() => {}
            result = self.read() => if let Err(error) = result {
                tracing::debug!(%error, "the input is not read any further");
            },
        }
    }

    async fn read(&mut self) -> io::Result<()> {
        let mut batch = ResponseBatch::new(self.frames.clone(), Arc::clone(&self.pending));
        loop {
            if batch.is_full() || !self.reader.has_line() {
                batch.send()?;
            }
            self.frames.has_room().await?;
            let frame = self.reader.next().await?;
            // The read may have blocked the thread.
            if self.abort.is_cancelled() {
                return Ok(());
            }
            let other = match frame {
                None => return Ok(()),
                Some(Frame::Line(line)) => {
                    if let Some(lane) = self.lane.as_ref().and_then(WeakStreamLane::upgrade)
                        && let Some(call) = lane.read(line)
                    {
                        // The frames before it may end the lane, or may have its id.
                        if !self.others.is_handled() {
                            batch.send()?;
                            self.others.handled().await;
                        }
                        if lane.run(call, &mut batch) {
                            continue;
                        }
                    }
                    OwnedFrame::Line(line.to_vec())
                }
                Some(Frame::TooLong(envelope)) => OwnedFrame::TooLong(envelope),
                Some(Frame::Rest(rest)) => OwnedFrame::Rest(rest.to_vec()),
            };
            batch.send()?;
            self.others.push(other).await;
        }
    }
}

/// Tells the SDK's transport that there will be no more frames, however the reading ended.
struct CloseOnDrop(Arc<ReadFrames>);

impl Drop for CloseOnDrop {
    fn drop(&mut self) {
        self.0.close();
    }
}
