//! Prompts and resources as entities of the catalog.

use serde_json::{Map, Value, json};

use crate::{
    catalog::{Annotations, Icon, Meta, Prompt, PromptArgument, Resource, Role},
    definition::{ActionDef, ToolDef},
    surface::{ListedPrompt, ListedResource, ListedTemplate},
};

/// The `_meta` keys of prompts and resources, for their row and the name by which clients request them.
const PROMPT: &str = "dev.fusion/prompt";
const RESOURCE: &str = "dev.fusion/resource";

/// The row of a prompt, a resource or a template.
pub(super) struct OfferedRow<'r> {
    pub(super) tool: &'r ToolDef,
    pub(super) def: &'r ActionDef,
    /// The names of the middleware around the row.
    pub(super) middleware: Vec<String>,
}

impl OfferedRow<'_> {
    /// Returns the `_meta` of the entity: everything that has no field there, and the entries of the author.
    fn meta(&self, kind: &str, name: &str, further: &Meta) -> Meta {
        let mut meta: Map<String, Value> = Map::new();
        meta.insert("tool".to_owned(), json!(self.tool.spec.name));
        meta.insert("key".to_owned(), json!(self.def.key));
        meta.insert("name".to_owned(), json!(name));
        if !self.def.tags.is_empty() {
            meta.insert("tags".to_owned(), json!(self.def.tags));
        }
        if !self.def.scopes.is_empty() {
            meta.insert("scopes".to_owned(), json!(self.def.scopes));
        }
        if !self.middleware.is_empty() {
            meta.insert("middleware".to_owned(), json!(self.middleware));
        }
        let own = (kind.to_owned(), Value::Object(meta));
        std::iter::once(own).chain(further.clone()).collect()
    }
}

pub(super) fn prompt(row: &OfferedRow<'_>, listed: &ListedPrompt) -> Prompt {
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
    prompt.meta = Some(row.meta(PROMPT, &listed.name, &listed.meta));
    prompt
}

pub(super) fn resource(row: &OfferedRow<'_>, listed: &ListedResource) -> Resource {
    let mut resource = Resource::new(&*listed.uri, row.def.spec.key);
    resource.title.clone_from(&listed.title);
    resource.description.clone_from(&listed.description);
    resource.mime_type.clone_from(&listed.mime_type);
    resource.size = listed.size;
    resource.annotations = annotations(&listed.audience, listed.priority);
    resource.icons = icons(&listed.icons);
    resource.meta = Some(row.meta(RESOURCE, &listed.name, &listed.meta));
    resource
}

/// Returns a template as a resource whose URI has blanks.
pub(super) fn template(row: &OfferedRow<'_>, listed: &ListedTemplate) -> Resource {
    let mut resource = Resource::new(&*listed.uri_template, row.def.spec.key);
    resource.title.clone_from(&listed.title);
    resource.description.clone_from(&listed.description);
    resource.mime_type.clone_from(&listed.mime_type);
    resource.annotations = annotations(&listed.audience, listed.priority);
    resource.icons = icons(&listed.icons);
    resource.meta = Some(row.meta(RESOURCE, &listed.name, &listed.meta));
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

pub(super) fn icons(icons: &[Icon]) -> Option<Vec<Icon>> {
    (!icons.is_empty()).then(|| icons.to_vec())
}
