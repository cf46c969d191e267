//! The commands that show a server: its tree, its list, contracts and schemas.

use comfy_table::Cell;
use serde_json::{Map, Value, json};

use super::{
    arguments::{PrintOptions, SchemaOptions, ShowOptions},
    failure::Failure,
    output::{Output, name_cell, print_table, print_text, quiet_cell, warning_cell},
};
use crate::{
    catalog::{Catalog, Prompt, Resource, Tool},
    definition::host_hints::is_always_loaded,
    error::{cut, nearest},
    registry::View,
    surface::Exposition,
};

/// The place in the catalog's `_meta` that names an action.
const ACTION: &str = "dev.fusion/action";

/// An action that a view shows.
pub(super) struct ShownAction {
    /// The full key, `tool/module.action`.
    pub(super) key: String,
    /// The action as a tool of its own.
    pub(super) tool: Tool,
}

/// Returns the actions that a view shows, in order.
pub(super) fn actions(view: &View) -> Vec<ShownAction> {
    let catalog = view.catalog();
    let tools = catalog.iter::<Tool>();
    let action = |tool: &Tool| {
        let meta = tool.meta.as_ref()?.get(ACTION)?;
        let (name, key) = (meta["tool"].as_str()?, meta["key"].as_str()?);
        Some(ShownAction {
            key: format!("{name}/{key}"),
            tool: tool.clone(),
        })
    };
    tools.filter_map(|(_, tool)| action(tool)).collect()
}

/// Returns the action of a key.
pub(super) fn find_action(view: &View, key: &str) -> Result<ShownAction, Failure> {
    let mut actions = actions(view);
    match actions.iter().position(|action| action.key == key) {
        Some(at) => Ok(actions.swap_remove(at)),
        None => Err(unknown_key(
            view,
            key,
            actions.iter().map(|action| action.key.as_str()),
        )),
    }
}

/// The mistake of a key that names nothing.
fn unknown_key<'k>(
    view: &View,
    key: &str,
    known: impl Iterator<Item = &'k str> + Clone,
) -> Failure {
    // A key without its tool is the most frequent mistake.
    let mut whole = known
        .clone()
        .filter(|known| known.split_once('/').is_some_and(|(_, own)| own == key));
    let meant = whole.next();
    if meant.is_none()
        && let Some(kind) = other_kind(view, key, known.clone())
    {
        return Failure::usage(format!("no action has the key `{key}`: it is {kind}"));
    }
    let meant = meant.or_else(|| nearest(key, known));
    let is_tool = || view.tools().iter().any(|tool| tool.name == key);
    let meant = match meant {
        Some(meant) => format!("did you mean `{meant}`?"),
        None if is_tool() => {
            "it is a listed tool, and commands take the keys that `tree` shows".to_owned()
        }
        None => "`tree` shows all keys".to_owned(),
    };
    Failure::usage(format!("no action has the key `{key}`; {meant}"))
}

/// Returns what a key names instead of an action, and which command shows it.
fn other_kind<'k>(
    view: &View,
    key: &str,
    mut actions: impl Iterator<Item = &'k str>,
) -> Option<&'static str> {
    let catalog = view.catalog();
    let own = key.split_once('/').map_or(key, |(_, own)| own);
    let is_inside = |action: &str| {
        action
            .strip_prefix(key)
            .is_some_and(|own| own.starts_with('.'))
    };
    if catalog
        .iter::<Prompt>()
        .any(|(_, prompt)| prompt.name == own)
    {
        Some("a prompt, whose contract `tree --output json` has")
    } else if catalog
        .iter::<Resource>()
        .any(|(_, resource)| resource.name == own)
    {
        Some("a resource, whose contract `tree --output json` has")
    } else if actions.any(is_inside) {
        Some("a module, whose actions `show` and `tree` have")
    } else {
        None
    }
}

/// Prints a line for each group, action, prompt and resource, indented by level.
pub(super) fn tree(view: &View, options: &PrintOptions) -> Result<(), Failure> {
    let output = Output::new(options);
    if output.is_json() {
        return output.json(&view.manifest());
    }
    print_text(&output.prose(&tree_text(&view.catalog(), &output)))
}

