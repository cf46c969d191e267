//! Tools that step up: their items are listed for everyone, and a call without a scope names it.

use std::sync::{Arc, Mutex};

use fusion_core::{
    CallError, Exposition, Filter, View,
    auth::Scopes,
    observe::{CallRecord, Ending, Observer, Outcome},
    prompt::Reference,
    spec::Describe,
};
use fusion_tests::http::Served;
use serde_json::{Map, Value, json};

use super::*;

fn stepping_up() -> RegistryBuilder {
    builder().missing_scopes("vault", Scopes::StepUp)
}

fn registry() -> Registry {
    stepping_up().tool(Vault).build().unwrap()
}

fn missing(error: &CallError) -> (String, Vec<&'static str>) {
    match error {
        CallError::MissingScopes { text, scopes } => (text.clone(), scopes.clone()),
        other => panic!("{other:?}"),
    }
}

const REST: &str = "Nothing ran. Tell the user, and call again once access is granted.";

#[tokio::test]
async fn a_call_without_a_scope_is_refused_with_the_missing_ones() {
    let registry = registry();
    for (exposition, tool, place) in [
        (Exposition::Grouped, "vault", "vault/open"),
        (Exposition::BySafety, "vault_open", "vault_open"),
        (Exposition::Flat, "vault_open", "vault_open"),
    ] {
        let view = registry.view(exposition).unwrap();
        let seen = view.seen_by(&mut ctx("")).await.unwrap();
        assert_eq!(seen.tools(), view.tools(), "everything is listed");
        assert_eq!(seen.prompts(), view.prompts());
        let call = async |scopes: &str, arguments: Value| {
            let mut arguments = arguments;
            if tool == "vault" {
                arguments["action"] = json!("open");
            }
            view.call(tool, arguments, ctx(scopes)).await
        };
        // The arguments are not read before.
        let error = call("vault:audit", json!({"kez": 5})).await.unwrap_err();
        let text = format!(
            "[{place}] this call needs the scope vault:open, which was not granted. {REST}"
        );
        assert_eq!(missing(&error), (text, vec!["vault:open"]));
        let data = json!({"code": "insufficient_scope", "scopes": ["vault:open"]});
        assert_eq!(error.data(), data);
        let error = call("", json!({"key": "k"})).await.unwrap_err();
        let text = format!(
            "[{place}] this call needs the scopes vault:open, vault:audit, which were not granted. {REST}"
        );
        assert_eq!(missing(&error), (text, vec!["vault:open", "vault:audit"]));
        call("vault:open vault:audit", json!({"key": "k"}))
            .await
            .unwrap();
    }
    // Items without scopes are for everyone.
    let look = json!({"action": "look"});
    registry.call("vault", look, ctx("")).await.unwrap();
}

#[tokio::test]
async fn prompts_resources_and_completions_step_up_as_well() {
    let registry = registry();
    let only_open = (vec!["vault:open"], "vault:open");
    let view = registry.view(Exposition::Grouped).unwrap();
    let errors = [
        view.prompt("vault_describe", Map::new(), ctx(""))
            .await
            .unwrap_err(),
        view.read("vault://gold", ctx("")).await.unwrap_err(),
        view.read("vault://bars/true", ctx("")).await.unwrap_err(),
        view.complete(
            Reference::Prompt("vault_describe"),
            "drawer",
            "",
            Map::new(),
            ctx(""),
        )
        .await
        .unwrap_err(),
    ];
    for error in errors {
        let (text, scopes) = missing(&error);
        assert_eq!(scopes, only_open.0);
        assert!(text.contains(only_open.1), "{text}");
    }
    view.prompt("vault_describe", Map::new(), ctx("vault:open"))
        .await
        .unwrap();
    view.read("vault://bars/true", ctx("vault:open"))
        .await
        .unwrap();
}

#[tokio::test]
async fn a_hierarchy_counts_and_another_tool_still_hides() {
    struct Shed;

    /// Keep tools.
    #[tool_group(name = "shed", scope("shed"))]
    impl Shed {
        /// Open the shed.
        #[action]
        fn open(&self) {}
    }

    let builder = stepping_up().implies("owner", ["vault:open", "vault:audit"]);
    let registry = builder.tool(Vault).tool(Shed).build().unwrap();
    let open = || json!({"action": "open", "key": "k"});
    registry.call("vault", open(), ctx("owner")).await.unwrap();
    let error = registry
        .call("shed", open(), ctx("owner"))
        .await
        .unwrap_err();
    assert_eq!(error.to_string(), "unknown tool `shed`");
}

