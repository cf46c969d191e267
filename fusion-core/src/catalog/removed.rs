//! What a removal did.

use super::{Group, LeafId, Prompt, Resource, Tool, entity::sealed::AnyEntity};

/// What left a catalog, in the order in which it was added there, and what stayed.
///
/// With a group goes all that hangs below it and nowhere else.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct RemovedEntities {
    /// The groups that left.
    pub groups: Vec<Group>,
    /// The tools that left.
    pub tools: Vec<Tool>,
    /// The prompts that left.
    pub prompts: Vec<Prompt>,
    /// The resources that left.
    pub resources: Vec<Resource>,
    /// The leaves that hung in a group that left, and stayed because they hang elsewhere too.
    pub kept: Vec<LeafId>,
}

impl RemovedEntities {
    /// Whether nothing left: the id named nothing.
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
