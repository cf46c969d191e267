//! The listing of `find` and of the tools that call actions.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::{CallTool, RESULTS};
use crate::{
    definition::{ActionDef, ToolDef, host_hints::always_loaded},
    describe::SafetyClass,
    schema::Profile,
    spec::{Hints, hint_fold, sentence::first_sentence},
    surface::{listed_rows::ListedRows, view_surface::ListedTool},
};

/// The name of the tool that finds actions, and of its argument.
pub(crate) const FIND: (&str, &str) = ("find", "query");

/// The names of the arguments of a tool that calls actions: the action, and its own arguments.
pub(crate) const SEARCH_ARGUMENTS: (&str, &str) = ("action", "arguments");

/// The longest summary of a server in the description of `find`, in Unicode scalar values. The description stays below
/// 1,024 of them, and the list small whatever the server's size.
const SUMMARY: usize = 640;

/// The longest line of a summary.
const LINE: usize = 120;

/// Lists `find`, and each tool that has an action to call, in the parts of all tools. The docs of `tools` have no
/// links. Returns nothing for a view whose actions are all pinned. A tool that `profile` cannot publish is left out; `profile`
/// can publish all of them.
pub(in crate::surface) fn list_search_tools(
    tools: &[(&ToolDef, &[ListedRows])],
    profile: Profile,
) -> Vec<(ListedTool, Option<CallTool>)> {
    let calls: Vec<_> = CallTool::ALL
        .into_iter()
        .filter_map(|called| Some((call_tool(called, tools, profile)?, Some(called))))
        .collect();
    if calls.is_empty() {
        return Vec::new();
    }
    let find = (find(tools, profile), None);
    std::iter::once(find).chain(calls).collect()
}

fn find(tools: &[(&ToolDef, &[ListedRows])], profile: Profile) -> ListedTool {
    let (name, query) = FIND;
    let properties = [(
        query,
        json!({"type": "string", "description": "What to do, in words, or the name of an action"}),
    )];
    let count: usize = tools
        .iter()
        .flat_map(|(_, parts)| *parts)
        .map(|part| part.actions().count())
        .sum();
    let actions = if count == 1 { "action" } else { "actions" };
    let description = format!(
        "Find actions of this server by what they do. Returns up to {RESULTS} of its {count} {actions}, each with its \
         contract and the tool that calls it.{}",
        summary(tools)
    );
    ListedTool {
        title: Some("Find actions".to_owned()),
        description,
        hints: Hints::new(true, false, true, false),
        ..listed(name, schema(properties, profile))
    }
}

fn call_tool(
    called: CallTool,
    tools: &[(&ToolDef, &[ListedRows])],
    profile: Profile,
) -> Option<ListedTool> {
    let mut keys = Vec::new();
    let mut hints = Vec::new();
    for (tool, parts) in tools {
        let own = parts
            .iter()
            .filter(|part| part.is_searched() && part.class == Some(called.class()));
        let actions = own.flat_map(|part| part.visible(tool));
        for action in actions {
            keys.push(tool.qualified_key(action));
            hints.push(action.spec.hints);
        }
    }
    let example = keys.first()?;
    let (title, effect) = match called.class() {
        SafetyClass::Read => ("Run a reading action", "that only reads"),
        SafetyClass::Write => (
            "Run a writing action",
            "that changes data and destroys none",
        ),
        SafetyClass::Destructive => ("Run a destructive action", "that may destroy data"),
    };
    let (action, own) = SEARCH_ARGUMENTS;
    let arguments = if profile.has_opaque_objects() {
        json!({"type": "object", "description": "Its arguments, as its contract describes them"})
    } else {
        json!({"type": "string", "description": "Its arguments, as its contract describes them: a JSON object"})
    };
    let properties = [
        (
            action,
            json!({"type": "string", "description": format!("Its name, such as {example:?}")}),
        ),
        (own, arguments),
    ];
    Some(ListedTool {
        title: Some(title.to_owned()),
        description: format!(
            "Run an action {effect}. Get its name and contract from {} first.",
            FIND.0
        ),
        hints: hint_fold::hints(hints),
        actions: keys,
        ..listed(called.name(), schema(properties, profile))
    })
}

fn listed(name: &str, schema: Map<String, Value>) -> ListedTool {
    ListedTool {
        name: name.to_owned(),
        key: String::new(),
        actions: Vec::new(),
        title: None,
        description: String::new(),
        input_schema: schema.into(),
        output_schema: None,
        hints: Hints::default(),
        icons: Vec::new(),
        // A host that defers tools would otherwise search for the search, and then for the tool of each result.
        meta: always_loaded(),
    }
}

/// Returns the schema of a tool of which the first argument is required.
fn schema<const N: usize>(properties: [(&str, Value); N], profile: Profile) -> Map<String, Value> {
    let required: Vec<_> = properties.iter().take(1).map(|(name, _)| *name).collect();
    let mut schema = Map::new();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("required".to_owned(), json!(required));
    let properties = properties
        .into_iter()
        .map(|(name, schema)| (name.to_owned(), schema));
    schema.insert(
        "properties".to_owned(),
        properties.collect::<Map<_, _>>().into(),
    );
    schema.insert("additionalProperties".to_owned(), json!(false));
    // Every profile can publish strings, and the object is a string where it has no notation.
    profile.input(schema.clone()).unwrap_or(schema)
}

/// Returns a line for each tool and module, as many as fit, so that a model knows what it can search for.
fn summary(tools: &[(&ToolDef, &[ListedRows])]) -> String {
    let mut lines = Vec::new();
    for (tool, parts) in tools.iter().filter(|(_, parts)| !parts.is_empty()) {
        lines.push(line("", tool.spec.name, &tool.docs));
        let actions: Vec<&ActionDef> = parts.iter().flat_map(|part| part.visible(tool)).collect();
        let modules = tool.spec.modules.iter().zip(&tool.module_docs).enumerate();
        for (index, (module, docs)) in modules {
            if let Some(name) = module.name
                && actions.iter().any(|action| action.module == index)
            {
                lines.push(line("- ", name, docs));
            }
        }
    }
    let mut text = String::new();
    let mut room = SUMMARY;
    let all = lines.len();
    for (index, line) in lines.into_iter().enumerate() {
        let Some(left) = room.checked_sub(line.chars().count() + 1) else {
            let _ = write!(text, "\nand {} more", all - index);
            break;
        };
        room = left;
        text.push('\n');
        text.push_str(&line);
    }
    text
}

fn line(mark: &str, name: &str, docs: &str) -> String {
    let sentence = first_sentence(docs).text;
    let line = match sentence.as_str() {
        "" => format!("{mark}{name}"),
        sentence => format!("{mark}{name}: {sentence}"),
    };
    match line.char_indices().nth(LINE) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or(&line)),
        None => line,
    }
}
