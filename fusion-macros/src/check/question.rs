//! The rules for the method that returns a question: `confirm = Self::question`. It takes arguments of
//! the action by their names and by reference; every other parameter is injected.

use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::{
    FnArg, GenericParam, Ident, Pat, PatType, Path, ReceiverKind, ReturnType, Signature,
    ext::IdentExt as _,
};

use super::{
    ParamSource,
    action::GroupContext,
    confirm::{ActionParameters, parameter_index},
};
use crate::{
    diag::{Diag, nearest},
    model::Method,
    types,
};

/// The call of a method that returns a question.
pub(crate) struct QuestionMethod {
    /// Invariant: a method of the block's type, with the span of the author's path.
    pub(crate) method: Ident,
    pub(crate) is_async: bool,
    pub(crate) has_receiver: bool,
    pub(crate) params: Vec<QuestionParameter>,
    /// The return type. Invariant: names no lifetime but `'static`.
    pub(crate) output: TokenStream,
}

/// The source of one parameter of the method, with its type behind the `&`.
pub(crate) enum QuestionParameter {
    /// Invariant: an index of the action's `args`.
    Argument {
        slot: usize,
        ty: TokenStream,
    },
    /// Invariant: an index of the action's `flattened`.
    Flattened {
        place: usize,
        ty: TokenStream,
    },
    Injected(TokenStream),
}

pub(super) fn check(
    path: &Path,
    action: &Method,
    parameters: ActionParameters<'_>,
    group: &GroupContext,
    diag: &mut Diag,
) -> Option<QuestionMethod> {
    let signature = find(path, group, diag)?;
    let count = diag.count();
    plain_signature(signature, diag);
    let has_receiver = receiver(signature, diag);
    let output = output(signature, group, diag);
    let params = signature.inputs.iter().filter_map(|input| match input {
        FnArg::Receiver(_) => None,
        FnArg::Typed(param) => parameter(param, action, parameters, group, diag),
    });
    let params = params.collect();
    let mut method = signature.ident.clone();
    if let Some(last) = path.segments.last() {
        method.set_span(last.ident.span());
    }
    (diag.count() == count).then_some(QuestionMethod {
        method,
        is_async: signature.asyncness.is_some(),
        has_receiver,
        params,
        output: output?,
    })
}

/// The method stands in the block, without a mark, so that its parameters can be read.
///
/// `confirm = question`, `confirm = crate::question`, `confirm = Self::qestion`
fn find<'g>(path: &Path, group: &'g GroupContext, diag: &mut Diag) -> Option<&'g Signature> {
    let name = path.segments.last()?.ident.unraw().to_string();
    let names: Vec<String> = group
        .helpers
        .iter()
        .map(|helper| helper.ident.unraw().to_string())
        .collect();
    let is_of_block = path.segments.len() == 2 && path.segments[0].ident == "Self";
    let found = names.iter().position(|other| *other == name);
    if let Some(found) = found.filter(|_| is_of_block) {
        return group.helpers.get(found);
    }
    let known: Vec<&str> = names.iter().map(String::as_str).collect();
    let text = match (found, nearest(&name, &known)) {
        (Some(_), _) => format!("`confirm` takes a method of this block: `confirm = Self::{name}`"),
        (None, Some(meant)) if is_of_block => {
            format!("this block has no method `{name}`; did you mean `Self::{meant}`?")
        }
        _ => format!(
            "`confirm` takes a method of this block that is no action, prompt or resource: write \
             `async fn {name}(&self) -> String` into the block, and `confirm = Self::{name}`"
        ),
    };
    diag.error(path, text);
    None
}

/// A question is an ordinary function without generic parameters.
///
/// `async fn question<T>(&self) -> String`, `unsafe fn question(&self) -> String`
fn plain_signature(signature: &Signature, diag: &mut Diag) {
    let name = &signature.ident;
    let generics = &signature.generics.params;
    if generics
        .iter()
        .all(|param| matches!(param, GenericParam::Lifetime(_)))
    {
        if !generics.is_empty() {
            let text = format!(
                "question `{name}` needs no lifetime: borrows live as long as the call; write `&` alone"
            );
            diag.error(generics, text);
        }
    } else {
        let text = format!("question `{name}` cannot be generic: a call does not state a type");
        diag.error(generics, text);
    }
    if let syn::Safety::Unsafe(token) = &signature.safety {
        let text = format!("question `{name}` cannot be `unsafe`: write `async fn` or `fn`");
        diag.error(token, text);
    }
}

/// A question takes `&self` or no receiver.
///
/// `async fn question(self) -> String`, `fn question(&mut self) -> String`
fn receiver(signature: &Signature, diag: &mut Diag) -> bool {
    let Some(receiver) = signature.receiver() else {
        return false;
    };
    if !matches!(receiver.kind, ReceiverKind::Reference(_, _, None)) {
        let text = format!(
            "question `{}` must take `&self` or no receiver",
            signature.ident
        );
        diag.error(receiver, text);
    }
    true
}

