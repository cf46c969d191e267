//! Prompts in groups of a hierarchical tool, and blocks that have nothing else.

use std::sync::Arc;

use fusion_core::{Exposition, Filter, prompt::Reference};

use super::*;

struct Letters;

/// Write letters.
#[tool_group]
impl Letters {
    /// Thank somebody.
    #[prompt(alias("bless"))]
    fn thank(&self, #[arg(complete = Self::names)] whom: String) -> String {
        format!("thank {whom}")
    }

    async fn names(&self, value: &str, _: &Ctx) -> Vec<String> {
        vec![format!("{value}da")]
    }
}

struct Labels;

#[tool_group]
impl Labels {
    /// List labels.
    #[action(read_only)]
    fn list(&self) -> String {
        "bug".to_owned()
    }

    /// Choose a label.
    #[prompt]
    fn choose(&self) -> String {
        "choose".to_owned()
    }
}

/// Everything.
#[tool_group(name = "tracker")]
struct Tracker {
    #[group(name = "post")]
    letters: Arc<Letters>,
    #[group]
    labels: Labels,
}

fn tracker() -> Registry {
    let tracker = Tracker {
        letters: Arc::new(Letters),
        labels: Labels,
    };
    Registry::builder().tool(tracker).build().unwrap()
}

#[tokio::test]
async fn a_prompt_of_a_group_is_named_after_both() {
    let registry = tracker();
    let names: Vec<_> = registry
        .prompts()
        .iter()
        .map(|prompt| &prompt.name)
        .collect();
    assert_eq!(names, ["tracker_post_thank", "tracker_labels_choose"]);
    for name in ["tracker_post_thank", "tracker_post_bless"] {
        let sent = arguments(json!({"whom": "Ada"}));
        let response = registry.prompt(name, sent, Ctx::new()).await.unwrap();
        assert_eq!(role_texts(&response), [(Role::User, "thank Ada")]);
    }
    let response = registry.prompt("tracker_labels_choose", Map::new(), Ctx::new());
    assert_eq!(
        role_texts(&response.await.unwrap()),
        [(Role::User, "choose")]
    );
    let of = Reference::Prompt("tracker_post_thank");
    let completion = registry.complete(of, "whom", "A", Map::new(), Ctx::new());
    assert_eq!(completion.await.unwrap().values, ["Ada"]);
}

/// The group that has only prompts is no module for a model.
#[tokio::test]
async fn actions_after_a_group_of_prompts_are_still_theirs() {
    let registry = tracker();
    assert_eq!(
        registry.tools()[0].description,
        "Everything\nlabels:\nlist() List labels"
    );
    let response = registry
        .call("tracker", json!({"action": "labels.list"}), Ctx::new())
        .await;
    assert_eq!(response.unwrap(), fusion_core::ToolResponse::text("bug"));
    let error = registry
        .call("tracker", json!({"action": "post.thank"}), Ctx::new())
        .await;
    assert_eq!(
        error.unwrap_err().to_string(),
        "Error: Unknown action \"post.thank\". Available: labels.list"
    );
}

#[tokio::test]
async fn a_block_of_prompts_alone_lists_no_tool() {
    let registry = Registry::builder().tool(Letters).build().unwrap();
    for exposition in [Exposition::Grouped, Exposition::BySafety, Exposition::Flat] {
        let view = registry.view(exposition).unwrap();
        assert_eq!(view.tools(), []);
        assert_eq!(view.instructions(), None);
        assert_eq!(view.prompts()[0].name, "letters_thank");
    }
    let error = registry
        .call("letters", json!({"action": "thank"}), Ctx::new())
        .await;
    assert_eq!(error.unwrap_err().to_string(), "unknown tool `letters`");
    let by_key = Filter::only(["letters/thank"]);
    let view = registry.view(Exposition::Flat).unwrap();
    let view = view.filtered(&by_key).unwrap();
    assert_eq!(view.prompts().len(), 1);
}
