//! The rule about docs that request what a client cannot send.

use super::{
    Finding, Rule,
    linted_tool::{LintedArgument, LintedField, LintedTool},
    schemas::walk,
    text_tools::{self, Word},
};

/// The value that docs may request.
const NULL: &str = "null";

/// Requires that docs do not request `null` or an empty string, which some clients cannot send. The docs of
/// an argument that distinguishes `null` from absence may.
pub(super) fn says_null(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    let mut report = |place: String, docs: &str, takes_null: bool| {
        if let Some((sentence, what)) = find_null_request(docs)
            && !(takes_null && what == NULL)
        {
            found.push(Finding::new(
                Rule::SaysNull,
                place,
                format!(
                    "{sentence:?} asks for {what}, which {}",
                    refusal_reason(what)
                ),
                "let absence say it, or give it an argument or an action of its own",
            ));
        }
    };
    for (place, docs) in subject.groups() {
        report(place, docs, false);
    }
    for action in subject.actions() {
        report(subject.action_place(action), action.spec.docs, false);
    }
    for field in subject.fields() {
        for (path, uses, docs) in texts(&field) {
            let takes_null = uses.iter().all(|one| one.arg.leaf.nested_option);
            let place = subject.argument_place(&path, &uses);
            report(place, &docs, takes_null && path == field.name);
        }
    }
}

fn refusal_reason(what: &str) -> &'static str {
    if what == NULL {
        "some clients cannot send: it arrives as \"null\""
    } else {
        "models then send for every optional argument"
    }
}

/// Returns the docs of a field and of every schema inside it, each with the arguments that use it.
fn texts<'r>(field: &LintedField<'r>) -> Vec<(String, Vec<LintedArgument<'r>>, String)> {
    let mut texts: Vec<(String, Vec<LintedArgument<'r>>, String)> = Vec::new();
    for one in &field.uses {
        let mut add = |path: String, docs: &str| {
            let same =
                |(known, _, text): &&mut (String, Vec<_>, String)| *known == path && text == docs;
            match texts.iter_mut().find(same) {
                Some((_, uses, _)) => uses.push(*one),
                None => texts.push((path, vec![*one], docs.to_owned())),
            }
        };
        add(field.name.to_owned(), &one.arg.docs);
        walk::visit_schemas(&one.arg.leaf.schema, &mut |node| {
            let docs = node.object.and_then(|schema| schema.get("description"));
            if let Some(docs) = docs.and_then(|docs| docs.as_str()) {
                add(walk::join_paths(field.name, node.place), docs);
            }
        });
    }
    texts
}

/// Returns the first sentence that requests `null` or an empty string.
fn find_null_request(docs: &str) -> Option<(String, &'static str)> {
    text_tools::sentences(docs)
        .into_iter()
        .find_map(|sentence| {
            let words = text_tools::prose_words(&sentence);
            let nothing = (0..words.len()).find_map(|at| {
                let what = match (words[at].text.as_str(), words.get(at + 1)) {
                    (NULL, _) => NULL,
                    ("empty", Some(next)) if next.text == "string" => "an empty string",
                    _ => return None,
                };
                let length = if what == NULL { 1 } else { 2 };
                is_requested(&words, at, length).then_some(what)
            });
            nothing.map(|what| (sentence, what))
        })
}

/// Returns `true` if the words before or after `words[at..][..length]` request it: "pass null",
/// "set it to null", "null to unassign"; but not "never pass null", "may not be an empty string".
fn is_requested(words: &[Word], at: usize, length: usize) -> bool {
    const ASKS: [&str; 11] = [
        "give", "leave", "pass", "passing", "provide", "send", "sending", "specify", "supply",
        "use", "using",
    ];
    const BETWEEN: [&str; 9] = [
        "as", "either", "explicit", "here", "it", "json", "literal", "them", "this",
    ];
    const MEANS: [&str; 7] = ["clears", "for", "means", "removes", "to", "unsets", "will"];
    const NEGATIONS: [&str; 8] = [
        "cannot", "dont", "neither", "never", "no", "nor", "not", "without",
    ];

    let before = &words[..at];
    if before.iter().any(|word| NEGATIONS.contains(&&*word.text)) {
        return false;
    }
    let mut back = before.iter().rev().map(|word| &*word.text);
    let verb = back.find(|word| !BETWEEN.contains(word));
    let asks = match verb {
        // "set … to null" is a request, "compared to null" is not.
        Some("to") => back
            .take(4)
            .any(|word| matches!(word, "set" | "setting" | "change")),
        Some(verb) => ASKS.contains(&verb),
        None => false,
    };
    let offered = words[at].opens || verb == Some("or");
    let next = words.get(at + length);
    let means = offered && next.is_some_and(|word| MEANS.contains(&&*word.text));
    let alternative = verb == Some("or") && next.is_none_or(|word| word.opens);
    asks || means || alternative
}
