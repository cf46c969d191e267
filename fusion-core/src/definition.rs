//! A tool as `build()` computes it once: its rows with keys, leaf schemas and plans. Views
//! select from it. Nothing in this module depends on an exposition or a caller.

mod argument_uses;
#[cfg(feature = "ask")]
pub(crate) mod asking;
mod example;
pub(crate) mod host_hints;
pub(crate) mod lookup;
#[cfg(feature = "ask")]
pub(crate) mod once;

use std::{borrow::Cow, sync::Arc};

use serde_json::{Map, Value};

pub(crate) use self::argument_uses::ArgumentUses;
pub(crate) use self::example::ExampleDef;
use self::host_hints::HostHints;
use crate::{
    args::{ArgumentPlans, ResultCheck},
    definition::lookup::Lookup,
    describe::model::ChosenForm,
    spec::{ActionSpec, Describe, Format, OutputCap, Renames, Template, ToolSpec},
    state_sync::ActionSync,
};

/// One registered tool.
#[derive(Clone, Debug)]
pub(crate) struct ToolDef {
    pub(crate) spec: &'static ToolSpec,
    /// The author's docs of the tool and of each module.
    pub(crate) docs: Cow<'static, str>,
    pub(crate) module_docs: Vec<Cow<'static, str>>,
    /// `true` if a caller who lacks a scope of a row sees the row, and is refused with the names of the missing
    /// scopes.
    pub(crate) steps_up: bool,
    /// The hints for hosts.
    pub(crate) host: HostHints,
    /// The form of the description.
    pub(crate) describe: ChosenForm,
    /// `true` if the texts of fields state the limits of values.
    pub(crate) limits_in_words: bool,
    /// The rows of all modules in source order: the index of an action is that of its row. Prompts
    /// and resources are included. In the brief form, `help` is the last row, which no group has.
    pub(crate) actions: Vec<ActionDef>,
    /// Invariant: the keys and aliases of `actions`.
    pub(crate) names: Lookup,
    /// Invariant: the arguments of `actions`.
    pub(crate) uses: ArgumentUses,
    /// `true` if any action asks its user, or has calls that run once.
    #[cfg(feature = "ask")]
    pub(crate) prepares: bool,
}

impl ToolDef {
    /// Returns the index of a key or alias.
    pub(crate) fn find(&self, key: &str) -> Option<usize> {
        self.names.find(key)
    }

    /// Returns `true` if the tool is one group, whose keys have no module.
    pub(crate) fn is_flat(&self) -> bool {
        let mut modules = self.spec.modules.iter();
        modules.all(|module| module.name.is_none())
    }

    /// Returns the key of a row with the name of its tool: `tracker/issues.list`.
    pub(crate) fn qualified_key(&self, action: &ActionDef) -> String {
        format!("{}/{}", self.spec.name, action.key)
    }

    /// Returns the index of the action that an error of `action` suggests by `key`: a key of the tool, or
    /// one inside of the same module.
    pub(crate) fn suggested(&self, action: &ActionDef, key: &str) -> Option<usize> {
        self.actions.iter().position(|other| {
            other.key == key || (other.module == action.module && other.spec.key == key)
        })
    }

    /// Returns `true` if lists contain the tool in the brief form.
    pub(crate) fn is_brief(&self) -> bool {
        is_brief(self.describe)
    }

    /// Returns the index of `help`, if the tool has it.
    pub(crate) fn help(&self) -> Option<usize> {
        let last = self.actions.len().checked_sub(1)?;
        self.actions.get(last)?.is_help().then_some(last)
    }

    /// Returns an iterator over the rows that an author wrote: all but `help`.
    pub(crate) fn authored_rows(&self) -> impl Iterator<Item = &ActionDef> {
        self.actions.iter().filter(|row| !row.is_help())
    }

    /// Returns an iterator over the actions, without prompts, resources and `help`.
    pub(crate) fn callable_actions(&self) -> impl Iterator<Item = &ActionDef> {
        self.actions.iter().filter(|action| action.is_callable())
    }
}

/// Returns `true` for the brief form.
pub(crate) fn is_brief(form: ChosenForm) -> bool {
    matches!(form, ChosenForm::BuiltIn(Describe::Brief))
}

/// Collects the keys and aliases of actions.
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

/// One action, prompt or resource of a tool.
#[derive(Clone, Debug)]
pub(crate) struct ActionDef {
    pub(crate) spec: &'static ActionSpec,
    /// The module of the action, an index into `ToolSpec::modules`.
    pub(crate) module: usize,
    /// The key in the tool: `create`, or `users.create`.
    pub(crate) key: Cow<'static, str>,
    /// The author's docs.
    pub(crate) docs: Cow<'static, str>,
    /// The author's text about the replacement of a deprecated action.
    pub(crate) deprecated: Option<Cow<'static, str>>,
    /// The tags of the tool, of the group and of the action, each once.
    pub(crate) tags: Vec<&'static str>,
    /// The scopes that a call needs, all of them: those of the action, else of its group, else of the tool.
    pub(crate) scopes: &'static [&'static str],
    /// The arguments in source order: the index of an argument is its slot.
    pub(crate) args: Vec<ArgDef>,
    /// The plans that check the arguments.
    pub(crate) terms: ArgumentPlans,
    /// The plans under the input schema that the author wrote, where that is published; or the reason why
    /// it cannot be enforced, which is an error only there. A schema that is none is refused there, too.
    pub(crate) given: Option<Result<Arc<ArgumentPlans>, String>>,
    /// The notation of results.
    pub(crate) format: Format,
    /// `true` if the group allows the repair of values of the wrong kind.
    pub(crate) repair: bool,
    /// The output cap of the action or its group, if one is set.
    pub(crate) output_cap: Option<OutputCap>,
    /// The published schema of the result, or the reason why none can be published. The reason is
    /// an error only in a view that lists each action by itself, where results have schemas.
    pub(crate) output: Option<Result<Arc<Map<String, Value>>, String>>,
    /// The check of results against `output`.
    pub(crate) result_check: ResultCheck,
    /// The state sync of the action: empty if state sync is off.
    pub(crate) sync: ActionSync,
    /// The URI template of a resource.
    pub(crate) template: Option<Template>,
    /// The hints for hosts: the row's own, and for an action those of its group and its tool.
    pub(crate) host: HostHints,
    /// The arguments that are published under other names than the group's own; empty if the action
    /// has none of them. Guards, middleware and completion read the own names.
    pub(crate) renames: Renames,
    /// The examples, in source order.
    pub(crate) examples: Vec<ExampleDef>,
    /// `true` if the handler is a plain function without middleware, so that it runs without a boxed
    /// future.
    pub(crate) runs_at_once: bool,
    /// The questions to the user; `None` if the action asks none.
    #[cfg(feature = "ask")]
    pub(crate) asking: Option<Arc<asking::ActionAsking>>,
}

