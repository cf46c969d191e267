//! Expansions compile without a warning in a crate that denies every lint it can.
//!
//! A crate of its own: some of these lints look at a whole crate, and `forbid` must hold at its root.
#![deny(
    warnings,
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    unused_qualifications,
    unused_results,
    single_use_lifetimes,
    let_underscore_drop,
    trivial_casts,
    trivial_numeric_casts,
    unnameable_types,
    elided_lifetimes_in_paths,
    non_local_definitions,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::as_conversions,
    clippy::absolute_paths,
    clippy::missing_docs_in_private_items
)]
#![forbid(unsafe_code)]

use std::{fmt, future, sync::Arc};

use fusion_core::{
    Ctx, Fields, Json, Progress, ToolError, ToolResponse, build::Tool, prompt::PromptMessage,
    spec::Icon, tool_group,
};

/// A tool.
#[derive(Debug)]
pub struct Issues;

/// A state that stays private.
#[derive(Debug, serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum State {
    /// To do.
    Open,
    /// Done.
    Closed,
}

/// What may go wrong.
#[derive(Debug, ToolError)]
pub enum StoreError {
    /// It is not there.
    #[tool_error(code = "missing", hint = "look", suggest("list"), retry_after = "5s")]
    Missing(u64),
    /// It does not work.
    Broken,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(id) => write!(f, "there is no issue {id}"),
            Self::Broken => f.write_str("broken"),
        }
    }
}

/// Track issues.
#[tool_group(name = "issues", actions(pub IssuesAction), client(pub IssuesClient), annotations(open_world))]
impl Issues {
    /// List issues.
    #[action(read_only)]
    async fn list(
        &self,
        progress: &Progress,
        /// Only these.
        state: Option<State>,
        /// How many.
        #[arg(default = 20)]
        limit: u32,
        #[arg(default = Some(5))] first: Option<u32>,
        #[arg(default)] tags: Vec<String>,
        #[arg(default = "x")] text: String,
        a: String,
        b: String,
        c: String,
    ) -> Result<Json<Vec<u32>>, StoreError> {
        future::ready(()).await;
        let sizes = [text.len(), tags.len(), a.len(), b.len(), c.len()];
        match (state, first) {
            (Some(State::Open), Some(first)) => Ok(Json(vec![limit, first])),
            (Some(State::Closed), _) => Err(StoreError::Missing(u64::from(limit))),
            _ => Err(if sizes.is_empty() || format!("{progress:?}").is_empty() {
                StoreError::Missing(0)
            } else {
                StoreError::Broken
            }),
        }
    }

    #[action(alias("remove"), deprecated = "use list")]
    fn delete(ctx: &Ctx, #[arg(secret)] id: u64) -> Result<ToolResponse, String> {
        Err(format!("{id} {:?}", ctx.id()))
    }

    /// Does nothing.
    #[action]
    #[cfg(not(windows))]
    const fn nothing() {}
}

/// A private type in a public group.
#[derive(Debug, serde::Serialize, Fields)]
struct Scope {
    /// Whose.
    #[arg(length(min = 2))]
    org: String,
    #[arg(default = 20, range(max = 100))]
    limit: u32,
    #[arg(default)]
    order: Option<State>,
}

/// How far to go.
#[derive(Debug, serde::Serialize, Fields)]
#[fields(rename_all = "camelCase")]
pub struct Paging {
    /// How many.
    #[arg(default = 20)]
    pub max_rows: u32,
}

/// Another group.
#[derive(Debug)]
pub struct Labels;

/// Label issues.
#[tool_group(common = Scope, client(pub(crate) LabelsClient))]
impl Labels {
    /// List labels.
    #[action(read_only)]
    async fn list(
        &self,
        scope: &Scope,
        #[arg(flatten)] page: Paging,
    ) -> Result<String, StoreError> {
        future::ready(()).await;
        let Scope { org, limit, order } = scope;
        Ok(format!("{org} {limit} {order:?} {}", page.max_rows))
    }

    /// Does nothing.
    #[action(omit_common)]
    const fn nothing() {}
}

/// Prompts and resources beside tools.
#[derive(Debug)]
pub struct Offers;

/// Offer things.
#[tool_group(actions(OffersAction))]
impl Offers {
    /// Does nothing.
    #[action]
    const fn nothing() {}

    /// Sorts.
    #[prompt(title = "Sort", icons = [Icon::new("https://a.example")])]
    async fn sort(
        &self,
        ctx: &Ctx,
        state: State,
        /// By what.
        #[arg(complete = Self::names)]
        by: Option<String>,
    ) -> Result<Vec<PromptMessage>, StoreError> {
        let _ = ctx;
        drop((state, by));
        future::ready(Err(StoreError::Broken)).await
    }

    async fn names(&self, value: &str, _: &Ctx) -> Vec<String> {
        future::ready(vec![value.to_owned()]).await
    }

    /// One of them.
    #[resource(uri = "offers://{id}", audience("user"), priority = 0.25)]
    fn one(id: u64) -> Option<Json<u64>> {
        (id > 0).then_some(Json(id))
    }
}

/// Groups.
#[tool_group(name = "tracker", annotations(open_world), client(pub TrackerClient))]
#[derive(Debug)]
pub struct Tracker {
    /// One.
    #[group]
    pub issues: Issues,
    /// Another.
    #[group(name = "tags")]
    labels: Arc<Labels>,
    #[cfg(not(windows))]
    #[group]
    more: Labels,
}

/// The macros under another name of the crate.
pub mod renamed {
    use fusion_core as fusion;

    /// What is taken apart.
    #[derive(Debug, fusion::Fields)]
    #[fields(crate = fusion)]
    struct Scope {
        /// Whose.
        #[arg(default = "all")]
        org: String,
    }

    /// A group.
    #[derive(Debug)]
    pub struct Notes;

    /// Keep notes.
    #[fusion::tool_group(crate = fusion, common = Scope)]
    impl Notes {
        /// List notes.
        #[fusion::action]
        fn list(scope: &Scope) -> String {
            scope.org.clone()
        }

        /// Ask.
        #[fusion::prompt]
        fn ask(scope: &Scope) -> String {
            scope.org.clone()
        }

        /// Read.
        #[fusion::resource(uri = "notes://all")]
        const fn all() -> &'static str {
            "all"
        }
    }

    /// A tool.
    #[fusion::tool_group(crate = fusion)]
    #[derive(Debug)]
    pub struct Desk {
        /// A group.
        #[group]
        pub notes: Notes,
    }
}

/// Takes any tool.
fn tool<T: Tool>(_: T) -> &'static str {
    T::SPEC.name
}

#[test]
fn it_compiles() {
    assert_eq!(tool(Issues), "issues");
    assert_eq!(tool(Offers), "offers");
    assert_eq!(OffersAction::ALL, [OffersAction::Nothing]);
    let tracker = Tracker {
        issues: Issues,
        labels: Arc::new(Labels),
        #[cfg(not(windows))]
        more: Labels,
    };
    assert_eq!(tool(tracker), "tracker");
    let notes = renamed::Notes;
    assert_eq!(tool(renamed::Desk { notes }), "desk");
}
