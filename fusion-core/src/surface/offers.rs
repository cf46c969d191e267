//! What a view offers beside tools: prompts to users, resources and templates to clients.

use std::cmp::Reverse;

use super::{
    doc_text,
    entry::{ListedRows, wire_names},
    exposition::flat_name,
    filter::Filter,
};
use crate::{
    definition::{ActionDef, ToolDef},
    spec::{Icon, Kind, ResourceSpec, Role, Template},
};

/// One prompt as a client sees it.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ListedPrompt {
    /// The wire name.
    pub name: String,
    /// The display name.
    pub title: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// Its pictures.
    pub icons: Vec<Icon>,
    /// What it is filled with, in source order.
    pub arguments: Vec<ListedArgument>,
}

/// One argument of a prompt. Clients know it as a text, whatever its type is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListedArgument {
    /// The wire name.
    pub name: String,
    /// What to give.
    pub description: Option<String>,
    /// Whether it must be given.
    pub required: bool,
}

/// One resource as a client sees it.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ListedResource {
    /// Where it is.
    pub uri: String,
    /// The wire name.
    pub name: String,
    /// The display name.
    pub title: Option<String>,
    /// What it is.
    pub description: Option<String>,
    /// Its media type.
    pub mime_type: Option<String>,
    /// How many bytes it has.
    pub size: Option<u64>,
    /// Whom it is for; everybody where it is empty.
    pub audience: Vec<Role>,
    /// How much it matters, from 0 to 1.
    pub priority: Option<f32>,
    /// Its pictures.
    pub icons: Vec<Icon>,
}

/// The resources of one template as a client sees them.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ListedTemplate {
    /// Where they are: level 1 of RFC 6570.
    pub uri_template: String,
    /// The wire name.
    pub name: String,
    /// The display name.
    pub title: Option<String>,
    /// What they are.
    pub description: Option<String>,
    /// Their media type.
    pub mime_type: Option<String>,
    /// Whom they are for; everybody where it is empty.
    pub audience: Vec<Role>,
    /// How much they matter, from 0 to 1.
    pub priority: Option<f32>,
    /// Their pictures.
    pub icons: Vec<Icon>,
}

/// What a surface offers beside tools: the same under every exposition.
#[derive(Debug, Default)]
pub(crate) struct Offers {
    pub(crate) prompts: Vec<ListedPrompt>,
    pub(crate) resources: Vec<ListedResource>,
    pub(crate) templates: Vec<ListedTemplate>,
    /// The names of prompts and unlisted aliases, sorted; indices of `prompts`.
    names: Vec<(String, usize)>,
    /// In the order of `prompts`.
    prompt_places: Vec<RowLocation>,
    /// The URIs of resources, sorted.
    uris: Vec<(&'static str, RowLocation)>,
    /// In the order of `templates`.
    template_places: Vec<RowLocation>,
    /// The templates themselves, in the order in which they are tried.
    tried: Vec<(RowLocation, Template)>,
}

/// A row: its tool, and its index there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RowLocation {
    pub(crate) tool: usize,
    pub(crate) row: usize,
}

/// What is listed of a row.
pub(crate) enum ListedOffer<'o> {
    /// A prompt.
    Prompt(&'o ListedPrompt),
    /// A resource.
    Resource(&'o ListedResource),
    /// The template of resources.
    Template(&'o ListedTemplate),
}

/// A resource of a URI, and the values of its variables.
type LocatedResource = (RowLocation, Vec<(&'static str, String)>);

impl Offers {
    /// What `filter` shows of `tools`; `parts` are all parts of all tools that it shows.
    pub(super) fn of(tools: &[&ToolDef], filter: &Filter, parts: &[ListedRows]) -> Self {
        let mut offers = Self::default();
        for (index, tool) in tools.iter().enumerate() {
            if tool.actions.iter().all(ActionDef::is_callable) {
                continue;
            }
            let own = parts.iter().filter(|part| part.tool == index);
            let own: Vec<_> = own.cloned().collect();
            let told = doc_text::told(tool, &own, None);
            for (row, def) in told.actions.iter().enumerate() {
                if filter.shows(tool, def) {
                    offers.add(RowLocation { tool: index, row }, &told, def);
                }
            }
        }
        offers.names.sort();
        offers.uris.sort();
        // `notes://drafts/{id}` before `notes://{shelf}/{id}`, wherever they are written.
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
                // That it is no URI is a mistake of the build.
                None => {}
            },
            Kind::Action => {}
        }
    }

    /// The prompt of a wire name, or of an alias.
    pub(crate) fn prompt(&self, name: &str) -> Option<(RowLocation, &ListedPrompt)> {
        let known = |(known, _): &(String, usize)| known.as_str().cmp(name);
        let at = self.names.binary_search_by(known).ok()?;
        let (_, index) = self.names.get(at)?;
        Some((*self.prompt_places.get(*index)?, self.prompts.get(*index)?))
    }

    /// The resource at a URI: the one that is there, else that of the template which says most of it.
    pub(crate) fn resource(&self, uri: &str) -> Option<LocatedResource> {
        if let Ok(at) = self.uris.binary_search_by(|(known, _)| (*known).cmp(uri)) {
            return self.uris.get(at).map(|(_, place)| (*place, Vec::new()));
        }
        let mut tried = self.tried.iter();
        tried.find_map(|(place, template)| Some((*place, template.matches(uri)?)))
    }

    /// What is listed of a row, if it is shown.
    pub(crate) fn at(&self, place: RowLocation) -> Option<ListedOffer<'_>> {
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

    /// The template that is written like this.
    pub(crate) fn template(&self, uri_template: &str) -> Option<RowLocation> {
        let mut templates = self.templates.iter().zip(&self.template_places);
        let found = templates.find(|(listed, _)| listed.uri_template == uri_template);
        found.map(|(_, place)| *place)
    }
}

fn prompt(tool: &ToolDef, def: &ActionDef) -> ListedPrompt {
    let arguments = def.args.iter().map(|arg| ListedArgument {
        name: arg.name.to_owned(),
        description: said(&arg.docs),
        required: arg.required,
    });
    ListedPrompt {
        name: flat_name(tool, &def.key),
        title: def.spec.title.map(str::to_owned),
        description: said(&def.docs),
        icons: def.icons.clone(),
        arguments: arguments.collect(),
    }
}

fn resource(tool: &ToolDef, def: &ActionDef, spec: &ResourceSpec) -> ListedResource {
    ListedResource {
        uri: spec.uri.to_owned(),
        name: flat_name(tool, &def.key),
        title: def.spec.title.map(str::to_owned),
        description: said(&def.docs),
        mime_type: spec.mime.map(str::to_owned),
        size: spec.size,
        audience: spec.audience.to_vec(),
        priority: spec.priority,
        icons: def.icons.clone(),
    }
}

fn template(tool: &ToolDef, def: &ActionDef, spec: &ResourceSpec) -> ListedTemplate {
    ListedTemplate {
        uri_template: spec.uri.to_owned(),
        name: flat_name(tool, &def.key),
        title: def.spec.title.map(str::to_owned),
        description: said(&def.docs),
        mime_type: spec.mime.map(str::to_owned),
        audience: spec.audience.to_vec(),
        priority: spec.priority,
        icons: def.icons.clone(),
    }
}

/// A text, unless it says nothing.
fn said(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
