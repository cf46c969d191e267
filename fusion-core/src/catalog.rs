//! Domain model of the items that a server offers: a tree of groups, and tools, prompts and
//! resources attached to the groups.
//!
//! A [`Catalog`] stores its entities in one arena and refers to them by typed [`Id`]s. Groups form
//! a tree. A leaf, which is a tool, a prompt or a resource, may be attached to any number of
//! groups. Every change updates parents and children together, or returns an error and changes
//! nothing.
//!
//! ```
//! use fusion_core::catalog::{Catalog, Group, Tool};
//!
//! let mut catalog = Catalog::new();
//! let platform = catalog.add(Group::new("platform"))?;
//! let users = catalog.add_to(platform, Group::new("users"))?;
//! let billing = catalog.add_to(platform, Group::new("billing"))?;
//!
//! let mut ban = Tool::new("ban");
//! ban.description = Some("Ban a user.".to_owned());
//! let ban = catalog.add_to(users, ban)?;
//! assert!(catalog.attach(ban, billing)?);
//!
//! assert_eq!(catalog.qualified_names(ban), ["platform.users.ban", "platform.billing.ban"]);
//! assert_eq!(catalog.find::<Tool>("platform.billing.ban"), Some(ban));
//!
//! // A group cannot hang below itself.
//! let refused = catalog.move_group(platform, Some(users)).unwrap_err();
//! assert_eq!(
//!     refused.to_string(),
//!     "a group cannot hang below itself: platform > users > platform",
//! );
//!
//! // A leaf that another group has, too, stays when its group is removed.
//! let removed = catalog.remove(users);
//! assert_eq!(removed.groups, [Group::new("users")]);
//! assert_eq!(catalog.qualified_names(ban), ["platform.billing.ban"]);
//! # Ok::<(), fusion_core::catalog::CatalogError>(())
//! ```
//!
//! The model depends on no protocol library. A [`Converter`] converts its entities to other types
//! and back.

mod arena;
mod converter;
mod edit;
mod entity;
mod error;
mod id;
mod names;
mod prompt;
mod removed;
mod resource;
mod stored;
mod tool;
mod tree;
mod walk;

pub use self::{
    arena::Catalog,
    converter::{AsJson, Converter},
    entity::{Entity, EntityKind, Group, Leaf, Meta},
    error::CatalogError,
    id::{GroupId, Id, LeafId, PromptId, ResourceId, ToolId},
    prompt::{Prompt, PromptArgument},
    removed::RemovedEntities,
    resource::{Annotations, Resource},
    tool::{Tool, ToolAnnotations},
    tree::GroupTree,
    walk::Walk,
};
pub use crate::spec::{Icon, Role, Theme};
