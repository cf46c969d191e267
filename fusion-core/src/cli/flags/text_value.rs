//! From a text on the command line to JSON of a type, as a schema states it. A text that is no value of the type stays
//! a string, which the server refuses with its own text.

use serde_json::{Map, Number, Value};

use crate::error::type_name_of;

/// The prefix of references to definitions.
const DEFINITIONS: &str = "#/$defs/";
/// The references that are followed in a row, at most: a chain of them may be a ring.
const MAX_REFERENCES: usize = 32;

/// A schema, with the root that has its definitions.
#[derive(Clone, Copy, Debug)]
pub(super) struct SchemaView<'s> {
    root: &'s Map<String, Value>,
    /// `None` accepts anything.
    own: Option<&'s Map<String, Value>>,
}

impl<'s> SchemaView<'s> {
    /// The schema of all arguments.
    pub(super) fn root(root: &'s Map<String, Value>) -> Self {
        Self {
            root,
            own: Some(root),
        }
    }

    /// The schema of an argument that nothing is known of.
    pub(super) fn unknown(self) -> Self {
        Self { own: None, ..self }
    }

    /// Returns a subschema, behind its references.
    fn inner(self, schema: &'s Value) -> Self {
        let mut own = schema.as_object();
        for _ in 0..MAX_REFERENCES {
            let Some(target) = own.and_then(|own| own.get("$ref")?.as_str()) else {
                break;
            };
            let definitions = self.root.get("$defs");
            let name = target.strip_prefix(DEFINITIONS);
            own = name
                .zip(definitions)
                .and_then(|(name, all)| all.get(name)?.as_object());
        }
        Self { own, ..self }
    }

    fn get(self, keyword: &str) -> Option<&'s Value> {
        self.own?.get(keyword)
    }

    /// Returns the schema of a property.
    pub(super) fn property(self, name: &str) -> Option<Self> {
        let own = self.get("properties").and_then(|all| all.get(name));
        if let Some(schema) = own {
            return Some(self.inner(schema));
        }
        // A branch of a choice, such as an optional object.
        self.branches().find_map(|branch| branch.property(name))
    }

    /// Returns the names and schemas of the properties.
    pub(super) fn properties(self) -> impl Iterator<Item = (&'s str, Self)> {
        let all = self.get("properties").and_then(Value::as_object);
        let all = all.into_iter().flatten();
        all.map(move |(name, schema)| (name.as_str(), self.inner(schema)))
    }

    /// Returns the branches of a choice.
    fn branches(self) -> impl Iterator<Item = Self> {
        let choices = ["anyOf", "oneOf"]
            .into_iter()
            .filter_map(move |keyword| self.get(keyword));
        let branches = choices.filter_map(Value::as_array).flatten();
        branches.map(move |branch| self.inner(branch))
    }

    /// Returns the names from the root to the argument of a flag, and its schema. `filter.owner` is a property of an
    /// object, and a name may have dashes for its underscores.
    pub(super) fn path(self, flag: &str) -> Option<(Vec<String>, Self)> {
        if let Some((name, schema)) = self.named(flag) {
            return Some((vec![name], schema));
        }
        let (name, rest) = flag.split_once('.')?;
        let (name, schema) = self.named(name)?;
        let (mut path, schema) = schema.path(rest)?;
        path.insert(0, name);
        Some((path, schema))
    }

    fn named(self, name: &str) -> Option<(String, Self)> {
        let with_underscores = name.replace('-', "_");
        for name in [name, &with_underscores] {
            if let Some(schema) = self.property(name) {
                return Some((name.to_owned(), schema));
            }
        }
        // The key of a map.
        let values = self
            .get("additionalProperties")
            .filter(|values| values.is_object());
        let has_dot = name.contains('.');
        let values = values.filter(|_| !has_dot)?;
        Some((name.to_owned(), self.inner(values)))
    }

    /// Returns true if the schema accepts a type.
    fn accepts(self, kind: &str) -> bool {
        match self.get("type") {
            Some(Value::String(one)) => one == kind,
            Some(Value::Array(kinds)) => kinds.iter().any(|one| one == kind),
            _ => {
                let values = self.get("enum").and_then(Value::as_array);
                let values = values.into_iter().flatten().chain(self.get("const"));
                values.map(type_name_of).any(|one| one == kind)
                    || self.branches().any(|branch| branch.accepts(kind))
            }
        }
    }

    /// Returns true if the schema states no type.
    fn accepts_anything(self) -> bool {
        let known = ["type", "enum", "const", "anyOf", "oneOf"];
        known.iter().all(|keyword| self.get(keyword).is_none())
    }

    /// Returns true for an argument whose flag has no value.
    pub(super) fn is_switch(self) -> bool {
        self.accepts("boolean") && !self.accepts("string")
    }

    /// Returns true for an argument whose flag may be repeated.
    pub(super) fn is_list(self) -> bool {
        self.accepts("array")
    }

    /// Returns the schema of the items of a list.
    pub(super) fn items(self) -> Self {
        if let Some(items) = self.get("items") {
            return self.inner(items);
        }
        let mut branches = self.branches();
        let list = branches.find(|branch| branch.is_list());
        list.map_or_else(|| self.unknown(), Self::items)
    }

    /// Returns a word for the values of an argument.
    pub(super) fn value_word(self) -> &'static str {
        let words = [
            ("array", "ITEM"),
            ("object", "JSON"),
            ("integer", "INTEGER"),
            ("number", "NUMBER"),
            ("string", "TEXT"),
            ("boolean", "BOOL"),
        ];
        let known = words.iter().find(|(kind, _)| self.accepts(kind));
        known.map_or("JSON", |(_, word)| *word)
    }

    /// Returns a keyword as the schema has it.
    pub(super) fn keyword(self, keyword: &str) -> Option<&'s Value> {
        self.get(keyword)
    }

    /// Returns the strings of an enum, also of a list's items.
    pub(super) fn values(self) -> Vec<String> {
        let schema = if self.is_list() { self.items() } else { self };
        let values = schema.get("enum").and_then(Value::as_array);
        let values = values
            .into_iter()
            .flatten()
            .filter(|value| !value.is_null());
        values.map(text_of).collect()
    }
}

/// Returns a value as its flag would have it.
pub(super) fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Converts a text to JSON of the schema's type. An item of a list becomes a list of one.
pub(super) fn text_value(schema: SchemaView<'_>, text: &str) -> Value {
    let json = || serde_json::from_str::<Value>(text).ok();
    if schema.accepts_anything() {
        return json().unwrap_or_else(|| text.into());
    }
    if schema.is_list() {
        let whole = json().filter(Value::is_array);
        return whole.unwrap_or_else(|| vec![text_value(schema.items(), text)].into());
    }
    if schema.accepts("boolean")
        && let Ok(value) = text.parse::<bool>()
    {
        return value.into();
    }
    let is_numeric = schema.accepts("integer") || schema.accepts("number");
    if is_numeric && let Ok(number) = serde_json::from_str::<Number>(text) {
        return number.into();
    }
    if schema.accepts("object")
        && let Some(value) = json().filter(Value::is_object)
    {
        return value;
    }
    if !schema.accepts("string") && schema.accepts("null") && text == "null" {
        return Value::Null;
    }
    text.into()
}
