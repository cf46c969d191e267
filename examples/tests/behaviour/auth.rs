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

/// Requests a token of the issuer for a user, by client credentials.
fn token(address: SocketAddr, user: &str, more: &str) -> String {
    let form = format!(
        "grant_type=client_credentials&client_id={user}&resource=http%3A%2F%2F{address}%2Fmcp{more}"
    );
    let response = post_form(address, &form);
    let (_, body) = response.split_once("\r\n\r\n").unwrap();
    let granted: Value = serde_json::from_str(body).unwrap_or_else(|_| panic!("{response}"));
    granted["access_token"].as_str().unwrap().to_owned()
}

fn post_form(address: SocketAddr, form: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!(
        "POST /idp/token HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{form}",
        form.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn bearer(address: SocketAddr, user: &str) -> String {
    format!("Authorization: Bearer {}\r\n", token(address, user, ""))
}

/// Returns the response to a user's request.
fn response_to(address: SocketAddr, user: &str, method: &str, params: Value) -> Value {
    response_for(address, &bearer(address, user), method, params)
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
    let server = fusion_examples::auth::server(address).unwrap();
    runtime.spawn(server.serve_listener(listener, std::future::pending()));
    address
}

#[test]
fn the_token_decides_who_calls_and_strangers_get_401() {
    let runtime = Runtime::new().unwrap();
    let address = served(&runtime);
    for name in ["ada", "grace"] {
        let answer = ask(address, &bearer(address, name));
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        assert!(
            answer.contains(&format!("This is the desk of {name}.")),
            "{answer}"
        );
    }
    for stranger in [
        "",
        "Authorization: Bearer nobody\r\n",
        "Authorization: Basic YWRhOmFkYQ==\r\n",
    ] {
        let answer = ask(address, stranger);
        assert!(answer.starts_with("HTTP/1.1 401 "), "{answer}");
        assert!(!answer.contains("desk"), "{answer}");
        let metadata = format!("http://{address}/.well-known/oauth-protected-resource/mcp");
        assert!(answer.contains(&metadata), "{answer}");
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

fn json_of(address: SocketAddr, path: &str) -> Value {
    let answer = get(address, path);
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(body).unwrap_or_else(|_| panic!("{answer}"))
}

#[test]
fn a_stranger_finds_the_issuer() {
    let runtime = Runtime::new().unwrap();
    let address = served(&runtime);
    let metadata = json_of(address, "/.well-known/oauth-protected-resource/mcp");
    assert_eq!(
        metadata,
        json!({
            "resource": format!("http://{address}/mcp"),
            "authorization_servers": [format!("http://{address}/idp")],
            "scopes_supported": ["desk:read"],
            "bearer_methods_supported": ["header"],
            "resource_name": "The desk",
        })
    );
    let issuer = json_of(address, "/.well-known/oauth-authorization-server/idp");
    assert_eq!(issuer["issuer"], metadata["authorization_servers"][0]);
    let unknown = get(address, "/.well-known/oauth-authorization-server/mcp");
    assert!(unknown.starts_with("HTTP/1.1 404 "), "{unknown}");
}

#[test]
fn a_code_is_redeemed_once_by_its_client() {
    let runtime = Runtime::new().unwrap();
    let address = served(&runtime);
    let code = || {
        // The challenge of the verifier `verifier`.
        let challenge = "iMnq5o6zALKXGivsnlom_0F5_WYda32GHkxlV7mq7hQ";
        let path = format!(
            "/idp/authorize?response_type=code&client_id=demo&redirect_uri=http://localhost:1/done&state=s\
             &code_challenge={challenge}&code_challenge_method=S256&resource=http://{address}/mcp"
        );
        let answer = get(address, &path);
        let (_, code) = answer
            .split_once("http://localhost:1/done?state=s&code=")
            .unwrap();
        code.lines().next().unwrap().to_owned()
    };
    let redeem = |code: &str, verifier: &str| {
        let form = format!(
            "grant_type=authorization_code&code={code}&code_verifier={verifier}&redirect_uri=http://localhost:1/done"
        );
        post_form(address, &form)
    };
    let first = code();
    assert!(redeem(&first, "verifier").contains("access_token"));
    assert!(redeem(&first, "verifier").ends_with(r#"{"error":"invalid_grant"}"#));
    assert!(redeem(&code(), "another").ends_with(r#"{"error":"invalid_grant"}"#));
    let elsewhere = get(
        address,
        "/idp/authorize?redirect_uri=https://evil.example/&code_challenge=a&resource=b",
    );
    assert!(
        elsewhere.ends_with(r#"{"error":"invalid_request"}"#),
        "{elsewhere}"
    );
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
Authorization by OAuth: MCP tools that differ for each caller.

Serves HTTP on 127.0.0.1, with an issuer of access tokens for the users ada and grace.

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
        ("grace", json!([["desk", ["whose", "clear", "open"]]])),
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
fn a_scope_opens_its_actions() {
    let runtime = Runtime::new().unwrap();
    let address = served(&runtime);
    let params = |tool: &str, action: &str| json!({"name": tool, "arguments": {"action": action, "owner": "ada"}});
    let call = |user: &str, tool: &str, action: &str| {
        response_to(address, user, "tools/call", params(tool, action))
    };
    assert_eq!(
        call("ada", "desk", "open")["result"]["content"][0]["text"],
        "ada opens the desk of ada."
    );
    for tool in ["keys", "nothing"] {
        assert_eq!(
            call("grace", tool, "count")["error"],
            json!({"code": -32602, "message": format!("unknown tool `{tool}`")})
        );
    }
    let narrow = token(address, "ada", "&scope=desk%3Aread");
    let narrow = format!("Authorization: Bearer {narrow}\r\n");
    let answer = post(address, &narrow, "tools/call", params("desk", "open"));
    assert!(answer.starts_with("HTTP/1.1 403 "), "{answer}");
    assert!(answer.contains("scope=\"desk:read desk:open\""), "{answer}");
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
    response_for(address, authorization, "tools/call", params)
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
    let (ada, grace) = (bearer(address, "ada"), bearer(address, "grace"));
    let declined = answer_of(address, &ada, "decline");
    let declined = clear(address, &ada, &declined);
    assert_eq!(
        declined["result"]["content"][0]["text"],
        "[desk/clear] the user declined"
    );

    let agreed = answer_of(address, &ada, "accept");
    let stolen = clear(address, &grace, &agreed);
    assert_eq!(stolen["error"]["data"]["code"], "invalid_state", "{stolen}");
    // The caller counts, and not the token: this one was renewed, with fewer scopes.
    let renewed = token(address, "ada", "&scope=desk%3Aread");
    let renewed = format!("Authorization: Bearer {renewed}\r\n");
    assert_ne!(renewed, ada);
    let done = clear(address, &renewed, &agreed);
    assert_eq!(
        done["result"]["content"][0]["text"],
        "The desk of ada is clear."
    );
    let again = clear(address, &ada, &agreed);
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
