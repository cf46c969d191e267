//! Keywords in the schemas of types that only Fusion reads. They are never published.

/// Other names of a field, which are accepted and not listed: `["colour"]`. Authors write it beside
/// `#[serde(alias = "colour")]`, because schemars does not publish aliases.
pub(crate) const ALIAS: &str = "x-fusion-alias";

/// `true` at a field for which `null` is a value, and not an omission. Authors write it.
pub(crate) const NULL_IS_VALUE: &str = "x-fusion-null";

/// `true` at a map whose keys are integers. The portable pass writes it.
pub(crate) const INTEGER_KEYS: &str = "x-fusion-integer-keys";

/// All of them.
pub(crate) const MARKS: [&str; 3] = [ALIAS, NULL_IS_VALUE, INTEGER_KEYS];

/// Returns `true` for the patterns that schemars emits for keys that are integers.
pub(crate) fn is_integer_pattern(pattern: &str) -> bool {
    pattern == r"^\d+$" || pattern == r"^-?\d+$"
}
