//! The scopes that a row has from its attribute, its block and its struct, and where they are published.

use std::sync::{Arc, Mutex};

use fusion_core::{
    Exposition, Filter, ToolResult,
    auth::Scopes,
    error::{BuildError, ScopeError},
    middleware::{Call, Middleware, Next},
};
use serde_json::json;

use super::*;

struct Issues;

#[tool_group(scope("issues:read"))]
impl Issues {
    /// List issues.
    #[action(read_only)]
    fn list(&self) {}

    /// Close an issue.
    #[action(destructive, scope("issues:write", "audit"))]
    fn close(&self) {}

    /// Sort issues.
    #[prompt]
    fn sort(&self) -> &'static str {
        "sort"
    }
}

struct Labels;

#[tool_group]
impl Labels {
    /// List labels.
    #[action(read_only)]
    fn list(&self) {}

    /// All labels.
    #[resource(uri = "labels://all", scope("labels:read"))]
    fn all(&self) -> &'static str {
        "all"
    }
}

/// Track everything.
#[tool_group(name = "tracker", scope("tracker"))]
struct Tracker {
    #[group]
    issues: Issues,
    #[group]
    labels: Labels,
}

/// Every row names its scope, so that it compiles.
#[tool_group(name = "strict", scoped)]
struct Strict {
    #[group]
    issues: Issues,
}

fn tracker() -> Tracker {
    Tracker {
        issues: Issues,
        labels: Labels,
    }
}

#[test]
fn the_scopes_of_a_row_replace_those_of_its_block_and_these_those_of_its_struct() {
    let strict = Strict { issues: Issues };
    let registry = Registry::builder().tool(tracker()).tool(strict);
    let registry = registry.tool(Vault).build().unwrap();
    let view = registry.view(Exposition::Grouped).unwrap();
    let scopes: Vec<_> = view
        .actions()
        .into_iter()
        .map(|action| {
            format!(
                "{}/{}: {}",
                action.tool,
                action.key,
                action.scopes.join(" ")
            )
        })
        .collect();
    assert_eq!(
        scopes,
        [
            "tracker/issues.list: issues:read",
            "tracker/issues.close: issues:write audit",
            "tracker/labels.list: tracker",
            "strict/issues.list: issues:read",
            "strict/issues.close: issues:write audit",
            "vault/look: ",
            "vault/open: vault:open vault:audit",
        ]
    );
    assert_eq!(
        registry.scope_names(),
        [
            "audit",
            "issues:read",
            "issues:write",
            "labels:read",
            "tracker",
            "vault:audit",
            "vault:open"
        ]
    );
    let manifest = view.manifest().to_string();
    for published in [
        r#""scopes":["issues:write","audit"]"#,
        r#""key":"issues.sort","name":"tracker_issues_sort","scopes":["issues:read"]"#,
        r#""key":"labels.all","name":"tracker_labels_all","scopes":["labels:read"]"#,
    ] {
        assert!(manifest.contains(published), "{published}\n{manifest}");
    }
}

type Seen = Arc<Mutex<Vec<String>>>;

struct Noting(Seen);

impl Middleware for Noting {
    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        let line = format!(
            "middleware {:?} {:?}",
            call.scopes(),
            call.hints().destructive
        );
        self.0.lock().unwrap().push(line);
        next.run(call).await
    }
}

#[tokio::test]
async fn guards_and_middleware_see_the_scopes_and_the_hints_of_a_row() {
    let seen = Seen::default();
    let in_guard = Arc::clone(&seen);
    let registry = Registry::builder()
        .guard(move |call| {
            let line = format!("guard {:?} {:?}", call.scopes(), call.hints().read_only);
            in_guard.lock().unwrap().push(line);
            Ok(())
        })
        .middleware(Noting(Arc::clone(&seen)))
        .tool(tracker())
        .build()
        .unwrap();
    for key in ["issues.close", "labels.list"] {
        let arguments = json!({"action": key});
        registry
            .call("tracker", arguments, Ctx::new())
            .await
            .unwrap();
    }
    registry.read("labels://all", Ctx::new()).await.unwrap();
    assert_eq!(
        *seen.lock().unwrap(),
        [
            r#"guard ["issues:write", "audit"] false"#,
            r#"middleware ["issues:write", "audit"] true"#,
            r#"guard ["tracker"] true"#,
            r#"middleware ["tracker"] false"#,
            r#"guard ["labels:read"] true"#,
            r#"middleware ["labels:read"] false"#,
        ]
    );
}

#[test]
fn mistakes_of_scopes_and_filters_are_errors_of_build() {
    let builder = builder().missing_scopes("trakcer", Scopes::StepUp);
    let builder = builder.implies("admin", ["issues:wirte"]).tool(tracker());
    let errors = builder.build().unwrap_err();
    let unknown_tool = ScopeError::UnknownTool {
        tool: "trakcer".to_owned(),
        nearest: Some("tracker".to_owned()),
    };
    let unknown_scope = ScopeError::Unknown {
        implying: "admin".to_owned(),
        scope: "issues:wirte".to_owned(),
        nearest: Some("issues:write".to_owned()),
    };
    assert_eq!(
        errors.iter().cloned().collect::<Vec<_>>(),
        [unknown_tool, unknown_scope].map(BuildError::Scope)
    );
    let registry = Registry::builder().tool(tracker()).build().unwrap();
    let view = registry.view(Exposition::Grouped).unwrap();
    let none: [&str; 0] = [];
    let condition = "any_tags";
    let errors = view.filtered(&Filter::any_tags(none)).unwrap_err();
    assert_eq!(
        errors.iter().cloned().collect::<Vec<_>>(),
        [BuildError::EmptyInFilter { condition }]
    );
    assert_eq!(view.filtered(&Filter::nothing()).unwrap().tools(), []);
}

#[tokio::test]
async fn without_a_function_nothing_is_enforced_in_process() {
    let registry = Registry::builder().tool(Vault).build().unwrap();
    let view = registry.view(Exposition::Flat).unwrap();
    assert!(!view.depends_on_caller());
    let arguments = || json!({"key": "k"});
    view.call("vault_open", arguments(), Ctx::new())
        .await
        .unwrap();
    // A function that no row needs does not make views depend on their callers.
    let free = builder().tool(Free).build().unwrap();
    assert!(!free.view(Exposition::Flat).unwrap().depends_on_caller());
}

struct Free;

#[tool_group]
impl Free {
    /// Do it.
    #[action]
    fn act(&self) {}
}

#[tokio::test]
async fn a_panic_of_the_function_refuses_the_request() {
    let builder = Registry::builder().scopes(|ctx: &Ctx| {
        assert!(ctx.get::<GrantedScopes>().is_some(), "no scopes");
        GrantedScopes::none()
    });
    let registry = builder.tool(Vault).build().unwrap();
    let arguments = json!({"action": "look"});
    let error = registry.call("vault", arguments, Ctx::new()).await;
    let error = error.unwrap_err();
    assert!(matches!(error, fusion_core::CallError::Refused { .. }));
    assert!(
        error
            .to_string()
            .starts_with("Error: internal error (reference "),
        "{error}"
    );
    let view = registry.view(Exposition::Flat).unwrap();
    assert!(view.seen_by(&mut Ctx::new()).await.is_err());
    assert_eq!(view.seen_by(&mut ctx("")).await.unwrap().tools().len(), 1);
}
