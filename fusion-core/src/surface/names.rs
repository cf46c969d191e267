//! Validity of the wire names of an exposition: each is legal and names one row.

use std::collections::{HashMap, HashSet};

use super::{
    exposition::{Exposition, parts},
    listed_rows::{ListedRows, wire_names},
    search::{CallTool, FIND, Pins},
    surface_form::SurfaceForm,
};
use crate::{
    definition::ToolDef,
    describe::SafetyClass,
    error::{BuildError, MAX_NAME},
    spec::is_name,
};

/// A wire name that a view of the exposition lists, or may list under a filter.
struct NameClaim {
    name: String,
    /// Index of the tool.
    tool: usize,
    /// Index of the action; `None` for the name of a safety class.
    action: Option<usize>,
    /// Source of the name, such as `tracker/issues.list`.
    source: String,
    /// Claims with an equal `place` are never listed together under any filter.
    place: (usize, usize),
}

impl NameClaim {
    fn is_same(&self, other: &Self) -> bool {
        (&self.name, self.place) == (&other.name, other.place)
    }
}

/// Parts of tools that only a filter leaves, and whose names are too long or may be those of other
/// parts. They are listed under other names instead.
#[derive(Debug, Default)]
pub(super) struct RefusedNames {
    /// The actions that cannot be listed by themselves, as indices of the tool and the action.
    actions: HashSet<(usize, usize)>,
    /// The tools whose destructive actions cannot have a part of their own.
    destructive: HashSet<usize>,
}

impl RefusedNames {
    /// Returns the refused names of an exposition. Only safety classes list names under a filter that
    /// they do not list without one.
    pub(super) fn of_exposition(exposition: Exposition, tools: &[&ToolDef]) -> Self {
        if exposition != Exposition::BySafety {
            return Self::default();
        }
        let (mut listed, mut possible) = (Vec::new(), Vec::new());
        for (index, tool) in tools.iter().enumerate() {
            let own = listed_by_safety(index, tool);
            let further = under_filters(index, tool);
            let further = further.filter(|one| own.iter().all(|other| !one.is_same(other)));
            possible.extend(further);
            listed.extend(own);
        }
        let mut places: HashMap<&str, (usize, usize)> = HashMap::new();
        let mut clashing = HashSet::new();
        for claim in listed.iter().chain(&possible) {
            if *places.entry(&claim.name).or_insert(claim.place) != claim.place {
                clashing.insert(claim.name.as_str());
            }
        }
        let mut refused = Self::default();
        for claim in &possible {
            if is_name(&claim.name) && !clashing.contains(claim.name.as_str()) {
                continue;
            }
            match claim.action {
                Some(action) => refused.actions.insert((claim.tool, action)),
                None => refused.destructive.insert(claim.tool),
            };
        }
        refused
    }

    /// Returns `true` if the action cannot be listed by itself.
    pub(super) fn refuses_action(&self, tool: usize, action: usize) -> bool {
        self.actions.contains(&(tool, action))
    }

    /// Returns `true` if the destructive actions of the tool cannot have a part of their own.
    pub(super) fn refuses_destructive(&self, tool: usize) -> bool {
        self.destructive.contains(&tool)
    }
}

