//! Prompts, resources and completion: of a server alone, beside those of a handler, and hidden.

use fusion_core::{Ctx, Mount, Registry, Server, server_info, tool_group};
use fusion_tests::{
    full::Full,
    notes::{Caller, Notes, registry},
};
use serde_json::{Value, json};

use super::{Client, ERAS, Era, all};

const NOT_FOUND: i64 = -32002;
const INVALID_PARAMS: i64 = -32602;

/// Everything that there is, for everybody.
fn server() -> Server {
    Server::new(registry(&Notes::default()), server_info!())
}

/// Returns a server with a filter for each caller.
fn server_with_access() -> Server {
    server().access(Caller::sees).unwrap()
}

fn mount() -> Mount {
    let mount = registry(&Notes::default()).mount();
    mount.access(Caller::sees).unwrap()
}

#[allow(clippy::needless_pass_by_value)] // every caller makes it on the spot
fn complete(of: Value, argument: &str, value: &str) -> Value {
    json!({"ref": of, "argument": {"name": argument, "value": value}})
}

#[tokio::test]
async fn what_does_not_fit_a_method_is_named_and_makes_it_no_unknown_one() {
    let of = json!({"type": "ref/prompt", "name": "notes_sum_up"});
    for era in ERAS {
        let mut client = Client::connect_server(server(), era).await;
        for (method, params, text) in [
            (
                "prompts/get",
                json!({}),
                "params.name: required, but missing",
            ),
            (
                "prompts/get",
                json!({"name": "notes_sum_up", "arguments": [1]}),
                "params.arguments: expected object, got array",
            ),
            (
                "resources/read",
                json!({}),
                "params.uri: required, but missing",
            ),
            (
                "resources/read",
                json!({"uri": 5}),
                "params.uri: expected string, got 5",
            ),
            (
                "completion/complete",
                json!({"ref": of}),
                "params.argument: required, but missing",
            ),
            (
                "completion/complete",
                json!({"ref": {"type": "ref/tool"}, "argument": {"name": 1}}),
                "params.ref.type: expected ref/prompt|ref/resource, got \"ref/tool\"; params.argument.name: expected string, got 1; params.argument.value: required, but missing",
            ),
            (
                "completion/complete",
                json!({"ref": {"type": "ref/prompt"}, "argument": {"name": "id", "value": ""}}),
                "params.ref.name: required, but missing",
            ),
            (
                "completion/complete",
                json!({"ref": {"type": "ref/resource", "uri": 5}, "argument": {"name": "id", "value": ""}}),
                "params.ref.uri: expected string, got 5",
            ),
            (
                "tools/call",
                json!({}),
                "params.name: required, but missing",
            ),
            (
                "tools/call",
                json!({"name": ["notes"]}),
                "params.name: expected string, got array",
            ),
        ] {
            let error = client.error(method, params).await;
            let named = json!({"code": INVALID_PARAMS, "message": text});
            assert_eq!(error, named, "{era:?} {method}");
        }
        // A method that this era does not have is unknown, whatever its parameters are.
        for (method, params, of, text) in [
            (
                "resources/subscribe",
                json!({}),
                Era::Legacy,
                "params.uri: required, but missing",
            ),
            (
                "resources/unsubscribe",
                json!({"uri": []}),
                Era::Legacy,
                "params.uri: expected string, got array",
            ),
            (
                "subscriptions/listen",
                json!({"notifications": 5}),
                Era::Modern,
                "params.notifications: expected object, got 5",
            ),
        ] {
            let error = client.error(method, params).await;
            let named = if era == of {
                json!({"code": INVALID_PARAMS, "message": text})
            } else {
                json!({"code": -32601, "message": format!("Method not found: {method}")})
            };
            assert_eq!(error, named, "{era:?} {method}");
        }
        let error = client.error("logging/setLevel", json!({})).await;
        let unknown = json!({"code": -32601, "message": "Method not found: logging/setLevel"});
        assert_eq!(error, unknown);
    }
}

