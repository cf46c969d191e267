//! One line for each problem with the arguments of a call.

use super::{
    TextContext,
    fields::type_words,
    limit::{LIST, PART, as_many_as_fit, shorten},
};
use crate::{
    args::ArgumentPlans,
    definition::{ActionDef, ArgDef},
    error::{Advice, MAX_LISTED, Problem, ProblemKind, cut, nearest, on_one_line},
};

/// Returns one line for each of the first problems, then the number of the others. `omitted` problems
/// are not in the list.
pub(super) fn lines(
    context: &TextContext<'_>,
    action: &ActionDef,
    problems: &[Problem],
    omitted: usize,
) -> String {
    let told = problems.iter().take(MAX_LISTED);
    let mut lines: Vec<_> = told
        .map(|problem| format!("- {}", line(context, action, problem)))
        .collect();
    let mut room = LIST;
    let fitting = lines
        .iter()
        .take_while(|line| {
            let left = room.checked_sub(line.chars().count() + 1);
            room = left.unwrap_or(0);
            left.is_some()
        })
        .count();
    lines.truncate(fitting);
    let left = problems.len() - fitting + omitted;
    if left > 0 {
        lines.push(format!("- and {left} more"));
    }
    lines.join("\n")
}

fn line(context: &TextContext<'_>, action: &ActionDef, problem: &Problem) -> String {
    if let ProblemKind::NotOne { names, given } = &problem.kind {
        return not_one(action, names, *given);
    }
    let Some(slot) = problem.slot else {
        return unknown_field(context, action, problem);
    };
    match action.args.get(slot) {
        Some(arg) if arg.secret => {
            let plans = action.plans(context.entry.discriminator);
            secret_field(plans, slot, arg, problem)
        }
        arg => known_field(arg.map_or("value", |arg| arg.name), problem),
    }
}

/// Renders the problem of a set of which exactly one argument must be given. `null` omits each of the
/// others, unless it is a value of one of them.
fn not_one(action: &ActionDef, names: &[&str], given: usize) -> String {
    let listed = as_many_as_fit(names.iter().copied(), ", ", PART);
    let rule = format!("exactly one of {listed} is required");
    let is_null_value = |arg: &ArgDef| arg.leaf.nested_option && names.contains(&arg.name);
    match given {
        0 => rule,
        _ if action.args.iter().any(is_null_value) => {
            format!("{rule}, got {given}. Leave the others out")
        }
        _ => format!("{rule}, got {given}. Leave the others out or send null"),
    }
}

/// Renders a problem of an argument that the action has.
fn known_field(name: &str, problem: &Problem) -> String {
    // A path may contain keys of the map that was sent.
    let path = cut(&problem.path);
    let path = on_one_line(&path);
    match &problem.kind {
        ProblemKind::Missing => format!("{name}{path}: required, but missing"),
        ProblemKind::Unexpected {
            expected,
            got,
            nearest,
            advice,
        } => {
            let expected = shorten(expected, PART);
            let got = got.as_ref().map_or_else(String::new, |got| {
                // A string is already quoted, cut and escaped; a number may have any number of
                // digits.
                let quoted = got.starts_with('"');
                let got = if quoted { got.into() } else { cut(got) };
                format!(", got {}", on_one_line(&got))
            });
            let meant = did_you_mean(nearest.as_deref());
            let advice = advice.map_or("", advice_text);
            format!("{name}{path}: expected {expected}{got}{meant}{advice}")
        }
        ProblemKind::Rejected { reason } => {
            let reason = reason.as_deref().unwrap_or("not a valid value");
            format!("{name}{path}: {}", on_one_line(&shorten(reason, PART)))
        }
        ProblemKind::Unknown { nearest, .. } => {
            format!(
                "{name}{path}: unknown field{}",
                did_you_mean(nearest.as_deref())
            )
        }
        // `line` renders it.
        ProblemKind::NotOne { .. } => String::new(),
    }
}

fn advice_text(advice: Advice) -> &'static str {
    match advice {
        Advice::LeaveOut => ". To say nothing, leave the field out or send null",
        Advice::Unwrap => ". Send the value itself, not in an array",
        Advice::Wrap => ". Send it in an array",
        Advice::Parse => ". Send it as JSON, not as a text that contains JSON",
        Advice::Quote => ". Send it as a string, in quotes",
    }
}

/// Renders a problem of a secret argument from its published type only. Neither the value that was
/// sent nor the path inside it may appear.
fn secret_field(plans: &ArgumentPlans, slot: usize, arg: &ArgDef, problem: &Problem) -> String {
    let whole = problem.path.is_empty();
    match &problem.kind {
        ProblemKind::Missing if whole => format!("{}: required, but missing", arg.name),
        ProblemKind::Unexpected { .. } if whole => {
            format!("{}: expected {}", arg.name, type_words(plans, slot, arg))
        }
        _ => format!("{}: not a valid value", arg.name),
    }
}

/// Renders a field that the action does not have: a misspelt name, or a field of another action.
fn unknown_field(context: &TextContext<'_>, action: &ActionDef, problem: &Problem) -> String {
    let ProblemKind::Unknown { name, .. } = &problem.kind else {
        return known_field("arguments", problem);
    };
    let told = if name.is_empty() { "\"\"" } else { name };
    let told = cut(told);
    let told = on_one_line(&told);
    let plans = action.plans(context.entry.discriminator);
    let own = action.args.iter().enumerate();
    let own = own.filter(|(slot, _)| plans.plan(*slot).is_some());
    let own = nearest_argument(name, own.map(|(_, arg)| arg));
    if own.is_some() {
        return format!("{told}: unknown field{}", did_you_mean(own));
    }
    let owners = context
        .actions
        .iter()
        .filter(|other| other.key != action.key && other.args.iter().any(|arg| arg.has_name(name)));
    let owners = as_many_as_fit(owners.map(|owner| context.name(owner)), ", ", PART);
    if owners.is_empty() {
        return format!("{told}: unknown field");
    }
    format!(
        "{told}: not a field of {}; it belongs to {owners}",
        context.name(action)
    )
}

/// Returns the listed name of the argument of which `sent` may be a misspelt name.
fn nearest_argument<'a>(sent: &str, args: impl Iterator<Item = &'a ArgDef>) -> Option<&'a str> {
    let names = args.flat_map(|arg| {
        let aliases = arg.aliases.iter().copied();
        std::iter::once(arg.name)
            .chain(aliases)
            .map(move |name| (name, arg.name))
    });
    let names: Vec<_> = names.collect();
    let near = nearest(sent, names.iter().map(|(name, _)| *name))?;
    let meant = names.iter().find(|(name, _)| *name == near);
    meant.map(|(_, listed)| *listed)
}

fn did_you_mean(name: Option<&str>) -> String {
    name.map_or_else(String::new, |name| {
        format!(". Did you mean \"{}\"?", shorten(name, PART))
    })
}
