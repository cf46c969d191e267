//! Input of the rules: one tool with its definition and its listings, and the notation of places.

use std::collections::{HashMap, HashSet};

use crate::{
    definition::{ActionDef, ArgDef, ToolDef},
    surface::{ListedRows, ListedTool, Surface},
};

/// One tool with its definition and its listings.
pub(super) struct LintedTool<'r> {
    pub(super) def: &'r ToolDef,
    /// Listing of the grouped exposition.
    pub(super) grouped: Option<&'r ListedTool>,
    /// Actions of the tool, without prompts and resources.
    actions: Vec<&'r ActionDef>,
    /// Listings of the exposition whose tokens the findings state.
    pub(super) listed: Vec<&'r ListedTool>,
    /// The index in `listed` for the key of each action.
    parts: HashMap<&'r str, usize>,
    /// Listings of the flat exposition. Invariant: `single_listings[i]` lists `actions[i]`.
    pub(super) single_listings: &'r [ListedTool],
}

/// One argument of one action.
#[derive(Clone, Copy)]
pub(super) struct LintedArgument<'r> {
    pub(super) action: &'r ActionDef,
    pub(super) arg: &'r ArgDef,
}

/// One property of the merged schema, with every action that uses it.
pub(super) struct LintedField<'r> {
    pub(super) name: &'static str,
    pub(super) uses: Vec<LintedArgument<'r>>,
}

/// Returns the tools of a registry with their listings, which are in the order of the definitions.
/// `listed` is the surface whose tokens the findings state.
pub(super) fn subjects<'r>(
    tools: &[&'r ToolDef],
    grouped: &'r Surface,
    flat: &'r Surface,
    listed: &'r Surface,
) -> Vec<LintedTool<'r>> {
    let mut rest = flat.tools();
    let mut subjects = Vec::new();
    for def in tools {
        let (single_listings, after) =
            rest.split_at(def.callable_actions().count().min(rest.len()));
        rest = after;
        let grouped = grouped.find(def.spec.name).map(|(listed, _)| listed);
        subjects.push(LintedTool::new(def, grouped, single_listings));
    }
    for (tool, rows) in listed.listed_parts() {
        if let Some(subject) = subjects.get_mut(rows.tool) {
            subject.add_listed(tool, rows);
        }
    }
    subjects
}

impl<'r> LintedTool<'r> {
    pub(super) fn new(
        def: &'r ToolDef,
        grouped: Option<&'r ListedTool>,
        single_listings: &'r [ListedTool],
    ) -> Self {
        Self {
            def,
            actions: def.callable_actions().collect(),
            grouped,
            listed: Vec::new(),
            parts: HashMap::new(),
            single_listings,
        }
    }

    fn add_listed(&mut self, tool: &'r ListedTool, rows: &ListedRows) {
        let part = self.listed.len();
        let keys = rows.visible(self.def).into_iter();
        self.parts.extend(keys.map(|action| (&*action.key, part)));
        self.listed.push(tool);
    }

    /// Returns the index of the listed tool that has the action.
    pub(super) fn part(&self, action: &ActionDef) -> Option<usize> {
        self.parts.get(&*action.key).copied()
    }

    /// Returns the indices of the listed tools that have the field, each once.
    pub(super) fn parts(&self, field: &LintedField<'_>) -> HashSet<usize> {
        let uses = field.uses.iter();
        uses.filter_map(|one| self.part(one.action)).collect()
    }

    pub(super) fn name(&self) -> &'static str {
        self.def.spec.name
    }

    /// Returns `true` if the tool is described in the brief form.
    pub(super) fn is_brief(&self) -> bool {
        self.def.is_brief()
    }

    pub(super) fn actions(&self) -> &[&'r ActionDef] {
        &self.actions
    }

    /// Returns the prompts and resources of the tool.
    pub(super) fn offers(&self) -> impl Iterator<Item = &'r ActionDef> {
        let rows = self.def.authored_rows();
        rows.filter(|action| !action.is_callable())
    }

    /// Returns each action with its listing in the flat exposition.
    pub(super) fn flat(&self) -> impl Iterator<Item = (&'r ActionDef, &'r ListedTool)> {
        self.actions.iter().copied().zip(self.single_listings)
    }

    /// Returns the fields in the order of their first use.
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

    /// Returns the place and docs of the tool and of each of its modules.
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

    /// Returns the place of an action: `tool/key`.
    pub(super) fn action_place(&self, action: &ActionDef) -> String {
        self.def.qualified_key(action)
    }

    /// Returns `true` for the place of the tool, of an action or of an argument of it.
    pub(super) fn has_place(&self, place: &str) -> bool {
        let rest = place.strip_prefix(self.name());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '.']))
    }

    /// Returns the place of an argument: `tool/key.argument`, or `tool.field` if several actions
    /// use it.
    pub(super) fn argument_place(&self, name: &str, uses: &[LintedArgument<'_>]) -> String {
        match uses {
            [only] => format!("{}.{name}", self.action_place(only.action)),
            _ => format!("{}.{name}", self.name()),
        }
    }
}

/// Joins quoted keys and counts those beyond the fourth: `` `list`, `get` and 3 more ``.
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
