//! The checked model of a flat group. The rules of `check` establish its invariants, and `expand`
//! relies on them.

use std::time::Duration;

use proc_macro2::{Span, TokenStream};
use syn::{Attribute, Ident, LitStr, Path};

use super::{
    ActionConfirm, BlockClient, CheckedHostHints, Example, HelpNames, Hints, Resource,
    StateSyncAttributes,
};
use crate::{
    attr::{CountLiteral, ItemName, NumberLiteral},
    doc::Doc,
    symbol::{ACTION, PROMPT, RESOURCE},
};

/// A flat group: an impl block.
pub(crate) struct FlatGroup {
    pub(crate) krate: Path,
    pub(crate) cfg: Vec<Attribute>,
    /// Invariant: can replace `Self` in types, expressions and patterns.
    pub(crate) this: TokenStream,
    pub(crate) name: String,
    pub(crate) docs: Doc,
    pub(crate) title: Option<LitStr>,
    pub(crate) host: CheckedHostHints,
    pub(crate) tags: Vec<LitStr>,
    /// Invariant: scope tokens of RFC 6749; none twice.
    pub(crate) scopes: Vec<LitStr>,
    pub(crate) discriminator: Option<LitStr>,
    pub(crate) common: Option<CommonStruct>,
    pub(crate) annotations: Option<[Option<bool>; 4]>,
    /// A variant of the runtime's enum.
    pub(crate) describe: Option<Ident>,
    pub(crate) help: Option<HelpNames>,
    /// A variant of the runtime's enum.
    pub(crate) format: Option<Ident>,
    pub(crate) repair: bool,
    /// The calls that construct the middleware, outermost first.
    pub(crate) middleware: Vec<TokenStream>,
    /// A constant expression.
    pub(crate) output_cap: Option<TokenStream>,
    pub(crate) named: Option<ItemName>,
    pub(crate) client: Option<BlockClient>,
    /// The actions, prompts and resources. Invariant: not empty; no key or alias twice, unless
    /// under different `cfg`s.
    pub(crate) actions: Vec<Action>,
    pub(crate) shared_keys: Vec<SharedKey>,
    pub(crate) differences: Vec<TypeDifference>,
}

/// The struct whose fields are arguments of every action.
pub(crate) struct CommonStruct {
    pub(crate) ty: TokenStream,
    /// True if an action has `omit_common`.
    pub(crate) is_omitted: bool,
}

/// The kind of a row, with the parts that only resources have.
pub(crate) enum ActionKind {
    Action,
    Prompt,
    Resource(Box<Resource>),
}

/// One action, prompt or resource.
#[allow(clippy::struct_excessive_bools)] // independent facts about one method
pub(crate) struct Action {
    pub(crate) kind: ActionKind,
    pub(crate) cfg: Vec<Attribute>,
    pub(crate) doc_attrs: Vec<Attribute>,
    /// Invariant: two actions have one variant only if both are one method under different `cfg`s.
    pub(crate) variant: Ident,
    pub(crate) method: Ident,
    pub(crate) is_async: bool,
    pub(crate) has_receiver: bool,
    pub(crate) key: LitStr,
    /// Invariant: no other action has it, unless under different `cfg`s.
    pub(crate) flat_name: Option<LitStr>,
    pub(crate) docs: Doc,
    pub(crate) title: Option<LitStr>,
    pub(crate) host: CheckedHostHints,
    pub(crate) hints: Hints,
    pub(crate) tags: Vec<LitStr>,
    /// Invariant: scope tokens of RFC 6749; none twice.
    pub(crate) scopes: Vec<LitStr>,
    pub(crate) aliases: Vec<LitStr>,
    pub(crate) deprecated: Option<LitStr>,
    /// Invariant: empty, or two and more; no argument twice.
    pub(crate) one_of: Vec<OneOfArgument>,
    pub(crate) sync: StateSyncAttributes,
    pub(crate) confirm: Option<ActionConfirm>,
    /// The place of `once`, if the action has it. Invariant: only an action that is not read-only has it.
    pub(crate) once: Option<Span>,
    pub(crate) examples: Vec<Example>,
    /// A variant of the runtime's enum.
    pub(crate) format: Option<Ident>,
    /// The call that returns the input schema from `schema = …`.
    pub(crate) schema: Option<TokenStream>,
    /// The calls that construct its middleware, outermost first.
    pub(crate) middleware: Vec<TokenStream>,
    /// The timeout of the action, or else of its group.
    pub(crate) timeout: Option<Duration>,
    /// A constant expression; the cap of the group is not repeated here.
    pub(crate) output_cap: Option<TokenStream>,
    pub(crate) params: Vec<ParamSource>,
    pub(crate) args: Vec<Arg>,
    /// The structs whose fields are arguments of this action alone.
    pub(crate) flattened: Vec<TokenStream>,
    /// Invariant: true only if the group has a `common`.
    pub(crate) omits_common: bool,
    /// The fields of `common` that the action does not take. Invariant: empty if it omits all or the group
    /// has no `common`; no name twice.
    pub(crate) omitted_fields: Vec<LitStr>,
    /// `None` for `()`. Invariant: names no lifetime but `'static`.
    pub(crate) output: Option<TokenStream>,
    /// True if its body turns an error into a text for the model.
    pub(crate) shows_errors: bool,
}

