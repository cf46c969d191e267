//! Expositions: how the actions of a tool are divided among listed tools.

use super::{
    listed_rows::ListedRows,
    names::RefusedNames,
    search::{CallTool, Pins},
};
use crate::{
    definition::{ActionDef, ToolDef},
    describe::SafetyClass,
    spec::Hints,
};

/// Selects how tools are listed. Every exposition dispatches to the same actions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Exposition {
    /// One listed tool for each tool, with a discriminator: the fewest tokens.
    #[default]
    Grouped,
    /// Up to three listed tools for each tool, `tool_read`, `tool_write` and `tool_destructive`,
    /// each with a discriminator and exact hints: for clients that confirm writes with the user,
    /// and for directories that require reads and writes in separate tools.
    ///
    /// If a tool has both non-destructive and destructive writes, and one of the two classes has a
    /// single action, both are listed as one `tool_write`. A class with a single action is listed
    /// as in [`Exposition::Flat`]; if only a filter leaves a single action, and another tool may have
    /// that name or clients refuse it, the class keeps its own name.
    BySafety,
    /// One listed tool for each action, named `tool_action` or by the action's
    /// [`flat_name`](macro@crate::tool_group): exact hints and output schemas, for
    /// clients that work best with many small tools.
    Flat,
    /// One set of tools for all registered ones: `find`, which returns the actions that do what a sentence
    /// describes, with their contracts, and `call_read`, `call_write` and `call_destructive`, each with exact
    /// hints, which run one: `{"action": "tracker/issues.close", "arguments": {"issue": 7}}`. A list of a few hundred
    /// tokens however many actions there are, for clients that load all tools at once. Actions that
    /// [`View::pin`](crate::View::pin) names are listed beside them as in [`Exposition::Flat`]. See the guide
    /// [`search`](crate::docs::search).
    Search,
}

impl SafetyClass {
    pub(in crate::surface) fn from_hints(hints: Hints) -> Self {
        match (hints.read_only, hints.destructive) {
            (true, _) => Self::Read,
            (false, false) => Self::Write,
            (false, true) => Self::Destructive,
        }
    }

    /// Returns the wire name of the class, such as `tracker_read`.
    pub(super) fn name(self, tool: &ToolDef) -> String {
        let suffix = match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Destructive => "destructive",
        };
        format!("{}_{suffix}", tool.spec.name)
    }
}

/// Divides the visible actions of a tool among listed tools, in source order.
pub(super) fn parts(
    exposition: Exposition,
    index: usize,
    tool: &ToolDef,
    visible: Vec<usize>,
    refused: &RefusedNames,
    pins: &Pins,
) -> Vec<ListedRows> {
    match exposition {
        _ if visible.is_empty() => Vec::new(),
        Exposition::Grouped => vec![ListedRows::group(index, tool, None, visible)],
        Exposition::Flat => {
            let actions = visible.into_iter();
            actions
                .map(|action| ListedRows::single_action(index, tool, action))
                .collect()
        }
        Exposition::BySafety => by_safety(index, tool, visible, refused),
        Exposition::Search => searched(index, tool, visible, pins),
    }
}

/// Divides actions among the tools that call them, and lists pinned ones by themselves.
fn searched(index: usize, tool: &ToolDef, visible: Vec<usize>, pins: &Pins) -> Vec<ListedRows> {
    let (pinned, found): (Vec<_>, Vec<_>) = visible
        .into_iter()
        .partition(|action| pins.has(index, *action));
    let class = |action: usize| {
        let action = tool.actions.get(action);
        action.map(|action| SafetyClass::from_hints(action.spec.hints))
    };
    let parts = CallTool::ALL.into_iter().filter_map(|called| {
        let actions = found.iter().copied();
        let actions: Vec<_> = actions
            .filter(|action| class(*action) == Some(called.class()))
            .collect();
        (!actions.is_empty()).then(|| ListedRows::searched(index, tool, called, actions))
    });
    let pinned = pinned.into_iter();
    parts
        .chain(pinned.map(|action| ListedRows::single_action(index, tool, action)))
        .collect()
}

