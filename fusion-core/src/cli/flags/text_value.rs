//! From a text on the command line to JSON of a type, as a schema states it. A text that is no value of the type stays
//! a string, which the server refuses with its own text.

use serde_json::{Map, Number, Value};

use crate::error::type_name_of;

/// The prefix of references to definitions.
const DEFINITIONS: &str = "#/$defs/";
/// The references that are followed in a row, at most: a chain of them may be a ring.
const MAX_REFERENCES: usize = 32;
/// The lists of lists that one text may stand for, at most: a list may be an item of itself.
const MAX_LISTS: usize = 8;

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

    /// Returns the names and schemas of the properties, also of those in a branch of a choice.
    pub(super) fn properties(self) -> Vec<(&'s str, Self)> {
        let own = self.get("properties").and_then(Value::as_object);
        let own = own.into_iter().flatten();
        let own = own.map(|(name, schema)| (name.as_str(), self.inner(schema)));
        let mut all: Vec<(&str, Self)> = own.collect();
        let branches = ["anyOf", "oneOf"]
            .into_iter()
            .flat_map(|keyword| self.parts(keyword));
        // A branch that refers to the choice itself has no properties of its own.
        let inside = branches.filter_map(|branch| Some((branch, branch.get("properties")?)));
        for (branch, properties) in inside {
            for (name, schema) in properties.as_object().into_iter().flatten() {
                if !all.iter().any(|(known, _)| known == name) {
                    all.push((name, branch.inner(schema)));
                }
            }
        }
        all
    }

    /// Returns true if an object of both is the same place in the schema, as that of a type inside of itself.
    pub(super) fn shares_object(self, other: Self) -> bool {
        let own: Vec<_> = self.objects().collect();
        let mut objects = other.objects();
        objects.any(|object| own.iter().any(|known| std::ptr::eq(*known, object)))
    }

    /// Returns the schemas with properties: this one, or those among its branches.
    fn objects(self) -> impl Iterator<Item = &'s Map<String, Value>> {
        let places = std::iter::once(self).chain(self.branches());
        let places = places.filter_map(|place| place.own);
        places.filter(|own| own.contains_key("properties"))
    }

    /// Returns the branches of a choice.
    fn branches(self) -> impl Iterator<Item = Self> {
        let keywords = ["anyOf", "oneOf"].into_iter();
        keywords.flat_map(move |keyword| self.parts(keyword))
    }

    /// Returns the subschemas in the list of a keyword.
    fn parts(self, keyword: &str) -> impl Iterator<Item = Self> {
        let parts = self.get(keyword).and_then(Value::as_array);
        let parts = parts.into_iter().flatten();
        parts.map(move |part| self.inner(part))
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
        // The key of a map, or a member of a free object.
        let values = self.unlisted().filter(|_| !name.contains('.'))?;
        Some((name.to_owned(), values))
    }

    /// Returns the schema of the members that an object accepts beside its properties; `None` if it lists all of its
    /// members. A struct without `additionalProperties` does, so that a misspelt field is no member.
    fn unlisted(self) -> Option<Self> {
        match self.get("additionalProperties") {
            Some(values) if values.as_object().is_some_and(|map| !map.is_empty()) => {
                Some(self.inner(values))
            }
            // A misspelt argument is left to the server, which knows its name.
            _ if self.own.is_some_and(|own| std::ptr::eq(own, self.root)) => None,
            Some(Value::Bool(false)) => None,
            Some(_) => Some(self.unknown()),
            None if self.get("properties").is_some() => None,
            None if self.accepts_anything() || self.has_type("object") => Some(self.unknown()),
            None => self.branches().find_map(Self::unlisted),
        }
    }

    /// Returns true if the keyword `type` has a type.
    fn has_type(self, kind: &str) -> bool {
        match self.get("type") {
            Some(Value::String(one)) => one == kind,
            Some(Value::Array(kinds)) => kinds.iter().any(|one| one == kind),
            _ => false,
        }
    }

    /// Returns true if the schema accepts a type.
    fn accepts(self, kind: &str) -> bool {
        if self.get("type").is_some() {
            return self.has_type(kind);
        }
        let values = self.get("enum").and_then(Value::as_array);
        let values = values.into_iter().flatten().chain(self.get("const"));
        values.map(type_name_of).any(|one| one == kind)
            || self.branches().any(|branch| branch.accepts(kind))
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

    /// Returns the strings that a property may have, in all branches of a choice; none if one branch takes any text.
    pub(super) fn values_of(self, name: &str) -> Vec<String> {
        let places = std::iter::once(self).chain(self.branches());
        let schemas = places.filter_map(|place| {
            let properties = place.get("properties")?;
            Some(place.inner(properties.get(name)?))
        });
        let mut all = Vec::new();
        for schema in schemas {
            let values = schema.values();
            if values.is_empty() {
                return values;
            }
            for value in values {
                if !all.contains(&value) {
                    all.push(value);
                }
            }
        }
        all
    }

    /// Returns the strings of an enum, also of a list's items.
    fn values(self) -> Vec<String> {
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
    value_within(schema, text, MAX_LISTS)
}

/// Converts a text to JSON, which has at most so many lists in lists.
fn value_within(schema: SchemaView<'_>, text: &str, lists: usize) -> Value {
    let json = || serde_json::from_str::<Value>(text).ok();
    if schema.accepts_anything() {
        return json().unwrap_or_else(|| text.into());
    }
    if schema.is_list() && lists > 0 {
        let whole = json().filter(|value| value.is_array() && has_depth(schema, value));
        return whole.unwrap_or_else(|| vec![value_within(schema.items(), text, lists - 1)].into());
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

/// Returns true if a value has arrays where its schema has lists. The array `[1, 2]` is no list of lists, and thus one
/// item of it.
fn has_depth(schema: SchemaView<'_>, value: &Value) -> bool {
    if !schema.is_list() {
        return true;
    }
    match value {
        Value::Array(items) => {
            let own = schema.items();
            items.iter().all(|item| has_depth(own, item))
        }
        other => schema.accepts(type_name_of(other)),
    }
}
