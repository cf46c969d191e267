//! Tests of constraints on arguments, and of the schemas that they produce.

use serde_json::{Value, json};

use super::*;

fn constrained(schema: &Value, constraints: &[Constraint]) -> Result<Value, String> {
    let leaf = ArgumentSchema {
        schema: schema.as_object().unwrap().clone(),
        ..ArgumentSchema::default()
    };
    constrain(&leaf, constraints).map(|leaf| Value::Object(leaf.schema))
}

fn minimum(end: i128) -> Constraint {
    Constraint::Minimum(Bound::Integer(end))
}

fn maximum(end: i128) -> Constraint {
    Constraint::Maximum(Bound::Integer(end))
}

#[test]
fn each_constraint_is_a_keyword_of_the_type_on_the_wire() {
    for (schema, constraints, expected) in [
        (
            json!({"type": "integer"}),
            vec![minimum(1), maximum(100)],
            json!({"type": "integer", "minimum": 1, "maximum": 100}),
        ),
        (
            json!({"type": "integer"}),
            vec![Constraint::Minimum(Bound::Float(2.0))],
            json!({"type": "integer", "minimum": 2}),
        ),
        (
            json!({"type": "number"}),
            vec![minimum(-1), Constraint::Maximum(Bound::Float(0.5))],
            json!({"type": "number", "minimum": -1, "maximum": 0.5}),
        ),
        (
            json!({"type": "string"}),
            vec![Constraint::MinLength(1), Constraint::MaxLength(80)],
            json!({"type": "string", "minLength": 1, "maxLength": 80}),
        ),
        (
            json!({"type": "array", "items": {"type": "string"}}),
            vec![Constraint::MinItems(1), Constraint::MaxItems(9)],
            json!({"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 9}),
        ),
        (
            json!({"type": "string"}),
            vec![Constraint::Pattern("^a"), Constraint::Format("email")],
            json!({"type": "string", "pattern": "^a", "format": "email"}),
        ),
        (
            json!({"type": ["integer", "null"]}),
            vec![minimum(1)],
            json!({"type": ["integer", "null"], "minimum": 1}),
        ),
    ] {
        assert_eq!(constrained(&schema, &constraints), Ok(expected));
    }
}

#[test]
fn the_tighter_rule_stands() {
    let byte = json!({"type": "integer", "minimum": 0, "maximum": 255});
    for (constraints, expected) in [
        (vec![minimum(-5), maximum(300)], byte.clone()),
        (
            vec![minimum(5), maximum(30)],
            json!({"type": "integer", "minimum": 5, "maximum": 30}),
        ),
        (
            vec![minimum(255)],
            json!({"type": "integer", "minimum": 255, "maximum": 255}),
        ),
    ] {
        assert_eq!(constrained(&byte, &constraints), Ok(expected));
    }
    let uuid = json!({"type": "string", "format": "uuid"});
    assert_eq!(constrained(&uuid, &[Constraint::Format("uuid")]), Ok(uuid));
}

#[test]
fn what_a_type_cannot_hold_is_refused_with_the_way_out() {
    let integer = json!({"type": "integer"});
    let string = json!({"type": "string"});
    let float = |end| Constraint::Maximum(Bound::Float(end));
    for (schema, constraint, reason) in [
        (
            &string,
            minimum(1),
            "`range` is a rule for numbers, and this is string: take it away, or put it where the numbers stand in the type, with `#[schemars(…)]`",
        ),
        (
            &integer,
            Constraint::MaxLength(1),
            "`length` is a rule for strings, and this is integer: take it away, or put it where the strings stand in the type, with `#[schemars(…)]`",
        ),
        (
            &string,
            Constraint::MinItems(1),
            "`items` is a rule for arrays, and this is string: take it away, or put it where the arrays stand in the type, with `#[schemars(…)]`",
        ),
        (
            &json!({"anyOf": [{"type": "integer"}, {"type": "string"}]}),
            Constraint::Pattern("a"),
            "`pattern` is a rule for strings, and this is integer or string: take it away, or put it where the strings stand in the type, with `#[schemars(…)]`",
        ),
        (
            &json!({"type": "integer", "minimum": 0, "maximum": 255}),
            minimum(300),
            "`range` leaves no value of integer 0..255: loosen it, or take another type",
        ),
        (
            &json!({"type": "number", "exclusiveMaximum": 1}),
            minimum(1),
            "`range` leaves no value of number below 1: loosen it, or take another type",
        ),
        (
            &integer,
            minimum(1 << 53),
            "`range` ends at 9007199254740992, and not every JSON reader keeps an integer beyond ±9007199254740991 exact: leave that end out",
        ),
        (
            &integer,
            float(1.5),
            "`range` ends at 1.5, and the argument is an integer: end it at an integer inside ±9007199254740991",
        ),
        (
            &json!({"type": "number"}),
            float(f64::INFINITY),
            "`range` ends at inf, which is no JSON number: leave that end out",
        ),
        (
            &json!({"type": "string", "pattern": "^b"}),
            Constraint::Pattern("^a"),
            "`pattern = \"^a\"` stands beside the type's own pattern \"^b\", and a schema has room for one: take it away, or take another type",
        ),
    ] {
        assert_eq!(constrained(schema, &[constraint]), Err(reason.to_owned()));
    }
    let both = [minimum(5), maximum(1)];
    assert_eq!(
        constrained(&integer, &both),
        Err("`range` leaves no value of integer: loosen it, or take another type".to_owned())
    );
    let unknown = constrained(&string, &[Constraint::Format("phone")]).unwrap_err();
    assert_eq!(
        unknown,
        format!(
            "`format = \"phone\"` is none that JSON Schema knows: use one of {}, or a `pattern`",
            FORMATS.join(", ")
        )
    );
}
