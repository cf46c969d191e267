//! The rules for `confirm` and `unasked`. `expand` plants constants about fields of structs and about
//! types, which only rustc knows.

use proc_macro2::TokenStream;
use syn::{Ident, LitStr, ext::IdentExt as _};

use super::{
    Action, Arg, Hints, ParamSource,
    action::GroupContext,
    placeholder::placeholders,
    question::{self, QuestionMethod},
    reserved,
};
use crate::{
    attr::{ConfirmAttr, KeyedValue, MethodMark},
    diag::{Diag, list, nearest},
    model::{Block, Method},
};

/// The placeholder for the key of the action.
pub(crate) const ACTION_KEY: &str = "action";

/// The name of the argument that takes the token of `unasked = "token"`.
pub(crate) const TOKEN_ARGUMENT: &str = "confirmation";

/// The questions that an action declares.
pub(crate) struct ActionConfirm {
    /// `None` for an action that declares only `unasked`, because its handler asks.
    pub(crate) question: Option<ConfirmQuestion>,
    /// A variant of the runtime's enum.
    pub(crate) unasked: Option<Ident>,
}

/// The question that a user confirms.
pub(crate) enum ConfirmQuestion {
    Text(ConfirmSentence),
    Method(QuestionMethod),
}

/// A sentence with placeholders. Invariant: its syntax is valid.
pub(crate) struct ConfirmSentence {
    pub(crate) text: LitStr,
    /// The own arguments among the placeholders: indices of the action's `args`, which are not secret.
    pub(crate) slots: Vec<usize>,
    /// The other placeholders. Invariant: empty for an action without struct arguments.
    pub(crate) joined: Vec<String>,
    /// True if a placeholder is the key of the action.
    pub(crate) has_key: bool,
}

/// The parameters of an action, as its checks have them.
#[derive(Clone, Copy)]
pub(super) struct ActionParameters<'p> {
    pub(super) params: &'p [ParamSource],
    pub(super) args: &'p [Arg],
    pub(super) flattened: &'p [TokenStream],
    pub(super) omits_common: bool,
}

impl ActionParameters<'_> {
    /// Returns true if fields of structs are arguments of the action, whose names only rustc knows.
    pub(super) fn has_struct_args(self, group: &GroupContext) -> bool {
        !self.flattened.is_empty() || (group.has_common && !self.omits_common)
    }
}

/// Checks the confirmation of an action: its own, or that of its block for a destructive action. Prompts and
/// resources have none.
pub(super) fn check(
    method: &Method,
    hints: Hints,
    parameters: ActionParameters<'_>,
    group: &GroupContext,
    diag: &mut Diag,
) -> Option<ActionConfirm> {
    let attr = &method.attr;
    if !matches!(attr.mark, MethodMark::Action) {
        return None;
    }
    let question = match &attr.confirm {
        Some(KeyedValue { key, value }) => {
            if hints.read_only && !matches!(value, ConfirmAttr::Never) {
                let text = format!(
                    "action `{}` is read-only, so there is nothing to confirm: remove `confirm`, or \
                     mark the action `destructive`",
                    method.name()
                );
                diag.error_at(*key, text);
            }
            match value {
                ConfirmAttr::Text(text) => own_text(text, method, parameters, group, diag),
                ConfirmAttr::Method(path) => question::check(path, method, parameters, group, diag)
                    .map(ConfirmQuestion::Method),
                ConfirmAttr::Never => None,
            }
        }
        None => (group.confirm.as_ref())
            .filter(|_| hints.destructive)
            .and_then(|text| text_of_block(text, method, parameters, group, diag)),
    };
    let is_confirmed = match &attr.confirm {
        Some(own) => !matches!(own.value, ConfirmAttr::Never),
        None => group.confirm.is_some() && hints.destructive,
    };
    unasked(method, is_confirmed, parameters, diag);
    let unasked = attr.unasked.as_ref().map(|unasked| unasked.value.clone());
    (question.is_some() || unasked.is_some()).then_some(ActionConfirm { question, unasked })
}

