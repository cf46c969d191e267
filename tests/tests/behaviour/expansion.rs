//! The rows that `#[tool_group]` freezes say what the author wrote, and agree with the code beside
//! them.
#![allow(clippy::needless_pass_by_value, clippy::unnecessary_wraps)]

use std::sync::Arc;

use fusion_core::{
    Cancellation, Ctx, Ext, Json, Progress, ToolError,
    build::{ActionGroup, Tool},
    error::UnknownAction,
    spec::{GroupSpec, Hints},
    tool_group,
};
use serde_json::{Value, json};

#[derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum State {
    Open,
    Closed,
}

/// Has a schema and no way back to JSON.
#[derive(Default, serde::Deserialize, schemars::JsonSchema)]
struct Cursor {
    #[serde(default)]
    _at: u32,
}

#[derive(Clone)]
struct Caller;

type Maybe<T> = Option<T>;
type Listed = Result<Json<Vec<u32>>, ToolError>;

#[derive(schemars::JsonSchema)]
pub struct Issues;

/// Track issues.
///
/// - open ones
#[tool_group(
    name = "issues",
    title = "Issues",
    tags("core", "slow"),
    discriminator = "op",
    idempotent,
    annotations(destructive = false),
    actions(IssuesAction)
)]
impl Issues {
    const LIMIT: u32 = 20;

    /// List issues.
    #[action(read_only, title = "All", tags("fast"))]
    async fn list(
        &self,
        /// Only these.
        state: Maybe<State>,
        /// How many.
        #[arg(default = Self::LIMIT)]
        limit: u32,
        #[arg(default)] cursor: Cursor,
    ) -> Listed {
        let _ = (state, cursor);
        Ok(Json(vec![limit]))
    }

    /// Before.
    #[action(destructive, idempotent = false, alias("remove", "drop"))]
    /// After.
    #[allow(unused)]
    /// Last.
    async fn delete(
        &self,
        ctx: &Ctx,
        #[arg(secret, description = "The number.")] id: u64,
        caller: &Ext<Caller>,
        progress: &Progress,
        cancellation: &Cancellation,
    ) -> Result<(), String> {
        Err(id.to_string())
    }

    #[action(name = "count", deprecated = "use list", open_world)]
    fn how_many(#[arg(default = "open")] from: String) -> String {
        from
    }

    #[cfg(any())]
    #[action(name = "save")]
    fn save_to_disk(&self, state: NoSuchType) -> NoSuchType {}

    #[cfg(not(any()))]
    #[action(name = "save")]
    fn save_to_memory(&self, state: State) -> Result<Json<Self>, Self> {
        let _ = state;
        Ok(Json(Self))
    }
}

impl serde::Serialize for Issues {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_unit()
    }
}

impl fusion_core::error::IntoToolError for Issues {
    fn into_tool_error(self) -> ToolError {
        ToolError::new("no")
    }
}

fn spec<G: ActionGroup>() -> &'static GroupSpec {
    G::SPEC
}

#[test]
fn a_group_is_a_tool_and_so_is_an_arc_of_it() {
    fn name<T: Tool>(_: T) -> &'static str {
        T::SPEC.name
    }
    assert_eq!(name(Issues), "issues");
    assert_eq!(name(Arc::new(Issues)), "issues");
}

#[test]
fn the_groups_row_says_what_stands_on_the_block() {
    let spec = spec::<Issues>();
    assert_eq!(spec.docs, "Track issues.\n\n- open ones");
    assert_eq!(spec.title, Some("Issues"));
    assert_eq!(spec.tags, ["core", "slow"]);
    assert_eq!(spec.discriminator, "op");
    assert_eq!(spec.annotations.destructive, Some(false));
    assert_eq!(spec.annotations.read_only, None);
}

#[test]
fn the_actions_rows_say_what_stands_on_the_methods() {
    let rows: Vec<_> = spec::<Issues>()
        .actions
        .iter()
        .map(|row| (row.key, row.docs, row.title, row.tags, row.aliases))
        .collect();
    let none: &[&str] = &[];
    assert_eq!(
        rows,
        [
            ("list", "List issues.", Some("All"), &["fast"][..], none),
            (
                "delete",
                "Before.\nAfter.\nLast.",
                None,
                none,
                &["remove", "drop"][..]
            ),
            ("count", "", None, none, none),
            ("save", "", None, none, none),
        ]
    );
    let hints: Vec<Hints> = spec::<Issues>()
        .actions
        .iter()
        .map(|row| row.hints)
        .collect();
    assert_eq!(
        hints,
        [
            Hints::new(true, false, true, false),
            Hints::new(false, true, false, false),
            Hints::new(false, false, true, true),
            Hints::new(false, false, true, false),
        ]
    );
    let more: Vec<_> = spec::<Issues>()
        .actions
        .iter()
        .map(|row| (row.deprecated, row.output.is_some(), row.needs.len()))
        .collect();
    assert_eq!(
        more,
        [
            // Through the alias of the whole return type.
            (None, true, 0),
            (None, false, 4),
            (Some("use list"), false, 0),
            (None, true, 0),
        ]
    );
}

