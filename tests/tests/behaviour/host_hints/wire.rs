//! The hints that clients of both eras get, and the absence of those that are not set.

use fusion_core::{Exposition, Server, TestClient, server::ServerInfo};
use fusion_tests::wire::{LEGACY, Wire, modern};
use rmcp::ServerHandler;

use super::*;

/// Returns the result of a request, in the legacy and in the modern era.
async fn in_both_eras(server: &dyn Fn() -> Server, method: &str) -> [Value; 2] {
    let legacy = TestClient::of(server()).legacy().await;
    let modern = TestClient::of(server()).modern().await;
    [
        legacy.request(method, json!({})).await.unwrap(),
        modern.request(method, json!({})).await.unwrap(),
    ]
}

fn server() -> Server {
    Server::new(registry(), ServerInfo::new("desk", "1"))
}

/// Returns what a tool, a prompt or a resource has beside its texts and schemas.
fn hints(listed: &Value) -> Value {
    json!([
        listed["title"],
        listed["annotations"]["title"],
        listed["icons"],
        listed["_meta"]
    ])
}

#[tokio::test]
async fn a_grouped_tool_has_the_hints_of_its_type() {
    let meta = json!({
        "dev.fusion/key": "desk",
        "example.com/team": "all",
        "example.com/since": "2026",
        "anthropic/alwaysLoad": true,
    });
    let answers = in_both_eras(&server, "tools/list").await;
    // Before 2025-06-18, a tool had a title in its annotations only.
    for (answer, annotated) in answers.iter().zip([json!("Desk"), Value::Null]) {
        let [desk, files] = answer["tools"].as_array().unwrap().as_slice() else {
            panic!("{answer}");
        };
        assert_eq!(hints(desk), json!(["Desk", annotated, [desk_icon()], meta]));
        assert_eq!(
            hints(files),
            json!([null, null, null, {"dev.fusion/key": "files"}])
        );
        let mut keys: Vec<_> = files.as_object().unwrap().keys().collect();
        keys.sort_unstable();
        assert_eq!(
            keys,
            ["_meta", "annotations", "description", "inputSchema", "name"]
        );
    }
}

#[tokio::test]
async fn prompts_and_resources_have_their_own_hints() {
    for (method, list, expected) in [
        (
            "prompts/list",
            "prompts",
            json!([null, null, [{"src": "https://desk.example/sum.png"}], {"example.com/team": "web"}]),
        ),
        (
            "resources/list",
            "resources",
            json!([null, null, null, {"example.com/pages": 3}]),
        ),
        (
            "resources/templates/list",
            "resourceTemplates",
            json!([null, null, null, {"example.com/pages": 1}]),
        ),
    ] {
        for answer in in_both_eras(&server, method).await {
            assert_eq!(hints(&answer[list][0]), expected, "{method}");
        }
    }
}

#[tokio::test]
async fn a_server_introduces_itself_with_icons_and_a_website() {
    let info = || {
        let info = ServerInfo::new("desk", "1").title("Desk");
        let info = info.description("Keeps issues.");
        let info = info.website("https://desk.example").unwrap();
        info.icons([Icon::new("https://desk.example/desk.png").of_type("image/png")])
    };
    let expected = json!({
        "name": "desk",
        "title": "Desk",
        "version": "1",
        "description": "Keeps issues.",
        "icons": [{"src": "https://desk.example/desk.png", "mimeType": "image/png"}],
        "websiteUrl": "https://desk.example",
    });
    for info in [info().unwrap(), ServerInfo::new("desk", "1")] {
        let expected = if info.icons.is_empty() {
            json!({"name": "desk", "version": "1"})
        } else {
            expected.clone()
        };
        let mut wire = Wire::serve(Server::new(registry(), info));
        let hello = json!({
            "protocolVersion": LEGACY,
            "capabilities": {},
            "clientInfo": {"name": "wire", "version": "1"},
        });
        let answer = wire.ask(1, "initialize", hello).await;
        assert_eq!(answer["result"]["serverInfo"], expected);
        wire.send(&modern(2, "server/discover", json!({}))).await;
        let answer = wire.receive().await;
        let own = &answer["result"]["_meta"]["io.modelcontextprotocol/serverInfo"];
        assert_eq!(*own, expected, "{answer}");
    }
}

/// A handler without items of its own.
struct Bare;

impl ServerHandler for Bare {}

#[tokio::test]
async fn a_mount_lists_what_a_server_lists() {
    for exposition in [
        Exposition::Grouped,
        Exposition::BySafety,
        Exposition::Flat,
        Exposition::Search,
    ] {
        let mount = registry().mount().exposition(exposition).unwrap();
        let served = server().exposition(exposition).unwrap();
        let mut lists = Vec::new();
        for mut wire in [Wire::handler(mount.attach(Bare)), Wire::serve(served)] {
            wire.shake_hands().await;
            let answer = wire.ask(1, "tools/list", json!({})).await;
            lists.push(answer["result"]["tools"].clone());
        }
        assert_eq!(lists[0], lists[1], "{exposition:?}");
        assert!(lists[0][0]["title"].is_string(), "{exposition:?}");
    }
}
