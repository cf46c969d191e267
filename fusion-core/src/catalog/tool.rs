//! Tools.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Icon, Meta};

/// What a model can call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Tool {
    /// Its name.
    pub name: String,
    /// A display name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it does, for the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The JSON Schema of its arguments; at its root it is an object.
    pub input_schema: Map<String, Value>,
    /// The JSON Schema of its structured result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_schema: Option<Map<String, Value>>,
    /// What calling it may do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<ToolAnnotations>,
    /// Whether a result is for the user as it is, without a further word of the model. The
    /// protocol has no field for it: it travels in `_meta`, which is why it stands here and not
    /// among the annotations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub return_direct: Option<bool>,
    /// Pictures of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub icons: Option<Vec<Icon>>,
    /// Anything else.
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl Tool {
    /// A tool that takes any object.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: None,
            input_schema: Map::from_iter([("type".to_owned(), "object".into())]),
            output_schema: None,
            annotations: None,
            return_direct: None,
            icons: None,
            meta: None,
        }
    }
}

/// What calling a tool may do. These are hints: a client must not trust those of a server that it
/// does not trust.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ToolAnnotations {
    /// A display name, from before tools had a title of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Changes nothing. Without a word: false.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_only_hint: Option<bool>,
    /// May destroy or overwrite what was there. Without a word: true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destructive_hint: Option<bool>,
    /// A second identical call changes nothing more. Without a word: false.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idempotent_hint: Option<bool>,
    /// Reaches systems beyond the server. Without a word: true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_world_hint: Option<bool>,
}

impl ToolAnnotations {
    /// Annotations that say nothing.
    pub fn new() -> Self {
        Self::default()
    }
}
