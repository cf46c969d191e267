//! The service for one HTTP request: it limits the body, forwards to the SDK, and counts the request as
//! pending until its response body has ended.

use std::{
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    body::{Body, Bytes, HttpBody},
    extract::Request,
    response::Response,
};
use http::{
    HeaderValue, Method, StatusCode,
    header::{CONNECTION, CONTENT_TYPE},
};
use http_body::{Frame, SizeHint};
use http_body_util::{BodyExt, Collected, LengthLimitError, Limited};
use rmcp::transport::streamable_http_server::{
    StreamableHttpService, session::local::LocalSessionManager,
};
use tokio::time::timeout;
use tokio_util::task::task_tracker::TaskTrackerToken;

use super::{super::server::Handler, stop::HttpStop};

const METHOD: &str = "mcp-method";
const LISTEN: &str = "subscriptions/listen";

/// The service that handles the requests of all clients.
pub(super) struct Endpoint {
    pub(super) mcp: StreamableHttpService<Handler, LocalSessionManager>,
    pub(super) stop: HttpStop,
    pub(super) max_body_bytes: usize,
    pub(super) request_timeout: Duration,
}

impl Endpoint {
    pub(super) async fn answer(&self, request: Request) -> Response {
        if self.stop.is_over() {
            return ending();
        }
        let pending = (!listens(&request)).then(|| self.stop.track_request());
        let response = if request.method() == Method::POST {
            match self.read(request).await {
                Ok(request) => self.mcp.handle(request).await,
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

    /// Reads the body, or returns a refusal if it is too large or too late.
    async fn read(&self, request: Request) -> Result<Request<Collected<Bytes>>, Response> {
        let (parts, body) = request.into_parts();
        let limit = self.max_body_bytes;
        let announced = body.size_hint().lower();
        if usize::try_from(announced).map_or(true, |bytes| bytes > limit) {
            return Err(too_large(limit));
        }
        let reading = Limited::new(body, limit).collect();
        let body = match timeout(self.request_timeout, reading).await {
            Ok(Ok(body)) => body,
            Ok(Err(error)) if error.is::<LengthLimitError>() => return Err(too_large(limit)),
            Ok(Err(error)) => {
                tracing::debug!(%error, "the body of a request cannot be read");
                let text = "the body of the request cannot be read";
                return Err(refusal(StatusCode::BAD_REQUEST, text.to_owned()));
            }
            Err(_) => {
                let text = "the body of the request did not come in time";
                return Err(refusal(StatusCode::REQUEST_TIMEOUT, text.to_owned()));
            }
        };
        Ok(Request::from_parts(parts, body))
    }
}

/// Returns true for a request that opens a subscription stream. Its response ends only with the stream,
/// so the shutdown must not wait for it.
fn listens(request: &Request) -> bool {
    let method = request.headers().get(METHOD);
    request.method() == Method::GET || method.is_some_and(|method| method == LISTEN)
}

fn too_large(limit: usize) -> Response {
    let text = format!("the body of a request may have {limit} bytes");
    refusal(StatusCode::PAYLOAD_TOO_LARGE, text)
}

fn ending() -> Response {
    let text = "the server is ending".to_owned();
    refusal(StatusCode::SERVICE_UNAVAILABLE, text)
}

/// Creates an error response that closes the connection, because the rest of the request is not read.
fn refusal(status: StatusCode, text: String) -> Response {
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
