//! The rules for `one_of`, which requires exactly one of its arguments. `expand` plants a constant
//! that checks whether the type of each may be left out.

use syn::LitStr;

use super::{Arg, OneOfArgument, ParamSource};
use crate::{
    diag::{Diag, list, nearest},
    model::Method,
};

pub(super) fn check(
    method: &Method,
    params: &[ParamSource],
    args: &[Arg],
    diag: &mut Diag,
) -> Vec<OneOfArgument> {
    let names = method.attr.one_of.as_deref().unwrap_or_default();
    // A parameter without a name is reported already, and `one_of` may mean that one.
    let complete = params.len() == method.params.len();
    if complete && args.is_empty() {
        no_arguments(names, method, diag);
        return Vec::new();
    }
    two_or_more_names(names, diag);
    let mut out: Vec<OneOfArgument> = Vec::new();
    for name in names {
        let value = name.value();
        if out.iter().any(|earlier| earlier.name.value() == value) {
            diag.error(
                name,
                format!("argument `{value}` stands twice in `one_of`; remove one"),
            );
        } else if let Some((slot, arg)) = find_argument(&value, args) {
            omissible_argument(name, arg, diag);
            let name = name.clone();
            out.push(OneOfArgument { name, slot });
        } else if complete {
            unknown_argument(name, method, args, diag);
        }
    }
    out
}

fn find_argument<'a>(name: &str, args: &'a [Arg]) -> Option<(usize, &'a Arg)> {
    args.iter()
        .enumerate()
        .find(|(_, arg)| arg.name.value() == name)
}

/// An action with `one_of` has arguments.
///
/// `#[action(one_of("id", "name"))] fn list(&self)`
fn no_arguments(names: &[LitStr], method: &Method, diag: &mut Diag) {
    if let Some(name) = names.first() {
        let action = method.name();
        let text =
            format!("action `{action}` takes no argument; remove `one_of`, or add arguments");
        diag.error(name, text);
    }
}

/// `one_of` has two names or more.
///
/// `#[action(one_of("id"))]`
fn two_or_more_names(names: &[LitStr], diag: &mut Diag) {
    if let [name] = names {
        let text = "`one_of` takes two names or more; \
                    to require one argument, give it a type other than `Option`";
        diag.error(name, text);
    }
}

/// An argument with a default is never missing, so that `one_of` cannot name it.
///
/// `#[action(one_of("id", "name"))] fn get(#[arg(default)] id: Option<u64>, name: Option<String>)`
fn omissible_argument(name: &LitStr, arg: &Arg, diag: &mut Diag) {
    if arg.default.is_some() {
        let text = format!(
            "argument `{}` has a default, so it is never missing; \
             remove the default, or this name",
            name.value()
        );
        diag.error(name, text);
    }
}

/// A name in `one_of` is the JSON name of an argument of this action.
///
/// `#[action(one_of("id", "nmae"))] fn get(id: Option<u64>, name: Option<String>)`
fn unknown_argument(name: &LitStr, method: &Method, args: &[Arg], diag: &mut Diag) {
    let known: Vec<String> = args.iter().map(|arg| arg.name.value()).collect();
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let (value, action) = (name.value(), method.name());
    diag.error(
        name,
        match nearest(&value, &known) {
            Some(meant) => format!("unknown argument `{value}`; did you mean `{meant}`?"),
            None => format!(
                "unknown argument `{value}`; action `{action}` takes {}",
                list(&known)
            ),
        },
    );
}
