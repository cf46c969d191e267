//! A tracker with a client.

use fusion_core::{
    Content, Ctx, Fields, Json, Registry, StateSync, ToolError, ToolResponse, spec::OutputCap,
    tool_group,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum State {
    Open,
    Closed,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub(crate) struct Issue {
    pub(crate) id: u64,
    pub(crate) title: String,
}

#[derive(Debug, Serialize, Fields)]
pub(crate) struct Paging {
    pub(crate) limit: u64,
    pub(crate) after: Option<String>,
}

#[derive(Debug, Serialize, Fields)]
pub(crate) struct Scope {
    pub(crate) team: String,
    pub(crate) dry: Option<bool>,
}

/// A struct whose arguments have other names than its fields, two of them those of each other.
#[derive(Debug, Serialize, Fields)]
#[fields(rename_all = "camelCase")]
pub(crate) struct Renamed {
    pub(crate) most_rows: u64,
    #[arg(name = "right")]
    pub(crate) left: u64,
    #[arg(name = "left")]
    pub(crate) right: u64,
}

/// A struct that serializes a field that it does not have.
#[derive(Debug, Fields)]
pub(crate) struct Odd {
    pub(crate) rows: u64,
}

impl Serialize for Odd {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([("columns", self.rows)])
    }
}

#[derive(Debug, thiserror::Error)]
#[error("the disk is full")]
struct Full;

/// The number of a call.
#[derive(Clone, Debug)]
pub(crate) struct CallNumber(pub(crate) u64);

pub(crate) struct Issues;

/// Track issues.
#[tool_group(common = Scope, output_cap = OutputCap::bytes(60), client(pub(crate) IssuesClient))]
impl Issues {
    /// List issues.
    #[action(read_only, name = "find", format = "toon")]
    fn list(
        &self,
        /// Only these.
        #[arg(name = "st")]
        state: Option<State>,
        #[arg(default = 7)] depth: u32,
        #[arg(flatten)] page: Paging,
        scope: &Scope,
    ) -> Json<Vec<Issue>> {
        let state = state.unwrap_or(State::Closed);
        drop(page.after);
        let issue = |id| Issue {
            id,
            title: format!("{} {id} {state:?} {depth}", scope.team),
        };
        Json((1..=page.limit).map(issue).collect())
    }

    /// Close an issue.
    #[action(idempotent, invalidates("self.*"))]
    fn close(&self, #[arg(range(min = 1))] issue: u64, _why: String) -> Result<(), ToolError> {
        match issue {
            7 => Ok(()),
            _ => Err(ToolError::new(format!("there is no issue {issue}"))
                .code("not_found")
                .hint("list them")
                .retry_after(std::time::Duration::from_secs(2))),
        }
    }

    /// Return a text.
    #[action(omit_common)]
    fn echo(&self, text: String) -> String {
        text
    }

    /// Draw a chart.
    #[action(omit_common)]
    fn chart(&self) -> (Json<Issue>, Vec<Content>) {
        let title = "chart".to_owned();
        (Json(Issue { id: 1, title }), vec![Content::text("|||")])
    }

    /// Return blocks.
    #[action(omit_common)]
    fn raw(&self) -> ToolResponse {
        ToolResponse::text("a").block(Content::resource_link("notes://a").title("A"))
    }

    /// Fail.
    #[action(omit_common)]
    fn fail(&self) -> Result<(), ToolError> {
        Err(Full)?;
        Ok(())
    }

    /// Take an odd struct.
    #[action(omit_common)]
    fn odd(&self, #[arg(flatten)] odd: Odd) -> Json<<Self as HasSize>::Size> {
        Json(odd.rows)
    }

    /// Take a struct with other names.
    #[action(omit_common)]
    fn renamed(&self, #[arg(flatten)] renamed: Renamed) -> Json<[u64; 3]> {
        Json([renamed.most_rows, renamed.left, renamed.right])
    }

    /// Nothing for programs.
    #[action(omit_common, client = false)]
    fn hidden(&self) {}
}

/// A type of the block itself.
pub(crate) trait HasSize {
    type Size;
}

impl HasSize for Issues {
    type Size = u64;
}

pub(crate) struct Labels;

#[tool_group(client(pub(crate) LabelsClient))]
impl Labels {
    /// Paint a label.
    #[action]
    fn paint(&self, id: u64, colour: String) -> String {
        format!("{id} is {colour}")
    }

    /// Return the number of the call.
    #[action(read_only)]
    fn number(&self, ctx: &Ctx) -> String {
        let number = ctx.get::<CallNumber>();
        number.map_or_else(String::new, |number| number.0.to_string())
    }
}

#[tool_group(name = "tracker", client(pub(crate) TrackerClient))]
pub(crate) struct Tracker {
    #[group]
    issues: Issues,
    #[group(rename(id = "label"))]
    labels: std::sync::Arc<Labels>,
}

pub(crate) struct OtherIssues;

/// Issues of another version.
#[tool_group(name = "issues")]
impl OtherIssues {
    #[action]
    fn chart(&self) -> Json<Vec<u64>> {
        Json(vec![1])
    }
}

pub(crate) fn registry() -> Registry {
    let tracker = Tracker {
        issues: Issues,
        labels: std::sync::Arc::new(Labels),
    };
    let builder = Registry::builder().state_sync(StateSync::new());
    builder.tool(tracker).build().unwrap()
}
