//! The row of one action, prompt or resource.

use std::time::Duration;

use super::{
    ArgSpec, Cache, Confirm, ExampleSpec, Format, GivenFn, Hints, HostHintSpec, Kind, NeedFn,
    OutputCap, SchemaFn, Stale, Unasked,
};
use crate::error::ErrorAdvice;

/// One action, prompt or resource, as its author wrote it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ActionSpec {
    /// The kind of the row.
    pub kind: Kind,
    /// The wire name inside of the group.
    pub key: &'static str,
    /// The wire name where the action is a listed tool by itself; `None` for `tool_key`.
    pub flat_name: Option<&'static str>,
    /// The doc comment, with its line breaks.
    pub docs: &'static str,
    /// A display name for people.
    pub title: Option<&'static str>,
    /// The hints for hosts.
    #[doc(hidden)]
    pub host: HostHintSpec,
    /// The parameters of the function itself, in source order.
    #[doc(hidden)]
    pub args: &'static [ArgSpec],
    /// The fields of structs that are arguments, after the action's own: those of the group's
    /// `common`, then those of each flattened parameter.
    #[doc(hidden)]
    pub joined: &'static [&'static [ArgSpec]],
    /// The behaviour hints of a call.
    pub hints: Hints,
    /// The action's own tags. Those of its tool and its group are added to them: see
    /// [`Call::tags`](crate::middleware::Call::tags).
    pub tags: &'static [&'static str],
    /// The action's own scopes, which a call needs all of. They replace those of its group: see
    /// [`Call::scopes`](crate::middleware::Call::scopes).
    pub scopes: &'static [&'static str],
    /// Former names, which calls accept and lists omit.
    pub aliases: &'static [&'static str],
    /// The author's text about the replacement of a deprecated action.
    pub deprecated: Option<&'static str>,
    /// The arguments of which exactly one must be given; empty if there is no such rule.
    pub one_of: &'static [&'static str],
    /// The duration for which a result may be cached.
    pub cache: Option<Cache>,
    /// The actions whose results a call invalidates; empty for none, `None` if the author declared
    /// nothing.
    #[doc(hidden)]
    pub invalidates: Option<&'static [Stale]>,
    /// The question that a user confirms before the action runs.
    pub confirm: Option<Confirm>,
    /// The behaviour for a client that cannot ask its user; `None` applies the registry's.
    pub unasked: Option<Unasked>,
    /// True if a call with an `idempotency_key` runs once, and a repetition gets the same answer.
    pub once: bool,
    /// The sentences that mean a call, each with the arguments of that call.
    pub examples: &'static [ExampleSpec],
    /// The notation of results; `None` applies the group's.
    pub format: Option<Format>,
    /// The whole input schema, if the author wrote it. It is used where the action is one listed
    /// tool.
    #[doc(hidden)]
    pub input: Option<GivenFn>,
    /// The schema of the result, if the return type has one.
    #[doc(hidden)]
    pub output: Option<SchemaFn>,
    /// The advice of the error that the handler returns.
    #[doc(hidden)]
    pub advice: ErrorAdvice,
    /// The requirements of the injected parameters.
    #[doc(hidden)]
    pub needs: &'static [NeedFn],
    /// The timeout of a call: the action's own, or that of its group.
    pub timeout: Option<Duration>,
    /// The action's own output cap, if it sets one.
    pub output_cap: Option<OutputCap>,
    /// True if the handler turns an error into a text for the model.
    #[doc(hidden)]
    pub shows_errors: bool,
    /// True if the handler is a plain `fn`, which returns without waiting.
    #[doc(hidden)]
    pub is_plain_fn: bool,
}

impl ActionSpec {
    /// Returns an action without hints, tags, aliases or output schema.
    #[doc(hidden)]
    pub const fn new(key: &'static str, docs: &'static str) -> Self {
        Self {
            kind: Kind::Action,
            key,
            flat_name: None,
            docs,
            title: None,
            host: HostHintSpec::NONE,
            args: &[],
            joined: &[],
            hints: Hints::new(false, false, false, false),
            tags: &[],
            scopes: &[],
            aliases: &[],
            deprecated: None,
            one_of: &[],
            cache: None,
            invalidates: None,
            confirm: None,
            unasked: None,
            once: false,
            examples: &[],
            format: None,
            input: None,
            output: None,
            advice: ErrorAdvice::new(&[], false),
            needs: &[],
            timeout: None,
            output_cap: None,
            shows_errors: false,
            is_plain_fn: false,
        }
    }

