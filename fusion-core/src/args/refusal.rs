//! The check of an author's value, such as a default, against the published schema of its argument.

use serde_json::Value;

use super::{
    Plan,
    walk::{ArgumentWalk, NullHandling, RepairNotes},
};
use crate::error::{BoundedList, Problem, ProblemKind};

/// Returns the reason why the schema refuses a value that its author wrote for an argument; `None`
/// if it accepts the value.
///
/// A call accepts a value as it is, or repairs it. Repairs that JSON Schema itself permits are
/// valid here, too: a float without a fraction is an integer, and `null` omits an optional field. A
/// string that would be converted into another kind is refused.
pub(crate) fn refusal(plan: &Plan, value: &Value) -> Option<String> {
    super::plan::start_call();
    if plan.fits(value) {
        return None;
    }
    let (mut problems, mut repairs) = (BoundedList::default(), RepairNotes::default());
    // The walk is not secret, because it would record no repair. The secret value is redacted
    // below.
    let walk = ArgumentWalk::new(0, false, true, &mut problems, &mut repairs);
    let mut walk = walk.with_definitions(plan);
    walk.visit(
        &mut value.clone(),
        &plan.node,
        NullHandling::for_field(plan.required),
    );
    let problem = problems.entries().first().map(problem_text);
    let read = repairs
        .list
        .entries()
        .iter()
        .find(|repair| repair.sent != "number");
    let reason = problem.or_else(|| {
        let read = read?;
        let found = format!("expected {}, found {}", read.read, read.sent);
        Some(with_path(&read.path, found))
    })?;
    Some(if plan.secret {
        format!("expected {}", plan.node.expected)
    } else {
        reason
    })
}

pub(super) fn problem_text(problem: &Problem) -> String {
    let words = match &problem.kind {
        ProblemKind::Missing => "required, but missing".to_owned(),
        ProblemKind::Unexpected { expected, got, .. } => match got {
            Some(got) => format!("expected {expected}, found {got}"),
            None => format!("expected {expected}"),
        },
        ProblemKind::Rejected { reason } => {
            reason.as_deref().unwrap_or("not a valid value").to_owned()
        }
        ProblemKind::Unknown { .. } | ProblemKind::NotOne { .. } => "unknown field".to_owned(),
    };
    with_path(&problem.path, words)
}

/// Prefixes a problem with its path inside of the value.
fn with_path(path: &str, words: String) -> String {
    if path.is_empty() {
        words
    } else {
        format!("`{path}`: {words}")
    }
}
