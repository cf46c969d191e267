//! The service for one HTTP request: it limits the body, forwards to the SDK, and counts the request as
//! pending until its response body has ended.

use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll},
};

use axum::{
    body::{Body, Bytes, HttpBody},
    extract::Request,
    response::Response,
};
use http::{
    HeaderValue, Method, StatusCode,
    header::{CONNECTION, CONTENT_LENGTH, CONTENT_TYPE},
};
use http_body::{Frame, SizeHint};
use http_body_util::{BodyExt, Full, combinators::BoxBody};
use rmcp::{
    model::ServerJsonRpcMessage,
    transport::streamable_http_server::{
        StreamableHttpService, session::local::LocalSessionManager,
    },
};
use tokio_util::task::task_tracker::TaskTrackerToken;

use super::{
    super::{method_not_found::message_with_words, server::Handler},
    reading::BodyLimits,
    stop::HttpStop,
};

const METHOD: &str = "mcp-method";
const LISTEN: &str = "subscriptions/listen";

/// The service that handles the requests of all clients.
pub(super) struct Endpoint {
    pub(super) mcp: StreamableHttpService<Handler, LocalSessionManager>,
    pub(super) stop: HttpStop,
    pub(super) bodies: BodyLimits,
}

impl Endpoint {
    pub(super) async fn answer(&self, request: Request) -> Response {
        if self.stop.is_over() {
            return ending();
        }
        let pending = (!listens(&request)).then(|| self.stop.track_request());
        let response = if request.method() == Method::POST {
            match self.bodies.read(request).await {
                Ok(request) => with_words(self.mcp.handle(request).await).await,
                Err(refusal) => return refusal,
            }
        } else {
            self.mcp.handle(request).await
        };
        // The SDK responds with an internal error to a call that it cancelled in the shutdown.
        if self.stop.is_over() && response.status() == StatusCode::INTERNAL_SERVER_ERROR {
            return ending();
        }
        response.map(|body| {
            Body::new(PendingBody {
                body,
                _pending: pending,
            })
        })
    }
}

/// Adds words to a "method not found" error of the SDK, which has a status of its own.
async fn with_words(response: SdkResponse) -> SdkResponse {
    if response.status() != StatusCode::NOT_FOUND {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(body) = body.collect().await;
    let body = body.to_bytes();
    // A session that does not exist has the same status, and its text is no message.
    let message = serde_json::from_slice::<ServerJsonRpcMessage>(&body);
    let worded = message.ok().map(message_with_words);
    let worded = worded.and_then(|message| serde_json::to_vec(&message).ok());
    parts.headers.remove(CONTENT_LENGTH);
    let body = worded.map_or(body, Bytes::from);
    Response::from_parts(parts, Full::new(body).boxed())
}

type SdkResponse = Response<BoxBody<Bytes, Infallible>>;

/// Returns true for a request that opens a subscription stream. Its response ends only with the stream,
/// so the shutdown must not wait for it.
fn listens(request: &Request) -> bool {
    let method = request.headers().get(METHOD);
    request.method() == Method::GET || method.is_some_and(|method| method == LISTEN)
}

fn ending() -> Response {
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

/// A response body that keeps its request pending until the body is sent.
struct PendingBody<B> {
    body: B,
    _pending: Option<TaskTrackerToken>,
}

impl<B: HttpBody + Unpin> HttpBody for PendingBody<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
