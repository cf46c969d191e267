//! What entities have in common, and the groups, which have nothing else.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Icon, Prompt, Resource, Tool};

/// What the protocol calls `_meta`: anything, by keys with a prefix of its author.
pub type Meta = Map<String, Value>;

/// What an entity is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EntityKind {
    /// A [`Group`].
    Group,
    /// A [`Tool`].
    Tool,
    /// A [`Prompt`].
    Prompt,
    /// A [`Resource`].
    Resource,
}

impl EntityKind {
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

impl fmt::Display for EntityKind {
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
pub trait Entity: Clone + PartialEq + fmt::Debug + SealedEntity + 'static {
    /// What it is.
    const KIND: EntityKind;

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
    pub enum AnyEntity {
        Group(Group),
        Tool(Tool),
        Prompt(Prompt),
        Resource(Resource),
    }

    /// Keeps the trait that people may name from being implemented by them.
    pub trait SealedEntity: Sized {
        fn pack(self) -> AnyEntity;
        fn unpack(any: AnyEntity) -> Option<Self>;
        fn peek(any: &AnyEntity) -> Option<&Self>;
    }
}

use sealed::{AnyEntity, SealedEntity};

impl AnyEntity {
    pub(super) fn kind(&self) -> EntityKind {
        match self {
            Self::Group(_) => EntityKind::Group,
            Self::Tool(_) => EntityKind::Tool,
            Self::Prompt(_) => EntityKind::Prompt,
            Self::Resource(_) => EntityKind::Resource,
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
        impl SealedEntity for $kind {
            fn pack(self) -> AnyEntity {
                AnyEntity::$kind(self)
            }

            fn unpack(any: AnyEntity) -> Option<Self> {
                match any {
                    AnyEntity::$kind(one) => Some(one),
                    _ => None,
                }
            }

            fn peek(any: &AnyEntity) -> Option<&Self> {
                match any {
                    AnyEntity::$kind(one) => Some(one),
                    _ => None,
                }
            }
        }

        impl Entity for $kind {
            const KIND: EntityKind = EntityKind::$kind;

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
