//! Prompts and resources as entities of the catalog.

use serde_json::{Map, Value, json};

use crate::{
    catalog::{Annotations, Icon, Meta, Prompt, PromptArgument, Resource, Role},
    definition::{ActionDef, ToolDef},
    view::{ListedPrompt, ListedResource, ListedTemplate},
};

/// The `_meta` keys under which a prompt and a resource tell which row they are, and how a client
/// asks for them.
const PROMPT: &str = "dev.fusion/prompt";
const RESOURCE: &str = "dev.fusion/resource";

pub(super) fn prompt(tool: &ToolDef, def: &ActionDef, listed: &ListedPrompt) -> Prompt {
    let arguments = listed.arguments.iter().map(|listed| {
        let mut argument = PromptArgument::new(&*listed.name);
        argument.description.clone_from(&listed.description);
        argument.required = Some(listed.required);
        argument
    });
    let mut prompt = Prompt::new(def.spec.key);
    prompt.title.clone_from(&listed.title);
    prompt.description.clone_from(&listed.description);
    prompt.arguments = Some(arguments.collect());
    prompt.icons = icons(&listed.icons);
    prompt.meta = Some(meta(PROMPT, tool, def, &listed.name));
    prompt
}

pub(super) fn resource(tool: &ToolDef, def: &ActionDef, listed: &ListedResource) -> Resource {
    let mut resource = Resource::new(&*listed.uri, def.spec.key);
    resource.title.clone_from(&listed.title);
    resource.description.clone_from(&listed.description);
    resource.mime_type.clone_from(&listed.mime_type);
    resource.size = listed.size;
    resource.annotations = annotations(&listed.audience, listed.priority);
    resource.icons = icons(&listed.icons);
    resource.meta = Some(meta(RESOURCE, tool, def, &listed.name));
    resource
}

/// A template is a resource whose URI has blanks.
pub(super) fn template(tool: &ToolDef, def: &ActionDef, listed: &ListedTemplate) -> Resource {
    let mut resource = Resource::new(&*listed.uri_template, def.spec.key);
    resource.title.clone_from(&listed.title);
    resource.description.clone_from(&listed.description);
    resource.mime_type.clone_from(&listed.mime_type);
    resource.annotations = annotations(&listed.audience, listed.priority);
    resource.icons = icons(&listed.icons);
    resource.meta = Some(meta(RESOURCE, tool, def, &listed.name));
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

fn meta(kind: &str, tool: &ToolDef, def: &ActionDef, name: &str) -> Meta {
    let mut meta: Map<String, Value> = Map::new();
    meta.insert("tool".to_owned(), json!(tool.spec.name));
    meta.insert("key".to_owned(), json!(def.key));
    meta.insert("name".to_owned(), json!(name));
    if !def.tags.is_empty() {
        meta.insert("tags".to_owned(), json!(def.tags));
    }
    Map::from_iter([(kind.to_owned(), Value::Object(meta))])
}
