//! The examples of an action.

use serde_json::{Map, Value};

/// A sentence, and the arguments of the call that it means. The action accepts such a call.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ExampleDef {
    pub(crate) sentence: &'static str,
    /// The published names and the values, in the order in which the author wrote them. A secret argument is none of
    /// them.
    pub(crate) arguments: Vec<(&'static str, Value)>,
}

impl ExampleDef {
    /// Returns the arguments as an object.
    pub(crate) fn object(&self) -> Map<String, Value> {
        let arguments = self.arguments.iter();
        arguments
            .map(|(name, value)| ((*name).to_owned(), value.clone()))
            .collect()
    }

    /// Returns the arguments as JSON, in their order, on one line.
    pub(crate) fn json(&self) -> String {
        let arguments = self.arguments.iter();
        let members = arguments.map(|(name, value)| format!("{}:{value}", Value::from(*name)));
        format!("{{{}}}", members.collect::<Vec<_>>().join(","))
    }
}
