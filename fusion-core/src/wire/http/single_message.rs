//! Responses for clients that accept one of the two kinds only: the last message of a stream as JSON,
//! and JSON as a stream of one message.

use http::{
    HeaderValue, Response, StatusCode,
    header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE},
};
use http_body_util::BodyExt;

use super::{super::malformed_message::Envelope, accept::Accepted, sdk_body::SdkResponse};

/// Converts a response to a kind that the client accepts. Progress of a call is lost on the way to JSON.
/// Returns `None` if the stream has a request to the client, which needs the stream.
pub(super) async fn fitted(response: SdkResponse, accepted: Accepted) -> Option<SdkResponse> {
    match response
        .headers()
        .get(CONTENT_TYPE)
        .map(HeaderValue::as_bytes)
    {
        Some(b"text/event-stream") if !accepted.stream => last_message(response).await,
        Some(b"application/json") if !accepted.json && response.status() == StatusCode::OK => {
            Some(stream_of_one(response).await)
        }
        _ => Some(response),
    }
}

async fn last_message(response: SdkResponse) -> Option<SdkResponse> {
    let (mut parts, mut body) = response.into_parts();
    let mut lines = EventLines::default();
    while let Some(Ok(frame)) = body.frame().await {
        if let Some(data) = frame.data_ref() {
            lines.read(data);
        }
        if lines.has_request {
            return None;
        }
    }
    if lines.last.is_empty() {
        parts.status = StatusCode::SERVICE_UNAVAILABLE;
    }
    parts.headers.remove(CACHE_CONTROL);
    let json = HeaderValue::from_static("application/json");
    parts.headers.insert(CONTENT_TYPE, json);
    Some(Response::from_parts(parts, lines.last.into()))
}

async fn stream_of_one(response: SdkResponse) -> SdkResponse {
    let (mut parts, body) = response.into_parts();
    let Ok(body) = body.collect().await;
    let mut event = b"data: ".to_vec();
    event.extend_from_slice(&body.to_bytes());
    event.extend_from_slice(b"\n\n");
    parts.headers.remove(CONTENT_LENGTH);
    let stream = HeaderValue::from_static("text/event-stream");
    parts.headers.insert(CONTENT_TYPE, stream);
    parts
        .headers
        .insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Response::from_parts(parts, event.into())
}

/// The lines of an event stream, each of which is one field. The SDK writes a message in one field.
#[derive(Default)]
struct EventLines {
    line: Vec<u8>,
    /// The last message.
    last: Vec<u8>,
    has_request: bool,
}

impl EventLines {
    fn read(&mut self, bytes: &[u8]) {
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(part);
            if part.ends_with(b"\n") {
                self.end_line();
            }
        }
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let data = line.strip_prefix(b"data:").unwrap_or_default();
        let data = data.trim_ascii();
        if !data.is_empty() {
            self.last = data.to_vec();
            self.has_request |= Envelope::read(data).is_request();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_message_is_found_however_the_stream_is_cut() {
        let stream = b"id: 0\nretry: 3000\ndata:\n\n:\n\nid: 1\ndata: {\"method\":\"n\"}\n\ndata: {\"id\":1,\"result\":{}}\n\n";
        for length in 1..stream.len() {
            let mut lines = EventLines::default();
            stream.chunks(length).for_each(|part| lines.read(part));
            assert_eq!(lines.last, br#"{"id":1,"result":{}}"#);
            assert!(!lines.has_request);
        }
        let mut lines = EventLines::default();
        lines.read(b"data: {\"id\":1,\"method\":\"elicitation/create\"}\n\n");
        assert!(lines.has_request);
    }
}
