//! Whether a key says what the hints say, what a directory asks of a tool, and what is secret.

use super::{
    Finding, Rule,
    linted_tool::{LintedArgument, LintedTool, keys},
    words::segments,
};
use crate::definition::ActionDef;

/// Verbs of which at least one meaning destroys.
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

/// Words that make something else of a first verb: `find_or_create`, `read_write`.
const AND: [&str; 6] = ["and", "create", "or", "then", "update", "write"];

/// A key that says delete, remove, drop, … belongs to a destructive action.
///
/// The verb stands first (`delete_user`) or last (`user_delete`): `send_reset_mail` resets nothing,
/// and `get_last_drop` says itself what it does.
pub(super) fn destructive_key(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    for action in subject.actions() {
        let hints = action.spec.hints;
        let words = segments(action.spec.key);
        let (first, last) = (words.first(), words.last());
        let verb = [first, last]
            .into_iter()
            .flatten()
            .find(|word| destroys(word));
        let Some(verb) = verb else { continue };
        let read = hints.read_only || first.is_some_and(|word| reads(word));
        // `delete_preview` may be read-only, `delete` may not.
        if hints.destructive || (read && words.len() > 1) {
            continue;
        }
        found.push(Finding::new(
            Rule::DestructiveKey,
            subject.at(action),
            format!("the key says `{verb}` and the action is not destructive, so that clients do not ask before they call it"),
            "mark it `destructive`, or give it another key",
        ));
    }
}

/// A key that begins with get, list, search, … belongs to a read-only action.
pub(super) fn read_key(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    for action in subject.actions() {
        let words = segments(action.spec.key);
        let Some((first, rest)) = words.split_first() else {
            continue;
        };
        let more = rest
            .iter()
            .any(|word| AND.contains(&&**word) || destroys(word));
        if reads(first) && !more && !action.spec.hints.read_only {
            found.push(Finding::new(
                Rule::ReadKey,
                subject.at(action),
                format!("the key says `{first}` and the action is not read-only, so that clients ask before every call and plan modes hide it"),
                "mark it `read_only`, or give it a key that says what it changes",
            ));
        }
    }
}

fn destroys(word: &str) -> bool {
    DESTROYS.contains(&word)
}

fn reads(word: &str) -> bool {
    READS.contains(&word)
}

/// No listed tool both reads and changes.
pub(super) fn mixed_safety(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    let (reading, changing): (Vec<_>, Vec<_>) = subject
        .actions()
        .iter()
        .partition(|action| action.spec.hints.read_only);
    if !reading.is_empty() && !changing.is_empty() {
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

/// Every tool has a title.
pub(super) fn missing_title(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    if subject.def.spec.title.is_none() {
        found.push(Finding::new(
            Rule::MissingTitle,
            subject.name(),
            "it has no title, which Anthropic's directory asks for and clients show to people",
            "add `title = \"…\"` to the block",
        ));
    }
}

/// Where some actions have a title, all have.
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

/// What is secret in one action is secret in all of the tool.
pub(super) fn secret_mixed(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    for field in subject.fields() {
        let (secret, plain): (Vec<LintedArgument<'_>>, Vec<LintedArgument<'_>>) =
            field.uses.iter().partition(|one| one.arg.secret);
        if !secret.is_empty() && !plain.is_empty() {
            let users = |uses: &[LintedArgument<'_>]| keys(uses.iter().map(|one| &*one.action.key));
            found.push(Finding::new(
                Rule::SecretMixed,
                subject.at_uses(field.name, &plain),
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
