//! What a view offers beside tools: prompts to users, resources and templates to clients.

use crate::spec::{Icon, Role};

/// One prompt as a client sees it.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ListedPrompt {
    /// The wire name.
    pub name: String,
    /// The display name.
    pub title: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// Its pictures.
    pub icons: Vec<Icon>,
    /// What it is filled with, in source order.
    pub arguments: Vec<ListedArgument>,
}

/// One argument of a prompt. Clients know it as a text, whatever its type is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListedArgument {
    /// The wire name.
    pub name: String,
    /// What to give.
    pub description: Option<String>,
    /// Whether it must be given.
    pub required: bool,
}

/// One resource as a client sees it.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ListedResource {
    /// Where it is.
    pub uri: String,
    /// The wire name.
    pub name: String,
    /// The display name.
    pub title: Option<String>,
    /// What it is.
    pub description: Option<String>,
    /// Its media type.
    pub mime_type: Option<String>,
    /// How many bytes it has.
    pub size: Option<u64>,
    /// Whom it is for; everybody where it is empty.
    pub audience: Vec<Role>,
    /// How much it matters, from 0 to 1.
    pub priority: Option<f32>,
    /// Its pictures.
    pub icons: Vec<Icon>,
}

/// The resources of one template as a client sees them.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ListedTemplate {
    /// Where they are: level 1 of RFC 6570.
    pub uri_template: String,
    /// The wire name.
    pub name: String,
    /// The display name.
    pub title: Option<String>,
    /// What they are.
    pub description: Option<String>,
    /// Their media type.
    pub mime_type: Option<String>,
    /// Whom they are for; everybody where it is empty.
    pub audience: Vec<Role>,
    /// How much they matter, from 0 to 1.
    pub priority: Option<f32>,
    /// Their pictures.
    pub icons: Vec<Icon>,
}

/// What a surface offers beside tools.
#[derive(Debug, Default)]
pub(crate) struct Offers {
    pub(crate) prompts: Vec<ListedPrompt>,
    pub(crate) resources: Vec<ListedResource>,
    pub(crate) templates: Vec<ListedTemplate>,
}
