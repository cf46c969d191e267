//! The keywords and formats that the strict subset has, and those that it lacks.

/// The formats of strings that the subset has.
pub(super) const FORMATS: [&str; 9] = [
    "date",
    "date-time",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "time",
    "uuid",
];

/// Keywords that describe the shape of a value and that the subset lacks.
pub(super) const COMPOSITIONS: [&str; 12] = [
    "$dynamicRef",
    "$ref",
    "allOf",
    "dependentRequired",
    "dependentSchemas",
    "else",
    "if",
    "patternProperties",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// Keywords that describe a shape of their own beside a choice.
pub(super) const BESIDE_CHOICE: [&str; 7] = [
    "additionalProperties",
    "const",
    "enum",
    "items",
    "prefixItems",
    "properties",
    "required",
];

/// Rules of numbers and arrays, which the subset has under the same names.
pub(super) const NUMBER: [&str; 5] = [
    "exclusiveMaximum",
    "exclusiveMinimum",
    "maximum",
    "minimum",
    "multipleOf",
];
pub(super) const ARRAY: [&str; 2] = ["maxItems", "minItems"];