#[tokio::test]
async fn prompts_are_listed_and_filled_in() {
    for era in ERAS {
        let mut client = Client::connect_server(server(), era).await;
        let list = client.result("prompts/list", json!({})).await;
        assert_eq!(
            list["prompts"][0],
            json!({
                "name": "notes_sum_up",
                "title": "Sum up",
                "description": "Sum a note up.",
                "arguments": [
                    {"name": "id", "description": "The note's number.", "required": true},
                    {"name": "tone", "description": "How to put it.", "required": false},
                ],
            })
        );
        assert_eq!(
            all(&list, "prompts", "name"),
            ["notes_sum_up", "vault_plan"]
        );
        let hints = (list.get("ttlMs"), list.get("cacheScope"));
        let modern = (Some(&json!(3_600_000)), Some(&json!("public")));
        assert_eq!(
            hints,
            if era == Era::Modern {
                modern
            } else {
                (None, None)
            }
        );

        let arguments = json!({"id": "2", "tone": "broad"});
        let get = json!({"name": "notes_sum_up", "arguments": arguments});
        let filled = client.result("prompts/get", get).await;
        assert_eq!(filled["description"], "Sum a note up.");
        assert_eq!(
            filled["messages"],
            json!([
                {"role": "assistant", "content": {"type": "text", "text": "Which note?"}},
                {"role": "user", "content": {"type": "text", "text": "Sum up, Broad: note 2"}},
            ])
        );
    }
}

#[tokio::test]
async fn what_is_wrong_with_a_prompt_is_told_by_its_code() {
    for era in ERAS {
        let mut client = Client::connect_server(server(), era).await;
        for (params, code, text) in [
            (
                json!({"name": "notes"}),
                INVALID_PARAMS,
                "unknown prompt `notes`",
            ),
            (
                json!({"name": "notes_write"}),
                INVALID_PARAMS,
                "unknown prompt `notes_write`",
            ),
            (
                json!({"name": "notes_sum_up"}),
                INVALID_PARAMS,
                "id: required, but missing",
            ),
            (
                json!({"name": "notes_sum_up", "arguments": {"id": "x"}}),
                INVALID_PARAMS,
                "id: expected integer",
            ),
            (
                json!({"name": "notes_sum_up", "arguments": {"id": "1", "tone": "loud"}}),
                INVALID_PARAMS,
                "brief",
            ),
            (
                json!({"name": "notes_sum_up", "arguments": {"id": "9"}}),
                -32603,
                "there is no note 9",
            ),
        ] {
            let error = client.error("prompts/get", params.clone()).await;
            let told = error["message"].as_str().unwrap();
            assert_eq!(error["code"], code, "{params} {told}");
            assert!(told.contains(text), "{params} {told}");
        }
    }
}

#[tokio::test]
async fn resources_and_templates_are_listed_and_read() {
    for era in ERAS {
        let mut client = Client::connect_server(server(), era).await;
        let list = client.result("resources/list", json!({})).await;
        let uris = [
            "fusion://manifest.json",
            "notes://all",
            "notes://picture",
            "vault://gold",
        ];
        assert_eq!(all(&list, "resources", "uri"), uris);
        assert_eq!(
            list["resources"][1],
            json!({
                "uri": "notes://all",
                "name": "notes_all",
                "description": "The numbers of all notes.",
                "mimeType": "application/json",
                "annotations": {"audience": ["assistant"], "priority": 0.5},
            })
        );
        assert_eq!(list["resources"][2]["size"], 4);
        let templates = client.result("resources/templates/list", json!({})).await;
        assert_eq!(
            templates["resourceTemplates"][0],
            json!({
                "uriTemplate": "notes://{id}/text",
                "name": "notes_text",
                "description": "The text of a note.",
                "mimeType": "text/plain",
            })
        );
        for (uri, contents) in [
            (
                "notes://all",
                json!({"mimeType": "application/json", "text": "[1,2,3]"}),
            ),
            (
                "notes://picture",
                json!({"mimeType": "image/png", "blob": "iVBORw=="}),
            ),
            (
                "notes://2/text",
                json!({"mimeType": "text/plain", "text": "note 2"}),
            ),
            ("vault://boxes/7", json!({"text": "box 7"})),
        ] {
            let read = client.result("resources/read", json!({"uri": uri})).await;
            let mut expected = contents;
            expected["uri"] = json!(uri);
            assert_eq!(read["contents"], json!([expected]));
            assert_eq!(read.get("ttlMs").is_some(), era == Era::Modern);
        }
    }
}

