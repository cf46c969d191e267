//! Prompts and resources as entities of the catalog.

use serde_json::{Map, Value, json};

use crate::{
    catalog::{Annotations, Icon, Meta, Prompt, PromptArgument, Resource, Role},
    definition::{ActionDef, ToolDef},
    surface::{ListedPrompt, ListedResource, ListedTemplate},
};

/// The `_meta` keys under which a prompt and a resource tell which row they are, and how a client
/// asks for them.
const PROMPT: &str = "dev.fusion/prompt";
const RESOURCE: &str = "dev.fusion/resource";

/// A prompt, a resource or a template, apart from how it is listed.
pub(super) struct Row<'r> {
    pub(super) tool: &'r ToolDef,
    pub(super) def: &'r ActionDef,
    /// What it runs behind.
    pub(super) layers: Vec<String>,
}

impl Row<'_> {
    /// What an entity of the catalog has no field for.
    fn meta(&self, kind: &str, name: &str) -> Meta {
        let mut meta: Map<String, Value> = Map::new();
        meta.insert("tool".to_owned(), json!(self.tool.spec.name));
        meta.insert("key".to_owned(), json!(self.def.key));
        meta.insert("name".to_owned(), json!(name));
        if !self.def.tags.is_empty() {
            meta.insert("tags".to_owned(), json!(self.def.tags));
        }
        if !self.layers.is_empty() {
            meta.insert("layers".to_owned(), json!(self.layers));
        }
        Map::from_iter([(kind.to_owned(), Value::Object(meta))])
    }
}

pub(super) fn prompt(row: &Row<'_>, listed: &ListedPrompt) -> Prompt {
    let arguments = listed.arguments.iter().map(|listed| {
        let mut argument = PromptArgument::new(&*listed.name);
        argument.description.clone_from(&listed.description);
        argument.required = Some(listed.required);
        argument
    });
    let mut prompt = Prompt::new(row.def.spec.key);
    prompt.title.clone_from(&listed.title);
    prompt.description.clone_from(&listed.description);
    prompt.arguments = Some(arguments.collect());
    prompt.icons = icons(&listed.icons);
    prompt.meta = Some(row.meta(PROMPT, &listed.name));
    prompt
}

pub(super) fn resource(row: &Row<'_>, listed: &ListedResource) -> Resource {
    let mut resource = Resource::new(&*listed.uri, row.def.spec.key);
    resource.title.clone_from(&listed.title);
    resource.description.clone_from(&listed.description);
    resource.mime_type.clone_from(&listed.mime_type);
    resource.size = listed.size;
    resource.annotations = annotations(&listed.audience, listed.priority);
    resource.icons = icons(&listed.icons);
    resource.meta = Some(row.meta(RESOURCE, &listed.name));
    resource
}

/// A template is a resource whose URI has blanks.
pub(super) fn template(row: &Row<'_>, listed: &ListedTemplate) -> Resource {
    let mut resource = Resource::new(&*listed.uri_template, row.def.spec.key);
    resource.title.clone_from(&listed.title);
    resource.description.clone_from(&listed.description);
    resource.mime_type.clone_from(&listed.mime_type);
    resource.annotations = annotations(&listed.audience, listed.priority);
    resource.icons = icons(&listed.icons);
    resource.meta = Some(row.meta(RESOURCE, &listed.name));
    resource
}

fn annotations(audience: &[Role], priority: Option<f32>) -> Option<Annotations> {
    if audience.is_empty() && priority.is_none() {
        return None;
    }
    let mut annotations = Annotations::new();
    annotations.audience = (!audience.is_empty()).then(|| audience.to_vec());
    annotations.priority = priority;
    Some(annotations)
}

fn icons(icons: &[Icon]) -> Option<Vec<Icon>> {
    (!icons.is_empty()).then(|| icons.to_vec())
}
