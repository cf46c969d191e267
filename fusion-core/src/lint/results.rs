//! Rules about what handlers return, as far as clients would not get it.

use super::{
    Finding, Rule,
    linted_tool::{LintedTool, keys},
};
use crate::{ctx::Era, definition::ActionDef};

/// Requires that a retry delay is shown for some action. Retrying an action that is not idempotent could
/// apply its effect twice.
pub(super) fn dropped_retry(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    let actions = subject.actions().iter();
    let retries = actions.filter(|action| action.spec.advice.retries);
    let retries: Vec<&ActionDef> = retries.copied().collect();
    if retries.is_empty() || retries.iter().any(|action| action.spec.hints.idempotent) {
        return;
    }
    found.push(Finding::new(
        Rule::DroppedRetry,
        subject.name(),
        format!(
            "the error of {} has a `retry_after`, which is shown for idempotent actions only",
            keys(retries.iter().map(|action| &*action.key))
        ),
        "add `unchanged` or `nothing_ran` to its `#[tool_error(…)]` if the failed call changed nothing, or mark the action `idempotent`",
    ));
}

/// Requires that the result of an action that is listed by itself is an object.
pub(super) fn flat_result_root(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    for (action, listed) in subject.flat() {
        if listed.output_schema.is_some() && listed.output_schema_for(Era::Legacy).is_none() {
            found.push(Finding::new(
                Rule::FlatResultRoot,
                subject.action_place(action),
                "listed flat, its result is no object, and clients before 2026-07-28 get it as text alone, without structured content and output schema",
                "return a struct with a field for it, such as `Json<Page>` instead of `Json<Vec<Issue>>`",
            ));
        }
    }
}
