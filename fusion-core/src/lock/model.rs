//! The model of a locked surface. It owns all of its texts, and a parsed one equals a collected one.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::words;
use crate::spec::{Hints, Unasked};

/// The surface of a server: each tool, action, prompt and resource that a client may rely on.
///
/// [`Registry::lock`](crate::Registry::lock) and [`View::lock`](crate::View::lock) return it, `Display`
/// writes the file, and `FromStr` reads it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Lock {
    /// The tools by their names.
    pub tools: BTreeMap<String, LockedTool>,
    /// The actions by their full keys, `tool/action` or `tool/module.action`.
    pub actions: BTreeMap<String, LockedItem>,
    /// The prompts by their full keys.
    pub prompts: BTreeMap<String, LockedItem>,
    /// The resources and resource templates by their full keys.
    pub resources: BTreeMap<String, LockedItem>,
}

/// One tool without its actions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct LockedTool {
    /// The name of the argument that selects the action.
    pub discriminator: String,
    /// The author's docs; may be empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub docs: String,
    /// The docs of its modules, by their names.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub modules: BTreeMap<String, String>,
    /// The hints that the author states for the tool as a whole, by their names.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub annotations: BTreeMap<String, bool>,
    /// The display name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

/// One action, prompt or resource.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct LockedItem {
    /// Former full keys, which calls accept and lists omit.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub aliases: BTreeSet<String>,
    /// The arguments by their names.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub arguments: BTreeMap<String, LockedArgument>,
    /// The question that a user confirms before the action runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirm: Option<LockedConfirm>,
    /// The replacement of a deprecated item.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<String>,
    /// The author's docs; may be empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub docs: String,
    /// The arguments of examples as JSON, by their sentences.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub examples: BTreeMap<String, String>,
    /// The wire name of an action that is listed by itself, if the author chose it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flat_name: Option<String>,
    /// The behaviour hints of an action.
    #[serde(with = "words::hints", skip_serializing_if = "words::is_default")]
    pub hints: Hints,
    /// The canonical form of the whole input schema, if the author wrote it for an action that is listed by
    /// itself.
    #[serde(
        deserialize_with = "words::schema::deserialize",
        skip_serializing_if = "Option::is_none"
    )]
    pub input: Option<Value>,
    /// The docs inside of the author's input schema, by their places.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub input_texts: BTreeMap<String, String>,
    /// The media type of a resource.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime: Option<String>,
    /// `true` if a call with an `idempotency_key` runs once. That argument is not among the others.
    #[serde(skip_serializing_if = "words::is_default")]
    pub once: bool,
    /// The arguments of which exactly one is required.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub one_of: BTreeSet<String>,
    /// The canonical schema of the structured result.
    #[serde(
        deserialize_with = "words::schema::deserialize",
        skip_serializing_if = "Option::is_none"
    )]
    pub output: Option<Value>,
    /// The docs inside of the schema of the result, by their places, such as `.issues[].id`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub output_texts: BTreeMap<String, String>,
    /// The scopes that a call needs, all of them.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub scopes: BTreeSet<String>,
    /// The display name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The estimated tokens of an action that is listed by itself, as [`Cost`](crate::view::Cost) counts them;
    /// 0 for a prompt or a resource, which models do not read in a list.
    #[serde(skip_serializing_if = "words::is_default")]
    pub tokens: usize,
    /// The URI of a resource, or its template.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uri: Option<String>,
}

/// One argument.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct LockedArgument {
    /// Other names, which calls accept and lists omit.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub aliases: BTreeSet<String>,
    /// The published default.
    #[serde(
        deserialize_with = "words::value::deserialize",
        skip_serializing_if = "Option::is_none"
    )]
    pub default: Option<Value>,
    /// The docs of the argument, else of its type; may be empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub docs: String,
    /// `true` if a call without the argument is refused.
    #[serde(skip_serializing_if = "words::is_default")]
    pub required: bool,
    /// The canonical schema; `None` accepts any JSON.
    #[serde(
        deserialize_with = "words::schema::deserialize",
        skip_serializing_if = "Option::is_none"
    )]
    pub schema: Option<Value>,
    /// `true` if the value is shown in no text, log or list.
    #[serde(skip_serializing_if = "words::is_default")]
    pub secret: bool,
    /// The docs inside of the schema by their places: `.owner` is a field, `[]` an item and `=open` a value of
    /// an enum.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub texts: BTreeMap<String, String>,
}

/// The confirmation that a user gives before an action runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct LockedConfirm {
    /// The question with its placeholders; `None` if a method of the author returns it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// The behaviour for a client that cannot ask its user.
    #[serde(with = "words::unasked")]
    pub unasked: Unasked,
}
