//! Two shapes of one field in a few words each, which name the place where the shapes differ.

use serde_json::{Map, Value};

use super::unite::unite;
use crate::args::expected;

/// The number of names that the words for an object contain.
const NAMES: usize = 6;

/// The maximum length of a contract or a keyword, in characters.
const PART: usize = 100;

/// Keywords whose schemas restrict the same value.
const BRANCHES: [&str; 4] = ["anyOf", "oneOf", "allOf", "prefixItems"];

type Schema = Map<String, Value>;

/// Returns the two shapes in the words of the `Expected:` line. If these are equal, they contain the
/// first part that differs: `object {range: object {from: string, …}}`.
pub(super) fn contrast(a: &Schema, b: &Schema) -> (String, String) {
    let words = [expected(a), expected(b)].map(|words| shortened(&words));
    let [first, second] = &words;
    let (inner_a, inner_b) = (innermost_items(a), innermost_items(b));
    let fields = (properties(inner_a), properties(inner_b));
    match fields {
        (Some(one), Some(other)) => match differing_field(one, other) {
            Some((name, a, b)) => {
                let (a, b) = contrast(a, b);
                let rest = if one.len() > 1 { ", …" } else { "" };
                return (
                    format!("{first} {{{name}: {a}{rest}}}"),
                    format!("{second} {{{name}: {b}{rest}}}"),
                );
            }
            None if first != second || names_differ(one, other) => {
                return (
                    format!("{first} {{{}}}", names(one, Some(other))),
                    format!("{second} {{{}}}", names(other, Some(one))),
                );
            }
            None => {}
        },
        (one, other) if first != second => {
            let with_names = |words: &str, fields: Option<&Schema>| match fields {
                Some(fields) => format!("{words} {{{}}}", names(fields, None)),
                None => words.to_owned(),
            };
            return (with_names(first, one), with_names(second, other));
        }
        _ => {}
    }
    match differing_keyword(inner_a, inner_b) {
        Some((keyword, a, b)) if first == second => (
            format!("{first} ({keyword}: {a})"),
            format!("{second} ({keyword}: {b})"),
        ),
        _ => words.into(),
    }
}

/// Returns the schema of the innermost items of an array, or the schema itself.
fn innermost_items(schema: &Schema) -> &Schema {
    match schema.get("items") {
        Some(Value::Object(items)) => innermost_items(items),
        _ => schema,
    }
}

fn properties(schema: &Schema) -> Option<&Schema> {
    let fields = schema.get("properties")?.as_object()?;
    (!fields.is_empty()).then_some(fields)
}

fn names_differ(a: &Schema, b: &Schema) -> bool {
    a.len() != b.len() || a.keys().any(|name| !b.contains_key(name))
}

/// Returns the first field that has two shapes, if the names of the fields are the same.
fn differing_field<'s>(a: &'s Schema, b: &'s Schema) -> Option<(&'s str, &'s Schema, &'s Schema)> {
    if names_differ(a, b) {
        return None;
    }
    a.iter().find_map(|(name, own)| {
        let (own, other) = (own.as_object()?, b.get(name)?.as_object()?);
        unite(own, other)
            .is_none()
            .then_some((name.as_str(), own, other))
    })
}

/// Returns the first names of an object's fields: those that `other` lacks come first.
fn names(fields: &Schema, other: Option<&Schema>) -> String {
    let shared = |name: &&String| other.is_some_and(|other| other.contains_key(*name));
    let own = fields.keys().filter(|name| !shared(name));
    let names = own.chain(fields.keys().filter(shared)).map(String::as_str);
    let mut names: Vec<_> = names.take(NAMES).collect();
    if fields.len() > NAMES {
        names.push("…");
    }
    names.join(", ")
}

