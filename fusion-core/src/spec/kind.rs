//! What a row is when it is no action: a prompt, or a resource.

use serde::{Deserialize, Serialize};

/// What a row of a group is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Kind {
    /// An operation that the model calls, behind its tool.
    #[default]
    Action,
    /// A message, or several, that the user chooses to send.
    Prompt,
    /// Something that the client reads by its URI.
    Resource(&'static ResourceSpec),
}

impl Kind {
    /// Whether it is an action.
    pub const fn is_action(self) -> bool {
        matches!(self, Self::Action)
    }
}

/// What is frozen of a resource beyond what an action has.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ResourceSpec {
    /// Its URI, or the template of its URIs: level 1 of RFC 6570.
    pub uri: &'static str,
    /// Its media type.
    pub mime: Option<&'static str>,
    /// How many bytes it has.
    pub size: Option<u64>,
    /// Whom it is for; everybody where it is empty.
    pub audience: &'static [Role],
    /// How much it matters, from 0 to 1.
    pub priority: Option<f32>,
}

impl ResourceSpec {
    /// A resource of which nothing is said but where it is.
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

    /// Sets how many bytes it has.
    pub const fn size(mut self, bytes: u64) -> Self {
        self.size = Some(bytes);
        self
    }

    /// Sets whom it is for.
    pub const fn audience(mut self, audience: &'static [Role]) -> Self {
        self.audience = audience;
        self
    }

    /// Sets how much it matters.
    pub const fn priority(mut self, priority: f32) -> Self {
        self.priority = Some(priority);
        self
    }
}

/// A side of the conversation, written as on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The user: `user`.
    User,
    /// The model: `assistant`.
    Assistant,
}

/// Makes the pictures of a row.
pub type IconsFn = fn() -> Vec<Icon>;

/// The pictures that an author wrote, as a list: of an array, a `Vec`, whatever yields them.
pub fn icons(icons: impl IntoIterator<Item = Icon>) -> Vec<Icon> {
    icons.into_iter().collect()
}

/// A picture of something that is listed.
///
/// ```
/// use fusion_core::spec::{Icon, Theme};
///
/// let icon = Icon::new("https://tracker.example/bug.png")
///     .of_type("image/png")
///     .sized("48x48")
///     .on(Theme::Dark);
/// assert_eq!(icon.sizes, Some(vec!["48x48".to_owned()]));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Icon {
    /// Where it is: a URI, or the picture itself in a `data:` URI.
    pub src: String,
    /// Its type, where the server at `src` does not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// The sizes it has, as in `48x48`; `any` for one that scales.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sizes: Option<Vec<String>>,
    /// The background it is made for; any, where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theme: Option<Theme>,
}

impl Icon {
    /// A picture at `src`.
    pub fn new(src: impl Into<String>) -> Self {
        Self {
            src: src.into(),
            ..Self::default()
        }
    }

    /// Says its media type.
    #[must_use]
    pub fn of_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// Adds a size that it has.
    #[must_use]
    pub fn sized(mut self, size: impl Into<String>) -> Self {
        self.sizes.get_or_insert_default().push(size.into());
        self
    }

    /// Says the background that it is made for.
    #[must_use]
    pub fn on(mut self, theme: Theme) -> Self {
        self.theme = Some(theme);
        self
    }
}

/// A background.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Theme {
    /// A light one.
    Light,
    /// A dark one.
    Dark,
}
