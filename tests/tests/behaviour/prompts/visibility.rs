//! A hidden prompt answers as an unknown one.

use fusion_core::{Exposition, Filter, View};

use super::*;

#[derive(Clone)]
struct Caller(&'static [&'static str]);

async fn prompt_error(view: &View, name: &str) -> (String, Value) {
    let sent = arguments(json!({"urgency": "low"}));
    let error = view.prompt(name, sent, Ctx::new()).await.unwrap_err();
    (error.to_string().replace(name, "…"), error.data())
}

#[tokio::test]
async fn what_a_filter_hides_answers_as_what_does_not_exist() {
    let view = registry().view(Exposition::Grouped).unwrap();
    for filter in [
        Filter::without_tags(["writing"]),
        Filter::except(["issues/triage"]),
        Filter::only(["issues/list", "issues/greet", "issues/fail"]),
    ] {
        let view = view.filtered(&filter).unwrap();
        let names: Vec<_> = view.prompts().iter().map(|prompt| &prompt.name).collect();
        assert_eq!(names, ["issues_greet", "issues_fail"], "{filter:?}");
        let unheard_of = prompt_error(&view, "issues_nothing").await;
        assert_eq!(prompt_error(&view, "issues_triage").await, unheard_of);
        assert_eq!(
            prompt_error(&view, "issues_sort").await,
            unheard_of,
            "the alias"
        );
    }
}

#[tokio::test]
async fn what_each_caller_sees_depends_on_a_value_of_the_providers() {
    let builder = Registry::builder().provide(async |ctx: &Ctx| {
        let client = ctx.client().ok_or("who are you?")?;
        Ok::<_, ToolError>(Caller(match client.name.as_str() {
            "writer" => &["writing"],
            _ => &["reading"],
        }))
    });
    let registry = builder.tool(Issues).build().unwrap();
    let view = registry.view(Exposition::Grouped).unwrap();
    let view = view.access(|caller: &Caller| Filter::any_tags(caller.0.iter().copied()));
    let view = view.unwrap();
    let asked = async |client: Option<&str>| {
        let ctx = client.map_or_else(Ctx::new, |name| {
            let client = fusion_core::ctx::Client::new(name, "1");
            Ctx::new().with_client(std::sync::Arc::new(client))
        });
        let sent = arguments(json!({"urgency": "low"}));
        let result = view.prompt("issues_triage", sent, ctx).await;
        result.map_or_else(
            |error| error.to_string(),
            |response| format!("{:?}", role_texts(&response)[0]),
        )
    };
    assert_eq!(
        asked(Some("writer")).await,
        r#"(User, "writer: triage None Low false")"#
    );
    assert_eq!(
        asked(Some("reader")).await,
        "unknown prompt `issues_triage`"
    );
    assert_eq!(asked(None).await, "Error: who are you?");
}

/// A filter that names a prompt is no slip of the pen.
#[test]
fn a_tool_of_which_only_prompts_are_shown_is_not_listed() {
    let view = registry().view(Exposition::Grouped).unwrap();
    let view = view.filtered(&Filter::only(["issues/greet"])).unwrap();
    assert_eq!(view.tools(), []);
    let names: Vec<_> = view.prompts().iter().map(|prompt| &prompt.name).collect();
    assert_eq!(names, ["issues_greet"]);
}