fn missing_scopes(
    view: &View,
    tool: &str,
    action: Option<&str>,
    granted: &str,
) -> Vec<&'static str> {
    view.missing_scopes(tool, action, &GrantedScopes::from(granted))
}

#[tokio::test]
async fn a_view_names_the_missing_scopes_of_what_it_shows_only() {
    let registry = registry();
    let view = registry.view(Exposition::Grouped).unwrap();
    let all = vec!["vault:open", "vault:audit"];
    assert_eq!(missing_scopes(&view, "vault", Some("open"), ""), all);
    assert_eq!(
        missing_scopes(&view, "vault", Some("crack"), ""),
        all,
        "an alias"
    );
    let part = missing_scopes(&view, "vault", Some("open"), "vault:open");
    assert_eq!(part, ["vault:audit"]);
    let nothing: [&str; 0] = [];
    for (tool, action, granted) in [
        ("vault", Some("open"), "vault:open vault:audit"),
        ("vault", Some("look"), ""),
        ("vault", Some("opon"), ""),
        ("vault", Some("describe"), ""),
        ("vault", None, ""),
        ("vault_open", None, ""),
        ("shed", Some("open"), ""),
    ] {
        assert_eq!(
            missing_scopes(&view, tool, action, granted),
            nothing,
            "{tool} {action:?}"
        );
    }
    let flat = registry.view(Exposition::Flat).unwrap();
    assert_eq!(missing_scopes(&flat, "vault_open", None, ""), all);
    assert_eq!(missing_scopes(&flat, "vault_crack", Some("look"), ""), all);
    // A hidden action has no scopes to name.
    let hidden = view.filtered(&Filter::read_only()).unwrap();
    assert_eq!(missing_scopes(&hidden, "vault", Some("open"), ""), nothing);
    let hiding = builder().tool(Vault).build().unwrap();
    let hiding = hiding.view(Exposition::Grouped).unwrap();
    assert_eq!(missing_scopes(&hiding, "vault", Some("open"), ""), nothing);
}

#[derive(Clone)]
struct Role(&'static str);

#[tokio::test]
async fn a_found_action_is_refused_with_its_missing_scopes() {
    let view = registry().view(Exposition::Search).unwrap();
    let open = |arguments: Value| json!({"action": "vault/open", "arguments": arguments});
    let actions = view.actions();
    let open_is = actions.iter().find(|action| action.key == "open").unwrap();
    let tool = open_is.listed_as.as_str();
    let error = view
        .call(tool, open(json!({"kez": 5})), ctx("vault:audit"))
        .await;
    let text =
        format!("[vault/open] this call needs the scope vault:open, which was not granted. {REST}");
    assert_eq!(missing(&error.unwrap_err()), (text, vec!["vault:open"]));
    let all = ctx("vault:open vault:audit");
    view.call(tool, open(json!({"key": "k"})), all)
        .await
        .unwrap();
    let named = |tool: &str, action: &str| missing_scopes(&view, tool, Some(action), "vault:audit");
    assert_eq!(named(tool, "vault/open"), ["vault:open"]);
    for (tool, action) in [
        (tool, "open"),
        (tool, "vault/nothing"),
        ("find", "vault/open"),
        ("vault", "open"),
    ] {
        assert_eq!(named(tool, action), [""; 0], "{tool} {action}");
    }
    let found = view
        .call("find", json!({"query": "vault/open"}), ctx(""))
        .await
        .unwrap();
    let found = format!("{:?}", found.content());
    assert!(found.contains("Scopes: vault:open, vault:audit"), "{found}");
}

#[tokio::test]
async fn what_access_hides_is_unknown_and_no_scope_of_it_is_named() {
    let registry = stepping_up().expects::<Role>().tool(Vault).build().unwrap();
    let access = |role: &Role| match role.0 {
        "guest" => Filter::read_only(),
        _ => Filter::all(),
    };
    for exposition in [Exposition::Grouped, Exposition::BySafety, Exposition::Flat] {
        let view = registry.view(exposition).unwrap().access(access).unwrap();
        let with = |role: &'static str| {
            let mut ctx = ctx("");
            ctx.insert(Role(role));
            ctx
        };
        let tool = match exposition {
            Exposition::Grouped => "vault",
            _ => "vault_open",
        };
        let arguments = || json!({"action": "open", "key": "k"});
        let error = view
            .call(tool, arguments(), with("guest"))
            .await
            .unwrap_err();
        assert!(!matches!(error, CallError::MissingScopes { .. }), "{error}");
        assert!(!error.to_string().contains("vault:"), "{error}");
        let guest = view.seen_by(&mut with("guest")).await.unwrap();
        let named = missing_scopes(&guest, tool, Some("open"), "");
        assert_eq!(named, [""; 0]);
        let staff = view.seen_by(&mut with("staff")).await.unwrap();
        let named = missing_scopes(&staff, tool, Some("open"), "");
        assert_eq!(named, ["vault:open", "vault:audit"]);
    }
}

