//! Rules about the wording of docs: repeated argument lists, and requests that a client cannot
//! send.

use super::{
    Finding, Rule,
    linted_tool::{LintedArgument, LintedField, LintedTool},
    schemas::walk,
    text_tools::{self, Word},
};
use crate::call::estimated_tokens;

/// Requires that docs do not list arguments, because the schema lists them with their docs.
pub(super) fn argument_list(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    let mut report = |place: String, list: ArgumentList<'_>| {
        let Some(line) = list.first else {
            return;
        };
        found.push(
            Finding::new(
                Rule::ArgumentList,
                place,
                format!(
                    "its docs list arguments ({:?}), which the schema lists again",
                    line.trim()
                ),
                "move each text to the doc comment of its argument",
            )
            .saving(list.tokens),
        );
    };
    for (place, docs) in subject.groups() {
        report(place, ArgumentList::find(docs, &[]));
    }
    for action in subject.actions() {
        // The docs of a group name its arguments as the group does.
        let args = action.args.iter();
        let args = args.map(|arg| (action.renames.own(arg.name), !arg.docs.trim().is_empty()));
        let args: Vec<_> = args.collect();
        report(
            subject.action_place(action),
            ArgumentList::find(action.spec.docs, &args),
        );
    }
}

/// The list of arguments in a doc comment.
#[derive(Default)]
struct ArgumentList<'d> {
    /// The first line; `None` if the docs list no arguments.
    first: Option<&'d str>,
    /// The tokens that are gone once each text stands at its argument.
    tokens: usize,
}

impl<'d> ArgumentList<'d> {
    /// Finds the list of these arguments, each of which has docs of its own or not.
    fn find(docs: &'d str, args: &[(&str, bool)]) -> Self {
        let mut list = Self::default();
        for line in docs.lines() {
            let below = list.first.is_some();
            let mut items = args.iter().filter_map(|(name, has_docs)| {
                let text = item_text(line, name, below)?;
                Some((text, *has_docs))
            });
            let moved = match items.next() {
                // The text becomes the description of its argument.
                Some((text, false)) => estimated_tokens(&format!(",\"description\":\"{text}\"")),
                Some(_) => 0,
                None if is_heading(line) => 0,
                None => continue,
            };
            list.first = list.first.or(Some(line));
            list.tokens += estimated_tokens(line).saturating_sub(moved);
        }
        list
    }
}

/// Returns `true` for a heading of arguments: `Args:`, `Parameters explained:`, `It takes two
/// arguments:`, `# Arguments`.
fn is_heading(line: &str) -> bool {
    const WORDS: [&str; 4] = ["args", "arguments", "parameters", "params"];

    let line = line.trim();
    let heading = line.starts_with('#');
    let line = line.trim_matches(['#', '*', '_', ' ']);
    let inline = line.split_once(": ").map(|(head, _)| head.to_lowercase());
    if inline.is_some_and(|head| WORDS.contains(&&*head)) {
        return true;
    }
    let Some(text) = line.strip_suffix(':').or(heading.then_some(line)) else {
        return false;
    };
    let words = text_tools::segments(text);
    let is_word = |word: Option<&String>| word.is_some_and(|word| WORDS.contains(&&**word));
    is_word(words.last()) || (words.len() <= 3 && is_word(words.first()))
}

/// Returns the text of a list item about an argument: ``- `name`: …``, `- name (str): …`, `*
/// **name** - …`. `below` a heading, an item needs no mark.
fn item_text<'l>(line: &'l str, name: &str, below: bool) -> Option<&'l str> {
    let line = line.trim();
    let marked = ["- ", "* ", "+ "]
        .iter()
        .find_map(|mark| line.strip_prefix(mark));
    let item = marked.or(below.then_some(line))?;
    let quotes = ['`', '*', '"', '\'', '_'];
    let item = item.trim_start().trim_start_matches(quotes);
    let rest = item.strip_prefix(name)?;
    let rest = rest.trim_start_matches(quotes).trim_start();
    let mut marks = [":", "(", "- ", "– ", "— ", "= "].iter();
    marks.find_map(|mark| rest.strip_prefix(mark))
}

/// Requires that docs do not request `null` or an empty string, which some clients cannot send.
pub(super) fn says_null(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    let mut report = |place: String, docs: &str| {
        if let Some((sentence, what)) = find_null_request(docs) {
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
        report(place, docs);
    }
    for action in subject.actions() {
        report(subject.action_place(action), action.spec.docs);
    }
    for field in subject.fields() {
        for (path, uses, docs) in texts(&field) {
            report(subject.argument_place(&path, &uses), &docs);
        }
    }
}

fn refusal_reason(what: &str) -> &'static str {
    if what == "null" {
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
                    ("null", _) => "null",
                    ("empty", Some(next)) if next.text == "string" => "an empty string",
                    _ => return None,
                };
                let length = if what == "null" { 1 } else { 2 };
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
