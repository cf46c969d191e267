//! Validity of the wire names of an exposition: each is legal and names one row.

use std::collections::HashMap;

use super::{exposition::Exposition, listed_rows::wire_names};
use crate::{definition::ToolDef, describe::SafetyClass, error::BuildError, spec::is_name};

/// Wire name that a view of the exposition may list.
struct NameClaim {
    name: String,
    /// Source of the name, such as `tracker/issues.list`.
    source: String,
    /// Claims with an equal `place` are never listed together under any filter.
    place: (usize, usize),
}

/// Checks every name that a view of `exposition` may list, so that no filter can produce an invalid
/// list later. Names of the grouped exposition are checked with the registry.
pub(super) fn check(exposition: Exposition, tools: &[&ToolDef], errors: &mut Vec<BuildError>) {
    let (what, claims): (_, fn(usize, &ToolDef) -> Vec<NameClaim>) = match exposition {
        Exposition::Grouped => return,
        Exposition::Flat => ("the flat tool", flat),
        Exposition::BySafety => ("the tool by safety", by_safety),
    };
    let mut seen: HashMap<String, NameClaim> = HashMap::new();
    for (index, tool) in tools.iter().enumerate() {
        for claim in claims(index, tool) {
            match seen.get(&claim.name) {
                Some(first) if first.place == claim.place => {}
                Some(first) => errors.push(BuildError::NameClash {
                    name: claim.name,
                    first: first.source.clone(),
                    second: claim.source,
                }),
                None => {
                    if !is_name(&claim.name) {
                        errors.push(BuildError::IllegalName {
                            what,
                            name: claim.name.clone(),
                        });
                    }
                    seen.insert(claim.name.clone(), claim);
                }
            }
        }
    }
}

/// Claims the flat names of all actions: any two of them may be listed together.
fn flat(index: usize, tool: &ToolDef) -> Vec<NameClaim> {
    let mut claims = Vec::new();
    for action in tool.callable_actions() {
        let source = format!("{}/{}", tool.spec.name, action.key);
        for name in wire_names(tool, action) {
            claims.push(NameClaim {
                name,
                source: source.clone(),
                // An alias equal to a name of its own action is an error, too, so each claim is a
                // place of its own.
                place: (index, claims.len()),
            });
        }
    }
    claims
}

/// Claims the names under safety classes. Reading parts may be listed beside writing parts. All
/// writing names share one place: a single writing action is listed by itself only if the tool has
/// no other.
fn by_safety(index: usize, tool: &ToolDef) -> Vec<NameClaim> {
    let mut claims = Vec::new();
    let (reads, writes): (Vec<_>, Vec<_>) = tool
        .callable_actions()
        .partition(|action| SafetyClass::from_hints(action.spec.hints) == SafetyClass::Read);
    for (side, classes, actions) in [
        (0, &[SafetyClass::Read][..], reads),
        (1, &[SafetyClass::Write, SafetyClass::Destructive], writes),
    ] {
        let place = (index, side);
        for class in classes.iter().filter(|_| actions.len() > 1) {
            claims.push(NameClaim {
                name: class.name(tool),
                source: format!("{} ({})", tool.spec.name, class.words().to_lowercase()),
                place,
            });
        }
        for action in actions {
            for name in wire_names(tool, action) {
                let source = format!("{}/{}", tool.spec.name, action.key);
                claims.push(NameClaim {
                    name,
                    source,
                    place,
                });
            }
        }
    }
    claims
}