/// `unasked` is about the questions of an action, and a token has an argument of its own. An injected parameter may be
/// an `&Ask` of any name, which only `build()` knows.
///
/// `#[action(unasked = "allow")] fn delete(&self)`,
/// `#[action(confirm("Delete?"), unasked = "token")] fn delete(confirmation: String)`
fn unasked(method: &Method, is_confirmed: bool, parameters: ActionParameters<'_>, diag: &mut Diag) {
    let Some(unasked) = &method.attr.unasked else {
        return;
    };
    let is_injected = |source: &ParamSource| matches!(source, ParamSource::Injected(_));
    let may_ask = is_confirmed || parameters.params.iter().any(is_injected);
    // A parameter with a mistake may be the one that asks.
    let is_broken = method.attr.is_broken || parameters.params.len() < method.params.len();
    if !may_ask && !is_broken {
        let text = "`unasked` is about the questions of an action, and this one asks none: write \
                    `confirm(\"…\")`, take an `&Ask`, or remove `unasked`";
        diag.error_at(unasked.key, text);
    }
    if unasked.value != "Token" {
        return;
    }
    reserved::argument(
        parameters.args,
        TOKEN_ARGUMENT,
        &token_argument_text(),
        diag,
    );
}

/// The error for an argument with the name of the token's.
pub(crate) fn token_argument_text() -> String {
    format!(
        "`{TOKEN_ARGUMENT}` is the argument that takes the token of `unasked = \"token\"`: choose \
         another name for this one, by `#[arg(name = \"…\")]`"
    )
}

fn own_text(
    text: &LitStr,
    method: &Method,
    parameters: ActionParameters<'_>,
    group: &GroupContext,
    diag: &mut Diag,
) -> Option<ConfirmQuestion> {
    match placeholders(&text.value()) {
        Err(reason) => {
            diag.error(text, reason);
            None
        }
        Ok(names) => {
            let end = "take it out of the question";
            resolve(text, &names, method, parameters, group, end, diag)
        }
    }
}

/// The question of a block has the arguments of every action that it applies to.
///
/// `#[tool_group(confirm("Delete {id}?"))] impl Issues { #[action(destructive)] fn purge(&self) {} }`
fn text_of_block(
    text: &LitStr,
    method: &Method,
    parameters: ActionParameters<'_>,
    group: &GroupContext,
    diag: &mut Diag,
) -> Option<ConfirmQuestion> {
    // `block` reports the syntax once.
    let value = text.value();
    let names = placeholders(&value).ok()?;
    let end = "write a `confirm` of its own at the action, or take it out of the block's question";
    resolve(text, &names, method, parameters, group, end, diag)
}

/// A placeholder is an argument of the action that is not secret, or `{action}`, its key.
///
/// `confirm("Delete {isue}?")`, `confirm("Log in with {token}?")`,
/// `confirm("Really {action}?")] fn run(action: String)`
fn resolve(
    text: &LitStr,
    names: &[&str],
    method: &Method,
    parameters: ActionParameters<'_>,
    group: &GroupContext,
    way_out: &str,
    diag: &mut Diag,
) -> Option<ConfirmQuestion> {
    let count = diag.count();
    let (mut slots, mut joined) = (Vec::new(), Vec::new());
    let mut seen: Vec<&str> = Vec::new();
    for name in names.iter().copied() {
        if seen.contains(&name) {
            continue;
        }
        seen.push(name);
        let mut args = parameters.args.iter();
        match args.position(|arg| arg.name.value() == name) {
            Some(_) if name == ACTION_KEY => {
                diag.error(text, key_argument_text(&method.name().to_string()));
            }
            Some(slot) if parameters.args[slot].secret => diag.error(
                text,
                format!(
                    "argument `{name}` of action `{}` is secret, and a secret is never shown: \
                     {way_out}",
                    method.name()
                ),
            ),
            Some(slot) => slots.push(slot),
            None if name == ACTION_KEY => {}
            None if parameters.has_struct_args(group) => joined.push(name.to_owned()),
            None => unknown_placeholder(text, name, method, parameters, way_out, diag),
        }
    }
    let (text, has_key) = (text.clone(), names.contains(&ACTION_KEY));
    (diag.count() == count).then_some(ConfirmQuestion::Text(ConfirmSentence {
        text,
        slots,
        joined,
        has_key,
    }))
}

