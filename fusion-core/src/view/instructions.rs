//! What the flat exposition says once, in the server's instructions, and not with every action:
//! what the tools and modules are about.

use crate::{definition::ToolDef, describe::first_sentence};

/// The most that clients pass on, in Unicode scalar values.
const BUDGET: usize = 2_048;

/// One paragraph for each tool that has docs, modules below; in whole sentences within the budget.
pub(super) fn instructions(tools: &[&ToolDef]) -> Option<String> {
    let whole: Vec<_> = tools
        .iter()
        .flat_map(|tool| paragraphs(tool, false))
        .collect();
    let text = whole.join("\n");
    if text.chars().count() <= BUDGET {
        return (!text.is_empty()).then_some(text);
    }
    let mut kept = String::new();
    let mut length = 0;
    for line in tools.iter().flat_map(|tool| paragraphs(tool, true)) {
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

fn paragraphs(tool: &ToolDef, short: bool) -> Vec<String> {
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
    for (module, docs) in spec.modules.iter().zip(&tool.module_docs) {
        if let Some(name) = module.name {
            say(format!("{}_{name}_*", spec.name), docs);
        }
    }
    lines
}
