//! Why the published schema of an argument would refuse a value of its author.

use serde_json::Value;

use super::{
    Plan,
    walk::{ArgumentWalk, NullHandling},
};
use crate::error::{Problem, ProblemKind};

/// What is wrong with a value that its author wrote for an argument; `None` if nothing is.
///
/// A call takes a value as it is or repairs it. What is repaired without need of the schema is right
/// here, too: a whole float is an integer to JSON Schema, and `null` says of an optional field that
/// it is left out. A text that would be read as something else is not.
pub(crate) fn refusal(plan: &Plan, value: &Value) -> Option<String> {
    if plan.fits(value) {
        return None;
    }
    let (mut problems, mut repairs) = (Vec::new(), Vec::new());
    // Not as a secret: of one, no repair would be noted. What it holds is kept back below.
    let mut walk = ArgumentWalk::new(0, false, true, &mut problems, &mut repairs);
    walk.visit(
        &mut value.clone(),
        &plan.node,
        NullHandling::of(plan.required),
    );
    let problem = problems.first().map(words);
    let read = repairs.iter().find(|repair| repair.sent != "number");
    let reason = problem.or_else(|| {
        let read = read?;
        let found = format!("expected {}, found {}", read.read, read.sent);
        Some(at(&read.path, found))
    })?;
    Some(if plan.secret {
        format!("expected {}", plan.node.expected)
    } else {
        reason
    })
}

fn words(problem: &Problem) -> String {
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
    at(&problem.path, words)
}

/// The place inside the value, and what is wrong there.
fn at(path: &str, words: String) -> String {
    if path.is_empty() {
        words
    } else {
        format!("`{path}`: {words}")
    }
}