/// Checks every name that an unfiltered view of `exposition` lists. Filtered views choose among the
/// names that are left. Names of the grouped exposition are checked with the registry.
pub(super) fn check(form: &SurfaceForm, tools: &[&ToolDef], errors: &mut Vec<BuildError>) {
    let claims = |index: usize, tool: &ToolDef| match form.exposition {
        Exposition::Grouped => Vec::new(),
        Exposition::Flat => flat(index, tool),
        Exposition::BySafety => listed_by_safety(index, tool),
        Exposition::Search => pinned(index, tool, form.pins()),
    };
    let mut seen: HashMap<String, String> = HashMap::new();
    if form.exposition == Exposition::Search {
        let own = CallTool::ALL.into_iter().map(CallTool::name);
        let own = std::iter::once(FIND.0).chain(own);
        seen.extend(own.map(|name| (name.to_owned(), "Exposition::Search".to_owned())));
    }
    for (index, tool) in tools.iter().enumerate() {
        for claim in claims(index, tool) {
            if let Some(first) = seen.get(&claim.name) {
                errors.push(BuildError::NameClash {
                    name: claim.name,
                    first: first.clone(),
                    second: claim.source,
                });
                continue;
            }
            // The parts of the name were checked with the registry, so that only its length is wrong.
            if !is_name(&claim.name) {
                errors.push(BuildError::ListedNameTooLong {
                    item: claim.source.clone(),
                    name: claim.name.clone(),
                    length: claim.name.chars().count(),
                    limit: MAX_NAME,
                });
            }
            seen.insert(claim.name, claim.source);
        }
    }
}

/// Claims the flat names and aliases of all actions.
fn flat(index: usize, tool: &ToolDef) -> Vec<NameClaim> {
    let actions = tool.actions.iter().enumerate();
    let actions = actions.filter(|(_, action)| action.is_callable());
    actions
        .flat_map(|(row, _)| of_action(index, tool, row))
        .collect()
}

/// Claims the flat names and aliases of pinned actions.
fn pinned(index: usize, tool: &ToolDef, pins: &Pins) -> Vec<NameClaim> {
    let own = pins.iter().filter(|(pinned, _)| *pinned == index);
    own.flat_map(|(_, row)| of_action(index, tool, row))
        .collect()
}

/// Claims the flat name and the aliases of one action.
fn of_action(index: usize, tool: &ToolDef, row: usize) -> Vec<NameClaim> {
    let Some(action) = tool.actions.get(row) else {
        return Vec::new();
    };
    let is_read = SafetyClass::from_hints(action.spec.hints) == SafetyClass::Read;
    let claim = |name| NameClaim {
        name,
        tool: index,
        action: Some(row),
        source: tool.qualified_key(action),
        place: (index, usize::from(!is_read)),
    };
    wire_names(tool, action).map(claim).collect()
}

/// Claims the name of a safety class.
fn of_class(index: usize, tool: &ToolDef, class: SafetyClass) -> NameClaim {
    NameClaim {
        name: class.name(tool),
        tool: index,
        action: None,
        source: format!("{} ({})", tool.spec.name, class.words().to_lowercase()),
        place: (index, usize::from(class != SafetyClass::Read)),
    }
}

/// Claims the names of the parts that a tool has without a filter.
fn listed_by_safety(index: usize, tool: &ToolDef) -> Vec<NameClaim> {
    let all = tool.actions.iter().enumerate();
    let all = all.filter(|(_, action)| action.is_callable());
    let all = all.map(|(row, _)| row).collect();
    let parts = parts(
        Exposition::BySafety,
        index,
        tool,
        all,
        &RefusedNames::default(),
        &Pins::default(),
    );
    let claims = parts.iter().flat_map(|part: &ListedRows| {
        let class = part.class.map(|class| of_class(index, tool, class));
        let single = part.only_action();
        let single = single.map_or_else(Vec::new, |row| of_action(index, tool, row));
        class.into_iter().chain(single)
    });
    claims.collect()
}

/// Claims the names that a tool may have under some filter: an action is listed by itself if the filter
/// leaves no other one of its class, and destructive actions have a part of their own if it leaves no
/// single write beside them. All writing names share one place: a single writing action is listed by
/// itself only if the view shows no other one.
fn under_filters(index: usize, tool: &ToolDef) -> impl Iterator<Item = NameClaim> {
    let mut actions = tool.callable_actions();
    let destroys = actions
        .any(|action| SafetyClass::from_hints(action.spec.hints) == SafetyClass::Destructive);
    // A single destructive action needs the name as well, if it cannot be listed by itself.
    let destructive = destroys.then(|| of_class(index, tool, SafetyClass::Destructive));
    flat(index, tool).into_iter().chain(destructive)
}
