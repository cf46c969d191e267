//! The call of an action that is not sent yet.

use std::{
    fmt,
    future::{Future, IntoFuture},
    marker::PhantomData,
    pin::Pin,
};

use serde_json::{Map, Value};

use super::{ArgumentFields, ArgumentValue, ClientError, ClientMount, ClientOutput};

/// The future of a call.
pub type ActionFuture<'c, T> = Pin<Box<dyn Future<Output = Result<T, ClientError>> + Send + 'c>>;

/// The call of an action that returns an `R`, which is sent when it is awaited. Calls with optional arguments have
/// types of their own, with a setter for each.
#[must_use = "a call is sent when it is awaited"]
pub struct ActionRequest<'c, R> {
    mount: ClientMount<'c>,
    action: &'static str,
    arguments: Map<String, Value>,
    /// The first argument that cannot be sent.
    problem: Option<ClientError>,
    returns: PhantomData<fn() -> R>,
}

impl<'c, R> ActionRequest<'c, R> {
    pub(super) fn new(mount: ClientMount<'c>, action: &'static str) -> Self {
        Self {
            mount,
            action,
            arguments: Map::new(),
            problem: None,
            returns: PhantomData,
        }
    }

    /// Sets an argument.
    #[doc(hidden)]
    pub fn with(mut self, argument: &'static str, value: ArgumentValue) -> Self {
        match value.0 {
            Ok(value) => {
                self.arguments.insert(argument.to_owned(), value);
            }
            Err(reason) => self.refuse(argument, reason),
        }
        self
    }

    /// Sets the arguments that are the fields of a struct, but those that the action omits.
    #[doc(hidden)]
    pub fn with_fields(mut self, fields: ArgumentFields, omitted: &[&str]) -> Self {
        let type_name = fields.type_name;
        match fields.published() {
            Ok(values) => {
                let kept = values
                    .into_iter()
                    .filter(|(name, _)| !omitted.contains(&name.as_str()));
                self.arguments.extend(kept);
            }
            Err(reason) => self.refuse(type_name, reason),
        }
        self
    }

    fn refuse(&mut self, argument: &'static str, reason: String) {
        let action = self.action;
        self.problem.get_or_insert(ClientError::Argument {
            action,
            argument,
            reason,
        });
    }
}

impl<'c, R: ClientOutput> IntoFuture for ActionRequest<'c, R> {
    type Output = Result<R::Value, ClientError>;
    type IntoFuture = ActionFuture<'c, R::Value>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            match self.problem {
                Some(problem) => Err(problem),
                None => R::read(self.mount.call(self.action, self.arguments).await?),
            }
        })
    }
}

impl<R> fmt::Debug for ActionRequest<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Arguments may be secret.
        let names: Vec<_> = self.arguments.keys().collect();
        f.debug_struct("ActionRequest")
            .field("mount", &self.mount)
            .field("action", &self.action)
            .field("arguments", &names)
            .finish_non_exhaustive()
    }
}
