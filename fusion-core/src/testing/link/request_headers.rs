//! The headers in which a client of the modern era repeats parts of a message.

use base64::{Engine, prelude::BASE64_STANDARD};
use http::{HeaderMap, HeaderName, HeaderValue};
use rmcp::transport::common::http_header::{
    BASE64_HEADER_PREFIX, BASE64_HEADER_SUFFIX, HEADER_MCP_PARAM_PREFIX,
};
use serde_json::Value;

use super::{super::session::REVISION_KEY, RepeatedArgument};

pub(super) static SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
pub(super) static REVISION: HeaderName = HeaderName::from_static("mcp-protocol-version");
static METHOD: HeaderName = HeaderName::from_static("mcp-method");
static NAME: HeaderName = HeaderName::from_static("mcp-name");

/// Repeats the revision, the method and the name of a message of the modern era.
pub(super) fn repeat_in_headers(message: &Value, headers: &mut HeaderMap) {
    let params = &message["params"];
    let Some(revision) = params["_meta"][REVISION_KEY].as_str() else {
        return;
    };
    let method = message["method"].as_str().unwrap_or_default();
    let name = match method {
        "tools/call" | "prompts/get" => params["name"].as_str(),
        "resources/read" | "resources/subscribe" | "resources/unsubscribe" => {
            params["uri"].as_str()
        }
        _ => None,
    };
    let repeated = [
        (&REVISION, Some(revision)),
        (&METHOD, Some(method)),
        (&NAME, name),
    ];
    for (header, value) in repeated {
        if let Some(value) = value.and_then(header_value) {
            headers.insert(header, value);
        }
    }
}

/// Repeats the annotated arguments of a call.
pub(super) fn repeat_arguments(arguments: &[RepeatedArgument], headers: &mut HeaderMap) {
    for (suffix, value) in arguments {
        let name = format!("{HEADER_MCP_PARAM_PREFIX}{suffix}");
        let name = HeaderName::from_bytes(name.as_bytes()).ok();
        if let Some((name, value)) = name.zip(header_value(value)) {
            headers.insert(name, value);
        }
    }
}

/// Returns a text as the value of a header: as it is, or in base64 if HTTP would change or refuse it.
fn header_value(text: &str) -> Option<HeaderValue> {
    let is_plain = text.bytes().all(|byte| (b' '..=b'~').contains(&byte))
        && text.trim_matches(' ') == text
        && !(text.starts_with(BASE64_HEADER_PREFIX) && text.ends_with(BASE64_HEADER_SUFFIX));
    if is_plain {
        return HeaderValue::from_str(text).ok();
    }
    let encoded = BASE64_STANDARD.encode(text);
    let encoded = format!("{BASE64_HEADER_PREFIX}{encoded}{BASE64_HEADER_SUFFIX}");
    HeaderValue::from_str(&encoded).ok()
}