#[tokio::test]
async fn what_is_no_resource_is_told_by_the_code_of_its_era_and_leads_nowhere() {
    for era in ERAS {
        let mut client = Client::connect_server(server(), era).await;
        let code = match era {
            Era::Legacy => NOT_FOUND,
            Era::Modern => INVALID_PARAMS,
        };
        for uri in [
            "notes://nothing",
            "notes://9/text",
            "notes://../text",
            "notes://%2e%2e/text",
            "notes://1%2F..%2F..%2Fetc%2Fpasswd/text",
            "notes://1/text/../../all",
            "notes:///text",
            "notes://1%00/text",
            "NOTES://all",
            "fusion://manifest.json/..",
            "",
        ] {
            let error = client.error("resources/read", json!({"uri": uri})).await;
            let text = format!("unknown resource `{uri}`");
            let expected = json!({"code": code, "message": text, "data": {"uri": uri}});
            assert_eq!(error, expected, "{era:?}");
        }
        let uri = "notes://a\n\u{200b}\u{e0001}";
        let error = client.error("resources/read", json!({"uri": uri})).await;
        let escaped = r"notes://a\n\u{200b}\u{e0001}";
        assert_eq!(error["message"], format!("unknown resource `{escaped}`"));
        assert_eq!(error["data"], json!({"uri": escaped}));
        // It matches, and is no number.
        let error = client
            .error("resources/read", json!({"uri": "notes://x/text"}))
            .await;
        assert_eq!(error["code"], INVALID_PARAMS);
        let text = error["message"].as_str().unwrap();
        assert!(text.contains("id: expected integer"), "{text}");
    }
}

/// Completes for ever.
struct Slow;

#[tool_group(name = "slow")]
impl Slow {
    #[prompt]
    fn sum_up(#[arg(complete = Self::ids)] id: u32) -> String {
        id.to_string()
    }
}

impl Slow {
    async fn ids(_: &str, _: &Ctx) -> Vec<String> {
        std::future::pending().await
    }
}

#[tokio::test(start_paused = true)]
async fn a_completion_that_takes_too_long_is_given_up() {
    for era in ERAS {
        let registry = Registry::builder().tool(Slow).build().unwrap();
        let mut client = Client::connect_server(Server::new(registry, server_info!()), era).await;
        let of = json!({"type": "ref/prompt", "name": "slow_sum_up"});
        let error = client
            .error("completion/complete", complete(of, "id", ""))
            .await;
        let told = json!({"code": -32603, "message": "the completion took more than 10 s"});
        assert_eq!(error, told, "{era:?}");
    }
}

#[tokio::test]
async fn arguments_and_variables_are_completed() {
    let prompt = || json!({"type": "ref/prompt", "name": "notes_sum_up"});
    let template = || json!({"type": "ref/resource", "uri": "notes://{id}/text"});
    for era in ERAS {
        let mut client = Client::connect_server(server(), era).await;
        for (of, argument, value, values) in [
            (prompt(), "id", "", json!(["1", "2", "3"])),
            (prompt(), "id", "3", json!(["3"])),
            (prompt(), "tone", "bri", json!(["brief"])),
            (prompt(), "tone", "x", json!([])),
            (template(), "id", "2", json!(["2"])),
        ] {
            let params = complete(of, argument, value);
            let told = client.result("completion/complete", params).await;
            let total = values.as_array().unwrap().len();
            let expected = json!({"values": values, "total": total, "hasMore": false});
            assert_eq!(told["completion"], expected, "{argument} {value}");
        }
        for (of, argument) in [
            (json!({"type": "ref/prompt", "name": "nothing"}), "id"),
            (
                json!({"type": "ref/resource", "uri": "nothing://{id}"}),
                "id",
            ),
            (prompt(), "nothing"),
        ] {
            let params = complete(of, argument, "");
            let error = client.error("completion/complete", params.clone()).await;
            assert_eq!(error["code"], INVALID_PARAMS, "{params}");
        }
    }
}

