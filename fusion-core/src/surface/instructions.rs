//! Server instructions of a view: the docs of tools and modules that no listed tool carries,
//! because each of their actions is listed as a tool by itself, and the outline of the others.

use super::{listed_rows::ListedRows, texts::as_many_as_fit};
use crate::{definition::ToolDef, spec::sentence::first_sentence};

/// Length that clients pass on, in Unicode scalar values.
pub(crate) const INSTRUCTIONS_BUDGET: usize = 2_048;

/// Longest list of names before the docs of a tool or module, in characters.
const NAMES: usize = 300;

/// One paragraph for each tool and module that has docs.
#[derive(Debug, Default)]
pub(crate) struct Instructions {
    whole: Vec<String>,
    /// The first sentences of the same docs.
    short: Vec<String>,
    /// The text within the budget.
    text: Option<String>,
}

impl Instructions {
    /// Collects the docs of tools that no listed tool carries.
    pub(super) fn of_docs(tools: &[(&ToolDef, &[ListedRows])]) -> Self {
        let lines = |short: bool| {
            let tools = tools.iter();
            tools
                .flat_map(|(tool, parts)| paragraphs(tool, parts, short))
                .collect()
        };
        Self::new(lines(false), lines(true))
    }

    /// Adds a line for each tool that carries its own docs, and for each of its modules.
    pub(super) fn with_outline(&self, tools: &[(&ToolDef, &[ListedRows])]) -> Self {
        let lines = tools.iter().flat_map(|(tool, parts)| outline(tool, parts));
        let lines: Vec<_> = lines.collect();
        let with = |own: &[String]| [own, lines.as_slice()].concat();
        Self::new(with(&self.whole), with(&self.short))
    }

    fn new(whole: Vec<String>, short: Vec<String>) -> Self {
        let mut instructions = Self {
            whole,
            short,
            text: None,
        };
        instructions.text = instructions.within(INSTRUCTIONS_BUDGET);
        instructions
    }

    /// Returns the text within the budget; `None` if there is nothing to describe.
    pub(crate) fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// Returns the text within `room` characters: whole docs, or else the first sentences of as many tools and
    /// modules as fit, and the number of the others.
    fn within(&self, room: usize) -> Option<String> {
        if self.fit(room) {
            return (!self.whole.is_empty()).then(|| self.whole.join("\n"));
        }
        let text = as_many_as_fit(&self.short, "\n", room);
        // A number alone describes nothing.
        let first = self.short.first()?;
        text.starts_with(first.as_str()).then_some(text)
    }

    /// Returns the author's instructions, and then as much of these as clients pass on with them.
    #[cfg(feature = "rmcp")]
    pub(crate) fn beside(&self, author: Option<&str>) -> Option<String> {
        let Some(author) = author else {
            return self.text.clone();
        };
        Some(match self.within(room_beside(author)) {
            Some(own) => format!("{author}{PARAGRAPH}{own}"),
            None => author.to_owned(),
        })
    }

    /// Returns `true` if `room` characters hold all docs.
    pub(crate) fn fit(&self, room: usize) -> bool {
        let whole = self.whole.iter().map(|line| line.chars().count() + 1);
        whole.sum::<usize>() <= room + 1
    }
}

/// The separator between the author's instructions and those of a view.
const PARAGRAPH: &str = "\n\n";

/// Returns the characters that the author's instructions leave to those of a view.
pub(crate) fn room_beside(author: &str) -> usize {
    INSTRUCTIONS_BUDGET.saturating_sub(author.chars().count() + PARAGRAPH.len())
}

/// Returns the first sentences of a tool and its modules, below the names under which they are listed.
fn outline(tool: &ToolDef, parts: &[ListedRows]) -> Vec<String> {
    let names = parts.iter().map(|part| part.name.as_str());
    let mut lines = vec![outline_line(
        &as_many_as_fit(names, ", ", NAMES),
        &tool.docs,
    )];
    let modules = tool.spec.modules.iter().zip(&tool.module_docs).enumerate();
    for (index, (module, docs)) in modules {
        let mut rows = parts.iter().flat_map(|part| part.visible(tool));
        if let Some(name) = module.name
            && rows.any(|row| row.module == index)
        {
            lines.push(outline_line(&format!("- {name}"), docs));
        }
    }
    lines
}

fn outline_line(name: &str, docs: &str) -> String {
    match first_sentence(docs).text.as_str() {
        "" => name.to_owned(),
        sentence => format!("{name}: {sentence}"),
    }
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