/// A question returns an owned sentence.
///
/// `async fn question(&self)`, `fn question(&self) -> &str`
fn output(signature: &Signature, group: &GroupContext, diag: &mut Diag) -> Option<TokenStream> {
    let name = &signature.ident;
    let ReturnType::Type(_, ty) = &signature.output else {
        let text = format!(
            "question `{name}` returns nothing: return the sentence that the user confirms, a `String` \
             or a `Result` of one"
        );
        diag.error(name, text);
        return None;
    };
    if let Some(at) = types::borrow(ty) {
        let text = format!(
            "question `{name}` cannot return a borrow: the sentence outlives the method; return a \
             `String`, or a `&'static str`"
        );
        diag.error_at(at, text);
    } else if let Some(unnamed) = types::impl_trait(ty) {
        let text = format!("question `{name}` must name the type that it returns, as in `String`");
        diag.error(unnamed, text);
    }
    Some(types::replace_self(ty.to_token_stream(), &group.this))
}

/// A parameter is a shared reference. It has the name of an argument, or is injected.
///
/// `fn question(&self, id: u64)`, `fn question(&self, id: &mut u64)`, `fn question(&self, (id,): &(u64,))`
fn parameter(
    param: &PatType,
    action: &Method,
    parameters: ActionParameters<'_>,
    group: &GroupContext,
    diag: &mut Diag,
) -> Option<QuestionParameter> {
    let Pat::Ident(pat) = &*param.pat else {
        let text = "a parameter of a question needs a plain name: it is the name of an argument of the \
                    action";
        diag.error(&param.pat, text);
        return None;
    };
    let Some(reference) = types::reference(&param.ty) else {
        let text = format!(
            "a question takes its arguments by reference, because the action takes them afterwards: \
             write `&{}`",
            types::spell(&param.ty.to_token_stream())
        );
        diag.error(&param.ty, text);
        return None;
    };
    if let Some(token) = &reference.mutability {
        let text = "a question only reads the arguments: write `&`, not `&mut`";
        diag.error(token, text);
    }
    let ty = types::replace_self(reference.elem.to_token_stream(), &group.this);
    let name = pat.ident.unraw().to_string();
    // The underscore says that the method does not use the argument.
    let index = parameter_index(action, &name)
        .or_else(|| parameter_index(action, name.trim_start_matches('_')));
    let source = index.and_then(|index| parameters.params.get(index));
    match source {
        Some(ParamSource::Json(slot)) => {
            secret_argument(&pat.ident, *slot, action, parameters, diag);
            Some(QuestionParameter::Argument { slot: *slot, ty })
        }
        Some(ParamSource::Flattened(place)) => {
            Some(QuestionParameter::Flattened { place: *place, ty })
        }
        Some(ParamSource::Injected(_)) => Some(QuestionParameter::Injected(ty)),
        None => {
            misspelt_argument(&pat.ident, &ty, action, parameters, diag);
            Some(QuestionParameter::Injected(ty))
        }
    }
}

/// A secret is never shown.
///
/// `#[action(confirm = Self::question)] fn log_in(&self, #[arg(secret)] pin: String)`,
/// `fn question(&self, pin: &str) -> String`
fn secret_argument(
    name: &Ident,
    slot: usize,
    action: &Method,
    parameters: ActionParameters<'_>,
    diag: &mut Diag,
) {
    if parameters.args.get(slot).is_some_and(|arg| arg.secret) {
        let text = format!(
            "argument `{name}` of action `{}` is secret, and a secret is never shown: take it out of the question",
            action.name()
        );
        diag.error(name, text);
    }
}

/// A parameter with the type of an argument and nearly its name is not injected.
///
/// `#[action(confirm = Self::question)] fn delete(&self, issue: u64)`,
/// `fn question(&self, isue: &u64) -> String`
fn misspelt_argument(
    name: &Ident,
    ty: &TokenStream,
    action: &Method,
    parameters: ActionParameters<'_>,
    diag: &mut Diag,
) {
    let spelled = types::spell(ty);
    let same_type = |slot: &usize| {
        let arg = parameters.args.get(*slot);
        arg.is_some_and(|arg| types::spell(&arg.ty) == spelled)
    };
    let candidates = action.params.iter().zip(parameters.params);
    let candidates = candidates.filter_map(|(param, source)| match (source, &param.pat) {
        (ParamSource::Json(slot), Pat::Ident(pat)) if same_type(slot) => {
            Some(pat.ident.unraw().to_string())
        }
        _ => None,
    });
    let candidates: Vec<String> = candidates.collect();
    let known: Vec<&str> = candidates.iter().map(String::as_str).collect();
    if let Some(meant) = nearest(&name.unraw().to_string(), &known) {
        let text = format!(
            "`{name}` is no argument of action `{}`; did you mean `{meant}`?",
            action.name()
        );
        diag.error(name, text);
    }
}