fn by_safety(
    index: usize,
    tool: &ToolDef,
    visible: Vec<usize>,
    refused: &RefusedNames,
) -> Vec<ListedRows> {
    let class = |action: &usize| {
        let action = tool.actions.get(*action);
        action.map_or(SafetyClass::Write, |action| {
            SafetyClass::from_hints(action.spec.hints)
        })
    };
    let (reads, writes): (Vec<_>, Vec<_>) = visible
        .into_iter()
        .partition(|action| class(action) == SafetyClass::Read);
    let destructive = writes
        .iter()
        .filter(|action| class(action) == SafetyClass::Destructive)
        .count();
    let harmless = writes.len() - destructive;
    // A separate listed tool for a single action costs more tokens than its exact hints are worth.
    let fold = harmless > 0 && destructive > 0 && (harmless == 1 || destructive == 1);
    let (writes, destroys) = if fold {
        (writes, Vec::new())
    } else {
        writes
            .into_iter()
            .partition(|action| class(action) == SafetyClass::Write)
    };
    [
        (SafetyClass::Read, reads),
        (SafetyClass::Write, writes),
        (SafetyClass::Destructive, destroys),
    ]
    .into_iter()
    .filter_map(|(class, actions)| match *actions.as_slice() {
        [] => None,
        [only] if !refused.refuses_action(index, only) => {
            Some(ListedRows::single_action(index, tool, only))
        }
        _ => {
            let is_write = class == SafetyClass::Destructive && refused.refuses_destructive(index);
            let class = if is_write { SafetyClass::Write } else { class };
            Some(ListedRows::group(index, tool, Some(class), actions))
        }
    })
    .collect()
}

/// Returns the wire name of an action that is listed by itself.
pub(super) fn action_name(tool: &ToolDef, action: &ActionDef) -> String {
    let given = action.spec.flat_name.map(str::to_owned);
    given.unwrap_or_else(|| flat_name(tool, &action.key))
}

/// Returns the wire name of one key: `tracker` and `issues.list` become `tracker_issues_list`.
/// Dots become underscores, because every client accepts an underscore.
pub(super) fn flat_name(tool: &ToolDef, key: &str) -> String {
    format!("{}_{}", tool.spec.name, key.replace('.', "_"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        schema::fixture::{DESTRUCTIVE, action, flat},
        spec::ActionSpec,
    };

    const READ: Hints = Hints::new(true, false, true, false);
    const WRITE: Hints = Hints::new(false, false, false, false);

    /// Divides a tool whose actions read (`r`), write (`w`) or destroy (`d`).
    fn divide(classes: &str) -> Vec<String> {
        let actions = classes.chars().enumerate().map(|(index, class)| {
            let hints = match class {
                'r' => READ,
                'w' => WRITE,
                _ => DESTRUCTIVE,
            };
            let key: &str = format!("{class}{index}").leak();
            action(ActionSpec::new(key, "").hints(hints), vec![])
        });
        let tool = flat("t", "", actions.collect());
        let all = (0..tool.actions.len()).collect();
        let told = parts(
            Exposition::BySafety,
            0,
            &tool,
            all,
            &RefusedNames::default(),
            &Pins::default(),
        );
        let shown = |part: &ListedRows| {
            let all = 0..tool.actions.len();
            all.filter(|action| part.shows(*action)).collect::<Vec<_>>()
        };
        told.iter()
            .map(|part| match part.discriminator {
                None => part.name.clone(),
                Some(_) => format!("{} {:?}", part.name, shown(part)),
            })
            .collect()
    }

    #[test]
    fn actions_are_divided_by_what_they_may_do_and_single_ones_stand_alone() {
        for (classes, expected) in [
            ("", &[] as &[&str]),
            ("r", &["t_r0"]),
            ("w", &["t_w0"]),
            ("d", &["t_d0"]),
            ("rr", &["t_read [0, 1]"]),
            ("ww", &["t_write [0, 1]"]),
            ("dd", &["t_destructive [0, 1]"]),
            ("rw", &["t_r0", "t_w1"]),
            ("rd", &["t_r0", "t_d1"]),
            ("wd", &["t_write [0, 1]"]),
            ("dw", &["t_write [0, 1]"]),
            ("wdw", &["t_write [0, 1, 2]"]),
            ("dwd", &["t_write [0, 1, 2]"]),
            ("wdwd", &["t_write [0, 2]", "t_destructive [1, 3]"]),
            ("rrwd", &["t_read [0, 1]", "t_write [2, 3]"]),
            (
                "drwrwd",
                &["t_read [1, 3]", "t_write [2, 4]", "t_destructive [0, 5]"],
            ),
        ] {
            assert_eq!(divide(classes), expected, "{classes}");
        }
    }
}
