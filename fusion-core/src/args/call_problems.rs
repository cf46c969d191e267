//! The check of whole arguments that an author wrote, such as those of an example.

use serde_json::{Map, Value};

use super::{
    ArgumentPlans, ReadingRules, ahead::CallArguments, reader::Args, refusal::problem_text,
    sent_arguments::SentArguments,
};
use crate::error::{Problem, ProblemKind, nearest};

/// Returns the problems for which an action refuses arguments, and the number of those beyond the bound.
pub(crate) fn call_problems(
    terms: &ArgumentPlans,
    arguments: Map<String, Value>,
    repair: bool,
) -> (Vec<Problem>, usize) {
    let rules = ReadingRules {
        terms,
        discriminator: None,
        noise: &[],
        repair,
    };
    let mut sent = SentArguments::from(arguments);
    let (_, notes) = Args::new(CallArguments::Sent(&mut sent), &rules).into_slots();
    let Some(mut notes) = notes else {
        return (Vec::new(), 0);
    };
    notes.sort(terms, &|_, _| false);
    notes.problems.into_parts()
}

/// Returns the reasons for which an action refuses arguments that its author wrote, each with the name of its
/// argument; empty if it accepts them as they are. `names` are the published names by slot. Arguments for which
/// `may_be_missing` returns `true` by their slot are not required.
pub(crate) fn refusal_reasons(
    terms: &ArgumentPlans,
    names: &[&'static str],
    arguments: Map<String, Value>,
    may_be_missing: &dyn Fn(usize) -> bool,
) -> Vec<String> {
    let is_meant = |problem: &&Problem| match (&problem.kind, problem.slot) {
        (ProblemKind::Missing, Some(slot)) => !may_be_missing(slot) || !problem.path.is_empty(),
        (ProblemKind::NotOne { given: 0, .. }, _) => {
            !terms.one_of_slots.iter().any(|slot| may_be_missing(*slot))
        }
        _ => true,
    };
    let (problems, _) = call_problems(terms, arguments, false);
    let problems = problems.iter().filter(is_meant);
    problems.map(|problem| reason(problem, names)).collect()
}

fn reason(problem: &Problem, names: &[&'static str]) -> String {
    match (&problem.kind, problem.slot) {
        (ProblemKind::NotOne { names, given }, _) => {
            format!(
                "exactly one of `{}` is required, and {given} are given",
                names.join("`, `")
            )
        }
        (ProblemKind::Unknown { name, .. }, None) => {
            let meant = nearest(name, names.iter().copied());
            let meant =
                meant.map_or_else(String::new, |meant| format!("; did you mean `{meant}`?"));
            format!("unknown argument `{name}`{meant}")
        }
        (_, Some(slot)) => {
            let name = names.get(slot).copied().unwrap_or_default();
            format!("argument `{name}`: {}", problem_text(problem))
        }
        (_, None) => problem_text(problem),
    }
}
