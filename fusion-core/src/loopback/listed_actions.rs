//! The actions in the list of a server: from a key to the tool and the arguments of a call, whatever the exposition.

use serde_json::{Map, Value, json};

use super::session::{LoopbackSession, RepeatedArgument};
use crate::{
    client::listed_actions::{ActionSelection, ListedAction, actions},
    error::{ProtocolError, nearest},
    state_sync::nearest_key,
    surface::SEARCH_ARGUMENTS,
};

/// The key of a schema that names a header for an argument.
const HEADER_ANNOTATION: &str = "x-mcp-header";

/// A call as the server lists it.
pub(crate) struct CallTarget {
    /// The wire name of the tool.
    pub(crate) name: String,
    pub(crate) arguments: Value,
    /// A sentence about a key that the list does not have.
    pub(crate) unlisted: Option<String>,
    /// The annotated arguments, which HTTP repeats in headers.
    pub(crate) repeated: Vec<RepeatedArgument>,
}

impl CallTarget {
    /// Finds the tool of `key`: the full key of an action, or the wire name of a tool. A key that is not listed
    /// leads to the call that a client could try, so that the server refuses it.
    pub(crate) async fn find(session: &LoopbackSession, key: &str, arguments: Value) -> Self {
        let Ok(tools) = list(session, "tools/list", "tools").await else {
            return Self::new(key.to_owned(), arguments);
        };
        let mut target = if key.contains('/') {
            Self::of_key(&tools, key, arguments)
        } else {
            Self::of_name(&tools, key, arguments)
        };
        if session.repeats_arguments() {
            target.repeat_arguments(&tools);
        }
        target
    }

    fn new(name: String, arguments: Value) -> Self {
        Self {
            name,
            arguments,
            unlisted: None,
            repeated: Vec::new(),
        }
    }

    fn of_key(tools: &[Value], key: &str, arguments: Value) -> Self {
        if let Some(action) = actions(tools).find(|action| action.key == key) {
            return called_with(&action, arguments);
        }
        let listed: Vec<_> = actions(tools).map(|action| action.key).collect();
        let near = nearest_key(key, listed.iter().map(String::as_str));
        let unlisted = format!("no listed tool has `{key}`{}", meant(near));
        let target = match key.split_once('/') {
            Some((tool, own)) => Self::of_hidden(tools, tool, own, arguments),
            None => Self::new(key.to_owned(), arguments),
        };
        Self {
            unlisted: Some(unlisted),
            ..target
        }
    }

    /// The call of a tool by its wire name. A tool may be hidden, or answer to an alias.
    fn of_name(tools: &[Value], name: &str, arguments: Value) -> Self {
        let names = || tools.iter().filter_map(|tool| tool["name"].as_str());
        let target = Self::new(name.to_owned(), arguments);
        if names().any(|listed| listed == name) {
            return target;
        }
        let keys: Vec<_> = actions(tools).map(|action| action.key).collect();
        let own = keys.iter().find(|key| {
            let own = key.split_once('/');
            own.is_some_and(|(_, own)| own == name)
        });
        let near = own.map(String::as_str).or_else(|| nearest(name, names()));
        let unlisted = format!("no tool `{name}` is listed{}", meant(near));
        Self {
            unlisted: Some(unlisted),
            ..target
        }
    }

    /// The call of an action that the caller does not see: of the tool with that name and the action's key, of a tool
    /// that calls found actions, or of the flat name.
    fn of_hidden(tools: &[Value], tool: &str, own: &str, arguments: Value) -> Self {
        let seen = actions(tools).find(|action| match action.selection {
            ActionSelection::Only => false,
            ActionSelection::Discriminator(_) => action.key.split('/').next() == Some(tool),
            ActionSelection::FullKey => true,
        });
        match seen {
            Some(action) => {
                let key = format!("{tool}/{own}");
                called_with(&ListedAction { key, ..action }, arguments)
            }
            None => Self::new(format!("{tool}_{}", own.replace('.', "_")), arguments),
        }
    }

    /// Adds the arguments that the schema of the tool annotates.
    fn repeat_arguments(&mut self, tools: &[Value]) {
        let tool = tools.iter().find(|tool| tool["name"] == *self.name);
        if let Some(tool) = tool {
            add_annotated(&tool["inputSchema"], &self.arguments, &mut self.repeated);
        }
    }
}

/// Returns the question about the name that was meant.
fn meant(near: Option<&str>) -> String {
    near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

/// Returns the full keys of the listed actions, in order.
#[cfg(feature = "testing")]
pub(crate) fn keys(tools: &[Value]) -> Vec<String> {
    actions(tools).map(|action| action.key).collect()
}

/// Returns all pages of a list.
pub(crate) async fn list(
    session: &LoopbackSession,
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
    if !matches!(action.selection, ActionSelection::Only) && arguments.is_null() {
        arguments = Map::new().into();
    }
    match (&mut arguments, &action.selection) {
        (Value::Object(arguments), _) => action.select(arguments),
        (other, ActionSelection::FullKey) => {
            let (name, own) = SEARCH_ARGUMENTS;
            *other = json!({name: action.key, own: other.take()});
        }
        _ => {}
    }
    CallTarget::new(action.name.to_owned(), arguments)
}

/// Adds the scalars that a schema annotates with the name of a header, also those of nested objects.
fn add_annotated(schema: &Value, arguments: &Value, found: &mut Vec<RepeatedArgument>) {
    let properties = schema["properties"].as_object();
    for (name, property) in properties.into_iter().flatten() {
        let argument = &arguments[name];
        if let Some(header) = property[HEADER_ANNOTATION].as_str() {
            let text = match argument {
                Value::String(text) => text.clone(),
                Value::Bool(_) | Value::Number(_) => argument.to_string(),
                _ => continue,
            };
            found.push((header.to_owned(), text));
        }
        add_annotated(property, argument, found);
    }
}
