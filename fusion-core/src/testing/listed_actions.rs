//! The actions in the list of a server: from a key to the tool and the arguments of a call, whatever the exposition.

use serde_json::{Map, Value};

use super::{failure::ProtocolError, session::Session};
use crate::{
    client::listed_actions::{ListedAction, actions},
    state_sync::nearest_key,
};

/// A call as the server lists it.
pub(super) struct CallTarget {
    /// The wire name of the tool.
    pub(super) name: String,
    pub(super) arguments: Value,
    /// A sentence about a key that the list does not have.
    pub(super) unlisted: Option<String>,
}

impl CallTarget {
    /// Finds the tool of `key`: the full key of an action, or the wire name of a tool. A key that is not listed
    /// leads to the call that a client could try, so that the server refuses it.
    pub(super) async fn find(session: &Session, key: &str, arguments: Value) -> Self {
        let as_is = |arguments| Self {
            name: key.to_owned(),
            arguments,
            unlisted: None,
        };
        if !key.contains('/') {
            return as_is(arguments);
        }
        let Ok(tools) = list(session, "tools/list", "tools").await else {
            return as_is(arguments);
        };
        if let Some(action) = actions(&tools).find(|action| action.key == key) {
            return called_with(&action, arguments);
        }
        let listed: Vec<_> = actions(&tools).map(|action| action.key).collect();
        let near = nearest_key(key, listed.iter().map(String::as_str));
        let near = near.map(|near| format!("; did you mean `{near}`?"));
        let unlisted = format!("no listed tool has `{key}`{}", near.unwrap_or_default());
        let target = match key.split_once('/') {
            Some((tool, own)) => Self::of_hidden(&tools, tool, own, arguments),
            None => as_is(arguments),
        };
        Self {
            unlisted: Some(unlisted),
            ..target
        }
    }

    /// The call of an action that the caller does not see: of the tool with that name and the action's key, or of
    /// the flat name.
    fn of_hidden(tools: &[Value], tool: &str, own: &str, arguments: Value) -> Self {
        let seen = actions(tools).find(|action| {
            let mut parts = action.key.split('/');
            parts.next() == Some(tool) && action.discriminator.is_some()
        });
        match seen {
            Some(action) => {
                let value = own.to_owned();
                called_with(&ListedAction { value, ..action }, arguments)
            }
            None => Self {
                name: format!("{tool}_{}", own.replace('.', "_")),
                arguments,
                unlisted: None,
            },
        }
    }
}

/// Returns the full keys of the listed actions, in order.
pub(super) fn keys(tools: &[Value]) -> Vec<String> {
    actions(tools).map(|action| action.key).collect()
}

/// Returns all pages of a list.
pub(super) async fn list(
    session: &Session,
    method: &str,
    member: &str,
) -> Result<Vec<Value>, ProtocolError> {
    let mut items = Vec::new();
    let mut params = Map::new();
    loop {
        let mut page = session.request(method, params.clone().into()).await?;
        if let Some(list) = page[member].as_array_mut() {
            items.append(list);
        }
        match page["nextCursor"].take() {
            Value::Null => return Ok(items),
            cursor => params.insert("cursor".to_owned(), cursor),
        };
    }
}

/// Returns the call of a listed action.
fn called_with(action: &ListedAction<'_>, mut arguments: Value) -> CallTarget {
    if action.discriminator.is_some() && arguments.is_null() {
        arguments = Map::new().into();
    }
    if let Some(arguments) = arguments.as_object_mut() {
        action.select(arguments);
    }
    CallTarget {
        name: action.name.to_owned(),
        arguments,
        unlisted: None,
    }
}
