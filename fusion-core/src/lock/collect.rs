//! The collection of a lock from definitions. Texts have the names of the grouped list, under every exposition.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{
    canonical::{canonical, plain_numbers},
    model::{Lock, LockedArgument, LockedConfirm, LockedItem, LockedTool},
    words::accepts_all,
};
use crate::{
    call::estimated_tokens,
    definition::{ActionDef, ArgDef, ToolDef},
    result::catch_call,
    schema::{given_input, with_published_names},
    spec::{Confirm, Kind, Unasked},
    surface::{ListedTool, list_single_action},
};

impl Lock {
    /// Adds a tool and those of its rows that a view shows. The links in the docs must be resolved.
    pub(crate) fn add<'d>(&mut self, tool: &ToolDef, rows: impl Iterator<Item = &'d ActionDef>) {
        self.tools
            .insert(tool.spec.name.to_owned(), locked_tool(tool));
        for row in rows {
            let item = locked_item(tool, row);
            let items = match row.spec.kind {
                Kind::Action => &mut self.actions,
                Kind::Prompt => &mut self.prompts,
                Kind::Resource(_) => &mut self.resources,
                Kind::Help => continue,
            };
            items.insert(tool.qualified_key(row), item);
        }
    }
}

fn locked_tool(tool: &ToolDef) -> LockedTool {
    let modules = tool.spec.modules.iter().zip(&tool.module_docs);
    let modules = modules.filter_map(|(module, docs)| Some((module.name?.to_owned(), text(docs))));
    let stated = tool.spec.annotations;
    let annotations = [
        ("read_only", stated.read_only),
        ("destructive", stated.destructive),
        ("idempotent", stated.idempotent),
        ("open_world", stated.open_world),
    ];
    let annotations = annotations.into_iter();
    LockedTool {
        discriminator: tool.spec.discriminator.to_owned(),
        docs: text(&tool.docs),
        modules: modules.filter(|(_, docs)| !docs.is_empty()).collect(),
        annotations: annotations
            .filter_map(|(name, stated)| Some((name.to_owned(), stated?)))
            .collect(),
        title: tool.spec.title.map(str::to_owned),
    }
}

fn locked_item(tool: &ToolDef, row: &ActionDef) -> LockedItem {
    let spec = row.spec;
    let mut item = LockedItem {
        aliases: row
            .keys()
            .skip(1)
            .map(|key| format!("{}/{key}", tool.spec.name))
            .collect(),
        arguments: row
            .args
            .iter()
            // `once` adds an argument after those of the author.
            .take(spec.all_args().count())
            .map(|arg| (arg.name.to_owned(), locked_argument(arg)))
            .collect(),
        deprecated: row.deprecated.as_deref().map(text),
        docs: text(&row.docs),
        examples: row
            .examples
            .iter()
            .map(|example| (example.sentence.to_owned(), example.json()))
            .collect(),
        one_of: spec
            .one_of
            .iter()
            .map(|&name| published(row, name))
            .collect(),
        scopes: row.scopes.iter().map(|&scope| scope.to_owned()).collect(),
        title: spec.title.map(str::to_owned),
        ..LockedItem::default()
    };
    if let Some(Ok(output)) = &row.output {
        let (schema, mut texts) = document(output);
        if let Some(docs) = root_docs(output) {
            texts.insert(".".to_owned(), docs);
        }
        item.output = Some(schema);
        item.output_texts = texts;
    }
    match spec.kind {
        Kind::Action => {
            item.confirm = locked_confirm(row);
            item.flat_name = spec.flat_name.map(str::to_owned);
            item.hints = spec.hints;
            item.once = spec.once;
            if let Some((schema, texts)) = own_input(row) {
                item.input = Some(schema);
                item.input_texts = texts;
            }
            item.tokens = tokens(&list_single_action(tool, row));
        }
        Kind::Resource(resource) => {
            item.uri = Some(resource.uri.to_owned());
            item.mime = resource.mime.map(str::to_owned);
        }
        Kind::Prompt | Kind::Help => {}
    }
    item
}

/// Returns the published name of an argument that the group names.
fn published(row: &ActionDef, own: &'static str) -> String {
    row.renames.published(own).to_owned()
}

fn locked_argument(arg: &ArgDef) -> LockedArgument {
    let leaf = &arg.leaf;
    let schema = leaf.marked.as_ref().unwrap_or(&leaf.schema);
    let definitions = leaf.marked_definitions.as_ref();
    let (schema, mut texts) = canonical(schema, definitions.unwrap_or(&leaf.definitions));
    for (value, docs) in &leaf.values {
        texts.insert(format!("={value}"), text(docs));
    }
    LockedArgument {
        aliases: arg.aliases.iter().map(|&name| name.to_owned()).collect(),
        default: arg.default.clone().map(plain_numbers),
        docs: text(&arg.docs),
        required: arg.required,
        schema: Some(schema).filter(|schema| !accepts_all(schema)),
        secret: arg.secret,
        texts,
    }
}

/// Returns the confirmation of an action. Without the feature `ask`, `build()` refuses actions that have one.
fn locked_confirm(row: &ActionDef) -> Option<LockedConfirm> {
    let question = match row.spec.confirm? {
        Confirm::Text(question) => Some(text(question)),
        Confirm::Function => None,
    };
    #[cfg(feature = "ask")]
    let unasked = row.asking.as_ref().map(|asking| asking.unasked);
    #[cfg(not(feature = "ask"))]
    let unasked = row.spec.unasked;
    Some(LockedConfirm {
        question,
        unasked: unasked.unwrap_or(Unasked::Refuse),
    })
}

/// Returns the input schema that the author wrote. One that cannot be published is an error of the view that
/// would list it.
fn own_input(row: &ActionDef) -> Option<(Value, BTreeMap<String, String>)> {
    let given = row.spec.input?;
    let schema = given_input(catch_call(given).ok()?).ok()?;
    Some(document(&with_published_names(schema, row.renames)))
}

/// Returns the canonical form of a schema that carries its own definitions.
fn document(schema: &Map<String, Value>) -> (Value, BTreeMap<String, String>) {
    let mut schema = schema.clone();
    let definitions = match schema.remove("$defs") {
        Some(Value::Object(definitions)) => definitions,
        _ => Map::new(),
    };
    canonical(&schema, &definitions)
}

fn root_docs(schema: &Map<String, Value>) -> Option<String> {
    let docs = schema.get("description")?.as_str()?;
    Some(text(docs)).filter(|docs| !docs.is_empty())
}

fn text(docs: &str) -> String {
    docs.trim().to_owned()
}

/// Returns the estimated tokens of a listed tool.
fn tokens(listed: &ListedTool) -> usize {
    // A map of JSON values is always JSON.
    let schema = serde_json::to_string(&*listed.input_schema).unwrap_or_default();
    let texts = [&listed.name, &listed.description, &schema];
    texts.map(|text| estimated_tokens(text)).iter().sum()
}
