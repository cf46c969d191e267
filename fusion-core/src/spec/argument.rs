//! The row of one argument. It contains no action name, because it belongs to an action, or to a
//! struct that several actions take.

use super::{DefaultFn, GivenFn, SchemaFn};

/// One argument of an action, or one field of a struct whose fields are arguments.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ArgSpec {
    /// The wire name of the argument.
    pub name: &'static str,
    /// The doc comment; empty to use the documentation of the type.
    pub docs: &'static str,
    /// `true` if a call without the argument is refused.
    pub required: bool,
    /// The default of an argument that has one.
    pub default: Option<DefaultFn>,
    /// `true` if the value must not be echoed, logged or listed.
    pub secret: bool,
    /// The constraints that the author adds to those of the type.
    pub constraints: &'static [Constraint],
    /// `true` if the author allows a type that accepts any JSON.
    pub any: bool,
    /// The schema of the type.
    pub schema: SchemaFn,
    /// A schema that the author wrote, which replaces the schema of the type.
    pub given: Option<GivenFn>,
    /// Other names, which are accepted and not listed.
    pub aliases: &'static [&'static str],
}

impl ArgSpec {
    /// Returns an argument that only its type describes.
    pub const fn new(
        name: &'static str,
        docs: &'static str,
        required: bool,
        schema: SchemaFn,
    ) -> Self {
        Self {
            name,
            docs,
            required,
            default: None,
            secret: false,
            constraints: &[],
            any: false,
            schema,
            given: None,
            aliases: &[],
        }
    }

    /// Gives the argument a default, which makes it optional.
    pub const fn default(mut self, default: DefaultFn) -> Self {
        self.default = Some(default);
        self.required = false;
        self
    }

    /// Excludes the value from every text.
    pub const fn secret(mut self) -> Self {
        self.secret = true;
        self
    }

    /// Adds constraints to those of the type.
    pub const fn constraints(mut self, constraints: &'static [Constraint]) -> Self {
        self.constraints = constraints;
        self
    }

    /// Allows a type that accepts any JSON.
    pub const fn any(mut self) -> Self {
        self.any = true;
        self
    }

    /// Accepts other names for the argument.
    pub const fn aliases(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    /// Replaces the schema of the argument's type.
    pub const fn given(mut self, schema: GivenFn) -> Self {
        self.given = Some(schema);
        self
    }
}

/// A constraint that the author adds to those of the type: published as a JSON Schema keyword, and
/// enforced.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Constraint {
    /// The smallest number.
    Minimum(Bound),
    /// The largest number.
    Maximum(Bound),
    /// The minimum length of a string in Unicode scalar values.
    MinLength(u64),
    /// The maximum length of a string in Unicode scalar values.
    MaxLength(u64),
    /// The minimum number of array items.
    MinItems(u64),
    /// The maximum number of array items.
    MaxItems(u64),
    /// A regular expression that must match somewhere in a string.
    Pattern(&'static str),
    /// A string format that JSON Schema defines.
    Format(&'static str),
}

/// One end of a range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// An integer.
    Integer(i128),
    /// Any other number.
    Float(f64),
}

/// Returns the number of fields in all of the lists.
pub const fn count(joined: &[&[ArgSpec]]) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < joined.len() {
        sum += joined[i].len();
        i += 1;
    }
    sum
}

/// Returns `true` if one of the fields has this name.
pub const fn has(fields: &[ArgSpec], name: &str) -> bool {
    let mut i = 0;
    while i < fields.len() {
        if is_equal(fields[i].name, name) {
            return true;
        }
        i += 1;
    }
    false
}

/// Returns `true` if the field with this name is secret.
pub const fn is_secret(fields: &[ArgSpec], name: &str) -> bool {
    let mut i = 0;
    while i < fields.len() {
        if fields[i].secret && is_equal(fields[i].name, name) {
            return true;
        }
        i += 1;
    }
    false
}

/// Returns `true` if a field is secret.
pub const fn has_secret(fields: &[ArgSpec]) -> bool {
    let mut i = 0;
    while i < fields.len() {
        if fields[i].secret {
            return true;
        }
        i += 1;
    }
    false
}

/// Returns `true` if the two lists share no field name.
pub const fn apart(one: &[ArgSpec], other: &[ArgSpec]) -> bool {
    let mut i = 0;
    while i < one.len() {
        if has(other, one[i].name) {
            return false;
        }
        i += 1;
    }
    true
}

/// Returns `true` unless the field with this name is required.
pub const fn may_omit(fields: &[ArgSpec], name: &str) -> bool {
    let mut i = 0;
    while i < fields.len() {
        if is_equal(fields[i].name, name) {
            return !fields[i].required;
        }
        i += 1;
    }
    true
}

/// Returns the number of fields that have none of the names.
pub const fn count_without(fields: &[ArgSpec], names: &[&str]) -> usize {
    let (mut count, mut i) = (0, 0);
    while i < fields.len() {
        if !is_one_of(fields[i].name, names) {
            count += 1;
        }
        i += 1;
    }
    count
}

/// Returns the fields that have none of the names. `N` is their number.
pub const fn without<const N: usize>(fields: &[ArgSpec], names: &[&str]) -> [ArgSpec; N] {
    let mut kept = [const { ArgSpec::new("", "", false, |_| schemars::Schema::default()) }; N];
    let (mut count, mut i) = (0, 0);
    while i < fields.len() {
        if !is_one_of(fields[i].name, names) {
            kept[count] = fields[i];
            count += 1;
        }
        i += 1;
    }
    kept
}

const fn is_one_of(name: &str, names: &[&str]) -> bool {
    let mut i = 0;
    while i < names.len() {
        if is_equal(name, names[i]) {
            return true;
        }
        i += 1;
    }
    false
}

/// Compares two strings; `==` is not a const function yet.
pub(super) const fn is_equal(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn row(name: &'static str) -> ArgSpec {
        ArgSpec::new(name, "", true, |_| schemars::Schema::default())
    }

    const SCOPE: &[ArgSpec] = &[row("org"), row("team")];
    const PAGE: &[ArgSpec] = &[row("limit")];

    #[test]
    fn fields_are_counted_over_all_structs() {
        const { assert!(count(&[SCOPE, &[], PAGE]) == 3) };
    }

    #[test]
    fn fields_are_told_apart_by_their_whole_names() {
        const { assert!(has(SCOPE, "team") && !has(SCOPE, "tea") && !has(SCOPE, "teal")) };
        const { assert!(apart(SCOPE, PAGE) && !apart(SCOPE, SCOPE)) };
    }

    #[test]
    fn fields_are_left_out_by_their_names() {
        const KEPT: [ArgSpec; 1] = without::<{ count_without(SCOPE, &["org"]) }>(SCOPE, &["org"]);
        assert_eq!(KEPT.map(|field| field.name), ["team"]);
        const { assert!(count_without(SCOPE, &["tea"]) == 2) };
        const { assert!(may_omit(SCOPE, "tea") && !may_omit(SCOPE, "team")) };
    }
}
