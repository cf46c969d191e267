//! The published schema of a type, under either profile.

use schemars::{SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value};

use super::{
    Profile, defs, marks,
    portable::{self, Refusal},
};
use crate::{
    definition::ArgumentSchema,
    spec::{NESTED_OPTION, SchemaFn},
};

/// Generates leaf schemas. One generator for each side of a call serves a whole build, so that a
/// name under `$defs` refers to one type.
#[derive(Debug)]
pub(crate) struct SchemaCompiler {
    profile: Profile,
    inputs: SchemaGenerator,
    outputs: SchemaGenerator,
}

impl Default for SchemaCompiler {
    fn default() -> Self {
        Self::new(Profile::default())
    }
}

impl SchemaCompiler {
    pub(crate) fn new(profile: Profile) -> Self {
        let settings = || {
            SchemaSettings::draft2020_12().with(|settings| {
                settings.inline_subschemas = true;
                settings.meta_schema = None;
            })
        };
        Self {
            profile,
            inputs: settings().for_deserialize().into_generator(),
            outputs: settings().for_serialize().into_generator(),
        }
    }

    /// Returns the published schema of an argument's type. `Err` describes the part that cannot be
    /// published, and the fix. `any` allows a type that accepts any JSON.
    ///
    /// The function walks the schema, which costs about 2 µs for a number and more for a struct.
    /// `build()` calls it once for each type.
    pub(crate) fn input(&mut self, schema: SchemaFn, any: bool) -> Result<ArgumentSchema, String> {
        let (mut schema, definitions) = document(schema, &mut self.inputs)?;
        let nested_option = schema.remove(NESTED_OPTION).is_some();
        let mut leaf = if self.profile.types_profile() == Profile::Portable {
            portable::input(schema, &definitions, any).map_err(|refusal| refusal.to_string())?
        } else {
            let docs = take_docs(&mut schema);
            let mut definitions = reachable_definitions(&schema, &definitions);
            ArgumentSchema {
                schema,
                docs,
                marked_definitions: marks::take_from_definitions(&mut definitions),
                definitions,
                ..ArgumentSchema::default()
            }
        };
        leaf.nested_option = nested_option;
        leaf.marked = marks::take(&mut leaf.schema);
        leaf.null_field = leaf.marked.as_ref().and_then(marks::null_field);
        Ok(leaf)
    }

    /// Returns the form of a type for questions to the user. `Err` describes the part that no form can
    /// show, and the fix.
    #[cfg(feature = "ask")]
    pub(crate) fn form(&mut self, schema: SchemaFn) -> Result<Map<String, Value>, String> {
        let (mut schema, _) = document(schema, &mut self.inputs)?;
        marks::strip(&mut schema);
        super::form::form(&schema)
    }

    /// Returns `true` if a type is an `Option` of an `Option`. A type without a schema is not known.
    pub(crate) fn is_nested_option(&mut self, schema: SchemaFn) -> bool {
        schema(&mut self.inputs).get(NESTED_OPTION).is_some()
    }

    /// Returns the published schema of a result; `None` if it would restrict nothing. `Err`
    /// describes the part that cannot be published, and the fix.
    pub(crate) fn output(
        &mut self,
        schema: SchemaFn,
    ) -> Result<Option<Map<String, Value>>, String> {
        let (mut schema, definitions) = document(schema, &mut self.outputs)?;
        schema.remove(NESTED_OPTION);
        if self.profile.types_profile() == Profile::Portable {
            let output = portable::output(schema, &definitions);
            let mut output = output.map_err(|refusal| refusal.to_string())?;
            output.iter_mut().for_each(marks::strip);
            return Ok(output);
        }
        let mut definitions = reachable_definitions(&schema, &definitions);
        marks::take_from_definitions(&mut definitions);
        marks::strip(&mut schema);
        if !definitions.is_empty() {
            schema.insert("$defs".to_owned(), definitions.into());
        }
        Ok((!schema.is_empty()).then_some(schema))
    }
}

/// Removes the documentation of a type from its schema and returns it. It also removes the type's
/// default, because the argument has its own.
pub(super) fn take_docs(schema: &mut Map<String, Value>) -> Option<String> {
    schema.remove("default");
    match schema.remove("description") {
        Some(Value::String(docs)) if !docs.trim().is_empty() => Some(docs),
        _ => None,
    }
}

type Document = (Map<String, Value>, Map<String, Value>);

/// Returns a schema with everything that it may refer to: the definitions of the generator and its
/// own.
fn document(schema: SchemaFn, generator: &mut SchemaGenerator) -> Result<Document, String> {
    let mut schema = match schema(generator).to_value() {
        Value::Object(schema) => schema,
        Value::Bool(false) => return Err(Refusal::no_value().to_string()),
        _ => Map::new(),
    };
    defs::rename(&mut schema);
    let mut definitions = generator.definitions().clone();
    for keyword in ["definitions", "$defs"] {
        if let Some(Value::Object(own)) = schema.remove(keyword) {
            definitions.extend(own);
        }
    }
    Ok((schema, definitions))
}

fn reachable_definitions(
    schema: &Map<String, Value>,
    definitions: &Map<String, Value>,
) -> Map<String, Value> {
    if definitions.is_empty() {
        return Map::new();
    }
    defs::reachable([&Value::Object(schema.clone())], definitions)
}

#[cfg(test)]
mod tests {
    use schemars::JsonSchema;
    use serde_json::json;

    use super::*;
    use crate::spec::schema_of;

    #[derive(JsonSchema)]
    #[allow(dead_code)] // only its schema is of interest
    struct Node {
        kids: Vec<Node>,
    }

    mod other {
        #[derive(schemars::JsonSchema)]
        #[allow(dead_code)]
        pub(super) struct Node {
            next: Option<Box<Node>>,
        }
    }

    #[test]
    fn two_types_of_one_name_have_two_names_in_one_build() {
        let mut leaves = SchemaCompiler::new(Profile::AsIs);
        let names = [schema_of::<Node>, schema_of::<other::Node>].map(|schema| {
            let leaf = leaves.input(schema, false).unwrap();
            leaf.definitions.keys().cloned().collect::<Vec<_>>()
        });
        assert_eq!(names, [["Node"], ["Node2"]]);
    }

    #[test]
    fn a_result_as_it_is_carries_what_it_refers_to() {
        let kids = json!({"type": "array", "items": {"$ref": "#/$defs/Node"}});
        let mut node = json!({
            "type": "object",
            "properties": {"kids": kids},
            "required": ["kids"]
        });
        node["$defs"] = json!({"Node": node});
        let output = SchemaCompiler::new(Profile::AsIs).output(schema_of::<Node>);
        assert_eq!(
            output.map(|schema| schema.map(Value::Object)),
            Ok(Some(node))
        );
    }

    #[test]
    fn a_result_that_may_be_anything_has_no_schema() {
        for profile in [Profile::Portable, Profile::AsIs] {
            let output = SchemaCompiler::new(profile).output(schema_of::<Value>);
            assert_eq!(output, Ok(None));
        }
    }
}
