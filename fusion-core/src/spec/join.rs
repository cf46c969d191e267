//! The fields of a struct as arguments: rows that know no action, and what joins them to some.

use super::{Constraint, DefaultFn, GivenFn, SchemaFn, Use};

/// One field of a struct whose fields are arguments.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FieldRow {
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

impl FieldRow {
    /// A field as its type alone describes it.
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

    /// The same argument, as one of an action.
    pub(crate) fn of(&self, action: usize, slot: usize) -> Use {
        Use {
            action,
            slot,
            docs: self.docs,
            required: self.required,
            default: self.default,
            secret: self.secret,
            constraints: self.constraints,
            any: self.any,
            schema: self.schema,
            given: self.given,
        }
    }
}

/// Fields of a struct that some actions take, behind their own arguments and in the order of the
/// joins.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Join {
    /// The actions' indices in their group.
    pub actions: &'static [usize],
    /// The fields, in source order.
    pub fields: &'static [FieldRow],
}

impl Join {
    /// Fields and the actions that take them.
    pub const fn new(actions: &'static [usize], fields: &'static [FieldRow]) -> Self {
        Self { actions, fields }
    }
}

/// How many fields there are in all.
pub const fn count(joined: &[&[FieldRow]]) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < joined.len() {
        sum += joined[i].len();
        i += 1;
    }
    sum
}

/// Whether one of the fields has this name.
pub const fn has(fields: &[FieldRow], name: &str) -> bool {
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
pub const fn apart(one: &[FieldRow], other: &[FieldRow]) -> bool {
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

    const fn row(name: &'static str) -> FieldRow {
        FieldRow::new(name, "", true, |_| schemars::Schema::default())
    }

    const SCOPE: &[FieldRow] = &[row("org"), row("team")];
    const PAGE: &[FieldRow] = &[row("limit")];

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
