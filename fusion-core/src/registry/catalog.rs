//! The catalog of a registry, derived from one view. It contains nothing that the view hides, neither
//! as an action nor as a link to one.

mod metadata;
mod offered;

pub use metadata::{ActionExample, ActionMetadata};
use offered::{OfferedRow, icons};

use std::{borrow::Cow, collections::BTreeMap, sync::Arc};

use serde_json::{Value, json};

use super::{Registry, View};
use crate::{
    call::{Dispatch, Runtime},
    catalog::{Catalog, CatalogError, Group, GroupId, Tool, ToolAnnotations},
    definition::{ActionDef, ToolDef, host_hints::HostHints},
    surface::{
        ListedOffer, ListedRows, ListedTool, RowLocation, Surface, list_single_action,
        resolve_links,
    },
};

/// The `_meta` key of a tool of the catalog under which its action is described.
const ACTION: &str = "dev.fusion/action";

/// A tool of which the view shows at least one row.
pub(super) struct ShownTool<'v> {
    surface: &'v Surface,
    /// Returns the names of middleware.
    dispatch: &'v dyn Dispatch,
    /// The definition, with the names of the view in its texts.
    pub(super) def: Cow<'v, ToolDef>,
    /// The listing of each action, by the action's index in source order.
    actions: BTreeMap<usize, (&'v ListedTool, &'v ListedRows)>,
    /// The prompts and resources with their indices, in source order.
    offered: Vec<(usize, ListedOffer<'v>)>,
}

impl View {
    /// Returns metadata of the actions that this view shows, in the order of registration and of the
    /// source.
    pub fn actions(&self) -> Vec<ActionMetadata> {
        let tools = shown_tools(&self.registry.inner.runtime, &self.surface);
        let actions = tools.iter().flat_map(ShownTool::actions);
        actions.map(|(_, metadata)| metadata).collect()
    }

    /// Returns this view as a [`Catalog`]: a group for each tool, a group in it for each of its
    /// groups, and in them the actions as tools, the prompts and the resources. Qualified names are
    /// `tool.key`.
    ///
    /// Each action is described as if it were a tool of its own, with the schema of its own
    /// arguments; `_meta["dev.fusion/action"]` contains how it is called in this view, and the names
    /// of its middleware. A template of resources is a resource whose URI has blanks;
    /// `_meta["dev.fusion/prompt"]` and `_meta["dev.fusion/resource"]` contain the names by which
    /// clients request prompts and resources.
    pub fn catalog(&self) -> Catalog {
        catalog(&self.registry.inner.runtime, &self.surface)
    }

    /// Returns the [catalog](Self::catalog) as nested JSON: `{"groups": […]}`, each a
    /// [`GroupTree`](crate::catalog::GroupTree).
    ///
    /// It contains what this view shows and nothing else, so that the caller of the view may read
    /// it.
    ///
    /// ```
    /// use fusion_core::{Exposition, Registry, middleware::Trace, tool_group};
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
    /// let registry = Registry::builder().middleware(Trace::new()).tool(Files).build()?;
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
    ///         "middleware": ["Trace", "Timeout(5 s)"],
    ///     })
    /// );
    /// # Ok::<(), fusion_core::BuildErrors>(())
    /// ```
    pub fn manifest(&self) -> Value {
        manifest(&self.registry.inner.runtime, &self.surface)
    }
}

/// Returns the manifest of a surface.
pub(super) fn manifest(runtime: &Runtime, surface: &Surface) -> Value {
    let catalog = catalog(runtime, surface);
    let trees: Vec<_> = catalog
        .roots()
        .filter_map(|root| catalog.tree(root))
        .collect();
    json!({"groups": trees})
}

fn catalog(runtime: &Runtime, surface: &Surface) -> Catalog {
    let mut catalog = Catalog::new();
    for tool in shown_tools(runtime, surface) {
        // Nothing is refused: `build()` has proved that names are legal and unique.
        let _ = tool.add_to(&mut catalog);
    }
    catalog
}

/// Returns the tools of which a surface shows at least one row, in the order of registration.
pub(super) fn shown_tools<'s>(runtime: &'s Runtime, surface: &'s Surface) -> Vec<ShownTool<'s>> {
    let mut visible: BTreeMap<usize, BTreeMap<_, _>> = BTreeMap::new();
    for (tool, action, listed, entry) in surface.actions() {
        let actions = visible.entry(tool).or_default();
        actions.insert(action, (listed, entry));
    }
    let tools = runtime.tools.iter().enumerate();
    let tools = tools.filter_map(|(index, registered)| {
        let actions = visible.remove(&index).unwrap_or_default();
        let rows = 0..registered.def.actions.len();
        let offered = rows.filter_map(|row| {
            let place = RowLocation { tool: index, row };
            Some((row, surface.offers().find_row(place)?))
        });
        let offered: Vec<_> = offered.collect();
        if actions.is_empty() && offered.is_empty() {
            return None;
        }
        let first = actions.first_key_value().map(|(_, (_, part))| *part);
        // Links name actions of the same tool: parts of other tools have other rows at their indices.
        let own = surface.parts().iter().filter(|part| part.tool == index);
        let own: Vec<_> = own.cloned().collect();
        let def = resolve_links(&registered.def, &own, first, surface.hidden_names());
        Some(ShownTool {
            surface,
            dispatch: &*registered.dispatch,
            def,
            actions,
            offered,
        })
    });
    tools.collect()
}

