//! Guards run after the action is found and before its arguments are read.

use std::{sync::Arc, time::Duration};

use fusion_core::{CallError, Ctx, Ext, Registry, ToolError, error::BuildError, tool_group};
use serde_json::{Value, json};

#[derive(Clone)]
struct Trail(String);

struct Vault;

#[tool_group(name = "vault")]
impl Vault {
    #[action(read_only)]
    async fn look(&self, trail: &Ext<Trail>) -> String {
        trail.0.0.clone()
    }

    #[action(destructive)]
    async fn burn(&self, n: u8) -> String {
        n.to_string()
    }
}

fn leave(
    mark: &str,
) -> impl Fn(&mut fusion_core::build::RawCall<'_>) -> Result<(), ToolError> + use<> {
    let mark = mark.to_owned();
    move |call| {
        let before = call.ctx().get::<Trail>().map_or("", |trail| &trail.0);
        let after = format!("{before}{mark}");
        call.ctx_mut().insert(Trail(after));
        Ok(())
    }
}

async fn call(registry: &Registry, arguments: Value) -> String {
    match registry.call("vault", arguments, Ctx::new()).await {
        Ok(response) => format!("{:?}", response.content()),
        Err(error) => error.to_string(),
    }
}

#[tokio::test]
async fn guards_run_in_order_behind_providers_and_leave_values_for_the_handler() {
    let registry = Registry::builder()
        .guard(leave("1"))
        .guard(leave("2"))
        .provide(async |_: &Ctx| Ok::<_, ToolError>(Trail("0".to_owned())))
        .tool(Vault)
        .build()
        .unwrap();
    let said = call(&registry, json!({"action": "look"})).await;
    assert_eq!(said, r#"[Text("012")]"#);
}

#[test]
fn a_value_that_only_a_guard_leaves_must_be_expected() {
    let build = |expects: bool| {
        let builder = Registry::builder().guard(leave("1"));
        let builder = if expects {
            builder.expects::<Trail>()
        } else {
            builder
        };
        builder.tool(Vault).build().map(drop)
    };
    assert!(build(true).is_ok());
    let expected = BuildError::NotProvided {
        tool: "vault".into(),
        key: "look".into(),
        type_name: std::any::type_name::<Trail>(),
    };
    assert_eq!(
        build(false).unwrap_err().iter().collect::<Vec<_>>(),
        [&expected]
    );
}

#[tokio::test]
async fn a_refusal_comes_before_the_arguments_are_read_and_after_the_action_is_known() {
    let registry = Registry::builder()
        .guard(|call| {
            assert_eq!(call.tool().name, "vault");
            if call.spec().hints.destructive {
                let sent = call.arguments().get("n").cloned();
                let error = ToolError::new(format!("not {} with {sent:?}", call.key()));
                return Err(error
                    .code("closed")
                    .hint("Ask.")
                    .retry_after(Duration::from_secs(2)));
            }
            Ok(())
        })
        .guard(|_| panic!("the second guard does not see what the first refused"))
        .expects::<Trail>()
        .tool(Vault)
        .build()
        .unwrap();
    let arguments = json!({"action": "burn", "n": "x", "zzz": 1});
    let error = registry
        .call("vault", arguments, Ctx::new())
        .await
        .unwrap_err();
    assert!(matches!(error, CallError::Refused { .. }), "{error:?}");
    assert_eq!(
        error.to_string(),
        "Error: not burn with Some(String(\"x\"))\nHint: Ask.\nRetry after 2 s"
    );
    assert_eq!(
        error.data(),
        json!({"code": "closed", "hint": "Ask.", "retryAfterMs": 2000})
    );

    let unknown = call(&registry, json!({"action": "brun"})).await;
    assert_eq!(
        unknown,
        "Error: Unknown action \"brun\". Did you mean \"burn\"? Available: look, burn"
    );
}

#[tokio::test]
async fn a_guard_that_panics_refuses() {
    let registry = Registry::builder()
        .guard(|_| panic!("the secret of the guard"))
        .expects::<Trail>()
        .tool(Arc::new(Vault))
        .build()
        .unwrap();
    let said = call(&registry, json!({"action": "burn", "n": 1})).await;
    assert!(
        said.starts_with("Error: internal error (reference "),
        "{said}"
    );
}