#[tokio::test]
async fn what_is_hidden_is_answered_like_what_does_not_exist() {
    for era in ERAS {
        // `wire` is no admin.
        let mut client = Client::connect_server(server_with_access(), era).await;
        let prompts = client.result("prompts/list", json!({})).await;
        assert_eq!(all(&prompts, "prompts", "name"), ["notes_sum_up"]);
        let resources = client.result("resources/list", json!({})).await;
        let uris = ["fusion://manifest.json", "notes://all", "notes://picture"];
        assert_eq!(all(&resources, "resources", "uri"), uris);
        let templates = client.result("resources/templates/list", json!({})).await;
        let uris = ["notes://{id}/text"];
        assert_eq!(all(&templates, "resourceTemplates", "uriTemplate"), uris);
        for (method, hidden, unknown) in [
            (
                "prompts/get",
                json!({"name": "vault_plan"}),
                json!({"name": "vault_plam"}),
            ),
            (
                "resources/read",
                json!({"uri": "vault://gold"}),
                json!({"uri": "vault://golf"}),
            ),
            (
                "resources/read",
                json!({"uri": "vault://boxes/1"}),
                json!({"uri": "vault://bosex/1"}),
            ),
            (
                "resources/subscribe",
                json!({"uri": "vault://gold"}),
                json!({"uri": "vault://golf"}),
            ),
            (
                "completion/complete",
                complete(
                    json!({"type": "ref/prompt", "name": "vault_plan"}),
                    "tone",
                    "",
                ),
                complete(
                    json!({"type": "ref/prompt", "name": "vault_plam"}),
                    "tone",
                    "",
                ),
            ),
            (
                "completion/complete",
                complete(
                    json!({"type": "ref/resource", "uri": "vault://boxes/{id}"}),
                    "id",
                    "",
                ),
                complete(
                    json!({"type": "ref/resource", "uri": "vault://bosex/{id}"}),
                    "id",
                    "",
                ),
            ),
        ] {
            let one = client.error(method, hidden).await.to_string();
            let other = client.error(method, unknown).await.to_string();
            let told = other.replace("plam", "plan").replace("golf", "gold");
            assert_eq!(one, told.replace("bosex", "boxes"), "{era:?} {method}");
        }
    }
}

#[tokio::test]
async fn the_manifest_tells_each_caller_what_it_may_call() {
    let mut client = Client::connect_server(server_with_access(), Era::Modern).await;
    let read = json!({"uri": "fusion://manifest.json"});
    let mut told = async |name: &str| {
        let answer = client.send_as(name, "resources/read", read.clone()).await;
        let contents = answer["result"]["contents"][0].clone();
        assert_eq!(contents["mimeType"], "application/json", "{answer}");
        let text = contents["text"].as_str().unwrap().to_owned();
        serde_json::from_str::<Value>(&text).unwrap()
    };
    let (user, admin) = (told("wire").await, told("admin").await);
    let groups = |manifest: &Value| all(manifest, "groups", "name");
    assert_eq!(groups(&user), ["notes"]);
    assert_eq!(groups(&admin), ["notes", "vault"]);
    assert_eq!(all(&user["groups"][0], "tools", "name"), ["write"]);
    assert_eq!(
        all(&admin["groups"][0], "tools", "name"),
        ["write", "clear"]
    );
    assert_eq!(all(&user["groups"][0], "prompts", "name"), ["sum_up"]);
    let uris = ["notes://all", "notes://picture", "notes://{id}/text"];
    assert_eq!(all(&user["groups"][0], "resources", "uri"), uris);
    assert!(!user.to_string().contains("vault"), "{user}");
    let meta = &user["groups"][0]["tools"][0]["_meta"]["dev.fusion/action"];
    assert_eq!(
        *meta,
        json!({
            "tool": "notes",
            "key": "write",
            "call": {"name": "notes", "arguments": {"action": "write"}},
            "required": ["id", "text"],
            "tags": ["reader"],
            "notifies": ["notes://{id}/text", "notes://all"],
        })
    );
    // A refused caller gets no information.
    let answer = client.send_as("stranger", "resources/read", read).await;
    assert_eq!(answer["error"]["code"], -32600, "{answer}");
}