impl ShownTool<'_> {
    pub(super) fn actions(&self) -> impl Iterator<Item = (&ActionDef, ActionMetadata)> {
        self.actions.iter().filter_map(|(&index, (listed, entry))| {
            let action = self.def.actions.get(index)?;
            let mut metadata = ActionMetadata::new(&self.def, action, listed, entry);
            let notice = self.surface.notice(entry, index);
            metadata.invalidates = notice.map_or_else(Vec::new, |notice| notice.written.clone());
            metadata.middleware = self.middleware(action);
            Some((action, metadata))
        })
    }

    /// Returns the shown rows: the actions, then the prompts and resources.
    #[cfg(feature = "lock")]
    pub(super) fn rows(&self) -> impl Iterator<Item = &ActionDef> {
        let offered = self.offered.iter().map(|(row, _)| row);
        let rows = self.actions.keys().chain(offered);
        rows.filter_map(|row| self.def.actions.get(*row))
    }

    /// Returns the names of the middleware around a row.
    fn middleware(&self, row: &ActionDef) -> Vec<String> {
        let module = self.def.spec.modules.get(row.module);
        let group = module.and_then(|module| module.name);
        self.dispatch.middleware(group, row.spec)
    }

    fn add_to(&self, catalog: &mut Catalog) -> Result<(), CatalogError> {
        let spec = self.def.spec;
        let host = &self.def.host;
        let root = described_group(spec.name, spec.title, &self.def.docs, host);
        let root = catalog.add(root)?;
        let mut modules = BTreeMap::new();
        for (action, metadata) in self.actions() {
            let group = self.group(action, root, &mut modules, catalog)?;
            catalog.add_to(
                group,
                action_tool(&metadata, action, list_single_action(&self.def, action)),
            )?;
        }
        for (row, listed) in &self.offered {
            let Some(def) = self.def.actions.get(*row) else {
                continue;
            };
            let group = self.group(def, root, &mut modules, catalog)?;
            let row = OfferedRow {
                tool: &self.def,
                def,
                middleware: self.middleware(def),
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

    /// Returns the group of a row: the group of its module, which is created on first use, or the
    /// tool's own.
    fn group(
        &self,
        row: &ActionDef,
        root: GroupId,
        modules: &mut BTreeMap<usize, GroupId>,
        catalog: &mut Catalog,
    ) -> Result<GroupId, CatalogError> {
        let module = self.def.spec.modules.get(row.module);
        let Some((module, name)) = module.and_then(|module| Some((module, module.name?))) else {
            return Ok(root);
        };
        if let Some(known) = modules.get(&row.module) {
            return Ok(*known);
        }
        let docs = self.def.module_docs.get(row.module);
        let docs = docs.map_or("", |docs| docs);
        let group = described_group(name, module.group.title, docs, &HostHints::default());
        let module = catalog.add_to(root, group)?;
        modules.insert(row.module, module);
        Ok(module)
    }
}

impl Registry {
    /// Returns metadata of all actions in the grouped view; see [`View::actions`].
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

    /// Returns the grouped view as a [`Catalog`]; see [`View::catalog`].
    pub fn catalog(&self) -> Catalog {
        self.grouped().catalog()
    }
}

fn described_group(name: &str, title: Option<&str>, docs: &str, host: &HostHints) -> Group {
    let mut group = Group::new(name);
    group.title = title.map(str::to_owned);
    group.description = non_empty(docs.trim());
    group.icons = icons(&host.icons);
    let meta = host.to_meta();
    group.meta = (!meta.is_empty()).then_some(meta);
    group
}

fn non_empty(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

/// Returns an action as a tool of the catalog. `listed` is the action as a listed tool of its own.
fn action_tool(metadata: &ActionMetadata, action: &ActionDef, listed: ListedTool) -> Tool {
    let hints = listed.hints;
    let mut annotations = ToolAnnotations::new();
    annotations.read_only_hint = Some(hints.read_only);
    annotations.destructive_hint = Some(hints.destructive);
    annotations.idempotent_hint = Some(hints.idempotent);
    annotations.open_world_hint = Some(hints.open_world);
    let mut tool = Tool::new(action.spec.key);
    tool.title = listed.title;
    tool.description = non_empty(&listed.description);
    tool.input_schema = Arc::unwrap_or_clone(listed.input_schema);
    tool.output_schema = listed.output_schema.map(Arc::unwrap_or_clone);
    tool.annotations = Some(annotations);
    tool.icons = icons(&listed.icons);
    let own = (ACTION.to_owned(), metadata.meta());
    tool.meta = Some(std::iter::once(own).chain(listed.meta).collect());
    tool
}
