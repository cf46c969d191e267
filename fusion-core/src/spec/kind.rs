//! The kinds of rows besides actions: prompts, resources and `help`.

use serde::{Deserialize, Serialize};

/// The kind of a row of a group.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Kind {
    /// An operation that the model calls through its tool.
    #[default]
    Action,
    /// One or more messages that the user chooses to send.
    Prompt,
    /// Content that the client reads by its URI.
    Resource(&'static ResourceSpec),
    /// The action `help` of a tool under [`Describe::Brief`](crate::spec::Describe::Brief). No author
    /// writes it, and no catalog lists it. Guards and observers see it like an action.
    Help,
}

impl Kind {
    /// Returns `true` for an action.
    pub const fn is_action(self) -> bool {
        matches!(self, Self::Action)
    }

    /// Returns `true` for `help`.
    pub const fn is_help(self) -> bool {
        matches!(self, Self::Help)
    }
}

/// The fields of a resource that an action does not have.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ResourceSpec {
    /// The URI, or the URI template of level 1 of RFC 6570.
    pub uri: &'static str,
    /// The media type.
    pub mime: Option<&'static str>,
    /// The size in bytes.
    pub size: Option<u64>,
    /// The roles that the content is for; empty for all roles.
    pub audience: &'static [Role],
    /// The priority, from 0 to 1.
    pub priority: Option<f32>,
}

impl ResourceSpec {
    /// Returns a resource with a URI only.
    pub const fn new(uri: &'static str) -> Self {
        Self {
            uri,
            mime: None,
            size: None,
            audience: &[],
            priority: None,
        }
    }

    /// Sets the media type, if one is known.
    pub const fn mime(mut self, mime: Option<&'static str>) -> Self {
        self.mime = mime;
        self
    }

    /// Sets the size in bytes.
    pub const fn size(mut self, bytes: u64) -> Self {
        self.size = Some(bytes);
        self
    }

    /// Sets the roles that the content is for.
    pub const fn audience(mut self, audience: &'static [Role]) -> Self {
        self.audience = audience;
        self
    }

    /// Sets the priority.
    pub const fn priority(mut self, priority: f32) -> Self {
        self.priority = Some(priority);
        self
    }
}

/// A role in the conversation, serialized as in MCP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The user: `user`.
    User,
    /// The model: `assistant`.
    Assistant,
}

/// A function that returns the icons of a row.
pub type IconsFn = fn() -> Vec<Icon>;

/// Collects the icons that an author wrote as an array, a `Vec` or any other iterator.
pub fn icons(icons: impl IntoIterator<Item = Icon>) -> Vec<Icon> {
    icons.into_iter().collect()
}

/// An icon of a listed item.
///
/// ```
/// use fusion_core::spec::{Icon, Theme};
///
/// let icon = Icon::new("https://tracker.example/bug.png")
///     .of_type("image/png")
///     .sized("48x48")
///     .for_theme(Theme::Dark);
/// assert_eq!(icon.sizes, Some(vec!["48x48".to_owned()]));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Icon {
    /// The URI of the image, or a `data:` URI that contains it.
    pub src: String,
    /// The media type, if the server at `src` does not send it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// The available sizes, such as `48x48`; `any` for a scalable image.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sizes: Option<Vec<String>>,
    /// The background that the icon is made for; `None` for any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theme: Option<Theme>,
}

impl Icon {
    /// Returns an icon with the image at `src`.
    pub fn new(src: impl Into<String>) -> Self {
        Self {
            src: src.into(),
            ..Self::default()
        }
    }

    /// Sets the media type.
    #[must_use]
    pub fn of_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// Adds an available size.
    #[must_use]
    pub fn sized(mut self, size: impl Into<String>) -> Self {
        self.sizes.get_or_insert_default().push(size.into());
        self
    }

    /// Sets the background that the icon is made for.
    #[must_use]
    pub fn for_theme(mut self, theme: Theme) -> Self {
        self.theme = Some(theme);
        self
    }
}

/// A background that an icon is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Theme {
    /// A light background.
    Light,
    /// A dark background.
    Dark,
}