    /// Returns a prompt or a resource. Both are read-only.
    #[doc(hidden)]
    pub const fn of_kind(kind: Kind, key: &'static str, docs: &'static str) -> Self {
        let mut row = Self::new(key, docs);
        row.kind = kind;
        row.hints = Hints::new(true, false, true, false);
        row
    }

    /// Sets the wire name where the action is a listed tool by itself.
    #[doc(hidden)]
    pub const fn flat_name(mut self, name: &'static str) -> Self {
        self.flat_name = Some(name);
        self
    }

    /// Sets the display name.
    #[doc(hidden)]
    pub const fn title(mut self, title: &'static str) -> Self {
        self.title = Some(title);
        self
    }

    /// Sets the hints for hosts.
    #[doc(hidden)]
    pub const fn host(mut self, hints: HostHintSpec) -> Self {
        self.host = hints;
        self
    }

    /// Sets the action's own arguments.
    #[doc(hidden)]
    pub const fn args(mut self, args: &'static [ArgSpec]) -> Self {
        self.args = args;
        self
    }

    /// Adds the fields of structs after the action's own arguments.
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

    /// Sets the scopes.
    #[doc(hidden)]
    pub const fn scopes(mut self, scopes: &'static [&'static str]) -> Self {
        self.scopes = scopes;
        self
    }

    /// Sets the former names.
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

    /// Requires exactly one of these arguments.
    #[doc(hidden)]
    pub const fn one_of(mut self, names: &'static [&'static str]) -> Self {
        self.one_of = names;
        self
    }

    /// Sets the duration for which a result may be cached.
    #[doc(hidden)]
    pub const fn cache(mut self, cache: Cache) -> Self {
        self.cache = Some(cache);
        self
    }

    /// Sets the actions whose results a call invalidates.
    #[doc(hidden)]
    pub const fn invalidates(mut self, stale: &'static [Stale]) -> Self {
        self.invalidates = Some(stale);
        self
    }

    /// Sets the question that a user confirms.
    #[doc(hidden)]
    pub const fn confirm(mut self, confirm: Confirm) -> Self {
        self.confirm = Some(confirm);
        self
    }

    /// Sets the behaviour for a client that cannot ask its user.
    #[doc(hidden)]
    pub const fn unasked(mut self, unasked: Unasked) -> Self {
        self.unasked = Some(unasked);
        self
    }

    /// Makes calls with an `idempotency_key` run once.
    #[doc(hidden)]
    pub const fn once(mut self) -> Self {
        self.once = true;
        self
    }

    /// Sets the examples.
    #[doc(hidden)]
    pub const fn examples(mut self, examples: &'static [ExampleSpec]) -> Self {
        self.examples = examples;
        self
    }

    /// Sets the notation of results.
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

    /// Sets the advice of the error.
    #[doc(hidden)]
    pub const fn advice(mut self, advice: ErrorAdvice) -> Self {
        self.advice = advice;
        self
    }

    /// Sets the requirements of the injected parameters.
    #[doc(hidden)]
    pub const fn needs(mut self, needs: &'static [NeedFn]) -> Self {
        self.needs = needs;
        self
    }

    /// Sets the timeout of a call.
    #[doc(hidden)]
    pub const fn timeout(mut self, millis: u64) -> Self {
        self.timeout = Some(Duration::from_millis(millis));
        self
    }

    /// Sets the output cap.
    #[doc(hidden)]
    pub const fn output_cap(mut self, cap: OutputCap) -> Self {
        self.output_cap = Some(cap);
        self
    }

    /// Marks the handler as one that turns an error into a text for the model.
    #[doc(hidden)]
    pub const fn shows_errors(mut self) -> Self {
        self.shows_errors = true;
        self
    }

    /// Marks the handler as a plain `fn`.
    #[doc(hidden)]
    pub const fn plain_fn(mut self) -> Self {
        self.is_plain_fn = true;
        self
    }

    /// Returns an iterator over all arguments; the position of an argument is its slot.
    pub(crate) fn all_args(&self) -> impl Iterator<Item = &'static ArgSpec> + use<> {
        let joined = self.joined.iter().copied().flatten();
        self.args.iter().chain(joined)
    }
}