/// The source of one parameter, in the order of the signature.
pub(crate) enum ParamSource {
    /// Invariant: an index of the action's `args`.
    Json(usize),
    /// Invariant: an index of the action's `flattened`.
    Flattened(usize),
    /// The type behind the `&`.
    Injected(TokenStream),
}

/// One argument.
pub(crate) struct Arg {
    pub(crate) name: LitStr,
    /// The type inside of an `Option`, if the type is written as one.
    pub(crate) inner: Option<TokenStream>,
    /// Other names. Invariant: no name or other name of an action's arguments twice.
    pub(crate) aliases: Vec<LitStr>,
    pub(crate) docs: Doc,
    pub(crate) ty: TokenStream,
    pub(crate) default: Option<DefaultFn>,
    pub(crate) secret: bool,
    /// Invariant: in the order of the variants; empty if `given` is set.
    pub(crate) constraints: Vec<ArgConstraint>,
    pub(crate) any: bool,
    /// The call that returns the schema from `schema = …`.
    pub(crate) given: Option<TokenStream>,
    /// The function that completes the argument. Invariant: set only for prompts and resources.
    pub(crate) complete: Option<TokenStream>,
}

impl Action {
    pub(crate) fn is_action(&self) -> bool {
        matches!(self.kind, ActionKind::Action)
    }

    /// The noun for the row in errors.
    pub(crate) fn noun(&self) -> &'static str {
        match self.kind {
            ActionKind::Action => ACTION,
            ActionKind::Prompt => PROMPT,
            ActionKind::Resource(_) => RESOURCE,
        }
    }
}

/// A constraint on the value of an argument. Invariant: no minimum is above its maximum.
pub(crate) enum ArgConstraint {
    Minimum(NumberLiteral),
    Maximum(NumberLiteral),
    MinLength(CountLiteral),
    MaxLength(CountLiteral),
    MinItems(CountLiteral),
    MaxItems(CountLiteral),
    Pattern(LitStr),
    Format(LitStr),
}

/// An argument that `one_of` names.
pub(crate) struct OneOfArgument {
    pub(crate) name: LitStr,
    /// Invariant: the index in the action's `args` of an argument without a default.
    pub(crate) slot: usize,
}

/// The function that returns the default of one argument.
pub(crate) struct DefaultFn {
    pub(crate) name: Ident,
    pub(crate) body: TokenStream,
}

/// One name of the merged schema.
pub(crate) struct FieldUses {
    pub(crate) name: String,
    /// Indices of an action and of one of its arguments.
    pub(crate) uses: Vec<(usize, usize)>,
}

/// A key that several actions claim under different `cfg`s. Only rustc knows which of them hold.
pub(crate) struct SharedKey {
    pub(crate) key: LitStr,
    pub(crate) cfgs: Vec<Vec<Attribute>>,
}

/// An argument name with two written types. Only rustc knows whether they differ in JSON.
pub(crate) struct TypeDifference {
    pub(crate) cfg: Vec<Attribute>,
    pub(crate) here: TokenStream,
    pub(crate) there: TokenStream,
    pub(crate) text: String,
}
