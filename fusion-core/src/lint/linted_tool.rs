//! What the rules look at: one tool, as it is defined and as it is listed; and how places are
//! written.

use std::collections::HashMap;

use crate::{
    definition::{ActionDef, ArgDef, ToolDef},
    surface::{ListedTool, Surface},
};

/// One tool.
pub(super) struct LintedTool<'r> {
    pub(super) def: &'r ToolDef,
    /// As the grouped exposition lists it.
    pub(super) grouped: Option<&'r ListedTool>,
    /// What a model calls of it.
    actions: Vec<&'r ActionDef>,
    /// Each action as the flat exposition lists it. Invariant: `alone[i]` is `actions[i]`.
    pub(super) alone: &'r [ListedTool],
}

/// One argument of one action.
#[derive(Clone, Copy)]
pub(super) struct LintedArgument<'r> {
    pub(super) action: &'r ActionDef,
    pub(super) arg: &'r ArgDef,
}

/// One name of the merged schema, with every action that uses it.
pub(super) struct LintedField<'r> {
    pub(super) name: &'static str,
    pub(super) uses: Vec<LintedArgument<'r>>,
}

/// The tools of a registry: listings are in the order of definitions.
pub(super) fn subjects<'r>(
    tools: &[&'r ToolDef],
    grouped: &'r Surface,
    flat: &'r Surface,
) -> Vec<LintedTool<'r>> {
    let mut rest = flat.tools();
    let mut subjects = Vec::new();
    for def in tools {
        let (alone, after) = rest.split_at(def.callable_actions().count().min(rest.len()));
        rest = after;
        let grouped = grouped.find(def.spec.name).map(|(listed, _)| listed);
        subjects.push(LintedTool::new(def, grouped, alone));
    }
    subjects
}

impl<'r> LintedTool<'r> {
    pub(super) fn new(
        def: &'r ToolDef,
        grouped: Option<&'r ListedTool>,
        alone: &'r [ListedTool],
    ) -> Self {
        Self {
            def,
            actions: def.callable_actions().collect(),
            grouped,
            alone,
        }
    }

    pub(super) fn name(&self) -> &'static str {
        self.def.spec.name
    }

    pub(super) fn actions(&self) -> &[&'r ActionDef] {
        &self.actions
    }

    /// Its prompts and resources.
    pub(super) fn offers(&self) -> impl Iterator<Item = &'r ActionDef> {
        let rows = self.def.actions.iter();
        rows.filter(|action| !action.is_callable())
    }

    /// Each action and how it is listed by itself.
    pub(super) fn flat(&self) -> impl Iterator<Item = (&'r ActionDef, &'r ListedTool)> {
        self.actions.iter().copied().zip(self.alone)
    }

    /// In order of first appearance.
    pub(super) fn fields(&self) -> Vec<LintedField<'r>> {
        let mut fields: Vec<LintedField<'r>> = Vec::new();
        let mut by_name = HashMap::new();
        for action in self.actions() {
            let action = *action;
            for arg in &action.args {
                let at = *by_name.entry(arg.name).or_insert(fields.len());
                if at == fields.len() {
                    let (name, uses) = (arg.name, Vec::new());
                    fields.push(LintedField { name, uses });
                }
                fields[at].uses.push(LintedArgument { action, arg });
            }
        }
        fields
    }

    /// Place and docs of the tool and of its modules.
    pub(super) fn groups(&self) -> Vec<(String, &'static str)> {
        let spec = self.def.spec;
        let mut groups = vec![(spec.name.to_owned(), spec.docs)];
        for module in spec.modules {
            if let Some(name) = module.name {
                groups.push((format!("{}/{name}", spec.name), module.group.docs));
            }
        }
        groups
    }

    /// `tool/key`
    pub(super) fn at(&self, action: &ActionDef) -> String {
        self.def.qualified_key(action)
    }

    /// `tool/key.argument`, or `tool.field` where it is true of several uses.
    pub(super) fn at_uses(&self, name: &str, uses: &[LintedArgument<'_>]) -> String {
        match uses {
            [only] => format!("{}.{name}", self.at(only.action)),
            _ => format!("{}.{name}", self.name()),
        }
    }
}

/// `` `list`, `get` and 3 more ``
pub(super) fn keys<'k>(keys: impl IntoIterator<Item = &'k str>) -> String {
    const SHOWN: usize = 4;
    let all: Vec<_> = keys.into_iter().map(|key| format!("`{key}`")).collect();
    match all.split_at_checked(SHOWN) {
        Some((shown, rest)) if !rest.is_empty() => {
            format!("{} and {} more", shown.join(", "), rest.len())
        }
        _ => match all.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, first)) => format!("{} and {last}", first.join(", ")),
            None => String::new(),
        },
    }
}
