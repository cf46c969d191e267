//! The arguments of a group that a tool publishes under other names.

use serde_json::{Map, Value};

/// The renamed arguments of one group inside one tool: each with its name in the group and its name in
/// the tool. A tool has few of them, so they are searched one by one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Renames(&'static [(&'static str, &'static str)]);

impl Renames {
    /// No argument is renamed.
    pub(crate) const NONE: Self = Self(&[]);

    pub(crate) const fn new(renames: &'static [(&'static str, &'static str)]) -> Self {
        Self(renames)
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Returns the name that the tool publishes for an argument of the group.
    pub(crate) fn published(self, own: &str) -> &str {
        let mut renames = self.0.iter();
        let found = renames.find(|(name, _)| *name == own);
        found.map_or(own, |(_, published)| *published)
    }

    /// Returns the group's own name of a published argument.
    pub(crate) fn own(self, published: &str) -> &str {
        self.find_own(published).unwrap_or(published)
    }

    fn find_own(self, published: &str) -> Option<&'static str> {
        let mut renames = self.0.iter();
        let found = renames.find(|(_, name)| *name == published);
        found.map(|(own, _)| *own)
    }

    /// Returns the arguments of a call under the group's own names.
    ///
    /// A renamed argument that a client sends under its own name is left out: the tool has no such
    /// argument, and the group's code must not read the value as if it were one. The discriminator of
    /// the tool is left out for the same reason if a renamed argument of the group has its name.
    pub(crate) fn to_own(self, arguments: Map<String, Value>) -> Map<String, Value> {
        if self.is_empty() {
            return arguments;
        }
        let mut own = Map::new();
        for (name, value) in arguments {
            match self.find_own(&name) {
                Some(renamed) => own.insert(renamed.to_owned(), value),
                None if self.0.iter().any(|(renamed, _)| *renamed == name) => None,
                None => own.insert(name, value),
            };
        }
        own
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const RENAMES: Renames = Renames::new(&[
        ("id", "user_id"),
        ("action", "what"),
        ("a", "b"),
        ("b", "a"),
    ]);

    fn own(arguments: Value) -> Value {
        let Value::Object(arguments) = arguments else {
            panic!("arguments are an object");
        };
        Value::Object(RENAMES.to_own(arguments))
    }

    #[test]
    fn a_name_is_translated_in_both_directions_and_others_stay() {
        assert_eq!(RENAMES.published("id"), "user_id");
        assert_eq!(RENAMES.own("user_id"), "id");
        assert_eq!([RENAMES.published("b"), RENAMES.own("b")], ["a", "a"]);
        assert_eq!([RENAMES.published("x"), RENAMES.own("x")], ["x", "x"]);
    }

    #[test]
    fn arguments_are_read_under_own_names() {
        assert_eq!(
            own(json!({"user_id": 1, "a": 2, "b": 3, "x": 4})),
            json!({"id": 1, "a": 3, "b": 2, "x": 4})
        );
    }

    #[test]
    fn an_own_name_of_a_renamed_argument_is_no_argument() {
        assert_eq!(own(json!({"id": 1, "action": "users.get"})), json!({}));
        assert_eq!(
            own(json!({"id": 1, "user_id": 2, "action": "users.get", "what": "ban"})),
            json!({"id": 2, "action": "ban"})
        );
    }
}
