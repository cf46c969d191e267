//! The merged field table: every argument of every action.

use super::{DefaultFn, GivenFn, SchemaFn};

/// One name of the merged schema, with every action that uses it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Field {
    /// The wire name of the argument.
    pub name: &'static str,
    /// Who uses it, in source order. Empty when every user is compiled out.
    pub uses: &'static [Use],
}

impl Field {
    /// A field and its uses.
    pub const fn new(name: &'static str, uses: &'static [Use]) -> Self {
        Self { name, uses }
    }
}

/// One argument of one action.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Use {
    /// The action's index in its group.
    pub action: usize,
    /// The argument's position among the JSON arguments of that action.
    pub slot: usize,
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

impl Use {
    /// An argument as its type alone describes it.
    pub const fn new(
        action: usize,
        slot: usize,
        docs: &'static str,
        required: bool,
        schema: SchemaFn,
    ) -> Self {
        Self {
            action,
            slot,
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
