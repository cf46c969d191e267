//! The rule about docs that list the arguments, which the schema lists as well.

use std::{borrow::Cow, collections::HashSet};

use super::{Finding, Rule, linted_tool::LintedTool, text_tools};
use crate::{call::estimated_tokens, definition::ActionDef};

/// Requires that docs do not list arguments, because the schema lists them with their docs.
pub(super) fn argument_list(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    let mut report = |place: String, list: &ArgumentList<'_>, saved: usize| {
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
            .saving(saved),
        );
    };
    for (place, docs) in subject.groups() {
        let list = ArgumentList::find(docs, &[]);
        report(place, &list, list.tokens);
    }
    let mut moved = MovedTexts::new(subject);
    for action in subject.actions() {
        let list = ArgumentList::of_action(action);
        let moved = moved.tokens(subject, action, &list);
        let place = subject.action_place(action);
        report(place, &list, list.tokens.saturating_sub(moved));
    }
}

/// The texts that stand at their arguments, or are moved there by the fixes of earlier findings: each with
/// the index of the listed tool and the name of the argument. A listed tool states a text once.
struct MovedTexts(HashSet<(Option<usize>, String, String)>);

impl MovedTexts {
    fn new(subject: &LintedTool<'_>) -> Self {
        let mut texts = HashSet::new();
        for action in subject.actions() {
            let part = subject.part(action);
            for arg in action.args.iter().filter(|arg| !arg.docs.trim().is_empty()) {
                let text = text_tools::fold(&arg.docs);
                texts.insert((part, arg.name.to_owned(), text));
            }
        }
        Self(texts)
    }

    /// Returns the tokens of the texts of a list at their arguments.
    fn tokens(
        &mut self,
        subject: &LintedTool<'_>,
        action: &ActionDef,
        list: &ArgumentList<'_>,
    ) -> usize {
        let part = subject.part(action);
        let mut tokens = 0;
        for (name, text) in &list.moved {
            let name = action.renames.published(name).to_owned();
            let place = (part, name, text_tools::fold(text));
            if self.0.insert(place) {
                tokens += estimated_tokens(&format!(",\"description\":\"{}\"", text.trim()));
            }
        }
        tokens
    }
}

/// Returns the docs of an action without the lines of its list of arguments.
pub(super) fn without_argument_list(action: &ActionDef) -> Cow<'_, str> {
    let list = ArgumentList::of_action(action);
    if list.lines.is_empty() {
        return Cow::Borrowed(action.spec.docs);
    }
    let lines = action.spec.docs.lines().enumerate();
    let lines = lines.map(|(index, line)| {
        if list.lines.contains(&index) {
            ""
        } else {
            line
        }
    });
    Cow::Owned(lines.collect::<Vec<_>>().join("\n"))
}

/// Returns the tokens of the list of arguments in the docs of an action.
pub(super) fn argument_list_tokens(action: &ActionDef) -> usize {
    ArgumentList::of_action(action).tokens
}

/// The list of arguments in a doc comment.
#[derive(Default)]
struct ArgumentList<'d> {
    /// The first line; `None` if the docs list no arguments.
    first: Option<&'d str>,
    /// The indices of its lines.
    lines: Vec<usize>,
    /// The tokens of its lines.
    tokens: usize,
    /// The texts that become the docs of arguments without docs, with the names of the arguments.
    moved: Vec<(String, String)>,
}

/// One argument of an action, by the name that docs of its group have for it.
struct NamedArgument<'d> {
    name: &'d str,
    has_docs: bool,
}

impl<'d> ArgumentList<'d> {
    /// Finds the list in the docs of an action. The docs of a group name its arguments as the group does.
    fn of_action(action: &'d ActionDef) -> Self {
        let args = action.args.iter().map(|arg| NamedArgument {
            name: action.renames.own(arg.name),
            has_docs: !arg.docs.trim().is_empty(),
        });
        Self::find(action.spec.docs, &args.collect::<Vec<_>>())
    }

    /// Finds the list of these arguments.
    fn find(docs: &'d str, args: &[NamedArgument<'_>]) -> Self {
        let mut list = Self::default();
        // The indentation of the last item, and whether its text is moved.
        let mut item = None;
        for (index, line) in docs.lines().enumerate() {
            let below = list.first.is_some();
            let mut items = args
                .iter()
                .filter_map(|arg| Some((arg, item_text(line, arg.name, below)?)));
            if let Some((arg, text)) = items.next() {
                item = Some((indentation(line), !arg.has_docs));
                if !arg.has_docs {
                    list.moved.push((arg.name.to_owned(), text.to_owned()));
                }
            } else if let Some((_, is_moved)) = item.filter(|(depth, _)| indentation(line) > *depth)
            {
                if let Some((_, text)) = list.moved.last_mut().filter(|_| is_moved) {
                    text.push(' ');
                    text.push_str(line.trim());
                }
            } else if is_heading(line) {
                item = None;
                list.move_inline(line, args);
            } else {
                item = None;
                continue;
            }
            list.first = list.first.or(Some(line));
            list.lines.push(index);
            list.tokens += estimated_tokens(line);
        }
        list
    }

    /// Adds the text after an inline heading, such as `Args: id: the number`. It is the docs of the
    /// arguments that it names and that have none.
    fn move_inline(&mut self, line: &str, args: &[NamedArgument<'_>]) {
        let Some((_, mut text)) = line.split_once(": ") else {
            return;
        };
        let words = text_tools::prose_words(text);
        let named = |arg: &&NamedArgument<'_>| {
            !arg.has_docs
                && words
                    .iter()
                    .any(|word| word.text == arg.name.to_lowercase())
        };
        for arg in args.iter().filter(named) {
            self.moved.push((arg.name.to_owned(), text.to_owned()));
            // The text is divided among the arguments, and counted at the first one.
            text = "";
        }
    }
}

/// Returns the number of characters before the text of a line; 0 for an empty line.
fn indentation(line: &str) -> usize {
    if line.trim().is_empty() {
        return 0;
    }
    line.chars().take_while(|c| c.is_whitespace()).count()
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
