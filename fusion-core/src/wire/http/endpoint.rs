//! The service for one HTTP request: it limits the body, forwards to the SDK, and counts the request as
//! pending until its response body has ended. It also answers what the SDK answers wrongly.

use std::{convert::Infallible, pin::Pin, sync::Arc};

use axum::{
    body::{Body, Bytes},
    extract::Request,
    response::Response,
};
use http::{
    HeaderName, HeaderValue, Method, StatusCode,
    header::{CONNECTION, CONTENT_TYPE},
    request::Parts,
};
use http_body_util::{Full, combinators::BoxBody};
use rmcp::transport::streamable_http_server::StreamableHttpService;

#[cfg(feature = "explorer")]
use super::explorer::ExplorerGate;
use super::{
    super::{call_refusal::RefusalSlot, server::Handler},
    accept::Accepted,
    call_challenges::{CallChallenges, RefusedCaller},
    hosts,
    lane::{HttpLane, era},
    left_client::{Handling, RequestClient},
    malformed_body,
    pending_body::PendingBody,
    reading::BodyLimits,
    refused_methods::with_words,
    replaced_id::ReplacedId,
    sdk_body::SdkResponse,
    sessions::Sessions,
    single_message::fitted,
    stop::HttpStop,
};
#[cfg(feature = "ask")]
use crate::registry::View;
use crate::{ctx::Era, middleware::builtin::poll_once};

static METHOD: HeaderName = HeaderName::from_static("mcp-method");
const LISTEN: &str = "subscriptions/listen";
/// The maximum size of a body that is kept while its request is handled.
const KEPT: usize = 64 * 1024;

/// The service that handles the requests of all clients.
pub(super) struct Endpoint {
    pub(super) mcp: StreamableHttpService<Handler, Sessions>,
    pub(super) sessions: Arc<Sessions>,
    pub(super) stop: HttpStop,
    pub(super) bodies: BodyLimits,
    /// The lane; `None` if every request is the SDK's to answer.
    pub(super) lane: Option<HttpLane>,
    /// True if requests of the legacy era belong to sessions.
    pub(super) has_sessions: bool,
    /// The view whose calls may ask the users of sessions; `None` if none does.
    #[cfg(feature = "ask")]
    pub(super) asking: Option<View>,
    /// The challenges of calls that are refused with a status; under OAuth with the gate in front of them.
    pub(super) challenges: CallChallenges,
    /// The check of who may use the explorer; `None` for a server without one.
    #[cfg(feature = "explorer")]
    pub(super) explorer: Option<ExplorerGate>,
}

impl Endpoint {
    pub(super) async fn answer(self: &Arc<Self>, mut request: Request) -> Response {
        if self.stop.is_over() {
            return ending();
        }
        if let Some(refusal) = hosts::refusal_of(&request) {
            return refusal;
        }
        #[cfg(feature = "explorer")]
        if let Some(explorer) = &self.explorer {
            explorer.drop_own_origin(&mut request);
        }
        #[cfg(feature = "oauth")]
        let owner = match self.admit(&mut request).await {
            Ok(owner) => owner,
            Err(refusal) => {
                self.bodies.drop_unread(request);
                return refusal;
            }
        };
        #[cfg(feature = "ask")]
        let caller = match self.admit_caller(&request) {
            None => None,
            Some(admission) => match admission.await {
                Ok(caller) => Some(caller),
                Err(refusal) => {
                    self.bodies.drop_unread(request);
                    return refusal;
                }
            },
        };
        let listens = listens(&request);
        #[cfg(feature = "oauth")]
        let time = listens.then(|| self.stream_time(&request)).flatten();
        // A stream has no end without OAuth.
        #[cfg(not(feature = "oauth"))]
        let time = None;
        let pending = (!listens).then(|| self.stop.track_request());
        let response = match *request.method() {
            Method::POST => match self.post(request).await {
                Ok(response) => response,
                Err(refusal) => return refusal,
            },
            Method::GET => {
                let accepted = Accepted::of(request.headers());
                if accepted.stream {
                    accepted.name_both(request.headers_mut());
                }
                self.handle(without_body(request)).await.map(Into::into)
            }
            _ => self.handle(without_body(request)).await.map(Into::into),
        };
        #[cfg(feature = "oauth")]
        self.bind_session(&response, owner);
        #[cfg(feature = "ask")]
        self.bind_caller(&response, caller);
        // The SDK responds with an internal error to a call that it cancelled in the shutdown.
        if self.stop.is_over() && response.status() == StatusCode::INTERNAL_SERVER_ERROR {
            return ending();
        }
        response.map(|body| Body::new(PendingBody::new(body, pending, time)))
    }

    /// Returns the time for which a request may have a stream: that of its token.
    #[cfg(feature = "oauth")]
    fn stream_time(&self, request: &Request) -> Option<std::time::Duration> {
        self.challenges.gate.as_ref()?.time_left(request)
    }

    /// Returns the response to a message, or a refusal.
    async fn post(self: &Arc<Self>, mut request: Request) -> Result<SdkResponse, Response> {
        let accepted = Accepted::of(request.headers());
        if !accepted.stream && (!accepted.json || listens(&request)) {
            return Err(accepted.refusal());
        }
        accepted.name_both(request.headers_mut());
        let is_json = malformed_body::is_json(request.headers());
        let (mut parts, body) = self.bodies.read(request, &self.stop).await?.into_parts();
        if let Some(lane) = self.lane.as_ref().filter(|_| is_json && accepted.json)
            && let Some(call) = lane.read(&parts, &body)
        {
            drop(body);
            let caller = RefusedCaller::of(&parts);
            let answer = lane.answer(call, parts).await;
            return answer.map_err(|refusal| self.challenges.response(&refusal, &caller));
        }
        let client = self.client(&mut parts);
        let forwarded = Forwarded {
            parts,
            body,
            accepted,
            is_json,
            client: client.clone(),
        };
        let forwarding = Arc::clone(self).forward(forwarded);
        match client {
            Some(client) => client.handle(forwarding).await,
            None => forwarding.await,
        }
    }