#[tokio::test]
async fn ours_stand_before_those_of_the_handler_and_both_are_answered() {
    for era in ERAS {
        let mut alone = Client::connect(Full::default(), era).await;
        let mut attached = Client::connect(mount().attach(Full::default()), era).await;
        for (method, items, key, ours) in [
            ("prompts/list", "prompts", "name", &["notes_sum_up"][..]),
            (
                "resources/list",
                "resources",
                "uri",
                &["fusion://manifest.json", "notes://all", "notes://picture"],
            ),
            (
                "resources/templates/list",
                "resourceTemplates",
                "uriTemplate",
                &["notes://{id}/text"],
            ),
        ] {
            let theirs = all(&alone.result(method, json!({})).await, items, key);
            let both = all(&attached.result(method, json!({})).await, items, key);
            assert_eq!(both[..ours.len()], *ours);
            assert_eq!(both[ours.len()..], theirs);
        }
        // The handler responds to its own, unknown and hidden items as it does without a mount.
        for (method, params) in [
            ("prompts/get", json!({"name": "test_simple_prompt"})),
            ("prompts/get", json!({"name": "nothing"})),
            ("prompts/get", json!({"name": "vault_plan"})),
            ("resources/read", json!({"uri": "test://static-text"})),
            ("resources/read", json!({"uri": "test://nothing"})),
            ("resources/read", json!({"uri": "vault://gold"})),
            (
                "completion/complete",
                complete(
                    json!({"type": "ref/prompt", "name": "test_prompt_with_arguments"}),
                    "arg1",
                    "par",
                ),
            ),
            (
                "completion/complete",
                complete(
                    json!({"type": "ref/prompt", "name": "vault_plan"}),
                    "tone",
                    "",
                ),
            ),
        ] {
            let before = alone.ask(method, params.clone()).await;
            let after = attached.ask(method, params.clone()).await;
            for part in ["result", "error"] {
                assert_eq!(
                    after.get(part),
                    before.get(part),
                    "{era:?} {method} {params}"
                );
            }
        }
        let get = json!({"name": "notes_sum_up", "arguments": {"id": "1"}});
        let filled = attached.result("prompts/get", get).await;
        assert_eq!(
            filled["messages"][1]["content"]["text"],
            "Sum up, Brief: note 1"
        );
        let read = attached
            .result("resources/read", json!({"uri": "notes://all"}))
            .await;
        assert_eq!(read["contents"][0]["text"], "[1,2,3]");
    }
}

#[tokio::test]
async fn what_is_away_is_the_handlers_again() {
    for era in ERAS {
        let mount = mount();
        let mut attached = Client::connect(mount.attach(Full::default()), era).await;
        mount.detach();
        let list = attached.result("prompts/list", json!({})).await;
        assert_eq!(
            all(&list, "prompts", "name")[0],
            "test_prompt_with_arguments"
        );
        let error = attached
            .error("resources/read", json!({"uri": "notes://all"}))
            .await;
        assert_eq!(error["message"], "there is no such resource");
        let error = attached
            .error("prompts/get", json!({"name": "notes_sum_up"}))
            .await;
        assert_eq!(error["code"], INVALID_PARAMS);
        mount.reattach();
        let read = attached
            .result("resources/read", json!({"uri": "notes://all"}))
            .await;
        assert_eq!(read["contents"][0]["text"], "[1,2,3]");
    }
}

#[tokio::test]
async fn only_what_there_is_is_told_of() {
    let told = async |server: Server| {
        let mut client = Client::connect_server(server, Era::Modern).await;
        client.result("server/discover", json!({})).await["capabilities"].clone()
    };
    let bare = fusion_tests::desk::Desk::new().registry();
    assert_eq!(
        told(Server::new(bare, server_info!())).await,
        json!({"tools": {}})
    );
    let all = json!({
        "completions": {},
        "prompts": {},
        "resources": {"subscribe": true},
        "tools": {},
    });
    assert_eq!(told(server()).await, all);
    let manifest = Registry::builder()
        .manifest()
        .tool(fusion_tests::desk::Desk::new())
        .build()
        .unwrap();
    let some = json!({"resources": {"subscribe": true}, "tools": {}});
    assert_eq!(told(Server::new(manifest, server_info!())).await, some);
    // And what there is not, is no method.
    let bare = fusion_tests::desk::Desk::new().registry();
    let mut client = Client::connect_server(Server::new(bare, server_info!()), Era::Modern).await;
    for method in [
        "prompts/list",
        "resources/list",
        "resources/templates/list",
        "ping",
        "desk/dust",
    ] {
        let error = client.error(method, json!({})).await;
        let text = format!("Method not found: {method}");
        assert_eq!(error, json!({"code": -32601, "message": text}));
    }
}
