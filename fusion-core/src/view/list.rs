//! The expositions: how a registry's tools become listed tools.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::{
    instructions::instructions,
    prose,
    surface::{Entry, ListedTool, Surface},
};
use crate::{
    definition::{ActionDef, ToolDef},
    describe::workflow,
    error::BuildError,
    fold,
    result::catch_call,
    schema::{Conflict, Merged, given_input, merge},
    spec::is_name,
};

/// The longest description of a tool, in Unicode scalar values: what the strictest client keeps.
const DESCRIPTION_BUDGET: usize = 1_024;

/// How tools are listed. The same dispatcher stands behind each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Exposition {
    /// One listed tool for each tool, with a discriminator: the fewest tokens.
    #[default]
    Grouped,
    /// One listed tool for each action, named `tool_action`: exact hints and output schemas, for
    /// clients that work best with many small tools.
    Flat,
}

impl Surface {
    /// Lists `tools`. What a client could not use goes to `errors`.
    pub(crate) fn of(
        exposition: Exposition,
        tools: &[&ToolDef],
        errors: &mut Vec<BuildError>,
    ) -> Self {
        let mut surface = Self::default();
        let told: Vec<_> = tools
            .iter()
            .map(|tool| {
                prose::told(tool, &|_, action| match exposition {
                    Exposition::Grouped => Some(action.key.to_string()),
                    Exposition::Flat => Some(flat_name(tool, &action.key)),
                })
            })
            .collect();
        for (index, tool) in told.iter().enumerate() {
            match exposition {
                Exposition::Grouped => surface.add_grouped(index, tool, errors),
                Exposition::Flat => surface.add_flat(index, tool, errors),
            }
        }
        if exposition == Exposition::Flat {
            names(tools, errors);
            let told: Vec<_> = told.iter().map(AsRef::as_ref).collect();
            surface.instructions = instructions(&told);
        }
        surface.sort();
        surface
    }

    fn add_grouped(&mut self, index: usize, tool: &ToolDef, errors: &mut Vec<BuildError>) {
        let all = (0..tool.actions.len()).collect();
        let entry = Entry::selecting(index, tool, all);
        match grouped(tool, &entry) {
            Ok(listed) => self.add(listed, entry),
            Err(conflicts) => errors.extend(
                conflicts
                    .into_iter()
                    .map(|conflict| conflict_error(tool.spec.name, conflict)),
            ),
        }
    }

    fn add_flat(&mut self, index: usize, tool: &ToolDef, errors: &mut Vec<BuildError>) {
        for (at, action) in tool.actions.iter().enumerate() {
            self.add(flat(tool, action, errors), Entry::alone(index, at));
            for alias in aliases(tool, action) {
                self.alias(alias);
            }
        }
    }
}

fn grouped(tool: &ToolDef, entry: &Entry) -> Result<ListedTool, Vec<Conflict>> {
    let spec = tool.spec;
    let actions = entry.visible(tool);
    let merged = merge(&actions)?;
    let described = workflow(
        tool,
        &actions,
        &merged,
        entry.discriminator,
        DESCRIPTION_BUDGET,
    );
    let hints = fold::hints(actions.iter().map(|action| action.spec.hints));
    let discriminator = discriminator(tool, &actions, described.overflow);
    Ok(ListedTool {
        name: spec.name.to_owned(),
        title: spec.title.map(str::to_owned),
        description: described.text,
        input_schema: input_schema(Some((spec.discriminator, discriminator)), merged).into(),
        output_schema: None,
        hints: fold::with_overrides(hints, spec.annotations),
    })
}

fn flat(tool: &ToolDef, action: &ActionDef, errors: &mut Vec<BuildError>) -> ListedTool {
    let merged = merge(&[action]).unwrap_or_else(|conflicts| {
        let conflicts = conflicts.into_iter();
        errors.extend(conflicts.map(|conflict| conflict_error(tool.spec.name, conflict)));
        Merged::default()
    });
    let described = workflow(tool, &[action], &merged, None, DESCRIPTION_BUDGET);
    let output_schema = action.output.clone().and_then(|schema| {
        let mistake = |reason| errors.push(schema_error(tool, action, "the result", reason));
        schema.map_err(mistake).ok()
    });
    let given = action.spec.input.and_then(|schema| {
        let given = catch_call(schema).map_err(|_| "its expression panicked: mend it".to_owned());
        let mistake = |reason| errors.push(schema_error(tool, action, "the input schema", reason));
        given.and_then(given_input).map_err(mistake).ok()
    });
    ListedTool {
        name: flat_name(tool, &action.key),
        title: action.spec.title.map(str::to_owned),
        description: described.text,
        input_schema: given.unwrap_or_else(|| input_schema(None, merged)).into(),
        output_schema,
        hints: action.spec.hints,
    }
}

