//! One action, as a program may want to know it.

use serde_json::{Map, Value, json};

use crate::{
    definition::{ActionDef, ToolDef},
    spec::{Cache, Hints},
    surface::{ListedRows, ListedTool},
};

/// What is known of an action without calling it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ActionMetadata {
    /// The registered tool.
    pub tool: String,
    /// The group inside the tool, where the tool has several.
    pub group: Option<String>,
    /// The whole key: `create`, or `users.create`.
    pub key: String,
    /// The tool to call for it, by its name in the view at hand.
    pub listed_as: String,
    /// The argument of that tool which takes the key; none where the listed tool is this action
    /// alone.
    pub discriminator: Option<String>,
    /// The display name.
    pub title: Option<String>,
    /// The author's docs, with the names of this view; may be empty.
    pub description: String,
    /// What calling it may do.
    pub hints: Hints,
    /// The arguments that must be given.
    pub required: Vec<String>,
    /// The arguments of which exactly one must be given.
    pub one_of: Vec<String>,
    /// Its tags, with those of its group and its tool before its own.
    pub tags: Vec<String>,
    /// What to use instead, where it is deprecated.
    pub deprecated: Option<String>,
    /// How long its result may be kept, where state sync says so.
    pub cache: Option<Cache>,
    /// What a success makes stale, as globs such as `tracker/issues.*`: of all that state sync says,
    /// what matches something that is shown.
    pub invalidates: Vec<String>,
    /// The resources whose subscribers a success tells, as URIs with `{blanks}`.
    pub notifies: Vec<String>,
    /// The layers that it runs behind, outermost first, as [`Middleware::names`] tells them: the
    /// registry's, those of the struct, the timeout of its row, those of its block, and its own.
    ///
    /// [`Middleware::names`]: crate::Middleware::names
    pub layers: Vec<String>,
}

impl ActionMetadata {
    pub(super) fn of(
        tool: &ToolDef,
        action: &ActionDef,
        listed: &ListedTool,
        entry: &ListedRows,
    ) -> Self {
        let (spec, module) = (action.spec, tool.spec.modules.get(action.module));
        let owned = |text: &str| text.to_owned();
        let notifies = action.sync.notifies.iter().flat_map(|all| all.iter());
        let required = action.args.iter().filter(|arg| arg.required);
        Self {
            tool: tool.spec.name.to_owned(),
            group: module.and_then(|module| module.name).map(owned),
            key: action.key.to_string(),
            listed_as: listed.name.clone(),
            discriminator: entry.discriminator.map(owned),
            title: spec.title.map(owned),
            description: action.docs.trim().to_owned(),
            hints: spec.hints,
            required: required.map(|arg| arg.name.to_owned()).collect(),
            one_of: spec.one_of.iter().copied().map(owned).collect(),
            tags: action.tags.iter().copied().map(owned).collect(),
            deprecated: spec.deprecated.map(owned),
            cache: action.sync.cache,
            invalidates: Vec::new(),
            notifies: notifies.map(ToString::to_string).collect(),
            layers: Vec::new(),
        }
    }

    /// What a tool of the catalog has no field for: where the action is, how it is called, and what
    /// else is known of it.
    pub(super) fn meta(&self) -> Value {
        let mut call = Map::from_iter([("name".to_owned(), json!(self.listed_as))]);
        if let Some(discriminator) = &self.discriminator {
            call.insert("arguments".to_owned(), json!({discriminator: self.key}));
        }
        let mut meta = Map::from_iter([
            ("tool".to_owned(), json!(self.tool)),
            ("key".to_owned(), json!(self.key)),
            ("call".to_owned(), call.into()),
        ]);
        let lists = [
            ("required", &self.required),
            ("oneOf", &self.one_of),
            ("tags", &self.tags),
            ("invalidates", &self.invalidates),
            ("notifies", &self.notifies),
            ("layers", &self.layers),
        ];
        for (name, list) in lists {
            if !list.is_empty() {
                meta.insert(name.to_owned(), json!(list));
            }
        }
        if let Some(cache) = self.cache {
            meta.insert("cache".to_owned(), json!(cache.name()));
        }
        if let Some(instead) = &self.deprecated {
            meta.insert("deprecated".to_owned(), json!(instead));
        }
        meta.into()
    }
}
