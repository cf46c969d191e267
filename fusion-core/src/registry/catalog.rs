//! The catalog of a registry, derived from what one view shows: what is hidden there is in none of
//! it, neither as an action nor as a link to one.

mod metadata;
mod offered;

pub use metadata::ActionMetadata;
use offered::Row;

use std::{borrow::Cow, collections::BTreeMap, sync::Arc};

use serde_json::{Map, Value, json};

use super::{Registry, View, dispatch::Dispatch};
use crate::{
    catalog::{Catalog, CatalogError, Group, GroupId, Tool, ToolAnnotations},
    definition::{ActionDef, ToolDef},
    surface::{ListedOffer, ListedRows, ListedTool, RowLocation, Surface, alone, told},
};

/// The `_meta` key under which a tool of the catalog tells of the action that it is.
const ACTION: &str = "dev.fusion/action";

/// A tool of which something is shown.
struct Shown<'v> {
    surface: &'v Surface,
    /// Knows the layers.
    dispatch: &'v dyn Dispatch,
    /// Its texts have the names of the view in them.
    def: Cow<'v, ToolDef>,
    /// By index, in source order: what lists the action.
    actions: BTreeMap<usize, (&'v ListedTool, &'v ListedRows)>,
    /// The prompts and resources, in source order, by index.
    offered: Vec<(usize, ListedOffer<'v>)>,
}

impl View {
    /// What is known of the actions that this view shows, in the order of registration and of the
    /// source.
    pub fn actions(&self) -> Vec<ActionMetadata> {
        let tools = shown(&self.registry, &self.surface);
        let actions = tools.iter().flat_map(Shown::actions);
        actions.map(|(_, metadata)| metadata).collect()
    }

    /// What this view shows as a [`Catalog`]: a group for each tool, a group in it for each of its
    /// groups, and in them the actions as tools, the prompts and the resources. Qualified names are
    /// `tool.key`.
    ///
    /// Each action is described as if it were a tool of its own, with the schema of its own
    /// arguments; `_meta` says under `dev.fusion/action` how it is called in this view, and behind
    /// which layers it runs. A template of resources is a resource whose URI has blanks; how clients
    /// name prompts and resources stands under `dev.fusion/prompt` and `dev.fusion/resource`.
    pub fn catalog(&self) -> Catalog {
        catalog(&self.registry, &self.surface)
    }

    /// The same as JSON for clients, nested: `{"groups": […]}`, each a
    /// [`GroupTree`](crate::catalog::GroupTree).
    ///
    /// It holds what this view shows and nothing else, so that it can be handed to whom the view is
    /// made for.
    ///
    /// ```
    /// use fusion_core::{Exposition, Registry, Trace, tool_group};
    /// use serde_json::json;
    ///
    /// struct Files;
    ///
    /// /// Keep files.
    /// #[tool_group(name = "files", tags("core"), timeout = "5s")]
    /// impl Files {
    ///     /// Read a file.
    ///     #[action(read_only)]
    ///     fn read(&self, /** Its path. */ path: String) -> String {
    ///         format!("the text of {path}")
    ///     }
    /// }
    ///
    /// let registry = Registry::builder().with(Trace::new()).tool(Files).build()?;
    /// let manifest = registry.view(Exposition::Grouped)?.manifest();
    /// let files = &manifest["groups"][0];
    /// assert_eq!(files["name"], "files");
    /// assert_eq!(files["description"], "Keep files.");
    /// assert_eq!(files["tools"][0]["name"], "read");
    /// assert_eq!(
    ///     files["tools"][0]["_meta"]["dev.fusion/action"],
    ///     json!({
    ///         "tool": "files",
    ///         "key": "read",
    ///         "call": {"name": "files", "arguments": {"action": "read"}},
    ///         "required": ["path"],
    ///         "tags": ["core"],
    ///         "layers": ["Trace", "Timeout"],
    ///     })
    /// );
    /// # Ok::<(), fusion_core::BuildErrors>(())
    /// ```
    pub fn manifest(&self) -> Value {
        manifest(&self.registry, &self.surface)
    }
}

/// The manifest of a surface.
pub(super) fn manifest(registry: &Registry, surface: &Surface) -> Value {
    let catalog = catalog(registry, surface);
    let trees: Vec<_> = catalog
        .roots()
        .filter_map(|root| catalog.tree(root))
        .collect();
    json!({"groups": trees})
}

fn catalog(registry: &Registry, surface: &Surface) -> Catalog {
    let mut catalog = Catalog::new();
    for tool in shown(registry, surface) {
        // Nothing is refused: `build()` has proved that names are legal and apart.
        let _ = tool.add_to(&mut catalog);
    }
    catalog
}

/// The tools of which a surface shows something, in the order of registration.
fn shown<'s>(registry: &'s Registry, surface: &'s Surface) -> Vec<Shown<'s>> {
    let mut visible: BTreeMap<usize, BTreeMap<_, _>> = BTreeMap::new();
    for (tool, action, listed, entry) in surface.actions() {
        let actions = visible.entry(tool).or_default();
        actions.insert(action, (listed, entry));
    }
    let tools = registry.inner.tools.iter().enumerate();
    let tools = tools.filter_map(|(index, registered)| {
        let actions = visible.remove(&index).unwrap_or_default();
        let rows = 0..registered.def.actions.len();
        let offered = rows.filter_map(|row| {
            let place = RowLocation { tool: index, row };
            Some((row, surface.offers().at(place)?))
        });
        let offered: Vec<_> = offered.collect();
        if actions.is_empty() && offered.is_empty() {
            return None;
        }
        let first = actions.first_key_value().map(|(_, (_, part))| *part);
        let def = told(&registered.def, surface.parts(), first);
        Some(Shown {
            surface,
            dispatch: &*registered.dispatch,
            def,
            actions,
            offered,
        })
    });
    tools.collect()
}

