//! The action `help`, which a tool in the brief form has by itself.

mod collisions;
mod hidden;
mod listing;
mod short_keys;
mod steps;
mod topics;

use fusion_core::{
    Content, Ctx, Json, Registry, RegistryBuilder, View, spec::Describe, tool_group,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

/// The state of an issue.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum State {
    /// Still to do.
    Open,
    /// Done, or never to be done.
    Closed,
}

/// A span of days.
#[derive(Debug, Deserialize, JsonSchema)]
struct Span {
    /// The first day.
    from: String,
    /// The last day.
    to: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Search {
    /// Words that the title contains.
    #[schemars(length(min = 1))]
    words: Vec<String>,
    state: Option<State>,
    /// When it was opened.
    #[serde(default)]
    opened: Option<Span>,
}

impl Search {
    fn into_text(self) -> String {
        let Self {
            words,
            state,
            opened,
        } = self;
        let days = opened.map(|Span { from, to }| (from, to));
        format!("search {words:?} {state:?} {days:?}")
    }
}

struct Issues;

/// Track issues.
///
/// They are numbered from 1.
#[tool_group(name = "issues")]
impl Issues {
    /// List issues, newest first. See [`Self::purge`].
    ///
    /// - closed ones too
    #[action(read_only, tags("public"), cache = "no-store")]
    fn list(
        /// Only issues in this state.
        state: Option<State>,
        /// How many.
        #[arg(default = 20, range(min = 1, max = 100))]
        limit: u32,
    ) -> String {
        format!("list {state:?} {limit}")
    }

    /// Search issues.
    #[action(read_only, tags("public"))]
    fn search(
        /// What to look for.
        by: Search,
    ) -> String {
        by.into_text()
    }

    /// Assign an issue.
    #[action(
        idempotent,
        open_world,
        timeout = "5s",
        one_of("name", "team"),
        alias("give"),
        deprecated = "use list"
    )]
    fn assign(
        /// Its number.
        issue: u32,
        name: Option<String>,
        team: Option<String>,
        /// The password.
        /// It is checked.
        #[arg(secret, pattern = "^hunter")]
        password: String,
    ) -> String {
        format!("assign {issue} {name:?} {team:?} {}", password.len())
    }

    /// Delete every issue.
    #[action(destructive, tags("admin"), invalidates("self.list", "super.labels.*"))]
    fn purge() {}
}

struct Labels;

/// Name what issues are about.
#[tool_group(name = "labels")]
impl Labels {
    /// List labels.
    #[action(read_only, tags("public"))]
    fn list() -> Json<Vec<String>> {
        Json(vec!["bug".to_owned()])
    }

    /// Delete a label.
    #[action(destructive, tags("admin"))]
    fn delete(
        /// Its name.
        label: String,
    ) -> String {
        label
    }
}

/// Everything about a project.
#[tool_group(name = "desk")]
struct Desk {
    #[group]
    issues: Issues,
    #[group]
    labels: Labels,
}

/// Tell the time.
struct Clock;

/// Tell the time.
#[tool_group(name = "clock")]
impl Clock {
    /// Tell the time.
    #[action(read_only)]
    fn now() -> &'static str {
        "noon"
    }
}

fn desk() -> Desk {
    Desk {
        issues: Issues,
        labels: Labels,
    }
}

fn builder() -> RegistryBuilder {
    Registry::builder().describe(Describe::Brief)
}

/// Returns the text of a response or of an error.
async fn answer(view: &View, tool: &str, arguments: Value) -> Result<String, String> {
    match view.call(tool, arguments, Ctx::new()).await {
        Ok(response) => match response.content() {
            [Content::Text(text)] => Ok(text.clone()),
            other => panic!("{other:?}"),
        },
        Err(error) => Err(error.to_string()),
    }
}

/// Asks a tool for help on a topic.
async fn help(view: &View, tool: &str, topic: &str) -> Result<String, String> {
    let arguments = json!({"action": "help", "topic": topic});
    answer(view, tool, arguments).await
}
