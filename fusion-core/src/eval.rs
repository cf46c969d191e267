//! Measures of a list without a model: how well the sentences of examples find their actions, which fields of other
//! actions a call sees, which names look alike, and which errors name their repair. Nothing is called.

mod mutations;
mod names;
mod ranks;
mod repairs;
mod schemas;

pub(crate) use self::ranks::FoundRanks;
use self::{
    mutations::{Mutation, mutations},
    names::confusable_pairs,
    ranks::{action_ranks, tool_ranks},
    repairs::names_repair,
    schemas::{approvable_share, foreign_properties},
};
use crate::{
    definition::{ActionDef, ToolDef},
    surface::{ListedRows, Surface},
};

/// The examples that are measured; further ones are left out.
pub(crate) const EXAMPLES: usize = 1_000;

/// The mutated calls that are measured; further ones are left out.
const MUTATIONS: usize = 5_000;

/// The share of something that was counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Share {
    pub(crate) part: usize,
    pub(crate) whole: usize,
}

impl Share {
    pub(crate) fn count(&mut self, holds: bool) {
        self.part += usize::from(holds);
        self.whole += 1;
    }

    /// Returns the share from 0 to 1; `None` of nothing.
    pub(crate) fn ratio(self) -> Option<f64> {
        (self.whole > 0).then(|| as_float(self.part) / as_float(self.whole))
    }
}

/// Returns a count. No server has more items than 32 bits can count.
fn as_float(count: usize) -> f64 {
    u32::try_from(count).unwrap_or(u32::MAX).into()
}

/// The measures of one list.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ListMeasures {
    pub(crate) found: FoundRanks,
    /// The properties of listed schemas that are none of the called action, and the actions.
    pub(crate) foreign: Share,
    /// The pairs of names that look alike, sorted.
    pub(crate) confusable: Vec<(String, String)>,
    /// The actions that a client may call without approval, and all actions.
    pub(crate) approvable: Share,
    /// The mutated calls whose error names the repair, and all of them.
    pub(crate) repaired: Share,
}

/// An action of a surface.
#[derive(Clone, Copy)]
struct MeasuredAction<'s> {
    tool: &'s ToolDef,
    /// The index of the action in its tool.
    row: usize,
    action: &'s ActionDef,
    /// The part that lists the action.
    part: &'s ListedRows,
    /// The index of the listed tool.
    listed: usize,
}

/// Measures the list of a surface. `tools` are all registered tools.
pub(crate) fn measure(surface: &Surface, tools: &[&ToolDef]) -> ListMeasures {
    let actions = measured_actions(surface, tools);
    let is_searched = actions.iter().any(|one| one.part.is_searched());
    let found = if is_searched {
        action_ranks(surface, tools, &actions)
    } else {
        tool_ranks(surface, &actions)
    };
    let mut repaired = Share::default();
    for (action, mutation) in all_mutations(&actions) {
        if let Some(holds) = names_repair(surface, tools, action, &mutation) {
            repaired.count(holds);
        }
    }
    ListMeasures {
        found,
        foreign: foreign_properties(surface, &actions),
        confusable: confusable_pairs(surface, &actions),
        approvable: approvable_share(surface, &actions),
        repaired,
    }
}

/// Returns the actions of a surface, in the order of registration and of the source.
fn measured_actions<'s>(surface: &'s Surface, tools: &[&'s ToolDef]) -> Vec<MeasuredAction<'s>> {
    let listed = |name: &str| surface.tools().iter().position(|tool| tool.name == name);
    let places = surface.places().into_iter();
    places
        .filter_map(|place| {
            let (tool, part) = (*tools.get(place.tool)?, surface.part_at(place)?);
            let listed = listed(&part.name)?;
            let (row, action) = (place.row, tool.actions.get(place.row)?);
            Some(MeasuredAction {
                tool,
                row,
                action,
                part,
                listed,
            })
        })
        .collect()
}

/// Returns the mutations of all examples, up to the bound.
fn all_mutations<'s>(
    actions: &[MeasuredAction<'s>],
) -> impl Iterator<Item = (MeasuredAction<'s>, Mutation)> {
    let examples = actions.iter().flat_map(|one| {
        let examples = one.action.examples.iter();
        examples.map(move |example| (*one, example))
    });
    let examples = examples.take(EXAMPLES);
    let mutated = examples.flat_map(|(one, example)| {
        let mutations = mutations(one.action, example).into_iter();
        mutations.map(move |mutation| (one, mutation))
    });
    mutated.take(MUTATIONS)
}

#[cfg(test)]
mod tests;
