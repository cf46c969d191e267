//! The lock of a registry: what it contains, and its file.

use std::fs;

use fusion_core::{
    Ask, Exposition, Filter, Json, Registry, prompt::PromptMessage, schema::Profile, tool_group,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Which issues.
#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)] // only its schema is of interest
struct Query {
    /// The owner's name.
    #[schemars(extend("x-fusion-alias" = ["user"]))]
    #[serde(alias = "user")]
    owner: Option<String>,
    /// In which state.
    state: State,
}

/// A state.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum State {
    /// Work is left.
    Open,
    /// Nothing is left.
    Closed,
}

/// An issue.
#[derive(Serialize, JsonSchema)]
struct Issue {
    /// Its number.
    id: u32,
    state: Option<State>,
}

struct Issues;

/// Find and close issues.
#[tool_group(scope("issues"))]
impl Issues {
    /// List issues, newest first. Close them with [`Self::close`].
    #[action(read_only, title = "List", deprecated = "use search")]
    fn list(
        &self,
        query: Query,
        #[arg(default = 20, range(min = 1, max = 50), alias("max"))] limit: u32,
        #[arg(secret, pattern = r#"^"\d+"$"#)] token: Option<String>,
    ) -> Json<Vec<Issue>> {
        drop((query, limit, token));
        Json(Vec::new())
    }

    /// Close an issue.
    #[action(
        destructive,
        alias("shut"),
        flat_name = "close_it",
        one_of("id", "name"),
        scope("admin"),
        confirm("Close {id}?"),
        unasked = "token"
    )]
    fn close(&self, id: Option<u32>, name: Option<String>) {
        drop((id, name));
    }

    /// Open an issue.
    #[action(schema = json!({"type": "object", "properties": {"title": {"type": "string", "description": "A title."}}, "required": ["title"]}))]
    async fn open(&self, title: String, ask: &Ask) -> String {
        let _ = ask.confirmed("Sure?").await;
        title
    }

    /// Summarize the issues.
    #[prompt]
    fn summary(
        &self,
        /** For whom. */
        reader: Option<String>,
    ) -> PromptMessage {
        PromptMessage::user(reader.unwrap_or_default())
    }

    /// One issue.
    #[resource(uri = "issues://{id}", mime = "text/plain")]
    fn issue(&self, id: u32) -> String {
        id.to_string()
    }
}

/// Everything about the tracker.
#[tool_group(
    name = "tracker",
    discriminator = "operation",
    title = "Tracker",
    annotations(open_world = false)
)]
struct Tracker {
    #[group]
    issues: Issues,
}

fn registry() -> Registry {
    let tracker = Tracker { issues: Issues };
    let builder = Registry::builder().scopes(|_| "issues");
    builder.tool(tracker).build().unwrap()
}

#[test]
fn the_file_has_everything_that_clients_rely_on() {
    const FILE: &str = "tests/behaviour/lock/collecting.toml";
    let lock = registry().lock();
    lock.check(FILE).unwrap();
    assert_eq!(fs::read_to_string(FILE).unwrap(), lock.to_string());
}

#[test]
fn exposition_and_profile_do_not_change_it_and_a_filter_does() {
    let registry = registry();
    for exposition in [Exposition::Grouped, Exposition::BySafety, Exposition::Flat] {
        let view = registry.view(exposition).unwrap();
        assert_eq!(view.lock(), registry.lock(), "{exposition:?}");
        assert_eq!(
            view.in_profile(Profile::Open).unwrap().lock(),
            registry.lock(),
            "{exposition:?}"
        );
    }
    let view = registry.view(Exposition::Flat).unwrap();
    let reads = view.filtered(&Filter::read_only()).unwrap().lock();
    let keys: Vec<_> = reads.actions.keys().collect();
    assert_eq!(keys, ["tracker/issues.list"]);
    let diff = registry.lock().diff(&reads).to_string();
    assert!(
        diff.starts_with("breaking: 2 changes\n  tracker/issues.close\n    action gone\n"),
        "{diff}"
    );
}
