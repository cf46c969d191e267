//! Completion by functions of the author: `#[arg(complete = path)]`.

use std::{future::Future, pin::Pin};

use serde_json::{Map, Value};

use crate::ctx::Ctx;

/// What is asked of the author: to go on from what was written so far for one argument.
#[derive(Clone, Copy, Debug)]
pub struct CompletionRequest<'a> {
    pub(crate) slot: usize,
    pub(crate) value: &'a str,
    pub(crate) ctx: &'a Ctx,
}

impl CompletionRequest<'_> {
    /// The argument's position in its prompt or resource.
    pub fn slot(&self) -> usize {
        self.slot
    }
}

/// The values that may be written, on their way.
pub type CompletionFuture<'a> = Pin<Box<dyn Future<Output = Vec<String>> + Send + 'a>>;

/// The arguments that have a value already while another is completed: a completing function finds
/// them by `ctx.get::<FilledArguments>()`.
///
/// ```
/// use fusion_core::{Ctx, prompt::FilledArguments};
///
/// async fn branches(value: &str, ctx: &Ctx) -> Vec<String> {
///     let repository = ctx.get::<Filled>().and_then(|filled| filled.text("repository"));
///     match repository {
///         Some("fusion") => vec![format!("{value}main")],
///         _ => Vec::new(),
///     }
/// }
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FilledArguments(pub(crate) Map<String, Value>);

impl FilledArguments {
    /// The value of an argument, as it was sent.
    pub fn value(&self, argument: &str) -> Option<&Value> {
        self.0.get(argument)
    }

    /// The same, if it is a text.
    pub fn text(&self, argument: &str) -> Option<&str> {
        self.value(argument)?.as_str()
    }
}

/// A function that completes an argument.
///
/// A trait with a lifetime, because what a function borrows it holds until it has answered. `Takes`
/// tells its two forms apart. Implemented for functions; an author does not implement it.
#[diagnostic::on_unimplemented(
    message = "this cannot complete an argument",
    label = "not an `async fn(&self, &str, &Ctx) -> Vec<String>`",
    note = "it takes what was written so far and the context, with or without `&self` before them, and returns the values that may be written: `async fn labels(&self, value: &str, ctx: &Ctx) -> Vec<String>`"
)]
pub trait Complete<'a, G, Takes> {
    /// The values that may be written.
    #[doc(hidden)]
    fn completing(self, group: &'a G, value: &'a str, ctx: &'a Ctx) -> CompletionFuture<'a>;
}

/// A function that takes its group.
#[derive(Debug)]
pub struct WithGroup;

/// A function that does without.
#[derive(Debug)]
pub struct WithoutGroup;

#[diagnostic::do_not_recommend]
impl<'a, G, F, Fut> Complete<'a, G, (WithGroup, Fut)> for F
where
    G: 'a,
    F: Fn(&'a G, &'a str, &'a Ctx) -> Fut,
    Fut: Future<Output = Vec<String>> + Send + 'a,
{
    fn completing(self, group: &'a G, value: &'a str, ctx: &'a Ctx) -> CompletionFuture<'a> {
        Box::pin(self(group, value, ctx))
    }
}

#[diagnostic::do_not_recommend]
impl<'a, G, F, Fut> Complete<'a, G, (WithoutGroup, Fut)> for F
where
    F: Fn(&'a str, &'a Ctx) -> Fut,
    Fut: Future<Output = Vec<String>> + Send + 'a,
{
    fn completing(self, _: &'a G, value: &'a str, ctx: &'a Ctx) -> CompletionFuture<'a> {
        Box::pin(self(value, ctx))
    }
}

/// Asks the author's function.
pub fn complete<'a, G, Takes>(
    function: impl Complete<'a, G, Takes>,
    group: &'a G,
    asked: CompletionRequest<'a>,
) -> CompletionFuture<'a> {
    function.completing(group, asked.value, asked.ctx)
}