/// The error for `{action}` where an argument has this name too.
pub(crate) fn key_argument_text(action: &str) -> String {
    format!(
        "`{{{ACTION_KEY}}}` is the key of action `{action}`, and an argument has that name too: give the \
         argument another name, by `#[arg(name = \"…\")]`, or write `confirm = Self::question`"
    )
}

fn unknown_placeholder(
    text: &LitStr,
    name: &str,
    method: &Method,
    parameters: ActionParameters<'_>,
    way_out: &str,
    diag: &mut Diag,
) {
    // A parameter with a mistake is no argument, and the placeholder may mean that one.
    if parameters.params.len() < method.params.len() {
        return;
    }
    let action = method.name();
    let of_alias = |arg: &&Arg| arg.aliases.iter().any(|alias| alias.value() == name);
    let alias = parameters.args.iter().find(of_alias);
    let is_injected = parameter_index(method, name).is_some_and(|index| {
        matches!(parameters.params.get(index), Some(ParamSource::Injected(_)))
    });
    let known: Vec<String> = parameters.args.iter().map(|arg| arg.name.value()).collect();
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let text_of = match (alias, nearest(name, &known)) {
        (Some(arg), _) => format!(
            "`{{{name}}}` is an alias: write the name of the argument, `{{{}}}`",
            arg.name.value()
        ),
        _ if is_injected => format!(
            "`{name}` is injected into action `{action}`, and only arguments can be shown: {way_out}"
        ),
        (None, Some(meant)) => {
            format!("`{{{name}}}` is no argument of action `{action}`; did you mean `{{{meant}}}`?")
        }
        (None, None) if known.is_empty() => {
            format!("`{{{name}}}` is no argument of action `{action}`, which takes none: {way_out}")
        }
        (None, None) => format!(
            "`{{{name}}}` is no argument of action `{action}`, which takes {}: {way_out}",
            list(&known)
        ),
    };
    diag.error(text, text_of);
}

/// Returns the index of the parameter with this name in Rust.
pub(super) fn parameter_index(method: &Method, name: &str) -> Option<usize> {
    method.params.iter().position(|param| match &param.pat {
        syn::Pat::Ident(pat) => pat.ident.unraw() == name,
        _ => false,
    })
}

/// The question of a block has a valid syntax, and applies to an action.
///
/// `#[tool_group(confirm("Delete {id?"))]`,
/// `#[tool_group(confirm("Really {action}?"))] impl Issues { #[action(read_only)] fn list(&self) {} }`
pub(super) fn block(block: &Block, actions: &[Action], diag: &mut Diag) {
    let Some(KeyedValue { key, value: text }) = &block.attr.confirm else {
        return;
    };
    if let Err(reason) = placeholders(&text.value()) {
        diag.error(text, reason);
    }
    let applies = |(action, method): (&Action, &Method)| {
        action.is_action() && action.hints.destructive && method.attr.confirm.is_none()
    };
    let is_broken = block.methods.iter().any(|method| method.attr.is_broken);
    let mut pairs = actions.iter().zip(&block.methods);
    if !is_broken && !pairs.any(applies) {
        let text = "the question of the block applies to its destructive actions without a `confirm` of \
                    their own, and there is none: mark them `destructive`, or remove `confirm`";
        diag.error_at(*key, text);
    }
}
