//! The actions in a list of tools, whatever the exposition: a tool that is one action has its key, a tool with
//! several of them has a discriminator, and a tool that calls found actions has the list of their keys.

use serde_json::{Map, Value};

use crate::surface::SEARCH_ARGUMENTS;

/// The `_meta` key of a listed tool with the key of its action, or the name of the registered tool.
pub(crate) const KEY: &str = "dev.fusion/key";

/// The `_meta` key of a listed tool with the full keys of the actions that it calls by their names.
pub(crate) const ACTIONS: &str = "dev.fusion/actions";

/// An action in a list of tools.
#[derive(Clone, Debug)]
pub(crate) struct ListedAction<'t> {
    /// The full key, `tool/action`.
    pub(crate) key: String,
    /// The wire name of the tool that lists it.
    pub(crate) name: &'t str,
    /// The way in which a call names the action.
    pub(crate) selection: ActionSelection<'t>,
}

/// The way in which a call of a listed tool names its action.
#[derive(Clone, Debug)]
pub(crate) enum ActionSelection<'t> {
    /// The tool is the action.
    Only,
    /// An argument of this name has the action's own key.
    Discriminator(&'t str),
    /// The arguments of the action stand beside its full key.
    FullKey,
}

impl ListedAction<'_> {
    /// Returns the action's own key, without the name of its tool.
    fn own_key(&self) -> &str {
        self.key.split_once('/').map_or(&*self.key, |(_, own)| own)
    }

    /// Makes the arguments of an action those of a call of the listed tool.
    pub(crate) fn select(&self, arguments: &mut Map<String, Value>) {
        match self.selection {
            ActionSelection::Only => {}
            ActionSelection::Discriminator(name) => {
                arguments.insert(name.to_owned(), self.own_key().into());
            }
            ActionSelection::FullKey => {
                let (action, own) = SEARCH_ARGUMENTS;
                let sent = std::mem::take(arguments);
                arguments.insert(action.to_owned(), self.key.clone().into());
                arguments.insert(own.to_owned(), sent.into());
            }
        }
    }
}

/// Returns the listed actions: those of a discriminator, the tools that are one action, and those in the lists of the
/// tools that call found actions.
pub(crate) fn actions(tools: &[Value]) -> impl Iterator<Item = ListedAction<'_>> {
    tools.iter().flat_map(|tool| {
        let key = tool["_meta"][KEY].as_str().unwrap_or_default();
        let name = tool["name"].as_str().unwrap_or_default();
        let listed = |key: String, selection| ListedAction {
            key,
            name,
            selection,
        };
        if key.contains('/') {
            return vec![listed(key.to_owned(), ActionSelection::Only)];
        }
        if let Some(keys) = tool["_meta"][ACTIONS]
            .as_array()
            .filter(|keys| !keys.is_empty())
        {
            let keys = keys.iter().filter_map(Value::as_str);
            return keys
                .map(|key| listed(key.to_owned(), ActionSelection::FullKey))
                .collect();
        }
        let Some((discriminator, values)) = discriminator(tool) else {
            return Vec::new();
        };
        let values = values.iter().filter_map(Value::as_str);
        values
            .map(|value| {
                let selection = ActionSelection::Discriminator(discriminator);
                listed(format!("{key}/{value}"), selection)
            })
            .collect()
    })
}

/// Returns the argument of a tool that selects its action, with its values: it is the first that is required, and an enum.
fn discriminator(tool: &Value) -> Option<(&str, &[Value])> {
    let schema = &tool["inputSchema"];
    let required = schema["required"].as_array()?;
    let name = required.first()?.as_str()?;
    let values = schema["properties"][name]["enum"].as_array()?;
    Some((name, values.as_slice()))
}