    /// Passes a request to the SDK. The future is boxed, so that its size and its code are in one place.
    fn handle(&self, request: Request<Full<Bytes>>) -> SdkHandling<'_> {
        Box::pin(self.mcp.handle(request))
    }

    /// Returns the client of a request whose call ends with its connection. In a session, a client may resume the
    /// stream of a call.
    fn client(&self, parts: &mut Parts) -> Option<RequestClient> {
        if self.has_sessions && era(&parts.headers) != Some(Era::Modern) {
            return None;
        }
        let client = RequestClient::new(self.stop.streams());
        parts.extensions.insert(client.left());
        Some(client)
    }

    /// Returns the SDK's response to a message, or a refusal. The future is boxed, so that a call in the lane
    /// reserves no space for it.
    fn forward(self: Arc<Self>, forwarded: Forwarded) -> Forwarding {
        Box::pin(self.forward_to_sdk(forwarded))
    }

    async fn forward_to_sdk(
        self: Arc<Self>,
        forwarded: Forwarded,
    ) -> Result<SdkResponse, Response> {
        let Forwarded {
            mut parts,
            body,
            accepted,
            is_json,
            client,
        } = forwarded;
        let caller = RefusedCaller::of(&parts);
        let slot = RefusalSlot::default();
        if client.is_some() {
            parts.extensions.insert(slot.clone());
        }
        let (replaced, sdk_body) = ReplacedId::replace(&mut parts, &body).unzip();
        let request =
            Request::from_parts(parts, Full::new(sdk_body.unwrap_or_else(|| body.clone())));
        let mut handling = self.handle(request);
        // The SDK parses the body at the first poll. A call may take long, and does not keep a large one.
        let (response, body) = if let Some(response) = poll_once(handling.as_mut()).await {
            (response, body)
        } else {
            let body = if body.len() > KEPT {
                Bytes::new()
            } else {
                body
            };
            let response = self.stop.unless_over(handling.as_mut()).await;
            (response.ok_or_else(ending)?, body)
        };
        let response = match client {
            Some(client) => client.keep_stream(response),
            None => response,
        };
        let response: SdkResponse = response.map(Into::into);
        let response = match response.status() {
            StatusCode::OK | StatusCode::NOT_FOUND => match malformed_body::list_refused(&body) {
                Some(refused) => refused,
                None => with_words(response).await,
            },
            StatusCode::UNSUPPORTED_MEDIA_TYPE if is_json => {
                malformed_body::unparsed(&body).unwrap_or(response)
            }
            // The SDK responds with an internal error to a client that gets no session.
            StatusCode::INTERNAL_SERVER_ERROR if self.sessions.are_all_in_use() => {
                let text = "all sessions are in use".to_owned();
                return Err(refusal(StatusCode::SERVICE_UNAVAILABLE, text));
            }
            StatusCode::ACCEPTED => malformed_body::unanswered(&body).unwrap_or(response),
            StatusCode::BAD_REQUEST if !malformed_body::is_json(response.headers()) => {
                malformed_body::not_initialized(&body).unwrap_or(response)
            }
            _ => response,
        };
        let response = match replaced {
            Some(id) => id.restore(response).await,
            None => response,
        };
        // A response with progress has begun, and its status is sent.
        if let Some(refusal) = slot.refusal()
            && malformed_body::is_json(response.headers())
            && self.challenges.has_status(refusal)
        {
            return Err(self.challenges.response(refusal, &caller));
        }
        fitted(response, accepted)
            .await
            .ok_or_else(|| accepted.refusal())
    }
}

type SdkHandling<'s> =
    Pin<Box<dyn Future<Output = http::Response<BoxBody<Bytes, Infallible>>> + Send + 's>>;
type Forwarding = Handling<Result<SdkResponse, Response>>;

/// Removes the body of a request that has none, or whose body the SDK does not read.
fn without_body(request: Request) -> Request<Full<Bytes>> {
    request.map(|_| Full::default())
}

/// A request for the SDK.
struct Forwarded {
    parts: Parts,
    body: Bytes,
    accepted: Accepted,
    is_json: bool,
    client: Option<RequestClient>,
}

/// Returns true for a request that opens a subscription stream. Its response ends only with the stream,
/// so the shutdown must not wait for it.
fn listens(request: &Request) -> bool {
    let method = request.headers().get(&METHOD);
    request.method() == Method::GET || method.is_some_and(|method| method == LISTEN)
}

pub(super) fn ending() -> Response {
    let text = "the server is ending".to_owned();
    refusal(StatusCode::SERVICE_UNAVAILABLE, text)
}

/// Creates an error response that closes the connection, because the rest of the request is not read.
pub(super) fn refusal(status: StatusCode, text: String) -> Response {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONNECTION, HeaderValue::from_static("close"));
    let plain = HeaderValue::from_static("text/plain; charset=utf-8");
    headers.insert(CONTENT_TYPE, plain);
    response
}