fn tree_text(catalog: &Catalog, output: &Output) -> String {
    let mut lines = String::new();
    let mut line = |depth: usize, name: &str, description: Option<&str>, mark: &str| {
        let about = description.and_then(|text| text.lines().next());
        let about = about.map_or_else(String::new, |about| format!(": {}", output.text(about)));
        let (name, mark) = (output.name(name), output.quiet(mark));
        lines.push_str(&"  ".repeat(depth));
        lines.extend([&*name, &about, &mark, "\n"]);
    };
    for (depth, group) in catalog.walk() {
        if let Some(group) = catalog.get(group) {
            line(depth, &group.name, group.description.as_deref(), "");
        }
        for tool in catalog.children::<Tool>(group) {
            if let Some(tool) = catalog.get(tool) {
                // A destructive action already has that mark at the end of its description.
                let hints = tool.annotations.as_ref();
                let read_only = hints.and_then(|hints| hints.read_only_hint) == Some(true);
                let mark = if read_only { " [READ-ONLY]" } else { "" };
                line(depth + 1, &tool.name, tool.description.as_deref(), mark);
            }
        }
        for prompt in catalog.children::<Prompt>(group) {
            if let Some(prompt) = catalog.get(prompt) {
                let about = prompt.description.as_deref();
                line(depth + 1, &prompt.name, about, " [PROMPT]");
            }
        }
        for resource in catalog.children::<Resource>(group) {
            if let Some(resource) = catalog.get(resource) {
                let about = resource.description.as_deref();
                let mark = format!(" [{}]", resource.uri);
                line(depth + 1, &resource.name, about, &mark);
            }
        }
    }
    lines
}

/// Prints the result of `tools/list`.
pub(super) fn list(tools: &Value, options: &PrintOptions) -> Result<(), Failure> {
    let output = Output::new(options);
    if output.is_json() {
        return output.json(tools);
    }
    let mut table = output.table(["TOOL", "HINTS", "DESCRIPTION"]);
    for tool in tools["tools"].as_array().into_iter().flatten() {
        let description = tool["description"].as_str().unwrap_or_default();
        let name = tool["name"].as_str().unwrap_or_default();
        table.add_row([
            name_cell(&output.text(name)),
            hint_cell(tool),
            Cell::new(output.text(description.lines().next().unwrap_or_default())),
        ]);
    }
    print_table(&table)
}

/// Returns the effect of a tool, and whether hosts that defer tools load it at once.
fn hint_cell(tool: &Value) -> Cell {
    let is_loaded = tool["_meta"].as_object().is_some_and(is_always_loaded);
    let loaded = if is_loaded { ", always loaded" } else { "" };
    let annotations = &tool["annotations"];
    if annotations["readOnlyHint"] == true {
        quiet_cell(&format!("read-only{loaded}"))
    } else if annotations["destructiveHint"] == true {
        warning_cell(&format!("destructive{loaded}"))
    } else {
        Cell::new(format!("writes{loaded}"))
    }
}

/// Prints the contract of an action, a module or a tool.
pub(super) fn show(view: &View, options: &ShowOptions) -> Result<(), Failure> {
    let output = Output::new(&options.print);
    let key = &options.key;
    let known = actions(view);
    if output.is_json() {
        let action = find_action(view, key)?;
        let tool = serde_json::to_value(&action.tool);
        return output.json(&tool.map_err(|error| Failure::refused(error.to_string()))?);
    }
    // Grouped, so that actions have their keys and not their wire names.
    let grouped = view.with_exposition(Exposition::Grouped)?;
    let contract = grouped.contract(key);
    let keys = known.iter().map(|action| action.key.as_str());
    let contract = contract.ok_or_else(|| unknown_key(view, key, keys))?;
    let hints = known.iter().find(|action| action.key == *key);
    let hints = hints.map_or_else(String::new, |action| host_hints(&action.tool));
    let (name, contract, hints) = (
        output.name(key),
        output.text(&contract),
        output.text(&hints),
    );
    print_text(&output.prose(&format!("{name}\n\n{contract}\n{hints}")))
}

/// Returns the lines about an action that hosts read and models do not; empty without hints.
fn host_hints(tool: &Tool) -> String {
    let mut text = String::new();
    let mut line = |name: &str, value: &str| text.extend(["\n", name, ": ", value]);
    if let Some(title) = &tool.title {
        line("Title", title);
    }
    for icon in tool.icons.iter().flatten() {
        line("Icon", &cut(&icon.src));
    }
    for (key, value) in tool.meta.iter().flatten().filter(|(key, _)| *key != ACTION) {
        line(key, &value.to_string());
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// Prints schemas as JSON: of one action, or of all listed tools by their wire names.
pub(super) fn schema(view: &View, options: &SchemaOptions) -> Result<(), Failure> {
    let output = Output::new(&options.print);
    let schemas = if let Some(key) = &options.key {
        let tool = find_action(view, key)?.tool;
        entry(&tool.input_schema, tool.output_schema.as_ref())
    } else {
        let tools = view.tools().iter().map(|tool| {
            let output = tool.output_schema.as_deref();
            (tool.name.clone(), entry(&tool.input_schema, output))
        });
        Value::Object(tools.collect())
    };
    if output.is_json() {
        return output.json(&schemas);
    }
    print_text(&format!("{}\n", output.lines(&schemas)))
}

fn entry(input: &Map<String, Value>, output: Option<&Map<String, Value>>) -> Value {
    let mut schemas = json!({"input": input});
    if let Some(output) = output {
        schemas["output"] = json!(output);
    }
    schemas
}
