//! References inside of one document. Definitions that stay are numbered in the order of their uses, so that the
//! name of a Rust type is no part of the form.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::schema::{definition_name, for_each_subschema, is_recursive, put_definition};

/// The number of references that are replaced. Definitions that use others twice grow exponentially.
const MAX_INLINED: usize = 1_000;

/// Returns a schema with its references replaced; recursive ones stay, with their definitions under `$defs`.
pub(super) fn inlined(
    schema: &Map<String, Value>,
    definitions: &Map<String, Value>,
) -> Map<String, Value> {
    let mut inliner = Inliner {
        definitions,
        left: MAX_INLINED,
        numbers: BTreeMap::new(),
        kept: BTreeMap::new(),
    };
    let mut schema = schema.clone();
    inliner.replace(&mut schema);
    if !inliner.kept.is_empty() {
        let kept = inliner.kept.into_iter();
        let kept: Map<_, _> = kept
            .map(|(number, schema)| (number.to_string(), schema))
            .collect();
        schema.insert("$defs".to_owned(), kept.into());
    }
    schema
}

struct Inliner<'d> {
    definitions: &'d Map<String, Value>,
    /// The number of references that may still be replaced.
    left: usize,
    /// The numbers of the definitions that stay.
    numbers: BTreeMap<String, usize>,
    kept: BTreeMap<usize, Value>,
}

impl Inliner<'_> {
    fn replace(&mut self, schema: &mut Map<String, Value>) {
        while let Some((name, definition)) = self.target(schema) {
            if self.left == 0 || is_recursive(&name, self.definitions) {
                self.keep(schema, name, definition);
                break;
            }
            self.left -= 1;
            schema.remove("$ref");
            match definition {
                Value::Object(definition) => put_definition(schema, &definition),
                Value::Bool(false) => {
                    schema.insert("not".to_owned(), Value::Object(Map::new()));
                }
                _ => {}
            }
        }
        for_each_subschema(schema, &mut |inner| self.replace(inner));
    }

    /// Returns the definition that a schema refers to, with its name.
    fn target(&self, schema: &Map<String, Value>) -> Option<(String, Value)> {
        let name = definition_name(schema.get("$ref")?.as_str()?)?;
        let definition = self.definitions.get(&name)?.clone();
        Some((name, definition))
    }

    /// Keeps a reference, and its definition at its first use.
    fn keep(&mut self, schema: &mut Map<String, Value>, name: String, definition: Value) {
        let next = self.numbers.len() + 1;
        let number = *self.numbers.entry(name).or_insert(next);
        schema.insert("$ref".to_owned(), format!("#/$defs/{number}").into());
        if number < next {
            return;
        }
        let mut definition = definition;
        if let Value::Object(definition) = &mut definition {
            self.replace(definition);
        }
        self.kept.insert(number, definition);
    }
}
