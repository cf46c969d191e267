//! Server instructions of a view: the docs of tools and modules that no listed tool carries,
//! because each of their actions is listed as a tool by itself.

use super::listed_rows::ListedRows;
use crate::{definition::ToolDef, spec::sentence::first_sentence};

/// Length that clients pass on, in Unicode scalar values.
const BUDGET: usize = 2_048;

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
    say(format!("{}_*", spec.name), &tool.docs);
    let shown = |module: usize| {
        let mut actions = parts.iter().flat_map(|part| part.visible(tool));
        actions.any(|action| action.module == module)
    };
    for (index, (module, docs)) in spec.modules.iter().zip(&tool.module_docs).enumerate() {
        if let Some(name) = module.name
            && shown(index)
        {
            say(format!("{}_{name}_*", spec.name), docs);
        }
    }
    lines
}
