//! One endpoint with two callers, and refused strangers.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    process::Command,
};

use serde_json::{Value, json};
use tokio::{net::TcpListener, runtime::Runtime};

/// Sends a request of the modern era; the whole answer, head and body.
fn post(address: SocketAddr, authorization: &str, method: &str, mut params: Value) -> String {
    let named = params["name"].as_str();
    let named = named.map_or_else(String::new, |name| format!("Mcp-Name: {name}\r\n"));
    let meta = &mut params["_meta"];
    meta["io.modelcontextprotocol/protocolVersion"] = json!("2026-07-28");
    if meta["io.modelcontextprotocol/clientCapabilities"].is_null() {
        meta["io.modelcontextprotocol/clientCapabilities"] = json!({});
    }
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string();
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n{authorization}{named}\
         Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\
         MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: {method}\r\n\
         Content-Length: {}\r\n\r\n",
        body.len()
    );
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(body.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// Calls `whose` as a user.
fn ask(address: SocketAddr, authorization: &str) -> String {
    let params = json!({"name": "desk", "arguments": {"action": "whose"}});
    post(address, authorization, "tools/call", params)
}

/// Returns the response to a user's request.
fn response_to(address: SocketAddr, user: &str, method: &str, params: Value) -> Value {
    let authorization = format!("Authorization: Bearer {user}-token\r\n");
    response_for(address, &authorization, method, params)
}

fn response_for(address: SocketAddr, authorization: &str, method: &str, params: Value) -> Value {
    let answer = post(address, authorization, method, params);
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(body).unwrap_or_else(|_| panic!("{answer}"))
}

/// The server, on a port of its own.
fn served(runtime: &Runtime) -> SocketAddr {
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
    let address = listener.local_addr().unwrap();
    let server = fusion_examples::auth::server().unwrap();
    runtime.spawn(server.serve_listener(listener, std::future::pending()));
    address
}

#[test]
fn the_token_decides_who_calls_and_strangers_get_401() {
    let runtime = Runtime::new().unwrap();
    let address = served(&runtime);
    for name in ["ada", "grace"] {
        let answer = ask(address, &format!("Authorization: Bearer {name}-token\r\n"));
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        assert!(
            answer.contains(&format!("This is the desk of {name}.")),
            "{answer}"
        );
    }
    for stranger in [
        "",
        "Authorization: Bearer nobody\r\n",
        "Authorization: ada-token\r\n",
    ] {
        let answer = ask(address, stranger);
        assert!(answer.starts_with("HTTP/1.1 401 "), "{answer}");
        assert!(!answer.contains("desk"), "{answer}");
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        assert_eq!(
            body,
            "a bearer token is required: `Authorization: Bearer <token>`\n"
        );
    }
}

#[test]
fn the_scheme_may_be_written_in_any_case() {
    let runtime = Runtime::new().unwrap();
    let address = served(&runtime);
    for scheme in ["bearer", "BEARER", "Bearer "] {
        let answer = ask(address, &format!("Authorization: {scheme} ada-token\r\n"));
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    }
}

/// Sends a GET request without a token; the whole answer, head and body.
fn get(address: SocketAddr, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn the_health_route_needs_no_token() {
    let runtime = Runtime::new().unwrap();
    let answer = get(served(&runtime), "/health");
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    assert!(answer.ends_with("\r\n\r\nok"), "{answer}");
}

#[test]
fn a_stranger_learns_what_does_not_exist() {
    let runtime = Runtime::new().unwrap();
    let address = served(&runtime);
    for path in [
        "/.well-known/oauth-protected-resource",
        "/.well-known/oauth-authorization-server/mcp",
        "/register",
    ] {
        let answer = get(address, path);
        assert!(answer.starts_with("HTTP/1.1 404 "), "{answer}");
        assert!(
            answer.ends_with("\r\n\r\nnot found; the MCP endpoint is /mcp\n"),
            "{answer}"
        );
    }
}

#[test]
fn the_help_is_printed_and_nothing_is_served() {
    let output = Command::new(env!("CARGO_BIN_EXE_auth"))
        .arg("--help")
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "\
Authentication by bearer tokens: MCP tools that differ for each caller.

Serves HTTP on 127.0.0.1, for the tokens ada-token and grace-token.

Usage: auth [OPTIONS]

Options:
      --port <N>
          The port to serve HTTP on
          
          [default: 8001]

  -h, --help
          Print help (see a summary with '-h')

  -V, --version
          Print version
"
    );
}

#[test]
fn two_users_of_one_endpoint_see_different_tools() {
    let runtime = Runtime::new().unwrap();
    let address = served(&runtime);
    for (user, sees) in [
        (
            "ada",
            json!([["desk", ["whose", "clear", "open"]], ["keys", ["count"]]]),
        ),
        ("grace", json!([["desk", ["whose", "clear"]]])),
    ] {
        let list = response_to(address, user, "tools/list", json!({}))["result"].clone();
        let tools = list["tools"].as_array().unwrap().iter();
        let seen: Vec<_> = tools
            .map(|tool| {
                let actions = &tool["inputSchema"]["properties"]["action"]["enum"];
                json!([tool["name"], actions])
            })
            .collect();
        assert_eq!(json!(seen), sees);
        assert_eq!(list["cacheScope"], "private");
    }
}

#[test]
fn what_a_user_may_not_see_is_answered_as_what_does_not_exist() {
    let runtime = Runtime::new().unwrap();
    let address = served(&runtime);
    let call = |user: &str, tool: &str, action: &str| {
        let params = json!({"name": tool, "arguments": {"action": action, "owner": "ada"}});
        response_to(address, user, "tools/call", params)
    };
    assert_eq!(
        call("ada", "desk", "open")["result"]["content"][0]["text"],
        "ada opens the desk of ada."
    );
    for action in ["open", "opem"] {
        assert_eq!(
            call("grace", "desk", action)["result"]["content"][0]["text"],
            format!("Error: Unknown action \"{action}\". Available: whose, clear")
        );
    }
    for tool in ["keys", "nothing"] {
        assert_eq!(
            call("grace", tool, "count")["error"],
            json!({"code": -32602, "message": format!("unknown tool `{tool}`")})
        );
    }
}

/// Clears a desk by a client that shows questions: `more` has the answer.
fn clear(address: SocketAddr, authorization: &str, more: &Value) -> Value {
    let mut params = json!({
        "name": "desk",
        "arguments": {"action": "clear"},
        "_meta": {"io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}}
    });
    for (name, value) in more.as_object().unwrap() {
        params[name] = value.clone();
    }
    let authorization = format!("Authorization: {authorization}\r\n");
    response_for(address, &authorization, "tools/call", params)
}

/// Asks for a clear desk; returns the answer of a user with this decision.
fn answer_of(address: SocketAddr, authorization: &str, decision: &str) -> Value {
    let asked = clear(address, authorization, &json!({}))["result"].clone();
    let (id, question) = asked["inputRequests"]
        .as_object()
        .unwrap()
        .iter()
        .next()
        .unwrap();
    assert_eq!(
        question["params"]["message"],
        "Throw away all papers on your desk?"
    );
    let state = &asked["requestState"];
    json!({
        "requestState": state,
        "inputResponses": {id: {"action": decision, "content": {}}}
    })
}

#[test]
fn a_question_is_answered_by_the_caller_who_was_asked_and_by_no_other() {
    let runtime = Runtime::new().unwrap();
    let address = served(&runtime);
    let declined = answer_of(address, "Bearer ada-token", "decline");
    let declined = clear(address, "Bearer ada-token", &declined);
    assert_eq!(
        declined["result"]["content"][0]["text"],
        "[desk/clear] the user declined"
    );

    let agreed = answer_of(address, "Bearer ada-token", "accept");
    let stolen = clear(address, "Bearer grace-token", &agreed);
    assert_eq!(stolen["error"]["data"]["code"], "invalid_state", "{stolen}");
    // The caller counts, and not the header: a default principal would be the header.
    let done = clear(address, "bearer  ada-token", &agreed);
    assert_eq!(
        done["result"]["content"][0]["text"],
        "The desk of ada is clear."
    );
    let again = clear(address, "Bearer ada-token", &agreed);
    assert_eq!(again["error"]["data"]["code"], "used_state", "{again}");
}

#[test]
fn a_client_that_shows_no_questions_clears_nothing() {
    let runtime = Runtime::new().unwrap();
    let params = json!({"name": "desk", "arguments": {"action": "clear"}});
    let refused = response_to(served(&runtime), "ada", "tools/call", params);
    let code = &refused["result"]["_meta"]["dev.fusion/error"]["code"];
    assert_eq!(code, "cannot_ask", "{refused}");
}