#[test]
fn required_is_frozen_by_type_even_through_an_alias() {
    let args: Vec<_> = spec::<Issues>()
        .actions
        .iter()
        .flat_map(|action| action.args.iter().map(move |arg| (action.key, arg)))
        .map(|(key, arg)| (key, arg.name, arg.required, arg.secret, arg.docs))
        .collect();
    assert_eq!(
        args,
        [
            ("list", "state", false, false, "Only these."),
            ("list", "limit", false, false, "How many."),
            ("list", "cursor", false, false, ""),
            ("delete", "id", true, true, "The number."),
            ("count", "from", false, false, ""),
            ("save", "state", true, false, ""),
        ]
    );
}

#[test]
fn a_default_is_published_where_its_type_can_be_written() {
    let defaults: Vec<(&str, Option<Value>)> = spec::<Issues>()
        .actions
        .iter()
        .flat_map(|action| action.args)
        .filter_map(|arg| Some((arg.name, arg.default?())))
        .collect();
    assert_eq!(
        defaults,
        [
            ("limit", Some(json!(20))),
            ("cursor", None),
            ("from", Some(json!("open"))),
        ]
    );
}

#[test]
fn every_row_has_an_action_and_no_other_has() {
    fn check<G: ActionGroup>() {
        let rows = G::SPEC.actions.len();
        assert!((0..rows).all(|row| G::at(row).is_some()));
        assert!(G::at(rows).is_none());
    }
    check::<Issues>();
    check::<Arc<Issues>>();
    check::<Styled>();
}

#[test]
fn the_named_enum_is_its_keys() {
    let keys: Vec<&str> = IssuesAction::ALL.iter().map(|one| one.key()).collect();
    assert_eq!(keys, ["list", "delete", "count", "save"]);
    assert_eq!(format!("{:>6}", IssuesAction::List), "  list");
    assert_eq!("count".parse(), Ok(IssuesAction::HowMany));
    assert_eq!("drop".parse(), Ok(IssuesAction::Delete));
    assert_eq!(json!(IssuesAction::SaveToMemory), json!("save"));
    let read: Vec<IssuesAction> = serde_json::from_value(json!(["save", "remove"])).unwrap();
    assert_eq!(read, [IssuesAction::SaveToMemory, IssuesAction::Delete]);

    let unknown = "lst".parse::<IssuesAction>().unwrap_err();
    assert_eq!(unknown.key, "lst");
    assert_eq!(
        unknown.to_string(),
        "unknown action `lst`, expected one of `list`, `delete`, `count`, `save`"
    );
    let _: UnknownAction = unknown;
}

pub struct Styled;

#[tool_group(rename_all = "camelCase", read_only)]
impl Styled {
    #[action]
    fn list_all(max_rows: u32, #[arg(name = "as.is")] other: u32) {
        let _ = (max_rows, other);
    }

    #[action(name = "as_is", destructive)]
    fn renamed(r#type: u32) {
        let _ = r#type;
    }

    #[action(read_only = false)]
    fn r#match() {}
}

#[test]
fn a_style_renames_what_has_no_name_of_its_own() {
    let keys: Vec<&str> = spec::<Styled>().actions.iter().map(|row| row.key).collect();
    let args = spec::<Styled>().actions.iter().flat_map(|row| row.args);
    let args: Vec<&str> = args.map(|row| row.name).collect();
    assert_eq!(spec::<Styled>().name, "styled");
    assert_eq!(keys, ["listAll", "as_is", "match"]);
    assert_eq!(args, ["maxRows", "as.is", "type"]);
}

#[test]
fn an_action_replaces_its_blocks_hints() {
    let hints: Vec<Hints> = spec::<Styled>()
        .actions
        .iter()
        .map(|row| row.hints)
        .collect();
    assert_eq!(
        hints,
        [
            Hints::new(true, false, true, false),
            Hints::new(false, true, false, false),
            Hints::new(false, false, false, false),
        ]
    );
}

/// A group may be an argument, too.
#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
struct Point {
    x: i32,
}

#[tool_group]
impl Point {
    #[action]
    fn sum(start: Self, others: Vec<Self>, last: Option<Self>) -> String {
        let all = others.iter().chain(&last).map(|point| point.x);
        (start.x + all.sum::<i32>()).to_string()
    }
}

#[test]
fn self_in_the_type_of_an_argument_is_the_group() {
    let args: Vec<_> = spec::<Point>()
        .actions
        .iter()
        .flat_map(|action| action.args)
        .map(|arg| (arg.name, arg.required))
        .collect();
    assert_eq!(args, [("start", true), ("others", true), ("last", false)]);
}
