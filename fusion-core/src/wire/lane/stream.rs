//! The lane over a byte stream: it answers the lines that are plain calls, and leaves all others to the SDK.

use std::{
    future::{Future, poll_fn},
    pin::Pin,
    sync::{Arc, Weak},
    task::{Context, Poll, Waker},
    time::Instant,
};

use rmcp::{RoleServer, model::RequestId, service::RxJsonRpcMessage};
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use super::{
    super::{
        client_link::PeerLink, frames::FrameSender, mount_wrapper::MountWrapper,
        pending_requests::PendingRequests,
    },
    CallRequest, Lane, LaneCall,
    batch::ResponseBatch,
    handshake::Handshake,
    pace::{PaceKey, Paces},
    progress::FrameProgress,
    response::{write_internal_error, write_response},
    spawned_calls::SpawnedCalls,
};
use crate::{
    ctx::{Cancellation, CancellationGuard, Era, Progress, link::SharedLink},
    error::{CallError, ToolError},
    result::{ToolResponse, catch},
};

/// The size that most responses have at least.
const CAPACITY: usize = 256;
/// The size of a line from which on its call is never polled where it was read.
const LARGE: usize = 16 * 1024;

type CallResult = Result<ToolResponse, CallError>;
type RunningCall = Pin<Box<dyn Future<Output = CallResult> + Send>>;

/// The lane of one connection.
#[derive(Clone)]
pub(in crate::wire) struct StreamLane(Arc<StreamLaneState>);

/// The lane of a connection that may have ended. Unlike a [`StreamLane`], it keeps no registry alive.
pub(in crate::wire) struct WeakStreamLane(Weak<StreamLaneState>);

impl WeakStreamLane {
    /// Returns the lane, or `None` after the end of the connection.
    pub(in crate::wire) fn upgrade(&self) -> Option<StreamLane> {
        self.0.upgrade().map(StreamLane)
    }
}

/// The streams and tokens of a connection.
pub(in crate::wire) struct LaneConnection {
    pub(in crate::wire) frames: FrameSender,
    pub(in crate::wire) pending: Arc<PendingRequests>,
    /// Fired by the lane if the client cannot be written to.
    pub(in crate::wire) abort: CancellationToken,
    /// Fires when the grace period is over.
    pub(in crate::wire) calls: Arc<CancellationToken>,
}

struct StreamLaneState {
    lane: Lane,
    handshake: Handshake,
    paces: Paces,
    spawned: SpawnedCalls,
    streams: LaneConnection,
    /// The SDK's handle of the connection, which is unknown until the SDK has handled the first request.
    link: Arc<PeerLink>,
}

/// A call with everything that its response needs.
struct StreamCall {
    id: RequestId,
    era: Era,
    running: RunningCall,
    // Dropped after `running`, which holds the signal as well.
    cancellation: CancellationGuard,
    pace: PaceKey,
}

impl StreamLane {
    /// Creates the lane of a connection.
    pub(in crate::wire) fn new(wrapper: &MountWrapper, streams: LaneConnection) -> Self {
        Self(Arc::new(StreamLaneState {
            lane: Lane::new(wrapper),
            handshake: Handshake::default(),
            paces: Paces::new(),
            spawned: SpawnedCalls::default(),
            streams,
            link: Arc::clone(&wrapper.connection.link),
        }))
    }

    /// Returns the lane for a reader that may outlive the connection.
    pub(in crate::wire) fn downgrade(&self) -> WeakStreamLane {
        WeakStreamLane(Arc::downgrade(&self.0))
    }

    /// Follows a message that the SDK gets next.
    pub(super) fn follow(&self, message: &RxJsonRpcMessage<RoleServer>) {
        self.0.handshake.follow(message);
    }

    /// Cancels a call, which then gets no response. Returns false if the lane runs no call with this id.
    pub(super) fn cancel(&self, id: &RequestId) -> bool {
        self.0.spawned.cancel(id)
    }

    /// Waits until the calls that run beside the reading have ended.
    pub(in crate::wire) async fn ended(&self) {
        self.0.spawned.ended().await;
    }