impl Shown<'_> {
    fn actions(&self) -> impl Iterator<Item = (&ActionDef, ActionMetadata)> {
        self.actions.iter().filter_map(|(&index, (listed, entry))| {
            let action = self.def.actions.get(index)?;
            let mut metadata = ActionMetadata::of(&self.def, action, listed, entry);
            let notice = self.surface.notice(entry, index);
            metadata.invalidates = notice.map_or_else(Vec::new, |notice| notice.written.clone());
            metadata.layers = self.layers(action);
            Some((action, metadata))
        })
    }

    /// What a row runs behind.
    fn layers(&self, row: &ActionDef) -> Vec<String> {
        let module = self.def.spec.modules.get(row.module);
        let group = module.and_then(|module| module.name);
        self.dispatch.layers(group, row.spec)
    }

    fn add_to(&self, catalog: &mut Catalog) -> Result<(), CatalogError> {
        let spec = self.def.spec;
        let root = catalog.add(described(spec.name, spec.title, &self.def.docs))?;
        let mut modules = BTreeMap::new();
        for (action, metadata) in self.actions() {
            let group = self.group(action, root, &mut modules, catalog)?;
            catalog.add_to(group, leaf(&metadata, action, alone(&self.def, action)))?;
        }
        for (row, listed) in &self.offered {
            let Some(def) = self.def.actions.get(*row) else {
                continue;
            };
            let group = self.group(def, root, &mut modules, catalog)?;
            let row = Row {
                tool: &self.def,
                def,
                layers: self.layers(def),
            };
            match listed {
                ListedOffer::Prompt(listed) => {
                    catalog.add_to(group, offered::prompt(&row, listed))?;
                }
                ListedOffer::Resource(listed) => {
                    catalog.add_to(group, offered::resource(&row, listed))?;
                }
                ListedOffer::Template(listed) => {
                    catalog.add_to(group, offered::template(&row, listed))?;
                }
            }
        }
        Ok(())
    }

    /// The group of a row: its module's, made when it is first needed, or the tool's own.
    fn group(
        &self,
        row: &ActionDef,
        root: GroupId,
        modules: &mut BTreeMap<usize, GroupId>,
        catalog: &mut Catalog,
    ) -> Result<GroupId, CatalogError> {
        let module = self.def.spec.modules.get(row.module);
        let Some(name) = module.and_then(|module| module.name) else {
            return Ok(root);
        };
        if let Some(known) = modules.get(&row.module) {
            return Ok(*known);
        }
        let docs = self.def.module_docs.get(row.module);
        let docs = docs.map_or("", |docs| docs);
        let module = catalog.add_to(root, described(name, None, docs))?;
        modules.insert(row.module, module);
        Ok(module)
    }
}

impl Registry {
    /// What is known of all actions; see [`View::actions`]. The view is the grouped one.
    ///
    /// ```
    /// use fusion_core::{Registry, tool_group};
    ///
    /// struct Files;
    ///
    /// #[tool_group(name = "files")]
    /// impl Files {
    ///     /// Delete a file.
    ///     #[action(destructive)]
    ///     fn delete(&self, path: String) {
    ///         drop(path);
    ///     }
    /// }
    ///
    /// let registry = Registry::builder().tool(Files).build()?;
    /// let actions = registry.actions();
    /// assert_eq!(actions[0].key, "delete");
    /// assert_eq!(actions[0].required, ["path"]);
    /// assert!(actions[0].hints.destructive);
    /// # Ok::<(), fusion_core::BuildErrors>(())
    /// ```
    pub fn actions(&self) -> Vec<ActionMetadata> {
        self.grouped().actions()
    }

    /// Everything that is registered, as a [`Catalog`]; see [`View::catalog`]. The view is the
    /// grouped one.
    pub fn catalog(&self) -> Catalog {
        self.grouped().catalog()
    }
}

fn described(name: &str, title: Option<&str>, docs: &str) -> Group {
    let mut group = Group::new(name);
    group.title = title.map(str::to_owned);
    group.description = said(docs.trim());
    group
}

fn said(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

/// An action as a tool of the catalog; `alone` is how it would be listed by itself.
fn leaf(metadata: &ActionMetadata, action: &ActionDef, alone: ListedTool) -> Tool {
    let hints = alone.hints;
    let mut annotations = ToolAnnotations::new();
    annotations.read_only_hint = Some(hints.read_only);
    annotations.destructive_hint = Some(hints.destructive);
    annotations.idempotent_hint = Some(hints.idempotent);
    annotations.open_world_hint = Some(hints.open_world);
    let mut tool = Tool::new(action.spec.key);
    tool.title = alone.title;
    tool.description = said(&alone.description);
    tool.input_schema = Arc::unwrap_or_clone(alone.input_schema);
    tool.output_schema = alone.output_schema.map(Arc::unwrap_or_clone);
    tool.annotations = Some(annotations);
    tool.meta = Some(Map::from_iter([(ACTION.to_owned(), metadata.meta())]));
    tool
}
