//! Ids that the SDK would write into its log as they are, with line breaks or control characters. The SDK
//! gets a number of our own, and the response has the client's id again.

use axum::body::Bytes;
use http::{
    HeaderValue,
    header::{CONTENT_LENGTH, CONTENT_TYPE},
    request::Parts,
};
use memchr::{memchr2, memmem};
use rmcp::model::{JsonObject, RequestId};

use super::{
    super::request_ids::{ClientRequestId, is_unsafe, random_number},
    sdk_body::SdkResponse,
};

/// An id that was replaced in a request.
pub(super) struct ReplacedId {
    own: String,
    /// The JSON text of the client's id.
    sent: String,
}

impl ReplacedId {
    /// Replaces the id of a message, if the log must not have it. The actions see the client's id.
    pub(super) fn replace(parts: &mut Parts, body: &[u8]) -> Option<(Self, Bytes)> {
        if !may_be_unsafe(body) {
            return None;
        }
        let mut message: JsonObject = serde_json::from_slice(body).ok()?;
        let id = message.get_mut("id")?;
        let client = RequestId::String(id.as_str()?.into());
        if !is_unsafe(&client) {
            return None;
        }
        let own = random_number();
        let sent = std::mem::replace(id, own.into()).to_string();
        let body = serde_json::to_vec(&message).ok()?;
        parts.extensions.insert(ClientRequestId(client));
        let own = own.to_string();
        Some((Self { own, sent }, body.into()))
    }

    /// Restores the id in the response.
    pub(super) async fn restore(self, mut response: SdkResponse) -> SdkResponse {
        let kind = response.headers().get(CONTENT_TYPE);
        if kind.map(HeaderValue::as_bytes) == Some(b"application/json".as_slice()) {
            // The length of the body is sent before the body.
            response.headers_mut().remove(CONTENT_LENGTH);
            response.body_mut().first().await;
        }
        response.body_mut().restore(self);
        response
    }

    /// Restores the id in a whole message or event.
    pub(super) fn restore_in(&self, data: Bytes) -> Bytes {
        let mut restored = Vec::new();
        let mut rest = 0;
        for at in memmem::find_iter(&data, &self.own) {
            restored.extend_from_slice(&data[rest..at]);
            restored.extend_from_slice(self.sent.as_bytes());
            rest = at + self.own.len();
        }
        if rest == 0 {
            return data;
        }
        restored.extend_from_slice(&data[rest..]);
        restored.into()
    }
}

/// Returns false for nearly all messages whose id is safe, without a parser.
fn may_be_unsafe(body: &[u8]) -> bool {
    let mut ids = memmem::find_iter(body, br#""id""#).map(|at| &body[at + 4..]);
    // A key with an escaped letter may be `id`, too.
    ids.any(is_before_unsafe_text) || memmem::find(body, br"\u006").is_some()
}

/// Returns whether what follows a key is a text with escapes, or with other than visible characters.
fn is_before_unsafe_text(rest: &[u8]) -> bool {
    let value = rest.trim_ascii_start().strip_prefix(b":");
    let value = value.unwrap_or_default().trim_ascii_start();
    let Some(text) = value.strip_prefix(b"\"") else {
        return false;
    };
    let end = memchr2(b'"', b'\\', text).unwrap_or(text.len());
    text.get(end) != Some(&b'"') || !text[..end].iter().all(|byte| matches!(byte, b' '..=b'~'))
}

#[cfg(test)]
mod tests {
    use http::Request;

    use super::*;

    fn replaced(body: &str) -> Option<(ReplacedId, Bytes, Option<RequestId>)> {
        let (mut parts, ()) = Request::new(()).into_parts();
        let (id, body) = ReplacedId::replace(&mut parts, body.as_bytes())?;
        let client = parts.extensions.remove::<ClientRequestId>();
        Some((id, body, client.map(|id| id.0)))
    }

    #[test]
    fn only_ids_that_are_unsafe_are_replaced() {
        for body in [
            r#"{"id":7,"method":"x"}"#,
            r#"{"id":"a b","method":"x","params":{"id":5}}"#,
            r#"{"method":"x","params":{"id":"a\nb"}}"#,
            r#"{"id":"a\"b\\","method":"x"}"#,
            r#"{"id":"é","method":"x"}"#,
            r#"{"id":"a\nb","method":"x""#,
            r#"["id"]"#,
            r#"{"id":"#,
        ] {
            assert!(replaced(body).is_none(), "{body}");
        }
        for (body, expected) in [
            (r#"{"id":"a\nb","method":"x"}"#, "a\nb"),
            (r#"{"params":{"id":1}, "id" : "\u001b[2J" }"#, "\u{1b}[2J"),
            (r#"{"\u0069d":"a\u000ab","method":"x"}"#, "a\nb"),
            (r#"{"i\u0064":"a\rb"}"#, "a\rb"),
            ("{\"id\":\"\u{202e}\"}", "\u{202e}"),
            ("{\"id\":\"\u{7f}\"}", "\u{7f}"),
            ("{\"id\":\"\u{85}\"}", "\u{85}"),
        ] {
            let (id, body, client) = replaced(body).unwrap();
            assert_eq!(client, Some(RequestId::String(expected.into())));
            let message: serde_json::Value = serde_json::from_slice(&body).unwrap();
            assert_eq!(message["id"].to_string(), id.own);
            let restored = id.restore_in(body);
            let message: serde_json::Value = serde_json::from_slice(&restored).unwrap();
            assert_eq!(message["id"], expected);
        }
    }

    #[test]
    fn each_place_of_an_id_is_restored() {
        let id = ReplacedId {
            own: "-77".to_owned(),
            sent: r#""\n""#.to_owned(),
        };
        for (text, expected) in [
            ("-77", r#""\n""#),
            ("a-77b-77-77", r#"a"\n"b"\n""\n""#),
            ("7-7", "7-7"),
            ("", ""),
        ] {
            assert_eq!(id.restore_in(Bytes::from(text)), expected);
        }
    }
}
