//! The rows that the macro generates: const and `Copy`, without logic. `build()` computes
//! everything that depends on them, once.

mod action;
mod argument;
mod cache;
mod confirm;
mod const_text;
mod describe;
mod example;
mod format;
mod help;
pub(crate) mod hint_fold;
mod hints;
mod host_hints;
mod kind;
mod modules;
mod near_name;
mod need;
mod output_cap;
mod probe;
mod rename_check;
mod renames;
mod scope;
pub(crate) mod sentence;
mod template;
mod tool;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::Value;

use crate::args::{Argument, inner_none};

pub use self::action::ActionSpec;
#[doc(hidden)]
pub use self::argument::{
    ArgSpec, Bound, Constraint, apart, count, count_without, has, has_secret, is_secret, may_omit,
    without,
};
pub use self::cache::Cache;
#[doc(hidden)]
pub use self::cache::Stale;
pub use self::confirm::{Confirm, Unasked};
pub use self::describe::Describe;
#[doc(hidden)]
pub use self::example::ExampleArgument;
pub use self::example::ExampleSpec;
pub use self::format::Format;
#[cfg(not(feature = "toon"))]
#[doc(hidden)]
pub use self::format::NeedsFeatureToon;
#[doc(hidden)]
pub use self::help::HelpSpec;
pub use self::hints::{HintOverrides, Hints};
#[doc(hidden)]
pub use self::host_hints::{HostHintSpec, MetaFn, meta, meta_value};
pub use self::kind::{Icon, Kind, ResourceSpec, Role, Theme};
#[doc(hidden)]
pub use self::kind::{IconsFn, icons};
#[doc(hidden)]
pub use self::modules::{Module, keys_fit};
#[cfg(feature = "ask")]
pub(crate) use self::need::AskNeed;
#[doc(hidden)]
pub use self::need::Need;
pub use self::output_cap::OutputCap;
pub(crate) use self::output_cap::{LengthUnit, UNITS_PER_TOKEN};
#[doc(hidden)]
pub use self::probe::{IsOption, NoSchema, NoWireType, NotOption, SchemaOf, WireTypeOf};
#[doc(hidden)]
pub use self::rename_check::{check_rename, lacks_argument};
#[doc(hidden)]
pub use self::renames::Renames;
#[doc(hidden)]
pub use self::scope::check_scoped;
pub(crate) use self::scope::is_scope;
pub(crate) use self::template::Template;
pub use self::tool::ToolSpec;
use crate::error::MAX_NAME;

/// A function that generates the JSON Schema of one type, which erases the type.
#[doc(hidden)]
pub type SchemaFn = fn(&mut SchemaGenerator) -> Schema;

/// A function that serializes the default of an argument; `None` if its type cannot be serialized.
#[doc(hidden)]
pub type DefaultFn = fn() -> Option<Value>;

/// A function that returns a schema that the author wrote.
#[doc(hidden)]
pub type GivenFn = fn() -> Value;

/// A function that returns the requirement of an injected parameter, if there is one.
#[doc(hidden)]
pub type NeedFn = fn() -> Option<Need>;

/// Generates the schema of `T`. The function is a [`SchemaFn`].
#[doc(hidden)]
pub fn schema_of<T: JsonSchema + ?Sized>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// Generates the schema of an argument's type. The function is a [`SchemaFn`].
#[doc(hidden)]
pub fn argument_schema_of<T: Argument>(generator: &mut SchemaGenerator) -> Schema {
    let mut schema = schema_of::<T>(generator);
    // The schema of an `Option` is that of an `Option` of it, so only the deserializer of the type
    // distinguishes the two.
    if inner_none::<T>().is_some() {
        schema.insert(NESTED_OPTION.to_owned(), true.into());
    }
    schema
}

/// The keyword that marks the schema of an `Option` of an `Option`. It is never published.
pub(crate) const NESTED_OPTION: &str = "x-fusion-nested-option";

/// The row of one annotated impl block.
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
    /// Scopes of the actions that name none. They replace those of the tool.
    pub scopes: &'static [&'static str],
    /// The name of the argument that selects the action.
    pub discriminator: &'static str,
    /// Hints stated for the tool as a whole.
    pub annotations: HintOverrides,
    /// The hints for hosts.
    #[doc(hidden)]
    pub host: HostHintSpec,
    /// The form of the description; `None` applies the registry's.
    pub describe: Option<Describe>,
    /// The rows of the action `help`, which a tool has under `Describe::Brief`.
    #[doc(hidden)]
    pub help: HelpSpec,
    /// The notation of results; `None` applies the registry's.
    pub format: Option<Format>,
    /// `true` if arguments of the wrong kind are repaired where the conversion is lossless.
    pub repair: bool,
    /// The output cap of the actions that set none.
    pub output_cap: Option<OutputCap>,
    /// The fields of the group's `common`.
    #[doc(hidden)]
    pub common: &'static [ArgSpec],
    /// The actions, prompts and resources, in source order.
    pub actions: &'static [ActionSpec],
}

impl GroupSpec {
    /// Returns a group with the discriminator `action`.
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
            scopes: &[],
            discriminator: "action",
            annotations: HintOverrides::NONE,
            host: HostHintSpec::NONE,
            describe: None,
            help: HelpSpec::DEFAULT,
            format: None,
            repair: true,
            output_cap: None,
            common: &[],
            actions,
        }
    }

    /// Sets the fields of the group's `common`.
    #[doc(hidden)]
    pub const fn common(mut self, fields: &'static [ArgSpec]) -> Self {
        self.common = fields;
        self
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

    /// Sets the scopes.
    #[doc(hidden)]
    pub const fn scopes(mut self, scopes: &'static [&'static str]) -> Self {
        self.scopes = scopes;
        self
    }

    /// Sets the discriminator's name.
    #[doc(hidden)]
    pub const fn discriminator(mut self, name: &'static str) -> Self {
        self.discriminator = name;
        self
    }

    /// Sets the hints for the tool as a whole.
    #[doc(hidden)]
    pub const fn annotations(mut self, annotations: HintOverrides) -> Self {
        self.annotations = annotations;
        self
    }

    /// Sets the hints for hosts.
    #[doc(hidden)]
    pub const fn host(mut self, hints: HostHintSpec) -> Self {
        self.host = hints;
        self
    }

    /// Sets the form of the description.
    #[doc(hidden)]
    pub const fn describe(mut self, form: Describe) -> Self {
        self.describe = Some(form);
        self
    }

    /// Names the action `help` and its argument.
    #[doc(hidden)]
    pub const fn help(mut self, key: &'static str, topic: &'static str) -> Self {
        self.help = HelpSpec::new(key, topic);
        self
    }

    /// Sets the notation of results.
    #[doc(hidden)]
    pub const fn format(mut self, format: Format) -> Self {
        self.format = Some(format);
        self
    }

    /// Disables the repair, so that every argument of the wrong kind is refused.
    #[doc(hidden)]
    pub const fn without_repair(mut self) -> Self {
        self.repair = false;
        self
    }

    /// Sets the output cap of the actions that set none.
    #[doc(hidden)]
    pub const fn output_cap(mut self, cap: OutputCap) -> Self {
        self.output_cap = Some(cap);
        self
    }
}

/// Returns `true` if every client accepts `name` for a tool, an action or a discriminator.
pub(crate) fn is_name(name: &str) -> bool {
    let legal = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    (1..=MAX_NAME).contains(&name.len()) && name.bytes().all(legal)
}
