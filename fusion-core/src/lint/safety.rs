//! Rules about safety: verbs in keys that contradict hints, requirements of directories, and secret
//! arguments.

use super::{
    Finding, Rule,
    linted_tool::{LintedArgument, LintedTool, keys},
    text_tools::segments,
};
use crate::definition::ActionDef;

/// Verbs with at least one destructive meaning.
const DESTROYS: [&str; 14] = [
    "cancel",
    "delete",
    "destroy",
    "drop",
    "erase",
    "kill",
    "overwrite",
    "purge",
    "remove",
    "reset",
    "revoke",
    "truncate",
    "uninstall",
    "wipe",
];

/// Verbs that change nothing.
const READS: [&str; 8] = [
    "count", "describe", "find", "get", "list", "read", "search", "show",
];

/// Words that change the meaning of a first verb: `find_or_create`, `read_write`.
const AND: [&str; 6] = ["and", "create", "or", "then", "update", "write"];

/// Requires that an action is destructive if its key has a verb such as delete, remove or drop.
///
/// The verb is the first word (`delete_user`) or the last one (`user_delete`): `send_reset_mail`
/// does not reset anything, and `get_last_drop` begins with a reading verb.
pub(super) fn destructive_key(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    for action in subject.actions() {
        let hints = action.spec.hints;
        let words = segments(action.spec.key);
        let (first, last) = (words.first(), words.last());
        let verb = [first, last]
            .into_iter()
            .flatten()
            .find(|word| is_destructive_verb(word));
        let Some(verb) = verb else { continue };
        let read = hints.read_only || first.is_some_and(|word| is_read_verb(word));
        // `delete_preview` may be read-only, `delete` may not.
        if hints.destructive || (read && words.len() > 1) {
            continue;
        }
        found.push(Finding::new(
            Rule::DestructiveKey,
            subject.action_place(action),
            format!("the key says `{verb}` and the action is not destructive, so that clients do not ask before they call it"),
            "mark it `destructive`, or give it another key",
        ));
    }
}

/// Requires that a destructive action asks its user: by `confirm`, or by an `Ask` of its handler.
pub(super) fn destructive_without_confirm(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    for action in subject.actions() {
        if action.spec.hints.destructive && !action.asks() {
            found.push(Finding::new(
                Rule::DestructiveWithoutConfirm,
                subject.action_place(action),
                "it is destructive and asks nobody, so that it depends on the client whether its user is asked",
                "add `confirm(\"…?\")`, or on the block for all of its destructive actions",
            ));
        }
    }
}

/// Requires that an action is read-only if its key begins with a verb such as get, list or search.
pub(super) fn read_key(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    for action in subject.actions() {
        let words = segments(action.spec.key);
        let Some((first, rest)) = words.split_first() else {
            continue;
        };
        let more = rest
            .iter()
            .any(|word| AND.contains(&&**word) || is_destructive_verb(word));
        if is_read_verb(first) && !more && !action.spec.hints.read_only {
            found.push(Finding::new(
                Rule::ReadKey,
                subject.action_place(action),
                format!("the key says `{first}` and the action is not read-only, so that clients ask before every call and plan modes hide it"),
                "mark it `read_only`, or give it a key that says what it changes",
            ));
        }
    }
}

fn is_destructive_verb(word: &str) -> bool {
    DESTROYS.contains(&word)
}

fn is_read_verb(word: &str) -> bool {
    READS.contains(&word)
}

/// Requires that no listed tool both reads and writes, because clients ask for its reads as well. A tool
/// whose author declares it read-only is approved as its reads are.
pub(super) fn mixed_safety(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    let (reading, changing): (Vec<_>, Vec<_>) = subject
        .actions()
        .iter()
        .partition(|action| action.spec.hints.read_only);
    let approved = subject.grouped.is_some_and(|listed| listed.hints.read_only);
    if !reading.is_empty() && !changing.is_empty() && !approved {
        let names = |actions: Vec<&ActionDef>| keys(actions.into_iter().map(|action| &*action.key));
        found.push(Finding::new(
            Rule::MixedSafety,
            subject.name(),
            format!(
                "grouped, it reads ({}) and changes ({}): Anthropic's directory refuses that, and clients ask for the reads as well",
                names(reading),
                names(changing)
            ),
            "serve such clients `Exposition::BySafety`",
        ));
    }
}

/// Requires a title for every action that is listed by itself. A tool with some titles is left to the
/// next rule.
pub(super) fn missing_title(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    let mut actions = subject.actions().iter();
    if actions.all(|action| action.spec.title.is_none()) {
        found.push(Finding::new(
            Rule::MissingTitle,
            subject.name(),
            "none of its actions has a title, which Anthropic's directory asks for and clients show to people",
            "add `title = \"…\"` to each",
        ));
    }
}

/// Requires a title for a tool that lists several actions.
pub(super) fn missing_tool_title(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    if subject.def.spec.title.is_none() {
        found.push(Finding::new(
            Rule::MissingTitle,
            subject.name(),
            "it has no title, which Anthropic's directory asks for and clients show to people",
            "add `title = \"…\"` to its `#[tool_group]`",
        ));
    }
}

/// Requires that all actions of a tool have a title if one of them has.
pub(super) fn flat_missing_title(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    let actions = subject.actions().iter().copied();
    let (titled, bare): (Vec<&ActionDef>, Vec<_>) =
        actions.partition(|action| action.spec.title.is_some());
    if titled.is_empty() || bare.is_empty() {
        return;
    }
    found.push(Finding::new(
        Rule::FlatMissingTitle,
        subject.name(),
        format!(
            "there is no title in {}, and other actions have one; Anthropic's directory asks for it where each is a tool",
            keys(bare.iter().map(|action| &*action.key))
        ),
        "add `title = \"…\"` there",
    ));
}

/// Requires that an argument that is secret in one action is secret in all actions of the tool.
pub(super) fn secret_mixed(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    for field in subject.fields() {
        let (secret, plain): (Vec<LintedArgument<'_>>, Vec<LintedArgument<'_>>) =
            field.uses.iter().partition(|one| one.arg.secret);
        if !secret.is_empty() && !plain.is_empty() {
            let users = |uses: &[LintedArgument<'_>]| keys(uses.iter().map(|one| &*one.action.key));
            found.push(Finding::new(
                Rule::SecretMixed,
                subject.argument_place(field.name, &plain),
                format!(
                    "it is secret in {} and plain in {}, where its value stands in messages and logs",
                    users(&secret),
                    users(&plain)
                ),
                "mark it `secret` there as well, or rename it",
            ));
        }
    }
}

/// Requires that no handler turns an error into a text for the model.
pub(super) fn shown_error(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    let rows = subject.def.authored_rows();
    for row in rows.filter(|row| row.spec.shows_errors) {
        found.push(Finding::new(
            Rule::ShownError,
            subject.action_place(row),
            "its handler turns an error into a text, such as `map_err(|e| format!(\"…{e}\"))`, and the model reads that text with every path, host and query in it",
            "use `?` on the error, or add `.internal()` to log the text, or `.expose()` if the model may read it",
        ));
    }
}
