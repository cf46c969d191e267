//! Entities: the trait that they share, and groups, which have only shared fields.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Icon, Prompt, Resource, Tool};

/// The `_meta` object of the protocol: any values, by keys that a prefix of their author makes
/// unique.
pub type Meta = Map<String, Value>;

/// Kind of an entity.
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

    /// Returns the key of a list of this kind in JSON.
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

/// Entity of a catalog: a [`Group`], a [`Tool`], a [`Prompt`] or a [`Resource`]. The trait is
/// sealed.
pub trait Entity: Clone + PartialEq + fmt::Debug + SealedEntity + 'static {
    /// Kind of the entity.
    const KIND: EntityKind;

    /// Returns the name.
    fn name(&self) -> &str;
}

/// Entity that may belong to several groups: every kind but [`Group`].
pub trait Leaf: Entity {}

impl Leaf for Tool {}
impl Leaf for Prompt {}
impl Leaf for Resource {}

/// Storage of entities in the arena, whose nodes hold any kind.
pub(super) mod sealed {
    use super::{Group, Prompt, Resource, Tool};

    /// Entity of any kind.
    #[derive(Clone, Debug)]
    pub enum AnyEntity {
        Group(Group),
        Tool(Tool),
        Prompt(Prompt),
        Resource(Resource),
    }

    /// Seals [`Entity`](super::Entity), so that other crates can name and not implement it.
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

/// The four implementations differ only in the type and the kind.
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

/// Node of the tree of a catalog.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Group {
    /// Name: one step of a qualified name.
    pub name: String,
    /// Display name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Description.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Icons.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub icons: Option<Vec<Icon>>,
    /// Further fields, by keys of their authors.
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl Group {
    /// Creates a group with a name and no other fields.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }
}
