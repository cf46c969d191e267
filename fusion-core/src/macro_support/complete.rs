//! Argument completion by the author's functions: `#[arg(complete = path)]`.

use std::{future::Future, pin::Pin};

use serde_json::{Map, Value};

use crate::ctx::Ctx;

/// A completion request for one argument, with the text that the user has typed so far.
#[derive(Clone, Copy, Debug)]
pub struct CompletionRequest<'a> {
    pub(crate) slot: usize,
    pub(crate) value: &'a str,
    pub(crate) ctx: &'a Ctx,
}

impl CompletionRequest<'_> {
    /// Returns the argument's position in its prompt or resource.
    pub fn slot(&self) -> usize {
        self.slot
    }
}

/// The boxed future of a completion. It resolves to the suggested values.
pub type CompletionFuture<'a> = Pin<Box<dyn Future<Output = Vec<String>> + Send + 'a>>;

/// The arguments that already have a value while another argument is completed. A completion function
/// reads them with `ctx.get::<FilledArguments>()`.
///
/// ```
/// use fusion_core::{Ctx, prompt::FilledArguments};
///
/// async fn branches(value: &str, ctx: &Ctx) -> Vec<String> {
///     let repository = ctx.get::<FilledArguments>().and_then(|filled| filled.text("repository"));
///     match repository {
///         Some("fusion") => vec![format!("{value}main")],
///         _ => Vec::new(),
///     }
/// }
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FilledArguments(pub(crate) Map<String, Value>);

impl FilledArguments {
    /// Returns the value of an argument as the client sent it.
    pub fn value(&self, argument: &str) -> Option<&Value> {
        self.0.get(argument)
    }

    /// Returns the value of an argument if it is a string.
    pub fn text(&self, argument: &str) -> Option<&str> {
        self.value(argument)?.as_str()
    }
}

/// A function that completes an argument.
///
/// The lifetime is a parameter of the trait, because the future of the function holds the borrowed
/// arguments. `Takes` distinguishes the two forms, with and without `&self`. Implemented for
/// functions; authors do not implement it.
#[diagnostic::on_unimplemented(
    message = "this cannot complete an argument",
    label = "not an `async fn(&self, &str, &Ctx) -> Vec<String>`",
    note = "it takes what was written so far and the context, with or without `&self` before them, and returns the values that may be written: `async fn labels(&self, value: &str, ctx: &Ctx) -> Vec<String>`"
)]
pub trait Complete<'a, G, Takes> {
    /// Runs the function and returns the suggested values.
    #[doc(hidden)]
    fn run_completion(self, group: &'a G, value: &'a str, ctx: &'a Ctx) -> CompletionFuture<'a>;
}

/// The marker of a completion function that takes `&self`.
#[derive(Debug)]
pub struct WithGroup;

/// The marker of a completion function without `&self`.
#[derive(Debug)]
pub struct WithoutGroup;

#[diagnostic::do_not_recommend]
impl<'a, G, F, Fut> Complete<'a, G, (WithGroup, Fut)> for F
where
    G: 'a,
    F: Fn(&'a G, &'a str, &'a Ctx) -> Fut,
    Fut: Future<Output = Vec<String>> + Send + 'a,
{
    fn run_completion(self, group: &'a G, value: &'a str, ctx: &'a Ctx) -> CompletionFuture<'a> {
        Box::pin(self(group, value, ctx))
    }
}

#[diagnostic::do_not_recommend]
impl<'a, G, F, Fut> Complete<'a, G, (WithoutGroup, Fut)> for F
where
    F: Fn(&'a str, &'a Ctx) -> Fut,
    Fut: Future<Output = Vec<String>> + Send + 'a,
{
    fn run_completion(self, _: &'a G, value: &'a str, ctx: &'a Ctx) -> CompletionFuture<'a> {
        Box::pin(self(value, ctx))
    }
}

/// Runs the author's completion function for a request.
pub fn complete<'a, G, Takes>(
    function: impl Complete<'a, G, Takes>,
    group: &'a G,
    request: CompletionRequest<'a>,
) -> CompletionFuture<'a> {
    function.run_completion(group, request.value, request.ctx)
}
