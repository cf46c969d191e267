//! Server instructions of a view: the docs of tools and modules that no listed tool carries,
//! because each of their actions is listed as a tool by itself.

use super::{listed_rows::ListedRows, texts::as_many_as_fit};
use crate::{definition::ToolDef, spec::sentence::first_sentence};

/// Length that clients pass on, in Unicode scalar values.
const BUDGET: usize = 2_048;

/// Longest list of names before the docs of a tool or module, in characters.
const NAMES: usize = 300;

/// Returns one paragraph for each tool and module that has docs, in whole sentences within the
/// budget.
pub(super) fn instructions(tools: &[(&ToolDef, &[ListedRows])]) -> Option<String> {
    let whole: Vec<_> = tools
        .iter()
        .flat_map(|(tool, parts)| paragraphs(tool, parts, false))
        .collect();
    let text = whole.join("\n");
    if text.chars().count() <= BUDGET {
        return (!text.is_empty()).then_some(text);
    }
    let mut kept = String::new();
    let mut length = 0;
    let short = tools.iter();
    for line in short.flat_map(|(tool, parts)| paragraphs(tool, parts, true)) {
        length += line.chars().count() + 1;
        if length > BUDGET {
            break;
        }
        kept.push_str(&line);
        kept.push('\n');
    }
    let kept = kept.trim_end();
    (!kept.is_empty()).then(|| kept.to_owned())
}

fn paragraphs(tool: &ToolDef, parts: &[ListedRows], short: bool) -> Vec<String> {
    let spec = tool.spec;
    let mut lines = Vec::new();
    let mut say = |prefix: String, docs: &str| {
        let docs = docs.trim();
        if !docs.is_empty() {
            let said = if short {
                first_sentence(docs).text
            } else {
                docs.to_owned()
            };
            lines.push(format!("{prefix}: {said}"));
        }
    };
    let names = |module: Option<usize>| -> Vec<&str> {
        let in_module = |part: &&ListedRows| {
            let mut actions = part.visible(tool).into_iter();
            actions.any(|action| module.is_none_or(|module| action.module == module))
        };
        let parts = parts.iter().filter(in_module);
        parts.map(|part| part.name.as_str()).collect()
    };
    say(listed_names(spec.name, &names(None)), &tool.docs);
    for (index, (module, docs)) in spec.modules.iter().zip(&tool.module_docs).enumerate() {
        let names = names(Some(index));
        if let Some(name) = module.name
            && !names.is_empty()
        {
            say(listed_names(&format!("{}_{name}", spec.name), &names), docs);
        }
    }
    lines
}

/// Returns a pattern for the names that begin with the name of their tool or module, and then the
/// others, which authors gave: `notes_*, get_note`.
fn listed_names(prefix: &str, names: &[&str]) -> String {
    let prefix = format!("{prefix}_");
    let (prefixed, given): (Vec<&str>, Vec<&str>) =
        names.iter().partition(|name| name.starts_with(&prefix));
    let pattern = (!prefixed.is_empty()).then(|| format!("{prefix}*"));
    let given = given.into_iter().map(str::to_owned);
    as_many_as_fit(pattern.into_iter().chain(given), ", ", NAMES)
}
