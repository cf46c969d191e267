//! The actions in a list of tools, whatever the exposition: a tool that is one action has its key, and a tool with
//! several of them has a discriminator.

use serde_json::{Map, Value};

/// The `_meta` key of a listed tool with the key of its action, or the name of the registered tool.
pub(crate) const KEY: &str = "dev.fusion/key";

/// An action in a list of tools.
#[derive(Clone, Debug)]
pub(crate) struct ListedAction<'t> {
    /// The full key, `tool/action`.
    pub(crate) key: String,
    /// The wire name of the tool that lists it.
    pub(crate) name: &'t str,
    /// The argument that selects the action.
    pub(crate) discriminator: Option<&'t str>,
    /// The value of the discriminator.
    pub(crate) value: String,
}

impl ListedAction<'_> {
    /// Adds the discriminator to the arguments of a call.
    pub(crate) fn select(&self, arguments: &mut Map<String, Value>) {
        if let Some(discriminator) = self.discriminator {
            arguments.insert(discriminator.to_owned(), self.value.clone().into());
        }
    }
}

/// Returns the listed actions: those of a discriminator, and the tools that are one action.
pub(crate) fn actions(tools: &[Value]) -> impl Iterator<Item = ListedAction<'_>> {
    tools.iter().flat_map(|tool| {
        let key = tool["_meta"][KEY].as_str().unwrap_or_default();
        let name = tool["name"].as_str().unwrap_or_default();
        if key.contains('/') {
            return vec![ListedAction {
                key: key.to_owned(),
                name,
                discriminator: None,
                value: String::new(),
            }];
        }
        let Some((discriminator, values)) = discriminator(tool) else {
            return Vec::new();
        };
        let values = values.iter().filter_map(Value::as_str);
        let action = |value: &str| ListedAction {
            key: format!("{key}/{value}"),
            name,
            discriminator: Some(discriminator),
            value: value.to_owned(),
        };
        values.map(action).collect()
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
