//! The check of an answer of a user against the form that was asked.

use serde_json::Value;

use super::{
    Plan,
    refusal::problem_text,
    walk::{ArgumentWalk, NullHandling, RepairNotes},
};
use crate::error::BoundedList;

/// The number of problems that the next question names.
const NAMED: usize = 4;

/// Checks an answer in place: repairs values where that is lossless, and removes a `null` that omits a
/// field. `Err` has the first problems as one text.
pub(crate) fn read_answer(plan: &Plan, answer: &mut Value) -> Result<(), String> {
    super::plan::start_call();
    if plan.fits(answer) {
        return Ok(());
    }
    let (mut problems, mut repairs) = (BoundedList::default(), RepairNotes::default());
    let walk = ArgumentWalk::new(0, false, true, &mut problems, &mut repairs);
    let mut walk = walk.with_definitions(plan);
    walk.visit(answer, &plan.node, NullHandling::Required);
    if problems.count() == 0 {
        return Ok(());
    }
    let named = problems.entries().iter().take(NAMED);
    let named = named.map(|problem| {
        let mut problem = problem.clone();
        if problem.path.starts_with('.') {
            problem.path.remove(0);
        }
        problem_text(&problem)
    });
    Err(named.collect::<Vec<_>>().join("; "))
}
