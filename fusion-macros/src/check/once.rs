//! The rules for `once`.

use proc_macro2::Span;

use super::{Arg, Hints, reserved};
use crate::{attr::Flag, diag::Diag, model::Method};

/// The name of the argument that names a call of an action with `once`.
pub(crate) const IDEMPOTENCY_KEY: &str = "idempotency_key";

/// Returns the place of `once` if calls of the action run once.
pub(super) fn check(method: &Method, hints: Hints, args: &[Arg], diag: &mut Diag) -> Option<Span> {
    let flag = method.attr.once.filter(|flag| flag.on)?;
    of_a_write(method, flag, hints, diag);
    reserved::argument(args, IDEMPOTENCY_KEY, &idempotency_key_text(), diag);
    Some(flag.span)
}

/// Only a write can happen twice.
///
/// `#[action(read_only, once)]`
fn of_a_write(method: &Method, flag: Flag, hints: Hints, diag: &mut Diag) {
    if hints.read_only {
        let text = format!(
            "action `{}` is read-only, so it may run as often as it is called: remove `once`, or `read_only`",
            method.name()
        );
        diag.error_at(flag.span, text);
    }
}

/// The error for an argument with the name of the one that `once` adds.
pub(crate) fn idempotency_key_text() -> String {
    format!(
        "`{IDEMPOTENCY_KEY}` is the argument that `once` adds to the action: remove this one, or choose another name \
         for it, by `#[arg(name = \"…\")]`"
    )
}
