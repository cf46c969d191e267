//! Result of a removal.

use super::{Group, LeafId, Prompt, Resource, Tool, entity::sealed::AnyEntity};

/// Entities that a removal took out of a catalog, in the order in which they were added, and the
/// leaves that it kept.
///
/// Removing a group also removes its descendants that belong to no other group.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct RemovedEntities {
    /// Removed groups.
    pub groups: Vec<Group>,
    /// Removed tools.
    pub tools: Vec<Tool>,
    /// Removed prompts.
    pub prompts: Vec<Prompt>,
    /// Removed resources.
    pub resources: Vec<Resource>,
    /// Leaves of a removed group that were kept, because another group has them as well.
    pub kept: Vec<LeafId>,
}

impl RemovedEntities {
    /// Returns `true` if no entity was removed, because the id referred to nothing.
    pub fn is_empty(&self) -> bool {
        let Self {
            groups,
            tools,
            prompts,
            resources,
            kept: _,
        } = self;
        groups.is_empty() && tools.is_empty() && prompts.is_empty() && resources.is_empty()
    }

    pub(super) fn push(&mut self, entity: AnyEntity) {
        match entity {
            AnyEntity::Group(one) => self.groups.push(one),
            AnyEntity::Tool(one) => self.tools.push(one),
            AnyEntity::Prompt(one) => self.prompts.push(one),
            AnyEntity::Resource(one) => self.resources.push(one),
        }
    }
}
