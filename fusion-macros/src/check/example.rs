//! The rules for `example`. `expand` plants constants about fields of structs, which only rustc knows; `build()` reads
//! the values by the plan of the action.

use proc_macro2::TokenStream;
use syn::LitStr;

use super::{
    Arg, ParamSource,
    action::GroupContext,
    confirm::{ActionParameters, parameter_index},
    once::IDEMPOTENCY_KEY,
};
use crate::{
    attr::{ExampleAttr, ExampleValue, MethodMark},
    diag::{Diag, list, nearest},
    model::Method,
    types,
};

/// The name by which most tools select their action.
const DISCRIMINATOR: &str = "action";

/// A sentence, and the arguments of the call that it means.
pub(crate) struct Example {
    /// Invariant: not blank; no other example of the action has it.
    pub(crate) sentence: LitStr,
    /// Invariant: no name twice; no secret among the action's own arguments.
    pub(crate) arguments: Vec<CheckedExampleValue>,
}

/// One argument of an example.
pub(crate) struct CheckedExampleValue {
    pub(crate) name: LitStr,
    /// The content of a `json!`.
    pub(crate) value: TokenStream,
    /// True if it is no own argument of the action, so that it must be a field of a struct.
    pub(crate) is_joined: bool,
}

pub(super) fn check(
    method: &Method,
    parameters: ActionParameters<'_>,
    group: &GroupContext,
    diag: &mut Diag,
) -> Vec<Example> {
    let mut out: Vec<Example> = Vec::new();
    if !matches!(method.attr.mark, MethodMark::Action) {
        return out;
    }
    for example in &method.attr.examples {
        sentence(&example.sentence, &out, diag);
        let arguments = arguments(example, method, parameters, group, diag);
        out.push(Example {
            sentence: example.sentence.clone(),
            arguments,
        });
    }
    out
}

/// A sentence has words, on one line, and stands once at an action.
///
/// `#[action(example(""))]`, `#[action(example("list"), example("list"))]`
fn sentence(sentence: &LitStr, earlier: &[Example], diag: &mut Diag) {
    let text = sentence.value();
    if text.trim().is_empty() {
        diag.error(
            sentence,
            "the sentence is empty: write what a user would say, as in `example(\"close issue 7\", issue = 7)`",
        );
    } else if text.contains(char::is_control) {
        diag.error(sentence, "the sentence of an example is one line of text");
    } else if earlier.iter().any(|one| one.sentence.value() == text) {
        diag.error(
            sentence,
            "another example of this action has the same sentence; say it in other words, or remove one",
        );
    }
}

fn arguments(
    example: &ExampleAttr,
    method: &Method,
    parameters: ActionParameters<'_>,
    group: &GroupContext,
    diag: &mut Diag,
) -> Vec<CheckedExampleValue> {
    let mut out: Vec<CheckedExampleValue> = Vec::new();
    for ExampleValue { name, value } in &example.arguments {
        let text = name.value();
        if out.iter().any(|earlier| earlier.name.value() == text) {
            let text = format!("argument `{text}` is given twice in this example; remove one");
            diag.error(name, text);
            continue;
        }
        let own = parameters.args.iter().find(|arg| arg.name.value() == text);
        let is_joined = own.is_none() && parameters.has_struct_args(group);
        match own {
            Some(arg) if arg.secret => secret(name, method, diag),
            None if !is_joined => unknown_argument(name, method, parameters, diag),
            _ => {}
        }
        if let Ok(expr) = syn::parse2::<syn::Expr>(value.clone())
            && let Some(at) = types::receiver(&expr)
        {
            let text = "an example cannot use `self`: it is made once, before any call; use a constant or a function";
            diag.error_at(at, text);
        }
        out.push(CheckedExampleValue {
            name: name.clone(),
            value: types::replace_self(value.clone(), &group.this),
            is_joined,
        });
    }
    out
}

/// Examples are shown, and secrets are not. A required secret is left out of an example.
///
/// `#[action(example("log in", token = "abc"))] fn log_in(#[arg(secret)] token: String)`
fn secret(name: &LitStr, method: &Method, diag: &mut Diag) {
    diag.error(name, secret_text(&name.value(), &method.name().to_string()));
}

/// The error for a value of a secret argument.
pub(crate) fn secret_text(argument: &str, action: &str) -> String {
    format!(
        "argument `{argument}` of action `{action}` is secret, and examples are shown: leave it out, also if it is \
         required"
    )
}

/// A name in an example is the JSON name of an argument.
///
/// `#[action(example("close issue 7", isue = 7))] fn close(issue: u64)`
fn unknown_argument(
    name: &LitStr,
    method: &Method,
    parameters: ActionParameters<'_>,
    diag: &mut Diag,
) {
    // A parameter with a mistake is no argument, and the name may mean that one.
    if parameters.params.len() < method.params.len() {
        return;
    }
    let (value, action) = (name.value(), method.name());
    let args = parameters.args;
    let known: Vec<String> = args.iter().map(|arg| arg.name.value()).collect();
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let has_alias = |arg: &&Arg| arg.aliases.iter().any(|alias| alias.value() == value);
    let parameter = parameter_index(method, &value).and_then(|at| parameters.params.get(at));
    let text = if let Some(arg) = args.iter().find(has_alias) {
        format!(
            "`{value}` is an alias: write the name of the argument, `{}`",
            arg.name.value()
        )
    } else if let Some(arg) = parameter.and_then(|source| own_argument(source, args)) {
        format!(
            "the JSON name of `{value}` is `{0}`: write `{0}`",
            arg.name.value()
        )
    } else if let Some(ParamSource::Injected(_)) = parameter {
        format!("`{value}` is injected into action `{action}`, and no client sends it: remove it")
    } else if value == IDEMPOTENCY_KEY && method.attr.once.is_some() {
        "the key of a call is new for each call, so that no example has it: remove it".to_owned()
    } else if value == DISCRIMINATOR {
        format!("`{value}` selects the action, and an example has the arguments alone: remove it")
    } else if let Some(meant) = nearest(&value, &known) {
        format!("unknown argument `{value}`; did you mean `{meant}`?")
    } else if known.is_empty() {
        format!("unknown argument `{value}`; action `{action}` takes none")
    } else {
        format!(
            "unknown argument `{value}`; action `{action}` takes {}",
            list(&known)
        )
    };
    diag.error(name, text);
}

fn own_argument<'a>(source: &ParamSource, args: &'a [Arg]) -> Option<&'a Arg> {
    match source {
        ParamSource::Json(slot) => args.get(*slot),
        ParamSource::Flattened(_) | ParamSource::Injected(_) => None,
    }
}
