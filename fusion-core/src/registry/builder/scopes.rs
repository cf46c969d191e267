//! The settings of a builder for scopes.

use std::sync::Arc;

use super::RegistryBuilder;
use crate::{
    ctx::Ctx,
    middleware::Middleware,
    scopes::{GrantedScopes, Scopes},
};

impl<M: Middleware> RegistryBuilder<M> {
    /// Sets the function that returns the scopes that the caller of a request was granted. It runs in every
    /// request, after the providers; `None` grants nothing.
    ///
    /// An item that needs a scope is hidden from a caller without it, in every list, text and call, unless its
    /// tool [steps up](Self::missing_scopes). The function decides on every transport, and in process as
    /// well. Without it nothing is enforced in process and over stdio, nothing is granted over other byte
    /// streams (`Server::trust_caller` changes that), and a server over HTTP refuses to
    /// start. Under OAuth the access token has the scopes, and a server whose registry has this function refuses to
    /// start, too.
    ///
    /// ```
    /// use fusion_core::{Ctx, Registry, auth::GrantedScopes, tool_group};
    /// use serde_json::json;
    ///
    /// #[derive(Clone)]
    /// struct Token {
    ///     scope: String,
    /// }
    ///
    /// struct Issues;
    ///
    /// #[tool_group(name = "issues", scope("issues:read"))]
    /// impl Issues {
    ///     /// List the issues.
    ///     #[action(read_only)]
    ///     fn list(&self) -> &'static str {
    ///         "none"
    ///     }
    ///
    ///     /// Close an issue.
    ///     #[action(scope("issues:write"))] // instead of the scope of the group
    ///     fn close(&self) {}
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), fusion_core::BuildErrors> {
    /// let registry = Registry::builder()
    ///     .expects::<Token>()
    ///     .scopes(|ctx| ctx.get::<Token>().map(|token| GrantedScopes::from(token.scope.as_str())))
    ///     .implies("admin", ["issues:read", "issues:write"])
    ///     .tool(Issues)
    ///     .build()?;
    /// let as_caller = async |scope: &str, action: &str| {
    ///     let mut ctx = Ctx::new();
    ///     ctx.insert(Token { scope: scope.to_owned() });
    ///     let called = registry.call("issues", json!({"action": action}), ctx).await;
    ///     called.map(|_| ()).map_err(|error| error.to_string())
    /// };
    /// assert_eq!(as_caller("issues:read issues:write", "close").await, Ok(()));
    /// assert_eq!(as_caller("admin", "close").await, Ok(()));
    /// // One action is left, and `close` is as if it did not exist.
    /// assert_eq!(
    ///     as_caller("issues:read", "close").await.unwrap_err(),
    ///     "Error: Unknown action \"close\". Available: list"
    /// );
    /// assert_eq!(as_caller("", "list").await.unwrap_err(), "unknown tool `issues`");
    /// # Ok(())
    /// # }
    /// ```
    pub fn scopes<F, G>(mut self, granted: F) -> Self
    where
        F: Fn(&Ctx) -> G + Send + Sync + 'static,
        G: Into<GrantedScopes>,
    {
        self.parts.granted = Some(Arc::new(move |ctx| granted(ctx).into()));
        self
    }

    /// Declares that a caller who was granted `scope` has the `implied` scopes as well, and all that these imply.
    ///
    /// `build()` returns a [`ScopeError`](crate::error::ScopeError) for an implied scope that no item needs and
    /// that implies none, and for a scope that implies itself.
    pub fn implies<I, T>(mut self, scope: impl Into<String>, implied: I) -> Self
    where
        I: IntoIterator<Item = T>,
        T: Into<String>,
    {
        let implied = implied.into_iter().map(Into::into).collect();
        let implications = &mut self.parts.scopes.implications;
        implications.push((scope.into(), implied));
        self
    }

    /// Sets the response to a caller who lacks a scope of an action, prompt or resource of a tool, by the name
    /// of the tool. The default is [`Scopes::Hide`].
    ///
    /// `build()` returns a [`ScopeError`](crate::error::ScopeError) for a tool that does not exist.
    ///
    /// ```
    /// use fusion_core::{Registry, auth::{GrantedScopes, Scopes}};
    ///
    /// let builder = Registry::builder()
    ///     .scopes(|_| GrantedScopes::none())
    ///     .missing_scopes("issues", Scopes::StepUp);
    /// # let _ = builder;
    /// ```
    pub fn missing_scopes(mut self, tool: impl Into<String>, response: Scopes) -> Self {
        self.parts.scopes.responses.push((tool.into(), response));
        self
    }
}
