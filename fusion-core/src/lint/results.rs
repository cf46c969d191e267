//! Rules about what handlers return, as far as clients would not get it.

use std::collections::HashSet;

use super::{
    Finding, Rule,
    linted_tool::{LintedTool, keys},
};
use crate::{
    ctx::Era,
    definition::{ActionDef, ToolDef},
    error::nearest,
};

/// Requires that a retry delay is shown for some action. Retrying an action that is not idempotent could
/// apply its effect twice.
pub(super) fn dropped_retry(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    let actions = subject.actions().iter();
    let retries = actions.filter(|action| action.spec.advice.retries);
    let retries: Vec<&ActionDef> = retries.copied().collect();
    if retries.is_empty() || retries.iter().any(|action| action.spec.hints.idempotent) {
        return;
    }
    let place = match retries.as_slice() {
        [only] => subject.action_place(only),
        _ => subject.name().to_owned(),
    };
    found.push(Finding::new(
        Rule::DroppedRetry,
        place,
        format!(
            "the error of {} has a `retry_after`, which is shown for idempotent actions only",
            keys(retries.iter().map(|action| &*action.key))
        ),
        "add `unchanged` or `nothing_ran` to its `#[tool_error(…)]` if the failed call changed nothing, or mark the action `idempotent`",
    ));
}

/// Requires that each action that an error type suggests exists in a tool whose handlers return the type. A
/// type that several groups share may suggest actions of one of them.
pub(super) fn unknown_suggestions(tools: &[&ToolDef], found: &mut Vec<Finding>) {
    let mut rows = Vec::new();
    for tool in tools {
        for action in &tool.actions {
            let suggests = action.spec.advice.suggests.iter();
            rows.extend(suggests.map(|key| (*tool, action, *key)));
        }
    }
    let known = rows
        .iter()
        .filter(|(tool, action, key)| tool.suggested(action, key).is_some());
    let mut settled: HashSet<&str> = known.map(|(_, _, key)| *key).collect();
    for (tool, action, key) in rows {
        if !settled.insert(key) {
            continue;
        }
        // An error of one module may mean an action of another.
        let mut actions = tool.callable_actions();
        let elsewhere = actions.find(|action| action.spec.key == key);
        let meant = elsewhere.map(|action| &*action.key);
        let meant =
            meant.or_else(|| nearest(key, tool.callable_actions().map(|action| &*action.key)));
        let fix = meant.map_or_else(
            || "suggest an action of the tool, or remove it".to_owned(),
            |meant| format!("write `{meant}`"),
        );
        found.push(Finding::new(
            Rule::UnknownSuggestion,
            tool.qualified_key(action),
            format!(
                "its error suggests `{key}`, which is no action of `{}`",
                tool.spec.name
            ),
            fix,
        ));
    }
}

/// Requires that the result of an action that is listed by itself is an object.
pub(super) fn result_root(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    for (action, listed) in subject.flat() {
        if listed.output_schema.is_some() && listed.output_schema_for(Era::Legacy).is_none() {
            found.push(Finding::new(
                Rule::ResultRoot,
                subject.action_place(action),
                "listed flat, its result is no object, and clients before 2026-07-28 get it as text alone, without structured content and output schema",
                "return a struct with a field for it, such as `Json<Page>` instead of `Json<Vec<Issue>>`",
            ));
        }
    }
}
