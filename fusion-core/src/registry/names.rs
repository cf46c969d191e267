//! What can be wrong with the names and needs of a set of tools.

use std::{
    any::TypeId,
    collections::{HashMap, HashSet},
};

use super::manifest;
use crate::{
    definition::{ActionDef, ToolDef},
    error::BuildError,
    spec::{Kind, is_name},
    surface::wire_names,
};

/// Checks every name that a client will see, and what the actions need from the context.
pub(super) fn check(
    tools: &[&ToolDef],
    provided: &HashSet<TypeId>,
    has_manifest: bool,
    errors: &mut Vec<BuildError>,
) {
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
        modules(tool, errors);
        keys(tool, errors);
        for action in tool.called() {
            discriminator(tool, action, errors);
        }
        for action in &tool.actions {
            needs(tool, action, provided, errors);
        }
    }
    prompts(tools, errors);
    resources(tools, has_manifest, errors);
}

fn legal(what: &'static str, name: &str, errors: &mut Vec<BuildError>) {
    if !is_name(name) {
        errors.push(BuildError::IllegalName {
            what,
            name: name.to_owned(),
        });
    }
}

/// A module's name is a step of keys and of the catalog's names. The macro has proved it; a tool
/// may be written by hand.
fn modules(tool: &ToolDef, errors: &mut Vec<BuildError>) {
    let mut seen = HashSet::new();
    for name in tool.spec.modules.iter().filter_map(|module| module.name) {
        legal("module", name, errors);
        if !seen.insert(name) {
            errors.push(BuildError::DuplicateModule {
                tool: tool.spec.name.to_owned(),
                module: name.to_owned(),
            });
        }
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

/// A prompt has one name, and a name is one prompt's.
fn prompts(tools: &[&ToolDef], errors: &mut Vec<BuildError>) {
    let mut seen: HashMap<String, String> = HashMap::new();
    for tool in tools {
        let prompts = tool.actions.iter();
        for prompt in prompts.filter(|action| matches!(action.spec.kind, Kind::Prompt)) {
            let source = format!("{}/{}", tool.spec.name, prompt.key);
            for name in wire_names(tool, prompt) {
                legal("prompt", &name, errors);
                if let Some(first) = seen.get(&name) {
                    errors.push(BuildError::NameClash {
                        name,
                        first: first.clone(),
                        second: source.clone(),
                    });
                } else {
                    seen.insert(name, source.clone());
                }
            }
        }
    }
}

/// A URI leads to one resource. A template may reach the manifest's, too: a URI of its own wins.
fn resources(tools: &[&ToolDef], has_manifest: bool, errors: &mut Vec<BuildError>) {
    let own = has_manifest.then(|| (manifest::URI.to_owned(), manifest::SOURCE.to_owned()));
    let mut seen: HashMap<String, String> = own.into_iter().collect();
    for tool in tools {
        for resource in &tool.actions {
            let (Some(template), Kind::Resource(spec)) = (&resource.template, resource.spec.kind)
            else {
                continue;
            };
            let source = format!("{}/{}", tool.spec.name, resource.key);
            if let Some(first) = seen.get(&template.shape()) {
                errors.push(BuildError::DuplicateResource {
                    uri: spec.uri.to_owned(),
                    first: first.clone(),
                    second: source,
                });
            } else {
                seen.insert(template.shape(), source);
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        compile::Compiler,
        spec::{ActionSpec, GroupSpec, Module, ToolSpec},
    };

    #[test]
    fn modules_written_by_hand_have_legal_names_and_each_its_own() {
        const LIST: &[ActionSpec] = &[ActionSpec::new("list", "")];
        const OPEN: &[ActionSpec] = &[ActionSpec::new("open", "")];
        static A: GroupSpec = GroupSpec::new("a", "", LIST);
        static B: GroupSpec = GroupSpec::new("b", "", OPEN);
        static MODULES: [Module; 4] = [
            Module::named("issues", &A),
            Module::named("issues", &B),
            Module::named("", &A),
            Module::named("a.b", &A),
        ];
        static TOOL: ToolSpec = ToolSpec::hierarchical("tracker", "", &MODULES);
        let tool = Compiler::default().tool(&TOOL);
        let mut errors = Vec::new();
        check(&[&tool], &HashSet::new(), false, &mut errors);
        let illegal = |name: &str| BuildError::IllegalName {
            what: "module",
            name: name.to_owned(),
        };
        assert_eq!(
            errors,
            [
                BuildError::DuplicateModule {
                    tool: "tracker".to_owned(),
                    module: "issues".to_owned(),
                },
                illegal(""),
                illegal("a.b"),
            ]
        );
    }
}
