//! The contract of an action: everything that a caller must know to call it. The contracts of a
//! module and the overview of a tool consist of such texts.

use std::borrow::Cow;

use super::{arguments, join_blocks, shown_modules};
use crate::{
    definition::{ActionDef, ArgDef, ToolDef},
    describe::{LEGEND, TOON_RESULTS, brief_text, with_mark, write_signature},
    spec::{
        Confirm, Hints,
        sentence::{append_sentence, first_sentence, one_line},
    },
    surface::{
        listed_rows::ListedRows,
        texts::{
            TextContext,
            failure::format_delay,
            limit::{LIST, as_many_as_fit},
        },
    },
};

/// The contracts of one tool in one view, for a reader of one of its parts.
#[derive(Clone, Copy)]
pub(super) struct Contracts<'v> {
    pub(super) context: &'v TextContext<'v>,
    /// The tool, with its links resolved for the reader.
    pub(super) tool: &'v ToolDef,
    /// The parts of the tool that the view shows.
    pub(super) parts: &'v [ListedRows],
}

impl<'v> Contracts<'v> {
    /// Returns the contract of an action, or of `help`.
    pub(super) fn row(&self, row: usize) -> String {
        let Some(action) = self.tool.actions.get(row) else {
            return String::new();
        };
        let signature = self.signature(row, &action.args);
        let mut lines = vec![with_mark(signature, action.spec.hints.destructive)];
        let docs = action.docs.trim();
        if !docs.is_empty() {
            lines.push(docs.to_owned());
        }
        lines.extend(arguments::lines(action));
        let one_of = &action.terms.one_of;
        if !one_of.is_empty() {
            lines.push(format!("Exactly one of: {}", one_of.join(", ")));
        }
        let examples = action.examples.iter();
        lines.extend(examples.map(|example| {
            let sentence = one_line(example.sentence);
            format!("Example: {sentence}: {}", example.json())
        }));
        lines.extend(self.properties(row, action));
        lines.join("\n")
    }

    /// Returns the lines about an action as a whole.
    fn properties(&self, row: usize, action: &ActionDef) -> Vec<String> {
        let mut lines = vec![format!("Hints: {}", hint_words(action.spec.hints))];
        match action.spec.confirm {
            Some(Confirm::Text(question)) => lines.push(format!("Asks the user first: {question}")),
            Some(Confirm::Function) => lines.push("Asks the user first.".to_owned()),
            None => {}
        }
        // Without stepping up, a reader has the scopes of everything that is shown.
        if self.tool.steps_up && !action.scopes.is_empty() {
            lines.push(format!("Scopes: {}", action.scopes.join(", ")));
        }
        if let Some(notice) = self.context.notices.find(self.context.entry.tool, row) {
            lines.push(format!("Invalidates: {}", notice.patterns.join(", ")));
        }
        if let Some(cache) = action.sync.cache {
            lines.push(format!("Cache-Control: {}", cache.name()));
        }
        if let Some(timeout) = action.spec.timeout {
            lines.push(format!("Timeout: {}", format_delay(timeout)));
        }
        if action.may_answer_in_toon() {
            lines.push("The result may be TOON.".to_owned());
        }
        if let Some(instead) = &action.deprecated {
            let text = format!("Deprecated: {}", one_line(instead));
            lines.push(text.trim_end_matches(": ").to_owned());
        }
        lines
    }

    /// Returns the docs of a module, and the contract of each of its actions in the reader's part.
    pub(super) fn module(&self, module: usize) -> String {
        let spec = self.tool.spec.modules.get(module);
        let name = spec.and_then(|module| module.name).unwrap_or_default();
        let docs = self
            .tool
            .module_docs
            .get(module)
            .map_or("", |docs| docs.trim());
        let heading = format!("{name}: {docs}");
        let of_module = |part: &ListedRows| {
            let rows = part.actions().filter(|row| {
                let action = self.tool.actions.get(*row);
                action.is_some_and(|action| action.module == module)
            });
            rows.collect::<Vec<_>>()
        };
        let own = of_module(self.context.entry);
        let others = self.siblings(self.context.entry).flat_map(of_module);
        let others = others.map(|row| self.call_name(row));
        let others = see_also(&as_many_as_fit(others, ", ", LIST));
        let contracts = own.into_iter().map(|row| self.row(row).into());
        let heading = heading.trim_end_matches([':', ' ']).to_owned();
        let blocks = [Cow::Owned(heading)].into_iter().chain(contracts);
        join_blocks(blocks.chain([others.into()]))
    }

    /// Returns the docs of the tool, and one line for each action of a part.
    pub(super) fn overview(&self, part: &ListedRows) -> String {
        let mut lines = Vec::from_iter(self.notes(part));
        let mut modules = shown_modules(self.tool, &[part]).peekable();
        let example = part.actions().next().map(|row| self.call_name(row));
        let has_modules = modules.peek().is_some();
        if has_modules {
            for (module, name) in modules {
                lines.push(self.module_line(module, name));
                lines.extend(self.action_lines(part, Some(module)));
            }
        } else {
            lines.extend(self.action_lines(part, None));
        }
        let siblings: Vec<_> = self.siblings(part).map(|part| &part.name).collect();
        let mut more = see_also(&as_many_as_fit(siblings, ", ", LIST));
        append_sentence(&mut more, &self.next_step(example.as_deref(), has_modules));
        let docs = self.tool.docs.trim();
        join_blocks([docs.into(), lines.join("\n").into(), more.into()])
    }

