//! The errors of calls with a mistake, as a model reads them in one list.

use super::{
    MeasuredAction,
    mutations::{ArgumentMistake, Mutation, misspelt},
};
use crate::{
    args::call_problems,
    definition::ToolDef,
    error::CallError,
    surface::{SearchTexts, Surface},
};

/// Returns `true` if the error of a call with a mistake names the repair; `None` if the call is no mistake here.
pub(super) fn names_repair(
    surface: &Surface,
    tools: &[&ToolDef],
    one: MeasuredAction<'_>,
    mutation: &Mutation,
) -> Option<bool> {
    match mutation {
        Mutation::Key => names_key(surface, tools, one),
        Mutation::Argument {
            slot,
            mistake,
            arguments,
        } => {
            let plans = one.action.plans(one.part.discriminator);
            let (problems, omitted) = call_problems(plans, arguments.clone(), one.action.repair);
            let is_about = |found: Option<usize>| found.is_none() || found == Some(*slot);
            // A value that is repaired, or any that is accepted, is no mistake.
            problems.iter().find(|problem| is_about(problem.slot))?;
            let text = surface.render(one.part, one.tool, |context| {
                context.invalid(one.action, &problems, omitted)
            });
            let name = one.action.args.get(*slot)?.name;
            Some(names_argument(&text, name, mistake))
        }
    }
}

/// Returns `true` if the line of a problem in an error names the repair of an argument.
fn names_argument(text: &str, name: &str, mistake: &ArgumentMistake) -> bool {
    let begin = format!("- {name}");
    // The list of expected fields after the problems names all arguments, which points at none.
    let problems = text.lines().filter(|line| line.starts_with("- "));
    let mut own = problems.clone().filter(|line| {
        let rest = line.strip_prefix(&begin);
        rest.is_some_and(|rest| rest.starts_with([':', '.', '[']))
    });
    match mistake {
        ArgumentMistake::Missing => own.any(|line| line.contains("missing")),
        ArgumentMistake::WrongType => own.any(|line| line.contains("expected")),
        ArgumentMistake::OutOfRange(allowed) => {
            own.any(|line| allowed.iter().any(|text| line.contains(text.as_str())))
        }
        ArgumentMistake::Misspelt => {
            let meant = format!("Did you mean \"{name}\"?");
            problems.into_iter().any(|line| line.contains(&meant))
        }
    }
}

/// Returns `true` if the error for a misspelt name of the action has the right one.
fn names_key(surface: &Surface, tools: &[&ToolDef], one: MeasuredAction<'_>) -> Option<bool> {
    let own = if one.part.is_searched() {
        one.tool.qualified_key(one.action)
    } else if one.part.discriminator.is_some() {
        one.action.key.to_string()
    } else {
        one.part.name.clone()
    };
    let sent = misspelt(&own);
    let text = if one.part.is_searched() {
        surface
            .action_named(&sent, &|tool| tools.get(tool).copied())
            .is_none()
            .then(|| SearchTexts { surface, tools }.unknown_action(&sent))
    } else if one.part.discriminator.is_some() {
        one.tool
            .find(&sent)
            .is_none()
            .then(|| surface.render(one.part, one.tool, |context| context.unknown_action(&sent)))
    } else {
        // A tool that is not listed is an error of the protocol.
        let error = surface
            .find(&sent)
            .is_none()
            .then(|| CallError::unknown_tool(&sent));
        error.map(|error| error.to_string())
    };
    let meant = format!("Did you mean \"{own}\"");
    text.map(|text| text.contains(&meant))
}
