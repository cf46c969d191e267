//! The rules for the signature of a method under a mark, without its parameters and its output.

use syn::{GenericParam, ReceiverKind, Safety};

use crate::{diag::Diag, model::Method};

/// Checks everything of a signature but its parameters and its output. Returns true if it has a receiver.
pub(super) fn check(method: &Method, diag: &mut Diag) -> bool {
    qualifiers(method, diag);
    generics(method, diag);
    receiver(method, diag)
}

/// An action is an ordinary `async fn` or `fn`.
///
/// `unsafe fn`, `extern "C" fn`, `fn(&self, ...)`
fn qualifiers(method: &Method, diag: &mut Diag) {
    let (name, sig) = (method.name(), &method.sig);
    let noun = method.attr.mark.name();
    let plain =
        |what: &str| format!("{noun} `{name}` cannot be `{what}`: write `async fn` or `fn`");
    if let Safety::Unsafe(token) = &sig.safety {
        diag.error(token, plain("unsafe"));
    }
    if let Some(abi) = &sig.abi {
        diag.error(abi, plain("extern"));
    }
    if let Some(variadic) = &sig.variadic {
        diag.error(
            variadic.dots,
            format!("{noun} `{name}` cannot be variadic: its parameters are its arguments"),
        );
    }
}

/// An action has no generic parameters: a call does not state a type.
///
/// `async fn get<T: Read>(&self)`, `async fn get<'a>(&'a self)`
fn generics(method: &Method, diag: &mut Diag) {
    let (name, params) = (method.name(), &method.sig.generics.params);
    let noun = method.attr.mark.name();
    if params.is_empty() {
        return;
    }
    let is_lifetime = |param: &GenericParam| matches!(param, GenericParam::Lifetime(_));
    let text = if params.iter().all(is_lifetime) {
        format!(
            "{noun} `{name}` needs no lifetime: borrows live as long as the call; write `&` \
             alone"
        )
    } else {
        format!(
            "{noun} `{name}` cannot be generic: a call does not state a type or a value; write \
             a concrete one"
        )
    };
    diag.error(params, text);
}

/// Calls run concurrently, so that an action takes `&self` or no receiver.
///
/// `async fn get(self)`, `async fn get(&mut self)`, `async fn get(self: Arc<Self>)`,
/// `async fn get(&'static self)`
fn receiver(method: &Method, diag: &mut Diag) -> bool {
    let Some(receiver) = method.sig.receiver() else {
        return false;
    };
    let (noun, name) = (method.attr.mark.name(), method.name());
    match &receiver.kind {
        ReceiverKind::Reference(_, _, Some(_)) => diag.error(
            receiver,
            format!(
                "{noun} `{name}` must take `&self` or no receiver: calls run concurrently; \
                 put mutable state behind a `Mutex` or a channel"
            ),
        ),
        ReceiverKind::Reference(_, Some(lifetime), None) if lifetime.ident == "static" => {
            let text = format!(
                "{noun} `{name}` must take `&self`: the receiver lives as long as the call; what has to \
                 live longer is held in an `Arc`"
            );
            diag.error(lifetime, text);
        }
        // A declared lifetime is reported by `generics`, an undeclared one by rustc.
        ReceiverKind::Reference(_, _, None) => {}
        _ => diag.error(
            receiver,
            format!("{noun} `{name}` must take `&self` or no receiver"),
        ),
    }
    true
}
