//! Calls with one mistake each, made from examples.

use serde_json::{Map, Value, json};

use crate::{
    args::refusal,
    definition::{ActionDef, ArgDef, ExampleDef},
};

/// A call with one mistake.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Mutation {
    /// Another name than the key of the action.
    Key,
    /// Arguments with a mistake in one of them.
    Argument {
        /// The argument that is meant, by its slot.
        slot: usize,
        mistake: ArgumentMistake,
        arguments: Map<String, Value>,
    },
}

/// A mistake in one argument.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ArgumentMistake {
    /// A required argument is missing.
    Missing,
    /// The name is misspelt.
    Misspelt,
    /// The value has another type.
    WrongType,
    /// The value is none of those that are allowed, or out of range. An error names one of these texts.
    OutOfRange(Vec<String>),
}

/// The values of other types, of which the first that an argument refuses is sent.
fn values_of_other_types() -> [Value; 4] {
    [
        json!({"unexpected": true}),
        json!("unexpected"),
        json!([["unexpected"]]),
        json!(true),
    ]
}

/// Returns the calls with one mistake that an example becomes, in a fixed order.
pub(super) fn mutations(action: &ActionDef, example: &ExampleDef) -> Vec<Mutation> {
    let mut out = vec![Mutation::Key];
    let whole = example.object();
    for (name, value) in &example.arguments {
        let args = action.args.iter().enumerate();
        let Some((slot, arg)) = args.into_iter().find(|(_, arg)| arg.name == *name) else {
            continue;
        };
        let mut push = |mistake, arguments| {
            out.push(Mutation::Argument {
                slot,
                mistake,
                arguments,
            });
        };
        let mut rest = whole.clone();
        rest.remove(*name);
        if arg.required {
            push(ArgumentMistake::Missing, rest.clone());
        }
        let wrong = misspelt(name);
        if !action.args.iter().any(|arg| arg.has_name(&wrong)) {
            let mut renamed = rest.clone();
            renamed.insert(wrong, value.clone());
            push(ArgumentMistake::Misspelt, renamed);
        }
        let with = |value: Value| {
            let mut changed = rest.clone();
            changed.insert((*name).to_owned(), value);
            changed
        };
        let plan = action.terms.plan(slot);
        let other = values_of_other_types().into_iter();
        let mut other =
            other.filter(|value| plan.is_some_and(|plan| refusal(plan, value).is_some()));
        if let Some(value) = other.next() {
            push(ArgumentMistake::WrongType, with(value));
        }
        if let Some((value, allowed)) = out_of_range(arg) {
            push(ArgumentMistake::OutOfRange(allowed), with(value));
        }
    }
    out
}

/// Swaps two neighbours in the middle of a name, or doubles its last letter.
pub(super) fn misspelt(name: &str) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    let differ = |letters: &[char], at: usize| letters.get(at) != letters.get(at + 1);
    let middle = letters.len() / 2;
    let places = (middle..letters.len().saturating_sub(1)).chain(1..middle);
    let mut places = places.filter(|at| differ(&letters, *at));
    match places.next().filter(|_| letters.len() > 3) {
        Some(at) => letters.swap(at, at + 1),
        None => letters.extend(name.chars().last()),
    }
    letters.into_iter().collect()
}

/// Returns a value outside of the values or the range of an argument, and the texts of which its error names one.
fn out_of_range(arg: &ArgDef) -> Option<(Value, Vec<String>)> {
    let schema = &arg.leaf.schema;
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        let texts = values.iter().filter_map(Value::as_str);
        let texts: Vec<_> = texts.map(str::to_owned).collect();
        return (!texts.is_empty()).then(|| (json!("unexpected"), texts));
    }
    let bound = |keyword: &str| schema.get(keyword).and_then(Value::as_i64);
    let (bound, value) = bound("maximum")
        .and_then(|most| Some((most, most.checked_add(1)?)))
        .or_else(|| bound("minimum").and_then(|least| Some((least, least.checked_sub(1)?))))?;
    Some((json!(value), vec![bound.to_string()]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_differs_and_is_near() {
        let names = ["issue", "to", "aaaa", "key", "per_page", "größe"];
        assert_eq!(
            names.map(misspelt),
            ["isuse", "too", "aaaaa", "keyy", "per_apge", "grßöe"]
        );
    }
}