type Endings = Arc<Mutex<Vec<String>>>;

struct Noting(Endings);

impl Observer for Noting {
    fn observe(&self, call: &CallRecord<'_>, outcome: &Outcome<'_>) {
        let scopes = match outcome.ending() {
            Ending::MissingScopes(scopes) => scopes.join(" "),
            _ => String::new(),
        };
        let name = outcome.ending().name();
        let line = format!("{:?} {name} {scopes}", call.key().unwrap_or_default());
        self.0.lock().unwrap().push(line);
    }
}

#[tokio::test]
async fn observers_see_the_refusal_and_guards_do_not_run() {
    let endings = Endings::default();
    let registry = stepping_up()
        .observe(Noting(Arc::clone(&endings)))
        .guard(|call| panic!("a guard ran for {}", call.key()))
        .tool(Vault)
        .build()
        .unwrap();
    let open = json!({"action": "open", "key": "k"});
    registry
        .call("vault", open, ctx("vault:open"))
        .await
        .unwrap_err();
    registry.read("vault://gold", ctx("")).await.unwrap_err();
    assert_eq!(
        *endings.lock().unwrap(),
        [
            "\"open\" missing_scopes vault:audit",
            "\"gold\" missing_scopes vault:open"
        ]
    );
}

#[tokio::test]
async fn help_states_the_scopes_of_a_tool_that_steps_up() {
    let help = async |builder: RegistryBuilder| {
        let registry = builder
            .describe(Describe::Brief)
            .tool(Vault)
            .build()
            .unwrap();
        let arguments = json!({"action": "help", "topic": "open"});
        let ctx = ctx("vault:open vault:audit");
        let response = registry.call("vault", arguments, ctx).await.unwrap();
        format!("{:?}", response.content())
    };
    let line = "Scopes: vault:open, vault:audit";
    assert!(help(stepping_up()).await.contains(line));
    // Elsewhere a reader of the contract has the scopes.
    assert!(!help(builder()).await.contains("Scopes"));
    // Without scopes, `help` is there as well.
    let registry = stepping_up().describe(Describe::Brief).tool(Vault);
    let registry = registry.build().unwrap();
    let arguments = json!({"action": "help"});
    registry.call("vault", arguments, ctx("")).await.unwrap();
}

#[tokio::test]
async fn over_http_a_refusal_is_a_result_that_names_the_scopes() {
    let served = Served::new(registry());
    let params = json!({"name": "vault", "arguments": {"action": "open", "key": "k"}});
    let text =
        format!("[vault/open] this call needs the scope vault:open, which was not granted. {REST}");
    let client = served.client.header("x-scopes", "vault:audit");
    for reply in [
        client.legacy(1, "tools/call", params.clone()).await,
        client.modern(1, "tools/call", params.clone()).await,
    ] {
        let result = &reply.message()["result"];
        assert_eq!(
            (&result["isError"], reply.text()),
            (&json!(true), text.clone())
        );
        assert_eq!(
            result["_meta"]["dev.fusion/error"],
            json!({"code": "insufficient_scope", "scopes": ["vault:open"]})
        );
    }
    let read = json!({"uri": "vault://gold"});
    let client = client.header("mcp-name", "vault://gold");
    let error = &client.modern(1, "resources/read", read).await.message()["error"];
    assert_eq!(error["code"], -32600);
    assert_eq!(error["data"]["scopes"], json!(["vault:open"]));
    served.end().await;
}
