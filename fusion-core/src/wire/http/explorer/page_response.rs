//! The responses with the files of the page and with its document: their headers, entity tags and encodings.

use axum::{body::Body, response::Response};
use http::{
    HeaderMap, HeaderName, HeaderValue, StatusCode,
    header::{
        ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
        ETAG, IF_NONE_MATCH, REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
    },
};
use serde_json::Value;

use crate::explorer::{PageFile, compressed};

/// Everything is from the server itself, no code is inline, and no text becomes markup or code. Pictures in results are
/// `data:` URLs.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
    img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'; trusted-types 'none'";

/// Returns the response with a file, or 304 if the client has it.
pub(super) fn file(file: &'static PageFile, headers: &HeaderMap) -> Response {
    let compresses = accepts_gzip(headers);
    let tag = if compresses {
        format!("\"{}-gzip\"", file.tag)
    } else {
        format!("\"{}\"", file.tag)
    };
    let is_known = has_tag(headers, &tag);
    let bytes: &[u8] = match (is_known, compresses) {
        (true, _) => &[],
        (false, true) => &file.gzip,
        (false, false) => &file.plain,
    };
    let mut response = protected(Body::from(bytes), compresses && !is_known);
    if is_known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = response.headers_mut();
    // The browser asks each time, so that the page is that of the server's version.
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(file.kind));
    if let Ok(tag) = HeaderValue::try_from(tag) {
        headers.insert(ETAG, tag);
    }
    response
}

/// Returns the response with the document of a caller, which no cache keeps.
pub(super) fn document(document: &Value, compresses: bool) -> Response {
    let text = document.to_string();
    let body = if compresses {
        Body::from(compressed(text.as_bytes()))
    } else {
        Body::from(text)
    };
    let mut response = protected(body, compresses);
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

fn protected(body: Body, is_compressed: bool) -> Response {
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
        (VARY, "accept-encoding"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if is_compressed {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}

/// Returns true if the headers accept gzip, by its name or by `*`.
pub(super) fn accepts_gzip(headers: &HeaderMap) -> bool {
    let (mut named, mut any) = (None, None);
    for value in headers.get_all(ACCEPT_ENCODING) {
        for coding in value.to_str().unwrap_or_default().split(',') {
            let mut parts = coding.split(';').map(str::trim);
            let name = parts.next().unwrap_or_default();
            let is_accepted = !parts.any(|part| {
                let weight = part.strip_prefix("q=").or(part.strip_prefix("Q="));
                weight.is_some_and(|weight| weight.parse() == Ok(0.0_f32))
            });
            if name.eq_ignore_ascii_case("gzip") {
                named = Some(is_accepted);
            } else if name == "*" {
                any = Some(is_accepted);
            }
        }
    }
    named.or(any).unwrap_or(false)
}

/// Returns true if the client has the response with this entity tag.
fn has_tag(headers: &HeaderMap, tag: &str) -> bool {
    let values = headers.get_all(IF_NONE_MATCH).iter();
    let mut tags = values.flat_map(|value| value.to_str().unwrap_or_default().split(','));
    tags.any(|known| {
        let known = known.trim();
        known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: &HeaderName, values: &[&'static str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(name, HeaderValue::from_static(value));
        }
        headers
    }

    #[test]
    fn gzip_is_accepted_by_its_name_or_by_a_star() {
        for (values, expected) in [
            (&[][..], false),
            (&["gzip"], true),
            (&["br, GZIP;q=0.5"], true),
            (&["br", "gzip"], true),
            (&["gzip;q=0"], false),
            (&["gzip; q=0.000, *"], false),
            (&["*"], true),
            (&["*;q=0"], false),
            (&["identity"], false),
            (&["xgzip"], false),
        ] {
            let headers = headers(&ACCEPT_ENCODING, values);
            assert_eq!(accepts_gzip(&headers), expected, "{values:?}");
        }
    }

    #[test]
    fn an_entity_tag_is_found_among_several() {
        for (values, expected) in [
            (&[][..], false),
            (&["\"a\""], true),
            (&["\"b\", W/\"a\""], true),
            (&["\"b\"", "\"a\""], true),
            (&["*"], true),
            (&["a"], false),
            (&["\"ab\""], false),
        ] {
            let headers = headers(&IF_NONE_MATCH, values);
            assert_eq!(has_tag(&headers, "\"a\""), expected, "{values:?}");
        }
    }
}
