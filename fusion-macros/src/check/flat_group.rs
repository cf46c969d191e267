//! The checked model: what `expand` prints. Its invariants are what the rules of this stage hold.

use std::time::Duration;

use proc_macro2::TokenStream;
use syn::{Attribute, Ident, LitStr, Path};

use super::{Hints, Resource, StateSync};
use crate::{
    attr::{CountLiteral, EnumName, NumberLiteral},
    doc::Doc,
    symbol::{ACTION, PROMPT, RESOURCE},
};

/// A flat group: an impl block.
pub(crate) struct FlatGroup {
    pub(crate) krate: Path,
    pub(crate) cfg: Vec<Attribute>,
    /// Invariant: stands for `Self` in types, expressions and patterns.
    pub(crate) this: TokenStream,
    pub(crate) name: String,
    pub(crate) docs: Doc,
    pub(crate) title: Option<LitStr>,
    pub(crate) tags: Vec<LitStr>,
    pub(crate) discriminator: Option<LitStr>,
    pub(crate) common: Option<CommonStruct>,
    pub(crate) annotations: Option<[Option<bool>; 4]>,
    /// A variant of the runtime's enum.
    pub(crate) describe: Option<Ident>,
    /// A variant of the runtime's enum.
    pub(crate) format: Option<Ident>,
    pub(crate) repair: bool,
    /// The calls that make the layers, outermost first.
    pub(crate) middleware: Vec<TokenStream>,
    /// A constant.
    pub(crate) output_cap: Option<TokenStream>,
    pub(crate) named: Option<EnumName>,
    /// Invariant: not empty; no key or alias twice, unless under different `cfg`s. Prompts and
    /// resources are among them.
    pub(crate) actions: Vec<Action>,
    /// Invariant: every argument of every action is a use of exactly one field.
    pub(crate) fields: Vec<MergedField>,
    pub(crate) shared_keys: Vec<SharedKey>,
    pub(crate) differences: Vec<TypeDifference>,
}

/// The struct whose fields are arguments of every action.
pub(crate) struct CommonStruct {
    pub(crate) ty: TokenStream,
    /// Whether an action does without.
    pub(crate) is_omitted: bool,
}

/// What a method is marked as.
pub(crate) enum ActionKind {
    Action,
    Prompt,
    Resource(Box<Resource>),
}

/// One action, prompt or resource.
pub(crate) struct Action {
    pub(crate) kind: ActionKind,
    pub(crate) cfg: Vec<Attribute>,
    pub(crate) doc_attrs: Vec<Attribute>,
    /// Invariant: another action's only where both are one method under different `cfg`s.
    pub(crate) variant: Ident,
    pub(crate) method: Ident,
    pub(crate) is_async: bool,
    pub(crate) has_receiver: bool,
    pub(crate) key: LitStr,
    pub(crate) docs: Doc,
    pub(crate) title: Option<LitStr>,
    /// The call that makes its pictures.
    pub(crate) icons: Option<TokenStream>,
    pub(crate) hints: Hints,
    pub(crate) tags: Vec<LitStr>,
    pub(crate) aliases: Vec<LitStr>,
    pub(crate) deprecated: Option<LitStr>,
    /// Invariant: empty, or two and more, none twice.
    pub(crate) one_of: Vec<OneOfArgument>,
    pub(crate) sync: StateSync,
    /// A variant of the runtime's enum.
    pub(crate) format: Option<Ident>,
    /// The call that makes the input schema its author wrote out.
    pub(crate) schema: Option<TokenStream>,
    /// The calls that make its layers, outermost first.
    pub(crate) middleware: Vec<TokenStream>,
    /// Its own, or its group's.
    pub(crate) timeout: Option<Duration>,
    /// A constant; its own only.
    pub(crate) output_cap: Option<TokenStream>,
    pub(crate) params: Vec<ParamSource>,
    pub(crate) args: Vec<Arg>,
    /// The structs whose fields are arguments of this action alone.
    pub(crate) flattened: Vec<TokenStream>,
    /// Invariant: only where the group has a `common`.
    pub(crate) omits_common: bool,
    /// `None` for `()`. Invariant: names no lifetime but `'static`.
    pub(crate) output: Option<TokenStream>,
}

/// One parameter, in the order of the signature.
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
    pub(crate) docs: Doc,
    pub(crate) ty: TokenStream,
    pub(crate) default: Option<DefaultFn>,
    pub(crate) secret: bool,
    /// Invariant: in the order of the variants; empty where `given` is.
    pub(crate) constraints: Vec<Constraint>,
    pub(crate) any: bool,
    /// The call that makes the schema its author wrote out.
    pub(crate) given: Option<TokenStream>,
    /// The function that completes it. Invariant: of a prompt or a resource.
    pub(crate) complete: Option<TokenStream>,
}

impl Action {
    pub(crate) fn is_action(&self) -> bool {
        matches!(self.kind, ActionKind::Action)
    }

    /// The word for what it is.
    pub(crate) fn noun(&self) -> &'static str {
        match self.kind {
            ActionKind::Action => ACTION,
            ActionKind::Prompt => PROMPT,
            ActionKind::Resource(_) => RESOURCE,
        }
    }
}

/// What an argument must be beyond its type. Invariant: no least above its greatest.
pub(crate) enum Constraint {
    Minimum(NumberLiteral),
    Maximum(NumberLiteral),
    MinLength(CountLiteral),
    MaxLength(CountLiteral),
    MinItems(CountLiteral),
    MaxItems(CountLiteral),
    Pattern(LitStr),
    Format(LitStr),
}

/// One of the arguments of which exactly one is given.
pub(crate) struct OneOfArgument {
    pub(crate) name: LitStr,
    /// Invariant: an index of the action's `args`, of one without a default.
    pub(crate) slot: usize,
}

/// The function that makes the default of one argument.
pub(crate) struct DefaultFn {
    pub(crate) name: Ident,
    pub(crate) body: TokenStream,
}

/// One name of the merged schema.
pub(crate) struct MergedField {
    pub(crate) name: String,
    /// Indices of an action and of one of its arguments.
    pub(crate) uses: Vec<(usize, usize)>,
}

/// One key, claimed under several `cfg`s: rustc knows which of them hold.
pub(crate) struct SharedKey {
    pub(crate) key: LitStr,
    pub(crate) cfgs: Vec<Vec<Attribute>>,
}

/// One name with two written types: rustc knows whether they differ on the wire.
pub(crate) struct TypeDifference {
    pub(crate) cfg: Vec<Attribute>,
    pub(crate) here: TokenStream,
    pub(crate) there: TokenStream,
    pub(crate) text: String,
}
