//! Listed prompts, resources and resource templates of a view.

use std::cmp::Reverse;

use serde_json::{Map, Value};

use super::{
    doc_text,
    exposition::flat_name,
    filter::Filter,
    hidden_names::HiddenNames,
    listed_rows::{ListedRows, wire_names},
};
use crate::{
    definition::{ActionDef, ToolDef},
    spec::{Icon, Kind, ResourceSpec, Role, Template},
};

/// One prompt as a client lists it.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ListedPrompt {
    /// Wire name.
    pub name: String,
    /// Display name.
    pub title: Option<String>,
    /// Description.
    pub description: Option<String>,
    /// Icons.
    pub icons: Vec<Icon>,
    /// Further entries of `_meta`.
    pub meta: Map<String, Value>,
    /// Arguments, in source order.
    pub arguments: Vec<ListedArgument>,
}

/// One argument of a prompt. Clients send its value as a string, independent of its Rust type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListedArgument {
    /// Wire name.
    pub name: String,
    /// Description of the expected value.
    pub description: Option<String>,
    /// `true` if clients must send it.
    pub required: bool,
}

/// One resource as a client lists it.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ListedResource {
    /// URI.
    pub uri: String,
    /// Wire name.
    pub name: String,
    /// Display name.
    pub title: Option<String>,
    /// Description.
    pub description: Option<String>,
    /// Media type.
    pub mime_type: Option<String>,
    /// Size in bytes.
    pub size: Option<u64>,
    /// Intended audience; empty means everyone.
    pub audience: Vec<Role>,
    /// Priority, from 0 to 1.
    pub priority: Option<f32>,
    /// Icons.
    pub icons: Vec<Icon>,
    /// Further entries of `_meta`.
    pub meta: Map<String, Value>,
}

/// One resource template as a client lists it.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ListedTemplate {
    /// URI template, level 1 of RFC 6570.
    pub uri_template: String,
    /// Wire name.
    pub name: String,
    /// Display name.
    pub title: Option<String>,
    /// Description.
    pub description: Option<String>,
    /// Media type.
    pub mime_type: Option<String>,
    /// Intended audience; empty means everyone.
    pub audience: Vec<Role>,
    /// Priority, from 0 to 1.
    pub priority: Option<f32>,
    /// Icons.
    pub icons: Vec<Icon>,
    /// Further entries of `_meta`.
    pub meta: Map<String, Value>,
}

/// Prompts, resources and templates of a surface. They are the same under every exposition.
#[derive(Debug, Default)]
pub(crate) struct Offers {
    pub(crate) prompts: Vec<ListedPrompt>,
    pub(crate) resources: Vec<ListedResource>,
    pub(crate) templates: Vec<ListedTemplate>,
    /// Names and unlisted aliases of prompts, sorted, with indices of `prompts`.
    names: Vec<(String, usize)>,
    /// Rows of `prompts`, in the same order.
    prompt_places: Vec<RowLocation>,
    /// URIs of resources, sorted, with their rows.
    uris: Vec<(&'static str, RowLocation)>,
    /// Rows of `templates`, in the same order.
    template_places: Vec<RowLocation>,
    /// Parsed templates in the order in which they are matched.
    tried: Vec<(RowLocation, Template)>,
}

/// Row of a tool, by the index of the tool and the index of the row there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RowLocation {
    pub(crate) tool: usize,
    pub(crate) row: usize,
}

