//! One endpoint with two callers, and refused strangers.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    process::Command,
};

use fusion_core::{TestClient, testing::TestAnswer};
use serde_json::{Value, json};
use tokio::{net::TcpListener, runtime::Runtime};

/// The answer, head and body, to a `tools/call` of the modern era with this header.
fn post(address: SocketAddr, authorization: &str, arguments: &Value) -> String {
    let params = json!({
        "name": "desk",
        "arguments": arguments,
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        },
    });
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
    let body = body.to_string();
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n{authorization}\
         Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\
         MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: desk\r\n\
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

/// The server, on a port of its own.
fn served(runtime: &Runtime) -> SocketAddr {
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
    let address = listener.local_addr().unwrap();
    let server = fusion_examples::auth::server(address).unwrap();
    runtime.spawn(server.serve_listener(listener, std::future::pending()));
    address
}

/// A client of one endpoint in the same process, whose tokens come from the issuer at this address.
async fn client(address: SocketAddr, user: &str) -> TestClient {
    let server = fusion_examples::auth::server(address).unwrap();
    TestClient::of(server)
        .bearer(&token(address, user, ""))
        .await
}

#[test]
fn the_token_decides_who_calls_and_strangers_get_401() {
    let runtime = Runtime::new().unwrap();
    let address = served(&runtime);
    for name in ["ada", "grace"] {
        let authorization = format!("Authorization: Bearer {}\r\n", token(address, name, ""));
        let answer = post(address, &authorization, &json!({"action": "whose"}));
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
        let answer = post(address, stranger, &json!({"action": "whose"}));
        assert!(answer.starts_with("HTTP/1.1 401 "), "{answer}");
        assert!(!answer.contains("This is the desk"), "{answer}");
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
fn a_caller_without_a_token_is_refused_on_the_command_line_as_well() {
    let auth = |words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_auth"))
            .args(words)
            .output();
        let output = output.unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), err)
    };
    let refused = "auth: HTTP 401: an access token is required: `Authorization: Bearer <token>`\n";
    assert_eq!(auth(&["call", "desk/whose"]), (Some(1), refused.to_owned()));
    let http_only = "auth: this server is served over HTTP only: use `serve`\n";
    assert_eq!(auth(&["stdio"]), (Some(2), http_only.to_owned()));
    assert_eq!(auth(&["tree"]), (Some(0), String::new()));
}

#[test]
fn two_users_of_one_endpoint_see_different_tools() {
    let runtime = Runtime::new().unwrap();
    let address = served(&runtime);
    runtime.block_on(async {
        let ada = client(address, "ada").await;
        let grace = ada.beside().bearer(&token(address, "grace", "")).await;
        for (user, sees) in [
            (
                &ada,
                json!([["desk", ["whose", "clear", "open"]], ["keys", ["count"]]]),
            ),
            (&grace, json!([["desk", ["whose", "clear", "open"]]])),
        ] {
            let list = user.request("tools/list", json!({})).await.unwrap();
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
    });
}

#[test]
fn a_scope_opens_its_actions() {
    let runtime = Runtime::new().unwrap();
    let address = served(&runtime);
    runtime.block_on(async {
        let ada = client(address, "ada").await;
        let opened = ada.call("desk/open", json!({"owner": "ada"})).await;
        opened.ok_text("ada opens the desk of ada.");
        let grace = ada.beside().bearer(&token(address, "grace", "")).await;
        for tool in ["keys", "nothing"] {
            let refused = grace.call(tool, json!({"action": "count"})).await;
            let refused = refused.protocol_error();
            assert_eq!(refused.code, Some(-32602));
            assert_eq!(refused.message, format!("unknown tool `{tool}`"));
        }
    });
    let narrow = token(address, "ada", "&scope=desk%3Aread");
    let narrow = format!("Authorization: Bearer {narrow}\r\n");
    let answer = post(address, &narrow, &json!({"action": "open", "owner": "ada"}));
    assert!(answer.starts_with("HTTP/1.1 403 "), "{answer}");
    assert!(answer.contains("scope=\"desk:open desk:read\""), "{answer}");
}

/// Asks for a clear desk, and returns the parameters of the call with this answer.
async fn answer_of(client: &TestClient, decision: &str) -> Value {
    let asked = client.call("desk/clear", json!({})).await;
    assert_eq!(
        asked.questions()[0].message,
        "Throw away all papers on your desk?"
    );
    let result = asked.raw().unwrap();
    let requests = result["inputRequests"].as_object().unwrap();
    let id = requests.keys().next().unwrap();
    json!({
        "name": "desk",
        "arguments": {"action": "clear"},
        "requestState": result["requestState"],
        "inputResponses": {id: {"action": decision, "content": {}}},
    })
}

#[test]
fn a_question_is_answered_by_the_caller_who_was_asked_and_by_no_other() {
    let runtime = Runtime::new().unwrap();
    let address = served(&runtime);
    runtime.block_on(async {
        let first = client(address, "grace").await;
        let user = |token: &str| first.beside().bearer(token).answer(|_| TestAnswer::Silent);
        let tokens = ["ada", "grace"].map(|name| token(address, name, ""));
        let (ada, grace) = (user(&tokens[0]).await, user(&tokens[1]).await);
        let answer = async |client: &TestClient, params: &Value| {
            client.request("tools/call", params.clone()).await
        };
        let declined = answer_of(&ada, "decline").await;
        let declined = answer(&ada, &declined).await.unwrap();
        assert_eq!(
            declined["content"][0]["text"],
            "[desk/clear] the user declined"
        );

        let agreed = answer_of(&ada, "accept").await;
        let stolen = answer(&grace, &agreed).await.unwrap_err();
        assert_eq!(stolen.data.unwrap()["code"], "invalid_state");
        // The caller counts, and not the token: this one was renewed, with fewer scopes.
        let renewed = token(address, "ada", "&scope=desk%3Aread");
        assert_ne!(renewed, tokens[0]);
        let renewed = user(&renewed).await;
        let done = answer(&renewed, &agreed).await.unwrap();
        assert_eq!(done["content"][0]["text"], "The desk of ada is clear.");
        let again = answer(&ada, &agreed).await.unwrap_err();
        assert_eq!(again.data.unwrap()["code"], "used_state");
    });
}

#[test]
fn a_client_that_shows_no_questions_clears_nothing() {
    let runtime = Runtime::new().unwrap();
    let address = served(&runtime);
    runtime.block_on(async {
        let ada = client(address, "ada").await;
        let refused = ada.call("desk/clear", json!({})).await;
        let _ = refused.error().code("cannot_ask");
    });
}
