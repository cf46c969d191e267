//! The notes that the reader records while it reads the arguments of a call.

use std::mem;

use serde_json::Value;

use crate::{
    args::{ArgumentPlans, argument_plans::PlannedArgument, walk::RepairNotes},
    error::{BoundedList, Problem, ProblemKind},
};

/// The notes that the reader records.
#[derive(Debug, Default)]
pub(crate) struct ReaderNotes {
    /// The problems of the arguments.
    pub(crate) problems: BoundedList<Problem>,
    /// The values that were read as another kind than they were sent.
    pub(crate) repairs: RepairNotes,
    /// The fields that the action does not have, until `take_notes` decides about them.
    pub(super) unknown: Vec<(String, Value)>,
    /// The names of the unknown fields that are ignored.
    pub(crate) ignored: Vec<String>,
}

impl ReaderNotes {
    #[cold]
    pub(in crate::args) fn sort(
        &mut self,
        terms: &ArgumentPlans,
        is_ignored: &dyn Fn(&str, &Value) -> bool,
    ) {
        let problems = &mut self.problems;
        // Before those of sets, which concern no argument either.
        let first = problems.entries().len();
        problems.start_argument();
        for (name, value) in mem::take(&mut self.unknown) {
            if is_ignored(&name, &value) {
                self.ignored.push(name);
            } else if problems.is_full() {
                problems.omit();
            } else if let Some((alias, argument)) = terms.find_alias(&name) {
                problems.push(given_twice(alias, argument));
            } else {
                problems.push(Problem::unknown(&name));
            }
        }
        problems.entries_mut().rotate_left(first);
        let slot = |problem: &Problem| problem.slot.unwrap_or(usize::MAX);
        problems.entries_mut().sort_by_key(slot);
        let repairs = self.repairs.list.entries_mut();
        repairs.sort_by_key(|repair| repair.slot);
    }
}

/// Returns the problem of an argument that was also sent under another name. The reason of a secret is
/// never shown, so that its problem is that of a set of names.
fn given_twice(alias: &'static str, argument: &PlannedArgument) -> Problem {
    let kind = if argument.plan.secret {
        ProblemKind::NotOne {
            names: vec![argument.name, alias],
            given: 2,
        }
    } else {
        let reason = format!("also sent as `{alias}`, which is another name of it: send it once");
        ProblemKind::Rejected {
            reason: Some(reason),
        }
    };
    Problem::for_slot(argument.slot, kind)
}
