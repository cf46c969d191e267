//! Descriptions of tools in tests, without a registry.

use super::{Description, Form, SafetyPart, gather::ListedGroup};
use crate::{
    definition::{ActionDef, ToolDef},
    schema::{fixture::all, merge},
};

/// Describes a whole tool.
pub(super) fn described(form: Form, tool: &ToolDef, budget: usize) -> Description {
    described_part(form, tool, &all(tool), None, budget)
}

/// Describes the visible actions of a tool, or a part of it.
pub(super) fn described_part(
    form: Form,
    tool: &ToolDef,
    actions: &[&ActionDef],
    part: Option<SafetyPart<'_>>,
    budget: usize,
) -> Description {
    let merged = merge(actions).unwrap();
    let group = ListedGroup {
        tool,
        name: tool.spec.name,
        actions,
        merged: &merged,
        part,
        invalidates: Vec::new(),
        help: None,
        budget,
    };
    form(&group.model())
}

/// Returns the description of a tool that fits into the usual budget.
pub(super) fn whole(form: Form, tool: &ToolDef) -> String {
    let Description { text, overflow, .. } = described(form, tool, 1_024);
    assert_eq!(overflow, None);
    text
}
