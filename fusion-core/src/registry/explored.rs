//! The parts of a view that the explorer shows beside its catalog: lists with their costs, and the findings about what
//! the caller sees.

use std::collections::{BTreeMap, HashSet};

use super::{
    Cost, DeferredCost, View, catalog::shown_tools, form_costs::ListCost, preview::ToolCost,
};
use crate::{
    definition::{ArgumentUses, ToolDef, names},
    describe::model::ChosenForm,
    lint::Finding,
    spec::Describe,
    state_sync::Glob,
    surface::{Exposition, Filter, HiddenNames, ListedTool, Surface, SurfaceForm},
};

/// A list of tools, with the cost of each.
pub(crate) struct ExploredList {
    pub(crate) tools: Vec<(ListedTool, ToolCost)>,
    pub(crate) instructions: Option<String>,
    pub(crate) instructions_cost: Cost,
    pub(crate) total: Cost,
    pub(crate) deferred: DeferredCost,
}

impl ExploredList {
    fn new(surface: &Surface, outlined: bool) -> Self {
        let cost = ListCost::new(surface, outlined);
        let total = cost.total();
        let deferred = DeferredCost::new(cost.instructions, &cost.tools);
        Self {
            tools: surface.tools().iter().cloned().zip(cost.tools).collect(),
            instructions: surface.instructions(outlined).text().map(str::to_owned),
            instructions_cost: cost.instructions,
            total,
            deferred,
        }
    }
}

/// The costs of an action.
pub(crate) struct ActionCost {
    /// The cost of the served list.
    pub(crate) total: Cost,
    /// The cost of the served list without the action.
    pub(crate) without: Cost,
    /// The cost of the action as a tool of the flat list.
    pub(crate) alone: Cost,
}

/// The facts about an action that its entry in the catalog does not have.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct ExploredAction {
    /// The keys of the visible actions whose success makes the result of this one stale.
    pub(crate) stale_by: Vec<String>,
    /// The arguments that are secrets.
    pub(crate) secrets: Vec<&'static str>,
}

impl View {
    /// Returns the exposition.
    pub(crate) fn exposition(&self) -> Exposition {
        self.exposition
    }

    /// Returns the form of the descriptions; `None` if the tools have several, or one of an author.
    pub(crate) fn shared_form(&self) -> Option<Describe> {
        let tools = self.registry.defs();
        let mut forms = tools.iter().map(|tool| match tool.describe {
            ChosenForm::BuiltIn(form) => Some(form),
            ChosenForm::Custom(_) => None,
        });
        let first = forms.next()??;
        forms.all(|form| form == Some(first)).then_some(first)
    }

    /// Returns the served list.
    pub(crate) fn explored(&self) -> ExploredList {
        ExploredList::new(&self.surface, self.outlined)
    }

    /// Returns the list in another exposition and form; `None` if the tools cannot have that form.
    pub(crate) fn explored_in(
        &self,
        exposition: Exposition,
        form: Describe,
    ) -> Option<ExploredList> {
        let surface = self.surface_in(exposition, form)?;
        Some(ExploredList::new(&surface, self.outlined))
    }

    /// Computes the costs of an action by its full key; `None` if no action of this view has it.
    pub(crate) fn action_cost(&self, key: &str) -> Option<ActionCost> {
        self.explored_actions().contains_key(key).then_some(())?;
        let tools = self.registry.defs_in(self.profile).ok()?;
        let cost = |exposition, filter: Filter| {
            let filter = self.filter.clone().and(filter);
            // A mistake of the flat list leaves a tool out, which then costs nothing.
            let form = SurfaceForm::with_pins(exposition, self.profile, &self.pins);
            let surface = Surface::filtered(&form, &tools, &filter, &mut Vec::new());
            ListCost::new(&surface, self.outlined)
        };
        Some(ActionCost {
            total: ListCost::new(&self.surface, self.outlined).total(),
            without: cost(self.exposition, Filter::except([key])).total(),
            alone: cost(Exposition::Flat, Filter::only([key]))
                .tools
                .iter()
                .map(ToolCost::total)
                .sum(),
        })
    }

    /// Returns the actions that this view shows, by their full keys.
    pub(crate) fn explored_actions(&self) -> BTreeMap<String, ExploredAction> {
        let mut actions = BTreeMap::new();
        let mut causes: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for tool in shown_tools(&self.registry.inner.runtime, &self.surface) {
            for (action, metadata) in tool.actions() {
                let key = format!("{}/{}", metadata.tool, metadata.key);
                for pattern in metadata.invalidates {
                    causes.entry(pattern).or_default().push(key.clone());
                }
                let secrets = action.args.iter().filter(|arg| arg.secret);
                let explored = ExploredAction {
                    secrets: secrets.map(|arg| arg.name).collect(),
                    ..ExploredAction::default()
                };
                actions.insert(key, explored);
            }
        }
        for (pattern, causes) in causes {
            let Ok(pattern) = Glob::parse(&pattern) else {
                continue;
            };
            let stale = actions.iter_mut();
            for (_, stale) in stale.filter(|(key, _)| pattern.matches_key(key)) {
                stale.stale_by.extend(causes.iter().cloned());
            }
        }
        for action in actions.values_mut() {
            action.stale_by.sort();
            action.stale_by.dedup();
        }
        actions
    }

    /// Returns the findings about what this view shows. A caller who does not see everything gets those of the
    /// [`lint`](Self::lint) that a registry of the visible rows has as well, with its texts: the others may count or
    /// name what is hidden.
    pub(crate) fn shown_findings(&self) -> Vec<Finding> {
        let all = self.lint();
        if self.filter.is_all() {
            return all;
        }
        let known: HashSet<_> = all
            .into_iter()
            .map(|finding| (finding.rule, finding.place))
            .collect();
        let defs = self.registry.defs();
        let hidden = HiddenNames::collect(&defs, &self.filter);
        let shown: Vec<_> = defs
            .iter()
            .filter_map(|tool| self.shown_part(tool))
            .collect();
        let shown: Vec<_> = shown.iter().collect();
        let form = SurfaceForm::new(Exposition::Grouped, self.registry.inner.profile);
        let grouped = Surface::unfiltered(&form, &shown, &mut Vec::new());
        let exposition = Some(self.exposition);
        let mut found = self.registry.findings_about(&shown, &grouped, exposition);
        found.retain(|finding| {
            let is_known = known.contains(&(finding.rule, finding.place.clone()));
            let mut texts = [&finding.place, &finding.reason, &finding.fix].into_iter();
            is_known && !texts.any(|text| hidden.occur_in(text))
        });
        found
    }

    /// Returns a tool with the rows that this view shows; `None` if it shows none of them. Only lists may be computed
    /// from it: its indices are none of the rows that calls use.
    fn shown_part(&self, tool: &ToolDef) -> Option<ToolDef> {
        let shows = |tool: &ToolDef| {
            let rows = tool.authored_rows();
            rows.filter(|row| self.filter.shows(tool, row)).count()
        };
        if shows(tool) == 0 {
            return None;
        }
        let mut part = tool.clone();
        part.actions
            .retain(|row| row.is_help() || self.filter.shows(tool, row));
        part.names = names(&part.actions);
        part.uses = ArgumentUses::default();
        Some(part)
    }
}
