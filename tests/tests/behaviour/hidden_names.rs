//! Hidden names in texts and patterns in which an author names them in plain words.

use fusion_core::{
    Content, Ctx, Exposition, Filter, Registry, StateSync, View, state_sync::Notice, tool_group,
};
use serde_json::{Value, json};

struct Issues;

#[tool_group(name = "issues")]
impl Issues {
    /// List issues.
    #[action(read_only, tags("all"))]
    fn list(&self) {}

    /// List issues, slowly.
    #[action(read_only, tags("all"), deprecated = "use purge.")]
    fn plain(&self) {}

    /// List issues, slowly.
    #[action(
        read_only,
        tags("all"),
        deprecated = "see issues/purge, or issues_purge"
    )]
    fn qualified(&self) {}

    /// List issues, slowly.
    #[action(read_only, tags("all"), deprecated = "use [`Self::purge`]")]
    fn linked(&self) {}

    /// List issues, slowly.
    #[action(read_only, tags("all"), deprecated = "use [`Self::list`]")]
    fn shown(&self) {}

    /// List issues, slowly.
    #[action(read_only, tags("all"), deprecated = "use list")]
    fn words(&self) {}

    /// Open an issue.
    #[action(
        tags("all"),
        invalidates(
            foreign("issues.purge"),
            foreign("issues_purge"),
            foreign("issues.list"),
            foreign("wiki.*")
        )
    )]
    fn open(&self) {}

    /// Purge.
    #[action(destructive, tags("admin"))]
    fn purge(&self) {}
}

fn view(exposition: Exposition, filter: &Filter) -> View {
    let sync = StateSync::new().notice(Notice::Last);
    let registry = Registry::builder()
        .state_sync(sync)
        .tool(Issues)
        .build()
        .unwrap();
    registry.view(exposition).unwrap().filtered(filter).unwrap()
}

fn deprecations(view: &View) -> Vec<String> {
    let listed = view.tools().iter().map(|tool| &tool.description);
    let lines = listed.flat_map(|text| text.lines());
    let notes = lines.filter_map(|line| line.split_once("Deprecated"));
    notes.map(|(_, note)| note.to_owned()).collect()
}

#[test]
fn a_deprecation_names_nothing_that_is_hidden() {
    for (exposition, list) in [
        (Exposition::Grouped, "list"),
        (Exposition::Flat, "issues_list"),
    ] {
        let hidden = view(exposition, &Filter::any_tags(["all"]));
        let list = format!(": use `{list}`.");
        assert_eq!(deprecations(&hidden), [".", ".", ".", &list, ": use list."]);
        let texts: Vec<_> = hidden
            .tools()
            .iter()
            .map(|tool| &tool.description)
            .collect();
        assert!(!format!("{texts:?}").contains("purge"), "{texts:?}");
        let metadata: Vec<_> = hidden
            .actions()
            .into_iter()
            .map(|one| one.deprecated)
            .collect();
        assert!(!format!("{metadata:?}").contains("purge"), "{metadata:?}");

        let all = view(exposition, &Filter::all());
        assert_eq!(deprecations(&all)[0], ": use purge.");
    }
}

async fn invalidated(view: &View) -> (String, Value) {
    let response = view
        .call("issues", json!({"action": "open"}), Ctx::new())
        .await;
    let response = response.unwrap();
    let Some(Content::Text(notice)) = response.content().last() else {
        panic!("{response:?}");
    };
    let patterns = &response.meta().unwrap()["dev.fusion/invalidates"];
    (notice.clone(), patterns.clone())
}

#[tokio::test]
async fn a_foreign_pattern_names_no_hidden_action() {
    let hidden = view(Exposition::Grouped, &Filter::any_tags(["all"]));
    assert_eq!(
        invalidated(&hidden).await,
        (
            "[System: Cache invalidated for issues.list, wiki.* — caused by issues.open]"
                .to_owned(),
            json!(["issues.list", "wiki.*"])
        )
    );
    let all = view(Exposition::Grouped, &Filter::all());
    let (_, patterns) = invalidated(&all).await;
    let expected = json!(["issues.purge", "issues_purge", "issues.list", "wiki.*"]);
    assert_eq!(patterns, expected);
}
