//! A tool as `build()` computes it, once: its rows with finished keys, leaf schemas and plans.
//! Views select from it; nothing here knows of an exposition or a caller.

pub(crate) mod lookup;

use std::{borrow::Cow, sync::Arc};

use serde_json::{Map, Value};

use crate::{
    args::ArgumentPlans,
    definition::lookup::Lookup,
    spec::{ActionSpec, Describe, Format, Icon, OutputCap, Template, ToolSpec},
    state_sync::ActionSync,
};

/// One registered tool.
#[derive(Clone, Debug)]
pub(crate) struct ToolDef {
    pub(crate) spec: &'static ToolSpec,
    /// The author's docs of the tool, and of each module.
    pub(crate) docs: Cow<'static, str>,
    pub(crate) module_docs: Vec<Cow<'static, str>>,
    /// The form of its description.
    pub(crate) describe: Describe,
    /// In source order over all modules: the index of an action is its row's. Prompts and resources
    /// are among them, at theirs.
    pub(crate) actions: Vec<ActionDef>,
    /// Invariant: the keys and aliases of `actions`.
    pub(crate) names: Lookup,
}

impl ToolDef {
    /// The index of a full key or alias.
    pub(crate) fn find(&self, key: &str) -> Option<usize> {
        self.names.find(key)
    }

    /// Whether it is one group: its keys have no module.
    pub(crate) fn is_flat(&self) -> bool {
        let mut modules = self.spec.modules.iter();
        modules.all(|module| module.name.is_none())
    }

    /// The key of one of its rows as people write it: `tracker/issues.list`.
    pub(crate) fn qualified_key(&self, action: &ActionDef) -> String {
        format!("{}/{}", self.spec.name, action.key)
    }

    /// What a model calls: neither prompts nor resources.
    pub(crate) fn called(&self) -> impl Iterator<Item = &ActionDef> {
        self.actions.iter().filter(|action| action.is_called())
    }
}

/// The keys and aliases of actions.
pub(crate) fn names(actions: &[ActionDef]) -> Lookup {
    let mut names = Lookup::default();
    for (index, action) in actions.iter().enumerate() {
        for key in action.keys() {
            names.push(key, index);
        }
    }
    names.sort();
    names
}

/// One action of a tool, or a prompt, or a resource.
#[derive(Clone, Debug)]
pub(crate) struct ActionDef {
    pub(crate) spec: &'static ActionSpec,
    /// The module it belongs to, an index into `ToolSpec::modules`.
    pub(crate) module: usize,
    /// The full key: `create`, or `users.create`.
    pub(crate) key: Cow<'static, str>,
    /// The author's docs.
    pub(crate) docs: Cow<'static, str>,
    /// The tags of its tool, those of its group and its own, each once.
    pub(crate) tags: Vec<&'static str>,
    /// In source order: the index of an argument is its slot.
    pub(crate) args: Vec<ArgDef>,
    /// What its arguments are held to.
    pub(crate) terms: ArgumentPlans,
    /// The notation of its results.
    pub(crate) format: Format,
    /// Whether its group lets values of the wrong kind be repaired.
    pub(crate) repair: bool,
    /// How long its result may be, if it or its group says so.
    pub(crate) output_cap: Option<OutputCap>,
    /// The published schema of the result, or why there can be none: that is a mistake only where
    /// results have schemas, in a view that lists each action by itself.
    pub(crate) output: Option<Result<Arc<Map<String, Value>>, String>>,
    /// What state sync says of it: nothing where it is off.
    pub(crate) sync: ActionSync,
    /// Where it is, if it is a resource.
    pub(crate) template: Option<Template>,
    /// Its pictures.
    pub(crate) icons: Vec<Icon>,
}

impl ActionDef {
    /// Its full key, and then every full key that it had before.
    pub(crate) fn keys(&self) -> impl Iterator<Item = Cow<'static, str>> {
        let prefix = self.key.strip_suffix(self.spec.key).unwrap_or_default();
        let before = self.spec.aliases.iter().map(move |&alias| match prefix {
            "" => Cow::Borrowed(alias),
            prefix => Cow::Owned(format!("{prefix}{alias}")),
        });
        std::iter::once(self.key.clone()).chain(before)
    }

    /// Whether a model calls it.
    pub(crate) fn is_called(&self) -> bool {
        self.spec.kind.is_action()
    }

    /// Whether what it answers may be another notation than a model expects.
    pub(crate) fn may_answer_in_toon(&self) -> bool {
        self.format != Format::Json && self.output.is_some()
    }
}

/// One argument of an action.
#[derive(Clone, Debug)]
pub(crate) struct ArgDef {
    pub(crate) name: &'static str,
    /// The author's docs, else the type's; may be empty.
    pub(crate) docs: Cow<'static, str>,
    pub(crate) required: bool,
    pub(crate) secret: bool,
    /// The published default.
    pub(crate) default: Option<Value>,
    pub(crate) leaf: Arc<ArgumentSchema>,
}

/// The published schema of one argument's type.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ArgumentSchema {
    /// In the registry's profile, without `description` and `default` at its root.
    pub(crate) schema: Map<String, Value>,
    /// The documentation of the type.
    pub(crate) docs: Option<String>,
    /// The documentation of an enum's values, in their order; empty where no value has any.
    pub(crate) values: Vec<(String, String)>,
    /// What its references lead to, all of it: it stands under `$defs` at the root of the tool's
    /// schema. Empty for a portable leaf.
    pub(crate) definitions: Map<String, Value>,
    /// Whether the type takes a `null` that the schema does not, because absence says the same.
    pub(crate) nullable: bool,
}
