//! The requests that the lane takes, by their headers.

use http::Request;
use serde_json::json;

use super::*;

use crate::{registry::Registry, wire::cursor::PAGE};

const VERSION: &str = "mcp-protocol-version";
const METHOD: &str = "mcp-method";
const NAME: &str = "mcp-name";

fn lane(hosts: Option<&[String]>, has_sessions: bool) -> HttpLane {
    let view = Registry::builder().build().unwrap().grouped();
    let wrapper = MountWrapper::for_server(view, None, PAGE);
    let stop = HttpStop::new(std::time::Duration::ZERO);
    HttpLane::new(&wrapper, hosts, has_sessions, false, stop)
}

type Headers = Vec<(&'static str, &'static str)>;

fn legacy() -> Headers {
    vec![("host", "localhost"), (VERSION, "2025-11-25")]
}

fn modern() -> Headers {
    vec![
        ("host", "localhost"),
        (VERSION, "2026-07-28"),
        (METHOD, "tools/call"),
        (NAME, "t"),
    ]
}

fn body(name: &str, meta: &Value) -> Vec<u8> {
    let params = json!({"name": name, "arguments": {}, "_meta": meta});
    json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
        .to_string()
        .into_bytes()
}

fn modern_body() -> Vec<u8> {
    body(
        "t",
        &json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        }),
    )
}

fn takes(lane: &HttpLane, headers: &[(&'static str, &'static str)], body: &[u8]) -> bool {
    let mut request = Request::builder();
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let (parts, ()) = request.body(()).unwrap().into_parts();
    lane.read(&parts, body).is_some()
}

/// Returns the headers with another value for a name, or without the name.
fn with(mut headers: Headers, name: &'static str, value: Option<&'static str>) -> Headers {
    headers.retain(|(other, _)| *other != name);
    headers.extend(value.map(|value| (name, value)));
    headers
}

#[test]
fn plain_requests_of_both_eras_are_taken() {
    let lane = lane(None, false);
    assert!(takes(&lane, &modern(), &modern_body()));
    for version in [
        None,
        Some("2024-11-05"),
        Some("2025-03-26"),
        Some("2025-06-18"),
        Some("2025-11-25"),
    ] {
        let headers = with(legacy(), VERSION, version);
        assert!(
            takes(&lane, &headers, &body("t", &json!({}))),
            "{version:?}"
        );
    }
}

#[test]
fn headers_that_are_not_plain_are_left_to_the_sdk() {
    let lane = lane(None, false);
    let mut unusual = vec![];
    for (name, value) in [
        ("host", None),
        ("host", Some("example.com")),
        ("host", Some("a@localhost")),
        ("origin", Some("http://localhost")),
        (VERSION, None),
        (VERSION, Some("2025-11-25")),
        (VERSION, Some("2099-01-01")),
        (METHOD, None),
        (METHOD, Some("tools/list")),
        (METHOD, Some("Tools/call")),
        (NAME, None),
        (NAME, Some("u")),
        (NAME, Some("=?base64?dA==?=")),
    ] {
        unusual.push(with(modern(), name, value));
    }
    for name in [VERSION, METHOD, NAME] {
        let mut twice = modern();
        let first = twice.iter().find(|(other, _)| *other == name).copied();
        twice.extend(first);
        unusual.push(twice);
    }
    for headers in unusual {
        assert!(!takes(&lane, &headers, &modern_body()), "{headers:?}");
    }
    for headers in [
        with(legacy(), VERSION, Some("2026-07-28")),
        with(legacy(), VERSION, Some("latest")),
        with(legacy(), "origin", Some("null")),
    ] {
        assert!(
            !takes(&lane, &headers, &body("t", &json!({}))),
            "{headers:?}"
        );
    }
    let mut latin = HeaderMap::new();
    latin.insert(
        &super::NAME,
        HeaderValue::from_bytes("é".as_bytes()).unwrap(),
    );
    assert!(!has_only(&latin, &super::NAME, "é"));
    let progress = body("t", &json!({"progressToken": 1}));
    assert!(!takes(&lane, &legacy(), &progress));
}

#[test]
fn with_sessions_only_the_modern_era_is_taken() {
    let lane = lane(None, true);
    assert!(takes(&lane, &modern(), &modern_body()));
    assert!(!takes(&lane, &legacy(), &body("t", &json!({}))));
}

#[test]
fn hosts_are_those_of_the_setting() {
    let hosts = ["tools.example.com".to_owned()];
    for (setting, host, taken) in [
        (Some(&hosts[..]), "tools.example.com", true),
        (Some(&hosts[..]), "localhost", false),
        (Some(&[][..]), "localhost", false),
        (None, "localhost:8000", true),
    ] {
        let lane = lane(setting, false);
        let headers = with(modern(), "host", Some(host));
        assert_eq!(takes(&lane, &headers, &modern_body()), taken, "{host}");
    }
}

#[test]
fn a_tool_with_annotated_arguments_is_left_to_the_sdk() {
    let mut lane = lane(None, false);
    lane.annotated = vec!["t".to_owned()];
    assert!(!takes(&lane, &modern(), &modern_body()));
    // The headers of the legacy era have no arguments.
    assert!(takes(&lane, &legacy(), &body("t", &json!({}))));
    let schema = json!({"a": {"type": "object", "properties": {"b": {"x-mcp-header": "B"}}}});
    assert!(is_annotated(Some(&schema)));
    assert!(!is_annotated(Some(&json!({"a": {"type": "string"}}))));
    assert!(!is_annotated(None));
}
