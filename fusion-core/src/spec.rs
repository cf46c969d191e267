//! The rows that the macro freezes: const, `Copy`, without logic. Everything that is computed from
//! them is computed elsewhere, once, in `build()`.

mod action;
mod argument;
mod cache;
mod describe;
mod format;
pub(crate) mod hint_fold;
mod hints;
mod kind;
mod modules;
mod output_cap;
mod probe;
pub(crate) mod sentence;
mod template;

use std::any::{TypeId, type_name};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::Value;

pub use self::action::ActionSpec;
#[doc(hidden)]
pub use self::argument::{ArgSpec, Bound, Constraint, apart, count, has};
pub use self::cache::Cache;
#[doc(hidden)]
pub use self::cache::Stale;
pub use self::describe::Describe;
pub use self::format::Format;
pub use self::hints::{HintOverrides, Hints};
pub use self::kind::{Icon, Kind, ResourceSpec, Role, Theme};
#[doc(hidden)]
pub use self::kind::{IconsFn, icons};
#[doc(hidden)]
pub use self::modules::keys_fit;
pub use self::output_cap::OutputCap;
pub(crate) use self::output_cap::{LengthUnit, UNITS_PER_TOKEN};
#[doc(hidden)]
pub use self::probe::{IsOption, NoSchema, NoWireType, NotOption, SchemaOf, WireTypeOf};
pub(crate) use self::template::Template;

/// Makes the JSON Schema of one type; the type itself is only known to the function.
#[doc(hidden)]
pub type SchemaFn = fn(&mut SchemaGenerator) -> Schema;

/// Makes the JSON of an argument's default, or `None` where its type cannot be serialized.
#[doc(hidden)]
pub type DefaultFn = fn() -> Option<Value>;

/// Makes a schema that the author wrote out.
#[doc(hidden)]
pub type GivenFn = fn() -> Value;

/// Says what an injected parameter needs from the registry, if anything.
#[doc(hidden)]
pub type NeedFn = fn() -> Option<Need>;

/// A type that must be in the context before an action may run.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need {
    pub(crate) id: TypeId,
    pub(crate) name: &'static str,
}

impl Need {
    /// The need for a `T`.
    pub fn of<T: 'static>() -> Self {
        Self {
            id: TypeId::of::<T>(),
            name: type_name::<T>(),
        }
    }
}

/// The schema of `T`, as a [`SchemaFn`].
#[doc(hidden)]
pub fn schema_of<T: JsonSchema + ?Sized>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// One annotated impl block.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct GroupSpec {
    /// The tool's wire name.
    pub name: &'static str,
    /// The doc comment of the block.
    pub docs: &'static str,
    /// A display name for people.
    pub title: Option<&'static str>,
    /// Tags of every action in the group.
    pub tags: &'static [&'static str],
    /// The name of the argument that selects the action.
    pub discriminator: &'static str,
    /// Hints stated for the tool as a whole.
    pub annotations: HintOverrides,
    /// The form of the description, where the registry's is not the one.
    pub describe: Option<Describe>,
    /// The notation of results, where the registry's is not the one.
    pub format: Option<Format>,
    /// Whether arguments of the wrong kind are repaired where that loses nothing.
    pub repair: bool,
    /// How long a result may be, where an action does not say otherwise.
    pub output_cap: Option<OutputCap>,
    /// The actions, prompts and resources, in source order.
    pub actions: &'static [ActionSpec],
}

impl GroupSpec {
    /// A group with the discriminator `action`.
    #[doc(hidden)]
    pub const fn new(
        name: &'static str,
        docs: &'static str,
        actions: &'static [ActionSpec],
    ) -> Self {
        Self {
            name,
            docs,
            title: None,
            tags: &[],
            discriminator: "action",
            annotations: HintOverrides::NONE,
            describe: None,
            format: None,
            repair: true,
            output_cap: None,
            actions,
        }
    }

    /// Sets the display name.
    #[doc(hidden)]
    pub const fn title(mut self, title: &'static str) -> Self {
        self.title = Some(title);
        self
    }

