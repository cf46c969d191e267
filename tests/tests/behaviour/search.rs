//! The exposition `Search`: `find`, and the tools that call what it found.

mod calls;
mod confirming;
mod errors;
mod finding;
mod hidden;
mod listing;
mod pins;
mod steps;

use fusion_core::{
    CallError, Content, Ctx, Exposition, Registry, RegistryBuilder, ToolError, View, tool_group,
};
use serde_json::{Value, json};

struct Issues;

/// Track issues.
#[tool_group(name = "issues")]
impl Issues {
    /// List issues, newest first.
    #[action(read_only, tags("public"))]
    fn list(
        /// Only issues in this state.
        state: Option<String>,
        /// How many.
        #[arg(default = 20, range(min = 1, max = 100))]
        limit: u32,
    ) -> String {
        format!("list {state:?} {limit}")
    }

    /// Close an issue. See [`Self::list`].
    #[action(idempotent, alias("finish"))]
    fn close(issue: u64) -> Result<String, ToolError> {
        match issue {
            0 => Err(ToolError::new("no such issue")
                .suggest("list")
                .suggest("purge")),
            issue => Ok(format!("closed {issue}")),
        }
    }

    /// Delete all issues that are older than some days. Nothing brings them back.
    #[action(destructive)]
    fn purge(
        /// The days.
        days: u32,
    ) -> String {
        format!("purged {days}")
    }
}

struct Labels;

/// Name what issues are about.
#[tool_group(name = "labels")]
impl Labels {
    /// Create a label.
    #[action(tags("public"))]
    fn create(label: String) -> String {
        format!("created {label}")
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

struct Files;

/// Keep files.
#[tool_group(name = "files", discriminator = "operation")]
impl Files {
    /// Read a file.
    #[action(read_only, open_world)]
    fn read(
        /// Its path.
        path: String,
        /// What to do with a missing file.
        action: Option<String>,
    ) -> String {
        format!("read {path} {action:?}")
    }
}

fn builder() -> RegistryBuilder {
    Registry::builder()
        .tool(Desk {
            issues: Issues,
            labels: Labels,
        })
        .tool(Files)
}

fn view() -> View {
    builder().build().unwrap().view(Exposition::Search).unwrap()
}

async fn call(view: &View, tool: &str, arguments: Value) -> Result<String, CallError> {
    let response = view.call(tool, arguments, Ctx::new()).await?;
    match response.content() {
        [Content::Text(text)] => Ok(text.clone()),
        other => panic!("{other:?}"),
    }
}

/// Calls an action by the tool of its class.
async fn run(view: &View, tool: &str, action: &str, arguments: Value) -> Result<String, CallError> {
    call(
        view,
        tool,
        json!({"action": action, "arguments": arguments}),
    )
    .await
}

async fn refusal(view: &View, tool: &str, arguments: Value) -> String {
    call(view, tool, arguments).await.unwrap_err().to_string()
}

async fn find(view: &View, query: &str) -> String {
    call(view, "find", json!({"query": query})).await.unwrap()
}

/// Returns the names of the found actions, in order.
fn found(answer: &str) -> Vec<&str> {
    let heads = answer.lines().filter(|line| !line.starts_with(' '));
    let heads = heads.filter_map(|line| line.split_once(": "));
    let heads = heads.filter(|(tool, _)| tool.starts_with("call_") || *tool == "A tool of its own");
    heads
        .filter_map(|(_, rest)| Some(rest.split_once('(')?.0))
        .collect()
}