/// One action as a listed tool would show it by itself, whatever lists it. The docs of `tool` have
/// their links written. What cannot be published is left out: the view that would list it refuses.
pub(crate) fn alone(tool: &ToolDef, action: &ActionDef) -> ListedTool {
    flat(tool, action, &mut Vec::new())
}

/// `tracker` and `issues.list` become `tracker_issues_list`: no client refuses an underscore.
fn flat_name(tool: &ToolDef, key: &str) -> String {
    format!("{}_{}", tool.spec.name, key.replace('.', "_"))
}

fn aliases(tool: &ToolDef, action: &ActionDef) -> impl Iterator<Item = String> {
    let key = action.key.as_ref();
    let module = key.rsplit_once('.').map(|(module, _)| module);
    let aliases = action.spec.aliases.iter();
    aliases.map(move |alias| match module {
        Some(module) => flat_name(tool, &format!("{module}.{alias}")),
        None => flat_name(tool, alias),
    })
}

/// Every flat name is legal, and leads to one action.
fn names(tools: &[&ToolDef], errors: &mut Vec<BuildError>) {
    let mut seen: HashMap<String, String> = HashMap::new();
    for tool in tools {
        for action in &tool.actions {
            let source = format!("{}/{}", tool.spec.name, action.key);
            let listed = flat_name(tool, &action.key);
            for name in std::iter::once(listed).chain(aliases(tool, action)) {
                if !is_name(&name) {
                    errors.push(BuildError::IllegalName {
                        what: "the flat tool",
                        name: name.clone(),
                    });
                }
                match seen.get(&name) {
                    Some(first) => errors.push(BuildError::NameClash {
                        name,
                        first: first.clone(),
                        second: source.clone(),
                    }),
                    None => {
                        seen.insert(name, source.clone());
                    }
                }
            }
        }
    }
}

/// The schema of the argument that selects the action.
fn discriminator(tool: &ToolDef, actions: &[&ActionDef], overflow: Option<String>) -> Value {
    let keys: Vec<_> = actions.iter().map(|action| action.key.as_ref()).collect();
    let flat = tool.spec.modules.iter().all(|module| module.name.is_none());
    let mut description = if flat {
        "Which operation to perform".to_owned()
    } else {
        "Module and operation (module.action format)".to_owned()
    };
    if let Some(overflow) = overflow {
        description.push_str("\n\n");
        description.push_str(&overflow);
    }
    json!({"type": "string", "enum": keys, "description": description})
}

/// The whole input schema: the discriminator, if there is one, then the merged fields.
fn input_schema(discriminator: Option<(&str, Value)>, merged: Merged) -> Map<String, Value> {
    let mut properties = Map::new();
    let mut required = Vec::new();
    if let Some((name, schema)) = discriminator {
        required.push(name);
        properties.insert(name.to_owned(), schema);
    }
    for (name, schema) in merged.properties {
        properties.insert(name.to_owned(), Value::Object(schema));
    }
    required.extend(merged.required);
    let mut schema = Map::new();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("properties".to_owned(), Value::Object(properties));
    if !required.is_empty() {
        schema.insert("required".to_owned(), json!(required));
    }
    schema.insert("additionalProperties".to_owned(), json!(false));
    if !merged.definitions.is_empty() {
        schema.insert("$defs".to_owned(), merged.definitions.into());
    }
    schema
}

fn schema_error(tool: &ToolDef, action: &ActionDef, place: &str, reason: String) -> BuildError {
    BuildError::Schema {
        tool: tool.spec.name.to_owned(),
        key: action.key.to_string(),
        place: place.to_owned(),
        reason,
    }
}

fn conflict_error(tool: &str, conflict: Conflict) -> BuildError {
    BuildError::FieldConflict {
        tool: tool.to_owned(),
        field: conflict.field.to_owned(),
        first: conflict.first,
        first_shape: conflict.first_shape,
        second: conflict.second,
        second_shape: conflict.second_shape,
    }
}
