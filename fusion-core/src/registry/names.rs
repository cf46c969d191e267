//! What can be wrong with the names and needs of a set of tools.

use std::{any::TypeId, collections::HashSet};

use crate::{
    definition::{ActionDef, ToolDef},
    error::BuildError,
    spec::is_name,
};

/// Checks every name that a client will see, and what the actions need from the context.
pub(super) fn check(tools: &[&ToolDef], provided: &HashSet<TypeId>, errors: &mut Vec<BuildError>) {
    let mut seen = HashSet::new();
    for tool in tools {
        let spec = tool.spec;
        legal("tool", spec.name, errors);
        legal("discriminator", spec.discriminator, errors);
        if !seen.insert(spec.name) {
            errors.push(BuildError::DuplicateTool {
                name: spec.name.to_owned(),
            });
        }
        keys(tool, errors);
        for action in &tool.actions {
            discriminator(tool, action, errors);
            needs(tool, action, provided, errors);
        }
    }
}

fn legal(what: &'static str, name: &str, errors: &mut Vec<BuildError>) {
    if !is_name(name) {
        errors.push(BuildError::IllegalName {
            what,
            name: name.to_owned(),
        });
    }
}

/// The macro has proved this for one block; here it is proved for hand-written groups, too.
fn keys(tool: &ToolDef, errors: &mut Vec<BuildError>) {
    let mut seen = HashSet::new();
    for action in &tool.actions {
        legal("action", action.spec.key, errors);
        let names = std::iter::once(action.spec.key).chain(action.spec.aliases.iter().copied());
        for name in names {
            if !seen.insert((action.module, name)) {
                errors.push(BuildError::DuplicateKey {
                    tool: tool.spec.name.to_owned(),
                    key: name.to_owned(),
                });
            }
        }
    }
}

fn discriminator(tool: &ToolDef, action: &ActionDef, errors: &mut Vec<BuildError>) {
    let name = tool.spec.discriminator;
    if action.args.iter().any(|arg| arg.name == name) {
        errors.push(BuildError::DiscriminatorTaken {
            tool: tool.spec.name.to_owned(),
            key: action.key.to_string(),
            name: name.to_owned(),
        });
    }
}

fn needs(
    tool: &ToolDef,
    action: &ActionDef,
    provided: &HashSet<TypeId>,
    errors: &mut Vec<BuildError>,
) {
    for need in action.spec.needs.iter().filter_map(|need| need()) {
        if !provided.contains(&need.id) {
            errors.push(BuildError::NotProvided {
                tool: tool.spec.name.to_owned(),
                key: action.key.to_string(),
                type_name: need.name,
            });
        }
    }
}
