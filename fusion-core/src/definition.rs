//! A tool as `build()` computes it, once: its rows with finished keys, leaf schemas and plans.
//! Views select from it; nothing here knows of an exposition or a caller.

mod compile;

pub(crate) use compile::Compiler;

use std::{borrow::Cow, sync::Arc};

use serde_json::{Map, Value};

use crate::{
    args::Terms,
    spec::{ActionSpec, ToolSpec},
};

/// One registered tool.
#[derive(Clone, Debug)]
pub(crate) struct ToolDef {
    pub(crate) spec: &'static ToolSpec,
    /// The author's docs of the tool, and of each module.
    pub(crate) docs: Cow<'static, str>,
    pub(crate) module_docs: Vec<Cow<'static, str>>,
    /// In source order over all modules: the index of an action is its row's.
    pub(crate) actions: Vec<ActionDef>,
}

/// One action of a tool.
#[derive(Clone, Debug)]
pub(crate) struct ActionDef {
    pub(crate) spec: &'static ActionSpec,
    /// The module it belongs to, an index into `ToolSpec::modules`.
    pub(crate) module: usize,
    /// The full key: `create`, or `users.create`.
    pub(crate) key: Cow<'static, str>,
    /// The author's docs.
    pub(crate) docs: Cow<'static, str>,
    /// In source order: the index of an argument is its slot.
    pub(crate) args: Vec<ArgDef>,
    /// What its arguments are held to.
    pub(crate) terms: Terms,
    /// Whether its group lets values of the wrong kind be repaired.
    pub(crate) repair: bool,
    /// The published schema of the result, or why there can be none: that is a mistake only where
    /// results have schemas, in a view that lists each action by itself.
    pub(crate) output: Option<Result<Arc<Map<String, Value>>, String>>,
}

/// One argument of an action.
#[derive(Clone, Debug)]
pub(crate) struct ArgDef {
    pub(crate) name: &'static str,
    /// The author's docs, else the type's; may be empty.
    pub(crate) docs: Cow<'static, str>,
    pub(crate) required: bool,
    pub(crate) secret: bool,
    /// The published default.
    pub(crate) default: Option<Value>,
    pub(crate) leaf: Arc<Leaf>,
}

/// The published schema of one argument's type.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Leaf {
    /// In the registry's profile, without `description` and `default` at its root.
    pub(crate) schema: Map<String, Value>,
    /// The documentation of the type.
    pub(crate) docs: Option<String>,
    /// The documentation of an enum's values, in their order; empty where no value has any.
    pub(crate) values: Vec<(String, String)>,
    /// What its references lead to, all of it: it stands under `$defs` at the root of the tool's
    /// schema. Empty for a portable leaf.
    pub(crate) definitions: Map<String, Value>,
    /// Whether the type takes a `null` that the schema does not, because absence says the same.
    pub(crate) nullable: bool,
}
