//! Checks of a whole set of tools: names, URIs, injected values, and policies that name resources.

use std::{
    any::TypeId,
    collections::{HashMap, HashSet},
};

use super::manifest;
use crate::{
    definition::{ActionDef, ToolDef},
    error::{BuildError, distance},
    spec::{Kind, is_name},
    state_sync::{CheckedPolicy, UriPattern},
    surface::wire_names,
};

/// Checks every name that a client will see, and the values that actions need from the context.
pub(super) fn check_names(
    tools: &[&ToolDef],
    provided: &HashSet<TypeId>,
    has_manifest: bool,
    errors: &mut Vec<BuildError>,
) {
    let mut seen = HashSet::new();
    for tool in tools {
        let spec = tool.spec;
        check_name("tool", spec.name, errors);
        check_name("discriminator", spec.discriminator, errors);
        if !seen.insert(spec.name) {
            errors.push(BuildError::DuplicateTool {
                name: spec.name.to_owned(),
            });
        }
        check_modules(tool, errors);
        check_keys(tool, errors);
        for action in tool.callable_actions() {
            check_discriminator(tool, action, errors);
        }
        for action in &tool.actions {
            check_aliases(tool, action, errors);
            check_needs(tool, action, provided, errors);
        }
    }
    check_prompts(tools, errors);
    check_resources(tools, has_manifest, errors);
}

fn check_name(what: &'static str, name: &str, errors: &mut Vec<BuildError>) {
    if !is_name(name) {
        errors.push(BuildError::IllegalName {
            what,
            name: name.to_owned(),
        });
    }
}

/// A module's name is a segment of keys and of the catalog's names. The macro checks it for its own
/// tools; a tool may be written by hand.
fn check_modules(tool: &ToolDef, errors: &mut Vec<BuildError>) {
    let mut seen = HashSet::new();
    for name in tool.spec.modules.iter().filter_map(|module| module.name) {
        check_name("module", name, errors);
        if !seen.insert(name) {
            errors.push(BuildError::DuplicateModule {
                tool: tool.spec.name.to_owned(),
                module: name.to_owned(),
            });
        }
    }
}

/// The macro checks the keys of one block; this checks hand-written groups, too.
fn check_keys(tool: &ToolDef, errors: &mut Vec<BuildError>) {
    let mut seen = HashSet::new();
    for action in &tool.actions {
        check_name("action", action.spec.key, errors);
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

fn check_discriminator(tool: &ToolDef, action: &ActionDef, errors: &mut Vec<BuildError>) {
    let name = tool.spec.discriminator;
    if action.args.iter().any(|arg| arg.name == name) {
        errors.push(BuildError::DiscriminatorTaken {
            tool: tool.spec.name.to_owned(),
            key: action.key.to_string(),
            name: name.to_owned(),
        });
    }
}

/// No alias is the name of another argument or of the discriminator. The macro checks the arguments of one
/// method; those of structs join them here, and names may be renamed.
fn check_aliases(tool: &ToolDef, action: &ActionDef, errors: &mut Vec<BuildError>) {
    let mut seen: HashSet<&str> = action.args.iter().map(|arg| arg.name).collect();
    if action.is_callable() {
        seen.insert(tool.spec.discriminator);
    }
    for arg in &action.args {
        for alias in arg.aliases {
            if !seen.insert(alias) {
                errors.push(BuildError::AliasTaken {
                    tool: tool.spec.name.to_owned(),
                    key: action.key.to_string(),
                    argument: arg.name.to_owned(),
                    alias: (*alias).to_owned(),
                });
            }
        }
    }
}

/// No two prompts have one name.
fn check_prompts(tools: &[&ToolDef], errors: &mut Vec<BuildError>) {
    let mut seen: HashMap<String, String> = HashMap::new();
    for tool in tools {
        let prompts = tool.actions.iter();
        for prompt in prompts.filter(|action| matches!(action.spec.kind, Kind::Prompt)) {
            let source = format!("{}/{}", tool.spec.name, prompt.key);
            for name in wire_names(tool, prompt) {
                check_name("prompt", &name, errors);
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

/// No two resources have one URI. A template may match the URI of the manifest, because a plain URI is
/// matched first.
fn check_resources(tools: &[&ToolDef], has_manifest: bool, errors: &mut Vec<BuildError>) {
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

fn check_needs(
    tool: &ToolDef,
    action: &ActionDef,
    provided: &HashSet<TypeId>,
    errors: &mut Vec<BuildError>,
) {
    for need in action.spec.needs.iter().filter_map(|need| need()) {
        #[cfg(feature = "ask")]
        if need.asks.is_some() {
            continue;
        }
        if !provided.contains(&need.id) {
            errors.push(BuildError::NotProvided {
                tool: tool.spec.name.to_owned(),
                key: action.key.to_string(),
                type_name: need.name,
            });
        }
    }
}

/// Checks that every URI that a policy notifies is, or may become, the URI of a resource.
pub(super) fn check_notified(
    tools: &[&ToolDef],
    has_manifest: bool,
    rules: &[CheckedPolicy],
    errors: &mut Vec<BuildError>,
) {
    let rows = tools.iter().flat_map(|tool| tool.spec.modules);
    let rows = rows.flat_map(|module| module.group.actions);
    let uris = rows.filter_map(|row| match row.kind {
        Kind::Resource(resource) => Some(resource.uri),
        _ => None,
    });
    let uris: Vec<_> = uris.chain(has_manifest.then_some(manifest::URI)).collect();
    for rule in rules {
        for pattern in &rule.notifies {
            if uris.iter().any(|uri| may_match(pattern, uri)) {
                continue;
            }
            let notified = pattern.to_string();
            let nearest = uris.iter().min_by_key(|uri| distance(uri, &notified));
            errors.push(BuildError::UnknownResource {
                place: rule.origin.clone(),
                nearest: nearest.map(|uri| (*uri).to_owned()),
                uri: notified,
            });
        }
    }
}

/// Returns `true` if one URI may become the other, independent of the names of their blanks.
fn may_match(pattern: &UriPattern, uri: &str) -> bool {
    const BLANK: &str = "0";

    let Some(resource) = UriPattern::parse(uri) else {
        return false;
    };
    resource.open().matches(&pattern.example(BLANK))
        || pattern.open().matches(&resource.example(BLANK))
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
        check_names(&[&tool], &HashSet::new(), false, &mut errors);
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
