//! The row of one argument. It names no action: it stands at its action, or is a field of a struct
//! that several actions take.

use super::{DefaultFn, GivenFn, SchemaFn};

/// One argument of an action, or one field of a struct whose fields are arguments.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ArgSpec {
    /// The wire name of the argument.
    pub name: &'static str,
    /// The doc comment; empty where the type's own documentation shall be used.
    pub docs: &'static str,
    /// Whether a call without it is refused.
    pub required: bool,
    /// The default of an argument that has one.
    pub default: Option<DefaultFn>,
    /// Whether its value must not be echoed, logged or listed anywhere.
    pub secret: bool,
    /// What its author asks of it beyond its type.
    pub constraints: &'static [Constraint],
    /// Whether a type that takes any JSON is meant.
    pub any: bool,
    /// The schema of its type.
    pub schema: SchemaFn,
    /// A schema that its author wrote out, instead of that of its type.
    pub given: Option<GivenFn>,
}

impl ArgSpec {
    /// An argument as its type alone describes it.
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
        }
    }

    /// Gives the argument a default, which makes it optional.
    pub const fn default(mut self, default: DefaultFn) -> Self {
        self.default = Some(default);
        self.required = false;
        self
    }

    /// Keeps the argument's value out of every text.
    pub const fn secret(mut self) -> Self {
        self.secret = true;
        self
    }

    /// Asks more of the argument than its type does.
    pub const fn constraints(mut self, constraints: &'static [Constraint]) -> Self {
        self.constraints = constraints;
        self
    }

    /// Lets a type pass that takes any JSON.
    pub const fn any(mut self) -> Self {
        self.any = true;
        self
    }

    /// Replaces the schema of the argument's type.
    pub const fn given(mut self, schema: GivenFn) -> Self {
        self.given = Some(schema);
        self
    }
}

/// What an author asks of an argument beyond its type: published in the words of JSON Schema, and
/// enforced.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Constraint {
    /// The least number.
    Minimum(Bound),
    /// The greatest number.
    Maximum(Bound),
    /// The fewest Unicode scalar values of a string.
    MinLength(u64),
    /// The most of them.
    MaxLength(u64),
    /// The fewest items of an array.
    MinItems(u64),
    /// The most of them.
    MaxItems(u64),
    /// A regular expression that a string matches somewhere.
    Pattern(&'static str),
    /// A format of strings that JSON Schema names.
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

/// How many fields there are in all.
pub const fn count(joined: &[&[ArgSpec]]) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < joined.len() {
        sum += joined[i].len();
        i += 1;
    }
    sum
}

/// Whether one of the fields has this name.
pub const fn has(fields: &[ArgSpec], name: &str) -> bool {
    let mut i = 0;
    while i < fields.len() {
        if same(fields[i].name, name) {
            return true;
        }
        i += 1;
    }
    false
}

/// Whether no field of the one has the name of a field of the other.
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

/// `==` is no constant function yet.
const fn same(a: &str, b: &str) -> bool {
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
}