/// Listed form of a row that is not an action.
pub(crate) enum ListedOffer<'o> {
    /// A prompt.
    Prompt(&'o ListedPrompt),
    /// A resource.
    Resource(&'o ListedResource),
    /// A resource template.
    Template(&'o ListedTemplate),
}

/// Row of a resource, and the values of its template variables.
type LocatedResource = (RowLocation, Vec<(&'static str, String)>);

impl Offers {
    /// Collects the prompts, resources and templates that `filter` shows. `parts` are all visible
    /// parts of all tools.
    pub(super) fn new(
        tools: &[&ToolDef],
        filter: &Filter,
        parts: &[ListedRows],
        hidden: &HiddenNames,
    ) -> Self {
        let mut offers = Self::default();
        for (index, tool) in tools.iter().enumerate() {
            if tool.authored_rows().all(ActionDef::is_callable) {
                continue;
            }
            let own = parts.iter().filter(|part| part.tool == index);
            let own: Vec<_> = own.cloned().collect();
            let resolved = doc_text::resolve_links(tool, &own, None, hidden);
            for (row, def) in resolved.actions.iter().enumerate() {
                if filter.shows(tool, def) {
                    offers.add(RowLocation { tool: index, row }, &resolved, def);
                }
            }
        }
        offers.names.sort();
        offers.uris.sort();
        // Templates with more fixed text are matched first, so that `notes://drafts/{id}` comes
        // before `notes://{shelf}/{id}` independent of their source order.
        let fixed = |(_, template): &(RowLocation, Template)| Reverse(template.literal_len());
        offers.tried.sort_by_key(fixed);
        offers
    }

    fn add(&mut self, place: RowLocation, tool: &ToolDef, def: &ActionDef) {
        match def.spec.kind {
            Kind::Prompt => {
                let index = self.prompts.len();
                let names = wire_names(tool, def).map(|name| (name, index));
                self.names.extend(names);
                self.prompt_places.push(place);
                self.prompts.push(prompt(tool, def));
            }
            Kind::Resource(spec) => match &def.template {
                Some(uri) if uri.is_plain() => {
                    self.uris.push((spec.uri, place));
                    self.resources.push(resource(tool, def, spec));
                }
                Some(uri) => {
                    self.tried.push((place, uri.clone()));
                    self.template_places.push(place);
                    self.templates.push(template(tool, def, spec));
                }
                // An invalid URI is reported by `build()`.
                None => {}
            },
            Kind::Action | Kind::Help => {}
        }
    }

    /// Returns the prompt with this wire name or alias.
    pub(crate) fn prompt(&self, name: &str) -> Option<(RowLocation, &ListedPrompt)> {
        let known = |(known, _): &(String, usize)| known.as_str().cmp(name);
        let at = self.names.binary_search_by(known).ok()?;
        let (_, index) = self.names.get(at)?;
        Some((*self.prompt_places.get(*index)?, self.prompts.get(*index)?))
    }

    /// Returns the resource with this URI, else the first template that matches it, with the values
    /// of its variables. Templates with more fixed text come first.
    pub(crate) fn resource(&self, uri: &str) -> Option<LocatedResource> {
        if let Ok(at) = self.uris.binary_search_by(|(known, _)| (*known).cmp(uri)) {
            return self.uris.get(at).map(|(_, place)| (*place, Vec::new()));
        }
        let mut tried = self.tried.iter();
        tried.find_map(|(place, template)| Some((*place, template.matches(uri)?)))
    }

    /// Returns the listed form of a row, if the view shows it.
    pub(crate) fn find_row(&self, place: RowLocation) -> Option<ListedOffer<'_>> {
        let among = |places: &[RowLocation]| places.iter().position(|known| *known == place);
        if let Some(index) = among(&self.prompt_places) {
            return self.prompts.get(index).map(ListedOffer::Prompt);
        }
        if let Some(index) = among(&self.template_places) {
            return self.templates.get(index).map(ListedOffer::Template);
        }
        let (uri, _) = self.uris.iter().find(|(_, known)| *known == place)?;
        let listed = self.resources.iter().find(|listed| listed.uri == *uri)?;
        Some(ListedOffer::Resource(listed))
    }

    /// Returns the row of the template with this text.
    pub(crate) fn template(&self, uri_template: &str) -> Option<RowLocation> {
        let mut templates = self.templates.iter().zip(&self.template_places);
        let found = templates.find(|(listed, _)| listed.uri_template == uri_template);
        found.map(|(_, place)| *place)
    }
}

fn prompt(tool: &ToolDef, def: &ActionDef) -> ListedPrompt {
    let arguments = def.args.iter().map(|arg| ListedArgument {
        name: arg.name.to_owned(),
        description: non_empty(&arg.docs),
        required: arg.required,
    });
    ListedPrompt {
        name: flat_name(tool, &def.key),
        title: def.spec.title.map(str::to_owned),
        description: non_empty(&def.docs),
        icons: def.host.icons.clone(),
        meta: def.host.to_meta(),
        arguments: arguments.collect(),
    }
}

fn resource(tool: &ToolDef, def: &ActionDef, spec: &ResourceSpec) -> ListedResource {
    ListedResource {
        uri: spec.uri.to_owned(),
        name: flat_name(tool, &def.key),
        title: def.spec.title.map(str::to_owned),
        description: non_empty(&def.docs),
        mime_type: spec.mime.map(str::to_owned),
        size: spec.size,
        audience: spec.audience.to_vec(),
        priority: spec.priority,
        icons: def.host.icons.clone(),
        meta: def.host.to_meta(),
    }
}

fn template(tool: &ToolDef, def: &ActionDef, spec: &ResourceSpec) -> ListedTemplate {
    ListedTemplate {
        uri_template: spec.uri.to_owned(),
        name: flat_name(tool, &def.key),
        title: def.spec.title.map(str::to_owned),
        description: non_empty(&def.docs),
        mime_type: spec.mime.map(str::to_owned),
        audience: spec.audience.to_vec(),
        priority: spec.priority,
        icons: def.host.icons.clone(),
        meta: def.host.to_meta(),
    }
}

/// Returns the trimmed text, or `None` if it is empty.
fn non_empty(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