impl ActionDef {
    /// Returns an iterator over the key and then every former key.
    pub(crate) fn keys(&self) -> impl Iterator<Item = Cow<'static, str>> {
        let prefix = self.key.strip_suffix(self.spec.key).unwrap_or_default();
        let before = self.spec.aliases.iter().map(move |&alias| match prefix {
            "" => Cow::Borrowed(alias),
            prefix => Cow::Owned(format!("{prefix}{alias}")),
        });
        std::iter::once(self.key.clone()).chain(before)
    }

    /// Returns the plans of the action in a tool with this discriminator. Without one, the tool is this
    /// action alone, and has the input schema that its author wrote.
    #[inline]
    pub(crate) fn plans(&self, discriminator: Option<&str>) -> &ArgumentPlans {
        match (&self.given, discriminator) {
            (Some(Ok(given)), None) => given,
            _ => &self.terms,
        }
    }

    /// Returns `true` if checking the arguments may take so long that it happens on another thread.
    #[inline]
    pub(crate) fn may_be_costly(&self) -> bool {
        self.terms.has_validator() || self.given.is_some()
    }

    /// Returns `true` if the action asks its user. Without the feature `ask`, `build()` refuses such an action.
    pub(crate) fn asks(&self) -> bool {
        #[cfg(feature = "ask")]
        return self.asking.is_some();
        #[cfg(not(feature = "ask"))]
        self.spec.confirm.is_some()
    }

    /// Returns `true` if calls of the action have steps before their arguments are read: it asks its user, or its calls
    /// run once.
    #[cfg(feature = "ask")]
    pub(crate) fn prepares(&self) -> bool {
        self.asking.is_some() || self.spec.once
    }

    /// Returns `true` for `help`.
    pub(crate) fn is_help(&self) -> bool {
        self.spec.kind.is_help()
    }

    /// Returns `true` for an action of an author, which a model can call.
    pub(crate) fn is_callable(&self) -> bool {
        self.spec.kind.is_action()
    }

    /// Returns `true` if the result may be TOON although a model expects JSON.
    pub(crate) fn may_answer_in_toon(&self) -> bool {
        self.format != Format::Json && self.output.is_some()
    }
}

/// One argument of an action.
#[derive(Clone, Debug)]
pub(crate) struct ArgDef {
    /// The published name, which may differ from the group's own.
    pub(crate) name: &'static str,
    /// Other names, which are accepted and not listed.
    pub(crate) aliases: &'static [&'static str],
    /// The author's docs, else the type's; may be empty.
    pub(crate) docs: Cow<'static, str>,
    pub(crate) required: bool,
    pub(crate) secret: bool,
    /// `true` for a field of the group's `common`.
    pub(crate) common: bool,
    /// The published default.
    pub(crate) default: Option<Value>,
    pub(crate) leaf: Arc<ArgumentSchema>,
}

impl ArgDef {
    /// Returns `true` for a required field of the group's `common`, which problems and lists name first.
    pub(crate) fn is_required_common(&self) -> bool {
        self.common && self.required
    }

    /// Returns `true` if a client may send the argument under this name.
    pub(crate) fn has_name(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }
}

/// The published schema of one argument's type.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ArgumentSchema {
    /// The schema in the registry's profile, without `description` and `default` at its root.
    pub(crate) schema: Map<String, Value>,
    /// The schema with the marks that only the plan reads; `None` if it has none.
    pub(crate) marked: Option<Map<String, Value>>,
    /// The documentation of the type.
    pub(crate) docs: Option<String>,
    /// The documentation of an enum's values, in their order; empty if no value has any.
    pub(crate) values: Vec<(String, String)>,
    /// The targets of all references, which are published under `$defs` at the root of the tool's
    /// schema. Empty for a portable leaf.
    pub(crate) definitions: Map<String, Value>,
    /// The definitions with the marks that only the plan reads; `None` if they have none.
    pub(crate) marked_definitions: Option<Map<String, Value>>,
    /// `true` if the type accepts a `null` that the schema refuses, because an omitted field is
    /// equivalent.
    pub(crate) nullable: bool,
    /// `true` if the type is an `Option` of an `Option`, so that `null` is a value beside omission.
    pub(crate) nested_option: bool,
    /// The path of the first field for which `null` is a value, though it is optional.
    pub(crate) null_field: Option<String>,
}
