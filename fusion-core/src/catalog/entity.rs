//! What entities have in common, and the groups, which have nothing else.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Icon, Prompt, Resource, Tool};

/// What the protocol calls `_meta`: anything, by keys with a prefix of its author.
pub type Meta = Map<String, Value>;

/// What an entity is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A [`Group`].
    Group,
    /// A [`Tool`].
    Tool,
    /// A [`Prompt`].
    Prompt,
    /// A [`Resource`].
    Resource,
}

impl Kind {
    pub(super) const ALL: [Self; 4] = [Self::Group, Self::Tool, Self::Prompt, Self::Resource];

    /// As a list of them is called in JSON.
    pub(super) const fn plural(self) -> &'static str {
        match self {
            Self::Group => "groups",
            Self::Tool => "tools",
            Self::Prompt => "prompts",
            Self::Resource => "resources",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Group => "group",
            Self::Tool => "tool",
            Self::Prompt => "prompt",
            Self::Resource => "resource",
        })
    }
}

/// What a catalog holds: a [`Group`], a [`Tool`], a [`Prompt`] or a [`Resource`]. Nothing else
/// implements it.
pub trait Entity: Clone + PartialEq + fmt::Debug + Packed + 'static {
    /// What it is.
    const KIND: Kind;

    /// Its name.
    fn name(&self) -> &str;
}

/// An entity that may hang in several groups: every one but a [`Group`].
pub trait Leaf: Entity {}

impl Leaf for Tool {}
impl Leaf for Prompt {}
impl Leaf for Resource {}

/// How an entity lies in the arena, which holds all kinds.
pub(super) mod sealed {
    use super::{Group, Prompt, Resource, Tool};

    /// An entity of any kind.
    #[derive(Clone, Debug)]
    pub enum Any {
        Group(Group),
        Tool(Tool),
        Prompt(Prompt),
        Resource(Resource),
    }

    /// Keeps the trait that people may name from being implemented by them.
    pub trait Packed: Sized {
        fn pack(self) -> Any;
        fn unpack(any: Any) -> Option<Self>;
        fn peek(any: &Any) -> Option<&Self>;
    }
}

use sealed::{Any, Packed};

impl Any {
    pub(super) fn kind(&self) -> Kind {
        match self {
            Self::Group(_) => Kind::Group,
            Self::Tool(_) => Kind::Tool,
            Self::Prompt(_) => Kind::Prompt,
            Self::Resource(_) => Kind::Resource,
        }
    }

    pub(super) fn name(&self) -> &str {
        match self {
            Self::Group(one) => &one.name,
            Self::Tool(one) => &one.name,
            Self::Prompt(one) => &one.name,
            Self::Resource(one) => &one.name,
        }
    }
}

/// The four implementations are the same but for the words.
macro_rules! __fusion_entity {
    ($($kind:ident)+) => {$(
        impl Packed for $kind {
            fn pack(self) -> Any {
                Any::$kind(self)
            }

            fn unpack(any: Any) -> Option<Self> {
                match any {
                    Any::$kind(one) => Some(one),
                    _ => None,
                }
            }

            fn peek(any: &Any) -> Option<&Self> {
                match any {
                    Any::$kind(one) => Some(one),
                    _ => None,
                }
            }
        }

        impl Entity for $kind {
            const KIND: Kind = Kind::$kind;

            fn name(&self) -> &str {
                &self.name
            }
        }
    )+};
}

__fusion_entity!(Group Tool Prompt Resource);

/// A node of the tree.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Group {
    /// Its name: one step of a qualified name.
    pub name: String,
    /// A display name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Pictures of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub icons: Option<Vec<Icon>>,
    /// Anything else.
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl Group {
    /// A group that says nothing of itself but its name.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }
}
