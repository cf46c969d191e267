//! The row of one action, prompt or resource.

use std::time::Duration;

use super::{
    ArgSpec, Cache, Format, GivenFn, Hints, IconsFn, Kind, NeedFn, OutputCap, SchemaFn, Stale,
};

/// One action, prompt or resource, as its author wrote it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ActionSpec {
    /// What it is.
    pub kind: Kind,
    /// The wire name inside its group.
    pub key: &'static str,
    /// The doc comment, line breaks kept.
    pub docs: &'static str,
    /// A display name for people.
    pub title: Option<&'static str>,
    /// Its pictures.
    #[doc(hidden)]
    pub icons: Option<IconsFn>,
    /// Its own arguments, in source order.
    #[doc(hidden)]
    pub args: &'static [ArgSpec],
    /// The fields of structs that are arguments behind its own: those of the group's `common`, then
    /// those of each flattened parameter.
    #[doc(hidden)]
    pub joined: &'static [&'static [ArgSpec]],
    /// What calling it may do.
    pub hints: Hints,
    /// Tags of the action's own; those of its group come on top.
    pub tags: &'static [&'static str],
    /// Old names: accepted, never listed.
    pub aliases: &'static [&'static str],
    /// What to use instead, in the author's words.
    pub deprecated: Option<&'static str>,
    /// Arguments of which exactly one must be given; empty where there is no such rule.
    pub one_of: &'static [&'static str],
    /// How long its result may be kept.
    pub cache: Option<Cache>,
    /// Whose results it makes stale; empty where nobody's, `None` where nothing is said.
    #[doc(hidden)]
    pub invalidates: Option<&'static [Stale]>,
    /// The notation of its results, where its group's is not the one.
    pub format: Option<Format>,
    /// The whole input schema, written out by the author; used where the action is one listed tool.
    #[doc(hidden)]
    pub input: Option<GivenFn>,
    /// The schema of the result, where the return type has one.
    #[doc(hidden)]
    pub output: Option<SchemaFn>,
    /// What its injected parameters need.
    #[doc(hidden)]
    pub needs: &'static [NeedFn],
    /// Within which time it answers: its own, or that of its group.
    pub timeout: Option<Duration>,
    /// How long its result may be, if it says so itself.
    pub output_cap: Option<OutputCap>,
}

impl ActionSpec {
    /// An action without hints, tags, aliases or output schema.
    #[doc(hidden)]
    pub const fn new(key: &'static str, docs: &'static str) -> Self {
        Self {
            kind: Kind::Action,
            key,
            docs,
            title: None,
            icons: None,
            args: &[],
            joined: &[],
            hints: Hints::new(false, false, false, false),
            tags: &[],
            aliases: &[],
            deprecated: None,
            one_of: &[],
            cache: None,
            invalidates: None,
            format: None,
            input: None,
            output: None,
            needs: &[],
            timeout: None,
            output_cap: None,
        }
    }

    /// A prompt, or a resource; to get either changes nothing.
    #[doc(hidden)]
    pub const fn of_kind(kind: Kind, key: &'static str, docs: &'static str) -> Self {
        let mut row = Self::new(key, docs);
        row.kind = kind;
        row.hints = Hints::new(true, false, true, false);
        row
    }

    /// Sets the display name.
    #[doc(hidden)]
    pub const fn title(mut self, title: &'static str) -> Self {
        self.title = Some(title);
        self
    }

    /// Sets the pictures.
    #[doc(hidden)]
    pub const fn icons(mut self, icons: IconsFn) -> Self {
        self.icons = Some(icons);
        self
    }

    /// Sets its own arguments.
    #[doc(hidden)]
    pub const fn args(mut self, args: &'static [ArgSpec]) -> Self {
        self.args = args;
        self
    }

    /// Adds the fields of structs behind its own arguments.
    #[doc(hidden)]
    pub const fn joined(mut self, joined: &'static [&'static [ArgSpec]]) -> Self {
        self.joined = joined;
        self
    }

    /// Sets the hints.
    #[doc(hidden)]
    pub const fn hints(mut self, hints: Hints) -> Self {
        self.hints = hints;
        self
    }

    /// Sets the tags.
    #[doc(hidden)]
    pub const fn tags(mut self, tags: &'static [&'static str]) -> Self {
        self.tags = tags;
        self
    }

    /// Sets the old names.
    #[doc(hidden)]
    pub const fn aliases(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    /// Marks the action as deprecated.
    #[doc(hidden)]
    pub const fn deprecated(mut self, instead: &'static str) -> Self {
        self.deprecated = Some(instead);
        self
    }

    /// Of these arguments exactly one must be given.
    #[doc(hidden)]
    pub const fn one_of(mut self, names: &'static [&'static str]) -> Self {
        self.one_of = names;
        self
    }

    /// Says how long its result may be kept.
    #[doc(hidden)]
    pub const fn cache(mut self, cache: Cache) -> Self {
        self.cache = Some(cache);
        self
    }

    /// Says whose results it makes stale.
    #[doc(hidden)]
    pub const fn invalidates(mut self, stale: &'static [Stale]) -> Self {
        self.invalidates = Some(stale);
        self
    }

    /// Sets the notation of its results.
    #[doc(hidden)]
    pub const fn format(mut self, format: Format) -> Self {
        self.format = Some(format);
        self
    }

    /// Replaces the input schema.
    #[doc(hidden)]
    pub const fn input(mut self, schema: GivenFn) -> Self {
        self.input = Some(schema);
        self
    }

    /// Sets the output schema, if the return type has one.
    #[doc(hidden)]
    pub const fn output(mut self, schema: Option<SchemaFn>) -> Self {
        self.output = schema;
        self
    }

    /// Sets what the injected parameters need.
    #[doc(hidden)]
    pub const fn needs(mut self, needs: &'static [NeedFn]) -> Self {
        self.needs = needs;
        self
    }

    /// Sets within which time it answers.
    #[doc(hidden)]
    pub const fn timeout(mut self, millis: u64) -> Self {
        self.timeout = Some(Duration::from_millis(millis));
        self
    }

    /// Sets how long its result may be.
    #[doc(hidden)]
    pub const fn output_cap(mut self, cap: OutputCap) -> Self {
        self.output_cap = Some(cap);
        self
    }

    /// All of its arguments: the position of one is its slot.
    pub(crate) fn all_args(&self) -> impl Iterator<Item = &'static ArgSpec> + use<> {
        let joined = self.joined.iter().copied().flatten();
        self.args.iter().chain(joined)
    }
}