    /// Returns the notes above the lines of an overview, which the list has on its first line and at its
    /// fields.
    fn notes(&self, part: &ListedRows) -> Option<String> {
        let actions = part.visible(self.tool);
        let always = always_required(&actions);
        let mut notes = String::new();
        if actions.iter().any(|action| action.may_answer_in_toon()) {
            append_sentence(&mut notes, TOON_RESULTS);
        }
        if !always.is_empty() {
            append_sentence(
                &mut notes,
                &format!("Always required: {}", always.join(", ")),
            );
        }
        let mut arguments = actions.iter().flat_map(|action| &action.args);
        if arguments.any(|argument| !argument.required) {
            append_sentence(&mut notes, LEGEND);
        }
        (!notes.is_empty()).then_some(notes)
    }

    /// Returns the sentence that names the topics of `help`.
    fn next_step(&self, example: Option<&str>, has_modules: bool) -> String {
        let help = self.context.entry.help(self.tool);
        let topic = help.and_then(|help| help.args.first());
        let Some(((help, topic), example)) = help.zip(topic).zip(example) else {
            return String::new();
        };
        let module = if has_modules { " or module" } else { "" };
        format!(
            "For the contract of an action{module}, call {} with its name as {}, such as {example:?}.",
            help.key, topic.name
        )
    }

    fn module_line(&self, module: usize, name: &str) -> String {
        let docs = self.tool.module_docs.get(module).map_or("", |docs| docs);
        match first_sentence(docs).text {
            docs if docs.is_empty() => format!("{name}:"),
            docs => format!("{name}: {docs}"),
        }
    }

    /// Returns one line for each action of a part, or of one of its modules, with the texts of the list
    /// in the brief form.
    fn action_lines(&self, part: &ListedRows, module: Option<usize>) -> Vec<String> {
        let always = always_required(&part.visible(self.tool));
        let line = |row: usize| {
            let action = self.tool.actions.get(row)?;
            if module.is_some_and(|module| module != action.module) {
                return None;
            }
            let text = brief_text(
                &action.docs,
                action.deprecated.as_deref(),
                &action.terms.one_of,
                action.spec.hints.destructive,
            );
            let args = action.args.iter().filter(|arg| {
                let stated_above = arg.is_required_common() && always.contains(&arg.name);
                !stated_above
            });
            let line = format!("{} {text}", self.signature(row, args));
            Some(line.trim_end().to_owned())
        };
        part.actions().filter_map(line).collect()
    }

    /// `issues.delete(issue, force?)`
    fn signature<'a>(&self, row: usize, args: impl IntoIterator<Item = &'a ArgDef>) -> String {
        let args = args.into_iter().map(|arg| (arg.name, arg.required));
        write_signature(&self.call_name(row), args)
    }

    /// Returns the name by which the reader calls a visible action: its key in the reader's part, the
    /// name of another part with it otherwise.
    pub(super) fn call_name(&self, row: usize) -> String {
        let key = self.tool.actions.get(row).map_or("", |action| &action.key);
        let entry = self.context.entry;
        let part = entry.part_of(self.parts, row);
        let name = entry.call_name(part, row, key);
        name.unwrap_or_else(|| key.to_owned())
    }

    /// Returns the visible parts of the tool besides `part`.
    fn siblings(&self, part: &ListedRows) -> impl Iterator<Item = &'v ListedRows> {
        let name = part.name.clone();
        self.parts.iter().filter(move |other| other.name != name)
    }
}

/// Returns the fields of `common` that each of several actions requires.
fn always_required<'d>(actions: &[&'d ActionDef]) -> Vec<&'d str> {
    let requires = |action: &ActionDef, name: &str| {
        let mut args = action.args.iter();
        args.any(|arg| arg.name == name && arg.required)
    };
    let mut names = Vec::new();
    for arg in actions.iter().flat_map(|action| &action.args) {
        let is_common = arg.is_required_common() && actions.len() > 1;
        if is_common
            && !names.contains(&arg.name)
            && actions.iter().all(|action| requires(action, arg.name))
        {
            names.push(arg.name);
        }
    }
    names
}

/// Returns `See also: …`, or nothing for an empty list.
fn see_also(list: &str) -> String {
    if list.is_empty() {
        return String::new();
    }
    format!("See also: {list}")
}

/// `read-only, idempotent`
fn hint_words(hints: Hints) -> String {
    let effect = match (hints.read_only, hints.destructive) {
        (true, _) => "read-only",
        (false, true) => "destructive",
        (false, false) => "changes data",
    };
    let further = [
        (hints.idempotent && !hints.read_only, "idempotent"),
        (hints.open_world, "open world"),
    ];
    let further = further.iter().filter(|(holds, _)| *holds);
    let words = [effect].into_iter().chain(further.map(|(_, word)| *word));
    words.collect::<Vec<_>>().join(", ")
}
