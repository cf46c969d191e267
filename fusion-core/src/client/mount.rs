//! The place of a group or a tool on a server.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use serde_json::{Map, Value};

use super::{
    ActionRequest, ClientConnection, ClientError, OutgoingCall, connection::ErasedConnection,
    listed_actions::actions,
};
use crate::{
    ctx::{FORMAT, WHOLE_JSON},
    macro_support::StubChains,
    result::ToolResponse,
    state_sync::nearest_key,
};

/// The names of the arguments that a struct of groups renames: the own name, and the published one.
type Renames = &'static [(&'static str, &'static str)];

/// The place of a group or a tool on a server, which its client calls.
#[derive(Clone)]
pub struct ClientMount<'c> {
    connection: &'c dyn ErasedConnection,
    /// `tool`, or `tool/module`.
    key: String,
    renames: Renames,
    /// The tools of the list, once a call needed them. The clients of the groups of one tool share it.
    listed: Arc<Mutex<Option<Arc<Vec<Value>>>>>,
}

impl fmt::Debug for ClientMount<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ClientMount").field(&self.key).finish()
    }
}

impl<'c> ClientMount<'c> {
    /// Creates the place with a key, `tool` or `tool/module`.
    pub fn new(connection: &'c impl ClientConnection, key: impl Into<String>) -> Self {
        Self {
            connection,
            key: key.into(),
            renames: &[],
            listed: Arc::default(),
        }
    }

    /// Returns the place of a group of this tool.
    pub fn group(&self, name: &str, renames: Renames) -> Self {
        Self {
            key: self.key_of(name),
            renames,
            ..self.clone()
        }
    }

    /// Starts the call of an action.
    pub fn request<R>(&self, action: &'static str) -> ActionRequest<'c, R> {
        ActionRequest::new(self.clone(), action)
    }

    /// Returns the full key of an action, or the place of a group.
    fn key_of(&self, own: &str) -> String {
        let separator = if self.key.contains('/') { '.' } else { '/' };
        format!("{}{separator}{own}", self.key)
    }

    /// Finds the action in the list of tools, and calls it. The list is kept until it does not have an action, or
    /// the server does not know what it has. Then the action is looked up again, and called by its new name.
    pub(super) async fn call(
        self,
        action: &'static str,
        arguments: Map<String, Value>,
    ) -> Result<ToolResponse, ClientError> {
        let arguments = renamed(arguments, self.renames);
        let key = self.key_of(action);
        let kept = self.kept();
        let Some(call) = kept.and_then(|tools| outgoing(&tools, &key, &arguments).ok()) else {
            return self.call_listed(&key, &arguments).await;
        };
        let tool = call.tool.clone();
        let result = self.connection.call_tool(call).await;
        if !matches!(&result, Err(error) if error.is_of_unknown()) {
            return result;
        }
        let call = outgoing(&self.list().await?, &key, &arguments)?;
        if call.tool == tool {
            return result;
        }
        self.connection.call_tool(call).await
    }

    /// Calls an action by a new list of tools.
    async fn call_listed(
        &self,
        key: &str,
        arguments: &Map<String, Value>,
    ) -> Result<ToolResponse, ClientError> {
        let call = outgoing(&self.list().await?, key, arguments)?;
        let result = self.connection.call_tool(call).await;
        if matches!(&result, Err(error) if error.is_of_unknown()) {
            self.keep(None);
        }
        result
    }

    async fn list(&self) -> Result<Arc<Vec<Value>>, ClientError> {
        let tools = Arc::new(self.connection.list_tools().await?);
        self.keep(Some(Arc::clone(&tools)));
        Ok(tools)
    }

    fn kept(&self) -> Option<Arc<Vec<Value>>> {
        let listed = self.listed.lock();
        listed.unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn keep(&self, tools: Option<Arc<Vec<Value>>>) {
        let listed = self.listed.lock();
        *listed.unwrap_or_else(PoisonError::into_inner) = tools;
    }
}

/// Returns the arguments under their published names. A name may be the own one of another argument.
fn renamed(arguments: Map<String, Value>, renames: Renames) -> Map<String, Value> {
    let named = arguments.into_iter().map(|(own, value)| {
        let rename = renames.iter().find(|(renamed, _)| *renamed == own);
        let name = rename.map(|(_, published)| (*published).to_owned());
        (name.unwrap_or(own), value)
    });
    named.collect()
}

/// Returns the call of a listed action, or the error for one that is not listed.
fn outgoing(
    tools: &[Value],
    key: &str,
    arguments: &Map<String, Value>,
) -> Result<OutgoingCall, ClientError> {
    let Some(action) = actions(tools).find(|action| action.key == key) else {
        let listed: Vec<_> = actions(tools).map(|action| action.key).collect();
        let nearest = nearest_key(key, listed.iter().map(String::as_str));
        return Err(ClientError::Unlisted {
            key: key.to_owned(),
            nearest: nearest.map(str::to_owned),
        });
    };
    let mut arguments = arguments.clone();
    action.select(&mut arguments);
    let mut meta = Map::new();
    meta.insert(FORMAT.to_owned(), WHOLE_JSON.into());
    Ok(OutgoingCall {
        tool: action.name.to_owned(),
        arguments,
        meta,
    })
}

/// A group with a typed client, which the client of a struct of groups returns.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no client",
    label = "no `client(…)` on the impl block of this group",
    note = "the client of a struct returns a client for each of its groups: write `client(pub Name)` into the `#[tool_group]` of the group's impl block"
)]
pub trait GroupClient {
    /// The client, which calls over a connection of the lifetime `'c`.
    type Client<'c>;

    /// Creates the client of a group at its place.
    fn client(mount: ClientMount<'_>) -> Self::Client<'_>;
}

/// Stands in for a type that is no group, which is reported elsewhere.
impl GroupClient for StubChains {
    type Client<'c> = ();

    fn client(_: ClientMount<'_>) {}
}

#[diagnostic::do_not_recommend]
impl<G: GroupClient> GroupClient for Arc<G> {
    type Client<'c> = G::Client<'c>;

    fn client(mount: ClientMount<'_>) -> G::Client<'_> {
        G::client(mount)
    }
}
