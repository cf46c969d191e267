//! The reading of request bodies: up to a limit, and what happens to the rest of a larger one.

use std::{pin::pin, time::Duration};

use axum::{
    BoxError,
    body::{Body, Bytes, HttpBody},
    extract::Request,
    response::Response,
};
use http::{StatusCode, header::EXPECT};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use tokio::time::timeout;

use super::{
    endpoint::{ending, refusal},
    stop::HttpStop,
};
use crate::middleware::builtin::poll_once;

/// The maximum number of bytes that are read and dropped after the refusal of a body.
const MAX_DROPPED: usize = 64 * 1024 * 1024;
/// The time after which a client that sends nothing more of a refused body has ended it.
const DROP_PAUSE: Duration = Duration::from_secs(1);

/// The limits of request bodies.
pub(super) struct BodyLimits {
    pub(super) max_bytes: usize,
    pub(super) timeout: Duration,
}

impl BodyLimits {
    /// Reads the body, or returns a refusal if it is too large or too late. While the server stops, a
    /// silent client is not waited for.
    pub(super) async fn read(
        &self,
        request: Request,
        stop: &HttpStop,
    ) -> Result<Request<Bytes>, Response> {
        let (parts, mut body) = request.into_parts();
        let limit = self.max_bytes;
        let announced = body.size_hint().lower();
        if usize::try_from(announced).map_or(true, |bytes| bytes > limit) {
            // Such a client waits for the response before it sends the body.
            if !parts.headers.contains_key(EXPECT) {
                self.drop_rest(body);
            }
            return Err(too_large(limit));
        }
        let read = {
            let mut reading = pin!(collect(Limited::new(&mut body, limit), stop));
            // Most bodies arrive with their headers, and reading such a one costs less than a timer.
            match poll_once(reading.as_mut()).await {
                Some(read) => Ok(read),
                None => timeout(self.timeout, reading).await,
            }
        };
        let bytes = match read {
            Ok(Ok(Some(bytes))) => bytes,
            Ok(Ok(None)) => return Err(ending()),
            Ok(Err(error)) if error.is::<LengthLimitError>() => {
                self.drop_rest(body);
                return Err(too_large(limit));
            }
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
        Ok(Request::from_parts(parts, bytes))
    }

    /// Drops the body of a request that is refused before it is read.
    #[cfg(any(feature = "ask", feature = "oauth"))]
    pub(super) fn drop_unread(&self, request: Request) {
        let (parts, body) = request.into_parts();
        // Such a client waits for the response before it sends the body.
        if !body.is_end_stream() && !parts.headers.contains_key(EXPECT) {
            self.drop_rest(body);
        }
    }

    /// Reads and drops the rest of a refused body while the response is sent. Many clients send the
    /// whole body before they read, and a connection that closes before that resets: they would never
    /// read the response.
    fn drop_rest(&self, body: Body) {
        let limit = self.timeout;
        tokio::spawn(async move {
            let _ = timeout(limit, drop_frames(body)).await;
        });
    }
}

/// Returns the whole body, or `None` if the server stops and the client is silent.
async fn collect(mut body: Limited<&mut Body>, stop: &HttpStop) -> Result<Option<Bytes>, BoxError> {
    let (mut first, mut all) = (Bytes::new(), Vec::new());
    loop {
        let frame = tokio::select! {
            biased;
            frame = body.frame() => frame,
            () = stop.silence() => return Ok(None),
        };
        let Some(frame) = frame else {
            return Ok(Some(if all.is_empty() { first } else { all.into() }));
        };
        let data = frame?.into_data().unwrap_or_default();
        if first.is_empty() {
            first = data;
            if body.is_end_stream() {
                return Ok(Some(first));
            }
        } else {
            if all.is_empty() {
                all.extend_from_slice(&first);
            }
            all.extend_from_slice(&data);
        }
    }
}

async fn drop_frames(mut body: Body) {
    let mut left = MAX_DROPPED;
    while let Ok(Some(Ok(frame))) = timeout(DROP_PAUSE, body.frame()).await {
        let bytes = frame.data_ref().map_or(0, Bytes::len);
        match left.checked_sub(bytes) {
            Some(rest) => left = rest,
            None => return,
        }
    }
}

fn too_large(limit: usize) -> Response {
    let text = format!("the body of a request may have {limit} bytes");
    refusal(StatusCode::PAYLOAD_TOO_LARGE, text)
}