/// Returns the first keyword that gives two schemas of one kind two shapes, with the difference.
fn differing_keyword(a: &Schema, b: &Schema) -> Option<(String, String, String)> {
    for keyword in BRANCHES {
        let list = |schema: &Schema| schema.get(keyword).and_then(Value::as_array).cloned();
        let (Some(one), Some(other)) = (list(a), list(b)) else {
            continue;
        };
        let mut pairs = one.iter().zip(&other);
        let differing = pairs.find_map(|(a, b)| {
            let (a, b) = (a.as_object()?, b.as_object()?);
            unite(a, b).is_none().then(|| contrast(a, b))
        });
        if let Some((a, b)) = differing {
            return Some((keyword.to_owned(), a, b));
        }
    }
    let further = b.keys().filter(|keyword| !a.contains_key(*keyword));
    let mut keywords: Vec<_> = a.keys().chain(further).collect();
    // The order of a map depends on the build; the order of the text must not.
    keywords.sort_unstable();
    let differs = |keyword: &&&String| a.get(**keyword) != b.get(**keyword);
    let keyword = keywords.iter().find(differs)?.as_str();
    let text = |schema: &Schema| match schema.get(keyword) {
        Some(value) => shortened(&value.to_string()),
        None => "not given".to_owned(),
    };
    Some((keyword.to_owned(), text(a), text(b)))
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(PART) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn told(a: Value, b: Value) -> [String; 2] {
        let (Value::Object(a), Value::Object(b)) = (a, b) else {
            panic!("a schema is an object");
        };
        contrast(&a, &b).into()
    }

    fn object(fields: &Value) -> Value {
        json!({"type": "object", "properties": fields})
    }

    #[test]
    fn short_contracts_are_enough_if_they_differ() {
        let integer = json!({"type": "integer", "minimum": 1});
        assert_eq!(
            told(json!({"type": "string"}), integer.clone()),
            ["string", "integer 1.."]
        );
        assert_eq!(
            told(object(&json!({"x": {}, "y": {}})), integer),
            ["object {x, y}", "integer 1.."]
        );
        let many: Vec<_> = (0..100).map(|i| format!("value_{i}")).collect();
        let [many, _] = told(json!({"enum": many}), json!({"type": "object"}));
        assert_eq!(many.chars().count(), PART + 1);
    }

    #[test]
    fn objects_are_told_apart_by_the_names_that_only_one_has() {
        let (a, b) = (json!({"a": {}, "id": {}}), json!({"a": {}, "name": {}}));
        assert_eq!(
            told(object(&a), object(&b)),
            ["object {id, a}", "object {name, a}"]
        );
        assert_eq!(
            told(object(&a), object(&json!({"a": {}}))),
            ["object {id, a}", "object {a}"]
        );
        let fields = |names: &[&str]| {
            let fields: Map<_, _> = names
                .iter()
                .map(|name| ((*name).into(), json!({})))
                .collect();
            object(&Value::Object(fields))
        };
        assert_eq!(
            told(
                fields(&["a", "b", "c", "d", "e", "f", "y"]),
                fields(&["a", "b", "c", "d", "e", "f", "z"])
            ),
            [
                "object {y, a, b, c, d, e, …}",
                "object {z, a, b, c, d, e, …}"
            ]
        );
    }

    #[test]
    fn objects_of_the_same_names_are_told_apart_by_the_field_that_differs() {
        let range = |kind: &str| object(&json!({"from": {"type": kind}, "to": {"type": "string"}}));
        let filters =
            |kind: &str| json!({"type": "array", "items": object(&json!({"range": range(kind)}))});
        assert_eq!(
            told(filters("string"), filters("integer")),
            [
                "array of object {range: object {from: string, …}}",
                "array of object {range: object {from: integer, …}}"
            ]
        );
    }

    #[test]
    fn equal_contracts_are_told_apart_by_the_keyword_that_differs() {
        let either = |name: &str| json!({"anyOf": [{"type": "string"}, object(&json!({name: {"type": "string"}}))]});
        assert_eq!(
            told(either("id"), either("key")),
            [
                "string or object (anyOf: object {id})",
                "string or object (anyOf: object {key})"
            ]
        );
        let both = |kind: &str| json!({"allOf": [{"type": kind}]});
        assert_eq!(
            told(both("string"), both("boolean")),
            ["any value (allOf: string)", "any value (allOf: boolean)"]
        );
        let pattern = |pattern: &str| json!({"type": "object", "patternProperties": {pattern: {}}});
        assert_eq!(
            told(pattern("^a"), json!({"type": "object"})),
            [
                "object (patternProperties: {\"^a\":{}})",
                "object (patternProperties: not given)"
            ]
        );
    }
}
