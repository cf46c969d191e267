//! The metadata of one action, for programs.

use serde_json::{Map, Value, json};

use crate::{
    definition::{ActionDef, ExampleDef, ToolDef},
    spec::{Cache, Confirm, Hints, Unasked},
    surface::{ListedRows, ListedTool, SEARCH_ARGUMENTS},
};

/// The metadata of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ActionMetadata {
    /// The registered tool.
    pub tool: String,
    /// The group inside the tool, if the tool has several.
    pub group: Option<String>,
    /// The key: `create`, or `users.create` in a struct of groups.
    pub key: String,
    /// The wire name, in this view, of the tool that lists the action.
    pub listed_as: String,
    /// The argument of that tool that takes the key; `None` if the listed tool is this one action. Under
    /// [`Exposition::Search`](crate::Exposition::Search) it takes the full key, `tool/key`.
    pub discriminator: Option<String>,
    /// `true` if the discriminator takes the full key.
    is_searched: bool,
    /// The display name.
    pub title: Option<String>,
    /// The author's docs with the names of this view; may be empty.
    pub description: String,
    /// The behaviour hints.
    pub hints: Hints,
    /// The required arguments.
    pub required: Vec<String>,
    /// The arguments of which exactly one is required.
    pub one_of: Vec<String>,
    /// The tags: those of the tool, of the group and of the action.
    pub tags: Vec<String>,
    /// The scopes that a call needs, all of them: those of the action, else of the group, else of the tool.
    pub scopes: Vec<String>,
    /// The replacement, if the action is deprecated.
    pub deprecated: Option<String>,
    /// The question that a user confirms before the action runs: its text with placeholders, or
    /// [`Confirm::Function`] if a method of the author returns it.
    pub confirm: Option<Confirm>,
    /// The action's own behaviour for a client that cannot ask its user.
    pub unasked: Option<Unasked>,
    /// `true` if a call with an `idempotency_key` runs once, and a repetition gets the same answer.
    pub once: bool,
    /// The author's examples.
    pub examples: Vec<ActionExample>,
    /// The time for which a client may keep the result, if state sync has a policy for it.
    pub cache: Option<Cache>,
    /// The actions whose results a success makes stale, as globs such as `tracker/issues.*`. Globs that
    /// match no visible action are left out.
    pub invalidates: Vec<String>,
    /// The resources whose subscribers a success notifies, as URIs with `{blanks}`.
    pub notifies: Vec<String>,
    /// The names of the middleware around the action, outermost first, from [`Middleware::names`]: of
    /// the registry, of the struct, the timeout of its row, of its block, and of the action itself.
    ///
    /// [`Middleware::names`]: crate::middleware::Middleware::names
    pub middleware: Vec<String>,
}

/// A sentence of a user, and the arguments of the call that it means.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ActionExample {
    /// The sentence.
    pub sentence: String,
    /// The arguments, without secrets and without the discriminator. The action accepts them.
    pub arguments: Map<String, Value>,
}

impl ActionExample {
    fn new(example: &ExampleDef) -> Self {
        Self {
            sentence: example.sentence.to_owned(),
            arguments: example.object(),
        }
    }

    fn json(&self) -> Value {
        json!({"sentence": self.sentence, "arguments": self.arguments})
    }
}

impl ActionMetadata {
    pub(super) fn new(
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
            discriminator: if entry.is_searched() {
                Some(owned(SEARCH_ARGUMENTS.0))
            } else {
                entry.discriminator.map(owned)
            },
            is_searched: entry.is_searched(),
            title: spec.title.map(owned),
            description: action.docs.trim().to_owned(),
            hints: spec.hints,
            required: required.map(|arg| arg.name.to_owned()).collect(),
            one_of: action.terms.one_of.iter().copied().map(owned).collect(),
            tags: action.tags.iter().copied().map(owned).collect(),
            scopes: action.scopes.iter().copied().map(owned).collect(),
            deprecated: action.deprecated.as_deref().map(owned),
            confirm: spec.confirm,
            unasked: spec.unasked,
            once: spec.once,
            examples: action.examples.iter().map(ActionExample::new).collect(),
            cache: action.sync.cache,
            invalidates: Vec::new(),
            notifies: notifies.map(ToString::to_string).collect(),
            middleware: Vec::new(),
        }
    }

    /// Returns the `_meta` of the action as a tool of the catalog: everything that has no field there.
    pub(super) fn meta(&self) -> Value {
        let mut call = Map::from_iter([("name".to_owned(), json!(self.listed_as))]);
        if let Some(discriminator) = &self.discriminator {
            let key = if self.is_searched {
                format!("{}/{}", self.tool, self.key)
            } else {
                self.key.clone()
            };
            call.insert("arguments".to_owned(), json!({discriminator: key}));
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
            ("scopes", &self.scopes),
            ("invalidates", &self.invalidates),
            ("notifies", &self.notifies),
            ("middleware", &self.middleware),
        ];
        for (name, list) in lists {
            if !list.is_empty() {
                meta.insert(name.to_owned(), json!(list));
            }
        }
        if let Some(cache) = self.cache {
            meta.insert("cache".to_owned(), json!(cache.name()));
        }
        if let Some(confirm) = self.confirm {
            let question = match confirm {
                Confirm::Text(text) => text,
                Confirm::Function => "asks by a function",
            };
            meta.insert("confirm".to_owned(), json!(question));
        }
        if let Some(unasked) = self.unasked {
            meta.insert("unasked".to_owned(), json!(unasked.name()));
        }
        if self.once {
            meta.insert("once".to_owned(), json!(true));
        }
        if !self.examples.is_empty() {
            let examples: Vec<_> = self.examples.iter().map(ActionExample::json).collect();
            meta.insert("examples".to_owned(), examples.into());
        }
        if let Some(instead) = &self.deprecated {
            meta.insert("deprecated".to_owned(), json!(instead));
        }
        meta.into()
    }
}
