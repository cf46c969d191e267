//! The contents of a [`View`](crate::View), for programs: listed tools, metadata of actions, and what
//! a list costs in tokens.

pub use crate::{
    registry::{ActionExample, ActionMetadata, Cost, DeferredCost, Preview, ToolCost},
    surface::ListedTool,
};
