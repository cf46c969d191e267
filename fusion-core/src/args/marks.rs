//! Keywords in the schemas of types that only Fusion reads. They are never published.

use serde_json::{Map, Value};

/// Other names of a field, which are accepted and not listed: `["colour"]`. Authors write it beside
/// `#[serde(alias = "colour")]`, because schemars does not publish aliases.
pub(crate) const ALIAS: &str = "x-fusion-alias";

/// The aliases of the values of an enum, each with its value. The portable pass collects them from
/// variants without content, at which authors write [`ALIAS`].
pub(crate) const VALUE_ALIASES: &str = "x-fusion-value-aliases";

/// `true` at a field for which `null` is a value, and not an omission. Authors write it.
pub(crate) const NULL_IS_VALUE: &str = "x-fusion-null";

/// `true` at a map whose keys are integers. The portable pass writes it.
pub(crate) const INTEGER_KEYS: &str = "x-fusion-integer-keys";

/// All of them.
pub(crate) const MARKS: [&str; 4] = [ALIAS, VALUE_ALIASES, NULL_IS_VALUE, INTEGER_KEYS];

/// Returns the names that an author wrote under [`ALIAS`].
pub(crate) fn alias_names(mark: &Value) -> impl Iterator<Item = &str> {
    let names = match mark {
        Value::Array(names) => names.as_slice(),
        one => std::slice::from_ref(one),
    };
    names.iter().filter_map(Value::as_str)
}

/// Returns the aliases of the values of an enum, each with its value. Those of one value may stand beside it.
pub(crate) fn value_aliases(schema: &Map<String, Value>) -> impl Iterator<Item = (String, Value)> {
    let listed = schema.get(VALUE_ALIASES).and_then(Value::as_object);
    let listed = listed.into_iter().flatten();
    let listed = listed.map(|(alias, value)| (alias.clone(), value.clone()));
    let own = schema.get("const").zip(schema.get(ALIAS));
    let own = own.into_iter().flat_map(|(value, mark)| {
        alias_names(mark).map(move |alias| (alias.to_owned(), value.clone()))
    });
    listed.chain(own)
}

/// Returns `true` for the patterns that schemars emits for keys that are integers.
pub(crate) fn is_integer_pattern(pattern: &str) -> bool {
    pattern == r"^\d+$" || pattern == r"^-?\d+$"
}