    /// Sets the tags.
    #[doc(hidden)]
    pub const fn tags(mut self, tags: &'static [&'static str]) -> Self {
        self.tags = tags;
        self
    }

    /// Sets the discriminator's name.
    #[doc(hidden)]
    pub const fn discriminator(mut self, name: &'static str) -> Self {
        self.discriminator = name;
        self
    }

    /// Sets the stated hints.
    #[doc(hidden)]
    pub const fn annotations(mut self, annotations: HintOverrides) -> Self {
        self.annotations = annotations;
        self
    }

    /// Sets the form of the description.
    #[doc(hidden)]
    pub const fn describe(mut self, form: Describe) -> Self {
        self.describe = Some(form);
        self
    }

    /// Sets the notation of results.
    #[doc(hidden)]
    pub const fn format(mut self, format: Format) -> Self {
        self.format = Some(format);
        self
    }

    /// Refuses every argument of the wrong kind.
    #[doc(hidden)]
    pub const fn without_repair(mut self) -> Self {
        self.repair = false;
        self
    }

    /// Sets how long results may be.
    #[doc(hidden)]
    pub const fn output_cap(mut self, cap: OutputCap) -> Self {
        self.output_cap = Some(cap);
        self
    }
}

/// A group inside a tool.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Module {
    /// The first half of the keys `module.action`; `None` where the tool is one flat group.
    pub name: Option<&'static str>,
    /// The group.
    pub group: &'static GroupSpec,
}

impl Module {
    /// The only module of a flat tool.
    #[doc(hidden)]
    pub const fn flat(group: &'static GroupSpec) -> Self {
        Self { name: None, group }
    }

    /// A module of a hierarchical tool.
    #[doc(hidden)]
    pub const fn named(name: &'static str, group: &'static GroupSpec) -> Self {
        let name = Some(name);
        Self { name, group }
    }
}

/// One registered tool: a flat group, or several groups under one name.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ToolSpec {
    /// The wire name.
    pub name: &'static str,
    /// The doc comment.
    pub docs: &'static str,
    /// A display name for people.
    pub title: Option<&'static str>,
    /// Tags of every action; those of its group and its own come on top.
    pub tags: &'static [&'static str],
    /// The name of the argument that selects the action.
    pub discriminator: &'static str,
    /// Hints stated for the tool as a whole.
    pub annotations: HintOverrides,
    /// The form of the description, where the registry's is not the one.
    pub describe: Option<Describe>,
    /// The groups, in source order.
    #[doc(hidden)]
    pub modules: &'static [Module],
}

impl ToolSpec {
    /// The tool that one flat group makes.
    #[doc(hidden)]
    pub const fn flat(group: &'static GroupSpec, modules: &'static [Module]) -> Self {
        Self {
            name: group.name,
            docs: group.docs,
            title: group.title,
            tags: group.tags,
            discriminator: group.discriminator,
            annotations: group.annotations,
            describe: group.describe,
            modules,
        }
    }

    /// The tool that a struct of groups makes, with the discriminator `action`.
    #[doc(hidden)]
    pub const fn hierarchical(
        name: &'static str,
        docs: &'static str,
        modules: &'static [Module],
    ) -> Self {
        Self {
            name,
            docs,
            title: None,
            tags: &[],
            discriminator: "action",
            annotations: HintOverrides::NONE,
            describe: None,
            modules,
        }
    }

    /// Sets the display name.
    #[doc(hidden)]
    pub const fn title(mut self, title: &'static str) -> Self {
        self.title = Some(title);
        self
    }

    /// Sets the tags.
    #[doc(hidden)]
    pub const fn tags(mut self, tags: &'static [&'static str]) -> Self {
        self.tags = tags;
        self
    }

    /// Sets the discriminator's name.
    #[doc(hidden)]
    pub const fn discriminator(mut self, name: &'static str) -> Self {
        self.discriminator = name;
        self
    }

    /// Sets the stated hints.
    #[doc(hidden)]
    pub const fn annotations(mut self, annotations: HintOverrides) -> Self {
        self.annotations = annotations;
        self
    }

    /// Sets the form of the description.
    #[doc(hidden)]
    pub const fn describe(mut self, form: Describe) -> Self {
        self.describe = Some(form);
        self
    }
}

/// Whether every client accepts `name` for a tool, an action or a discriminator.
pub(crate) fn is_name(name: &str) -> bool {
    let legal = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    (1..=64).contains(&name.len()) && name.bytes().all(legal)
}
