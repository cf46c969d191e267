//! Rules about names: length, substrings that hide a tool from a client, and names that models
//! confuse.

use std::collections::{HashMap, HashSet};

use super::{
    Finding, Rule,
    linted_tool::{LintedArgument, LintedField, LintedTool, keys},
    text_tools,
};
use crate::call::estimated_tokens;

/// Length that leaves room for the prefixes of clients, which allow 60 or 64 characters.
const NAME: usize = 32;
/// Limit of Cursor, which includes the server's name.
const FLAT_NAME: usize = 60;
/// Limit of every other client and every provider.
const LAST: usize = 64;

/// Requires that a tool's name leaves room for prefixes.
pub(super) fn name_length(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    let length = subject.name().chars().count();
    if length > NAME {
        found.push(Finding::new(
            Rule::NameLength,
            subject.name(),
            format!(
                "the name has {length} characters, and with the prefixes of clients, as in `mcp__server__name`, it comes near the 60 of Cursor and the 64 of the others"
            ),
            format!("use {NAME} at most"),
        ));
    }
}

/// Requires that the name of an action listed by itself leaves room for prefixes.
pub(super) fn flat_name_length(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    for (action, listed) in subject.flat() {
        let length = listed.name.chars().count();
        if length > FLAT_NAME {
            let limit = if length > LAST {
                "no client accepts more than 64"
            } else {
                "Cursor accepts 60, with the server's name"
            };
            found.push(Finding::new(
                Rule::FlatNameLength,
                subject.action_place(action),
                format!(
                    "listed flat as `{}`, the name has {length} characters; {limit}",
                    listed.name
                ),
                "shorten the key or the tool's name",
            ));
        }
    }
}

/// Refuses names with `_action_`: `LibreChat` appends `_mcp_server` to a name and then searches it
/// for `_action_`.
pub(super) fn name_action(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    let hidden = |name: &str| name.contains("_action_") || name.ends_with("_action");
    let mut report = |place: String, name: &str| {
        found.push(Finding::new(
            Rule::NameAction,
            place,
            format!(
                "LibreChat takes `_action` in `{name}` for a mark of its own and hides the tool"
            ),
            "use another word",
        ));
    };
    if hidden(subject.name()) {
        report(subject.name().to_owned(), subject.name());
        return;
    }
    for (action, listed) in subject.flat() {
        if hidden(&listed.name) {
            report(subject.action_place(action), &listed.name);
        }
    }
}

/// Requires that no two actions, and no two arguments, of one tool have names that models confuse.
///
/// `label` beside `labels` is accepted if one is an array and the other is not.
pub(super) fn similar_names(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    let mut report = |place: String, name: &str, first: &str| {
        found.push(Finding::new(
            Rule::SimilarNames,
            place,
            format!(
                "`{name}` and `{first}` are nearly one name, and a model takes one for the other"
            ),
            "rename one of them by what makes the difference",
        ));
    };
    let actions = subject.actions();
    let names: Vec<_> = actions.iter().map(|action| &*action.key).collect();
    for (action, before) in actions.iter().zip(text_tools::similar_before(&names)) {
        if let Some(first) = before.first().and_then(|first| actions.get(*first)) {
            report(subject.action_place(action), &action.key, &first.key);
        }
    }
    let fields = subject.fields();
    let names: Vec<_> = fields.iter().map(|field| field.name).collect();
    for (field, before) in fields.iter().zip(text_tools::similar_before(&names)) {
        let mut before = before.iter().filter_map(|first| fields.get(*first));
        if let Some(first) = before.find(|first| is_array(first) == is_array(field)) {
            report(
                subject.argument_place(field.name, &field.uses),
                field.name,
                first.name,
            );
        }
    }
}

fn is_array(field: &LintedField<'_>) -> bool {
    let mut uses = field.uses.iter();
    uses.any(|one| {
        one.arg
            .leaf
            .schema
            .get("type")
            .is_some_and(|name| name == "array")
    })
}

/// Requires that arguments with one type and one description have one name in a tool.
///
/// Two arguments of one action, such as `from` and `to`, are different even with equal docs. Docs that both
/// take from their type describe the type, and `author` and `assignee` may both be a `UserId`.
pub(super) fn argument_synonyms(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    let fields = subject.fields();
    let mut by_docs: HashMap<&str, Vec<&LintedField<'_>>> = HashMap::new();
    for field in &fields {
        let docs = field.uses.first().map_or("", |one| one.arg.docs.trim());
        let before = by_docs.entry(docs).or_default();
        let same: Vec<_> = before
            .iter()
            .copied()
            .filter(|one| synonyms(one, field))
            .collect();
        before.push(field);
        if let Some(first) = same.first() {
            let users =
                |field: &LintedField<'_>| keys(field.uses.iter().map(|one| &*one.action.key));
            found.push(
                Finding::new(
                    Rule::ArgumentSynonyms,
                    subject.argument_place(field.name, &field.uses),
                    format!(
                        "what is `{}` in {} is `{}` in {}, and a model sends the one that it saw first",
                        field.name,
                        users(field),
                        first.name,
                        users(first)
                    ),
                    "give it one name, or say in its docs what makes the difference",
                )
                .saving(property_tokens(subject, field, &same)),
            );
        }
    }
}

/// Returns the tokens of the properties that are gone once a field has the name of the `same` ones: one in
/// each listed tool that has both.
fn property_tokens(
    subject: &LintedTool<'_>,
    field: &LintedField<'_>,
    same: &[&LintedField<'_>],
) -> usize {
    let Some(one) = field.uses.first() else {
        return 0;
    };
    let mut schema = one.arg.leaf.schema.clone();
    // A brief list has no docs of arguments.
    if !subject.def.is_brief() {
        schema.insert("description".to_owned(), one.arg.docs.trim().into());
    }
    let schema = serde_json::to_string(&schema).unwrap_or_default();
    let mut both = subject.parts(field);
    let same: HashSet<usize> = same.iter().flat_map(|one| subject.parts(one)).collect();
    both.retain(|part| same.contains(part));
    both.len() * estimated_tokens(&format!("\"{}\":{schema},", field.name))
}

fn synonyms(a: &LintedField<'_>, b: &LintedField<'_>) -> bool {
    let same = |a: &LintedArgument<'_>, b: &LintedArgument<'_>| {
        let docs = a.arg.docs.trim();
        let of_type = a.arg.leaf.docs.as_deref().map(str::trim) == Some(docs);
        // A single word, such as a type's name, is too short to be a description.
        docs.contains(char::is_whitespace)
            && !of_type
            && docs == b.arg.docs.trim()
            && a.arg.leaf.schema == b.arg.leaf.schema
    };
    let together = |a: &LintedArgument<'_>| b.uses.iter().any(|b| b.action.key == a.action.key);
    a.uses.iter().all(|a| b.uses.iter().all(|b| same(a, b))) && !a.uses.iter().any(together)
}