    /// Returns the call of a line, or `None` if the line is the SDK's to handle.
    pub(in crate::wire) fn read(&self, line: &[u8]) -> Option<LaneCall> {
        let era = self.0.handshake.era()?;
        if !self.0.link.is_set() {
            return None;
        }
        let request = CallRequest::read(line)?;
        if request.era() != Some(era) {
            return None;
        }
        let progress = request.progress_token();
        let mut call = match era {
            Era::Modern => self.0.lane.modern(request, false)?,
            _ => LaneCall::new(request, era, self.0.handshake.client()),
        };
        if let Some(token) = progress {
            let sink = FrameProgress::new(self.0.streams.frames.clone(), token);
            call.ctx = call.ctx.with_progress(Progress::to(sink));
        }
        call.ctx = call.ctx.with_link(SharedLink(self.0.link.clone()));
        call.is_large = line.len() >= LARGE;
        Some(call)
    }

    /// Runs a call: at once if its action was fast before, so that its response is in `batch` if it was ready,
    /// and beside the reading otherwise. Returns false if the SDK must handle the line.
    pub(in crate::wire) fn run(&self, call: LaneCall, batch: &mut ResponseBatch) -> bool {
        // The connection may have begun again since the line was read.
        if self.0.handshake.era() != Some(call.ctx.era()) || !batch.begin(&call.id) {
            return false;
        }
        let is_large = call.is_large;
        let mut started = self.start(call);
        if !is_large && self.0.paces.is_fast(started.pace) {
            let mut cx = Context::from_waker(Waker::noop());
            if let Poll::Ready(result) = self.poll(&mut started, &mut cx) {
                batch.add(|bytes| write(bytes, &started.id, started.era, result));
                return true;
            }
        }
        self.0.streams.pending.note_running(&started.id);
        self.spawn(started);
        true
    }

    fn start(&self, call: LaneCall) -> StreamCall {
        let span = call.span();
        let LaneCall {
            tool,
            arguments,
            ctx,
            id,
            ..
        } = call;
        let connection = Arc::clone(&self.0);
        let discriminator = connection.lane.view.discriminator(&tool);
        let action = discriminator.and_then(|name| arguments.get(name)?.as_str());
        let pace = PaceKey::new(&tool, action);
        let era = ctx.era();
        let cancellation = Cancellation::of_call(&connection.streams.calls);
        let ctx = ctx.with_cancellation(cancellation.clone());
        let running = async move {
            let view = &connection.lane.view;
            view.call_sent(&tool, arguments, ctx).await
        };
        StreamCall {
            id,
            era,
            // A span that nobody records would make the future larger than what an allocator has at hand.
            running: if span.is_disabled() {
                Box::pin(running)
            } else {
                Box::pin(running.instrument(span))
            },
            cancellation: CancellationGuard::new(cancellation),
            pace,
        }
    }

    /// Polls a call with panics caught, and notes the time that it took.
    fn poll(
        &self,
        started: &mut StreamCall,
        cx: &mut Context<'_>,
    ) -> Poll<Result<CallResult, ToolError>> {
        let begun = Instant::now();
        let polled = Pin::new(&mut catch(started.running.as_mut())).poll(cx);
        self.0.paces.note(started.pace, begun.elapsed());
        polled
    }

    fn spawn(&self, mut started: StreamCall) {
        let lane = self.clone();
        let cancellation = started.cancellation.signal().clone();
        let number = lane.0.spawned.insert(started.id.clone(), cancellation);
        tokio::spawn(async move {
            let result = poll_fn(|cx| lane.poll(&mut started, cx)).await;
            if lane.0.spawned.remove(&started.id, number) {
                lane.respond(&started.id, started.era, result).await;
            }
            lane.0.spawned.note_end();
        });
    }

    async fn respond(&self, id: &RequestId, era: Era, result: Result<CallResult, ToolError>) {
        let streams = &self.0.streams;
        let sending = streams.pending.begin_response(id);
        let response = || {
            let mut response = Vec::with_capacity(CAPACITY);
            write(&mut response, id, era, result);
            Ok(response)
        };
        if streams.frames.send(response).await.is_err() {
            // A client that cannot receive responses can send no further requests.
            streams.abort.cancel();
        }
        drop(sending);
    }
}

fn write(bytes: &mut Vec<u8>, id: &RequestId, era: Era, result: Result<CallResult, ToolError>) {
    if let Ok(result) = result {
        write_response(bytes, id, era, result);
    } else {
        // The panic hook has printed its text, which may contain a secret argument.
        tracing::error!("a call panicked outside of its action");
        write_internal_error(bytes, id);
    }
}
