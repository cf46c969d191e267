//! The golden table: each shape as an argument and as a result, under each profile.
//!
//! `BLESS=1 cargo test -p fusion-core --lib schema` writes `table.txt`; read the diff as what
//! clients will see.

use std::{fmt::Write, fs, path::PathBuf};

use serde_json::{Value, json};

use super::{
    input, map, output, published,
    rules::{broken_rules, broken_rules_of_results, validates},
    shapes::SHAPES,
    strict_rules::broken_strict_rules,
    tool_schema_with,
};
use crate::schema::{Profile, SchemaCompiler};

fn schema_text(schema: &Result<Value, String>) -> String {
    match schema {
        Ok(schema) => schema.to_string(),
        Err(reason) => format!("refused: {reason}"),
    }
}

fn table() -> String {
    let mut portable = SchemaCompiler::new(Profile::Portable);
    let mut as_is = SchemaCompiler::new(Profile::AsIs);
    let mut table = String::new();
    for (group, shapes) in SHAPES {
        writeln!(table, "# {group}\n").unwrap();
        for (name, schema) in *shapes {
            let sent = input(&mut portable, *schema);
            let answered = output(&mut portable, *schema);
            writeln!(table, "{name}\n  portable: {}", schema_text(&sent)).unwrap();
            if answered != sent {
                writeln!(table, "  result:   {}", schema_text(&answered)).unwrap();
            }
            let raw = input(&mut as_is, *schema);
            if raw != sent {
                writeln!(table, "  as is:    {}", schema_text(&raw)).unwrap();
            }
            let strict = published(Profile::OpenAiStrict, *schema, true);
            writeln!(table, "  strict:   {}", schema_text(&strict)).unwrap();
            if strict.is_ok() {
                let optional = published(Profile::OpenAiStrict, *schema, false);
                writeln!(table, "  optional: {}", schema_text(&optional)).unwrap();
            }
            let open = published(Profile::Open, *schema, true);
            if open != sent {
                writeln!(table, "  open:     {}", schema_text(&open)).unwrap();
            }
        }
        table.push('\n');
    }
    table
}

#[test]
fn every_shape_is_published_as_the_table_says() {
    // With `preserve_order`, the same schemas print their keywords in another order.
    if cfg!(feature = "preserve_order") {
        return;
    }
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/schema/tests/table.txt");
    let table = table();
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &table).unwrap();
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    for (line, (made, expected)) in table.lines().zip(golden.lines()).enumerate() {
        assert_eq!(
            made,
            expected,
            "table.txt:{}; BLESS=1 writes it anew",
            line + 1
        );
    }
    assert_eq!(table.lines().count(), golden.lines().count());
}

#[test]
fn every_portable_shape_keeps_the_rules_of_every_client() {
    let mut leaves = SchemaCompiler::new(Profile::Portable);
    for (_, shapes) in SHAPES {
        for (name, schema) in *shapes {
            if let Ok(property) = input(&mut leaves, *schema) {
                let whole = tool_schema_with(&property);
                assert_eq!(
                    broken_rules(&whole),
                    Vec::<String>::new(),
                    "{name}: {whole}"
                );
            }
            if let Ok(Value::Object(schema)) = output(&mut leaves, *schema) {
                let schema = Value::Object(schema);
                assert_eq!(
                    broken_rules_of_results(&schema),
                    Vec::<String>::new(),
                    "{name}"
                );
            }
        }
    }
}

#[test]
fn every_strict_shape_keeps_the_rules_of_the_strict_subset() {
    let mut published_shapes = 0;
    for (name, schema) in SHAPES.iter().flat_map(|(_, shapes)| *shapes) {
        for required in [true, false] {
            let Ok(property) = published(Profile::OpenAiStrict, *schema, required) else {
                continue;
            };
            published_shapes += 1;
            let whole = tool_schema_with(&property);
            assert_eq!(
                broken_strict_rules(&whole),
                Vec::<String>::new(),
                "{name}: {whole}"
            );
            assert_eq!(validates(&whole), Ok(()), "{name}");
            // `null` is absence where the field is optional.
            let takes_null = jsonschema::is_valid(&whole, &json!({"x": null}));
            assert!(required || takes_null, "{name}: {whole}");
        }
    }
    assert!(published_shapes > 100, "{published_shapes}");
}

#[test]
fn no_open_shape_has_rules_for_further_fields() {
    for (name, schema) in SHAPES.iter().flat_map(|(_, shapes)| *shapes) {
        let Ok(property) = published(Profile::Open, *schema, true) else {
            continue;
        };
        let text = property.to_string();
        for keyword in ["additionalProperties", "unevaluatedProperties"] {
            assert!(!text.contains(keyword), "{name}: {text}");
        }
        assert_eq!(
            broken_rules(&tool_schema_with(&property)),
            Vec::<String>::new(),
            "{name}"
        );
    }
}

#[test]
fn every_shape_is_json_schema_under_either_profile() {
    for profile in [Profile::Portable, Profile::AsIs, Profile::Open] {
        let mut leaves = SchemaCompiler::new(profile);
        for (_, shapes) in SHAPES {
            for (name, schema) in *shapes {
                if let Ok(property) = input(&mut leaves, *schema) {
                    let mut property = map(property);
                    let definitions = property.remove("$defs");
                    let mut whole = map(tool_schema_with(&Value::Object(property)));
                    whole.extend(definitions.map(|all| ("$defs".to_owned(), all)));
                    assert_eq!(validates(&Value::Object(whole)), Ok(()), "{name}");
                }
            }
        }
    }
}
