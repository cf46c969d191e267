//! How one argument is checked, compiled once from the schema that is published for it: so what a
//! client reads is what a call is held to, and a wrong value is met before serde could lose it.

use std::sync::Arc;

use serde_json::{Map, Number, Value};

use super::{expected::expected, problem::Problem, walk::Walk};

pub(super) const NULL: u8 = 1;
const BOOL: u8 = 1 << 1;
const INTEGER: u8 = 1 << 2;
const FLOAT: u8 = 1 << 3;
const STRING: u8 = 1 << 4;
const ARRAY: u8 = 1 << 5;
const OBJECT: u8 = 1 << 6;
const ANY: u8 = 0x7f;

/// How one argument of one action is checked.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(super) required: bool,
    pub(super) secret: bool,
    /// Shared by all arguments of one type.
    node: Arc<Node>,
}

/// How a value at one place of a schema is checked. A plain scalar costs one mask test.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) kinds: u8,
    /// Invariant: set where anything beyond `kinds` is to be checked.
    pub(super) rules: Option<Box<Rules>>,
    pub(super) expected: Box<str>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Rules {
    pub(super) values: Option<Vec<Value>>,
    minimum: Option<Number>,
    maximum: Option<Number>,
    pub(super) items: Option<Node>,
    pub(super) fields: Option<Fields>,
}

#[derive(Clone, Debug)]
pub(super) struct Fields {
    pub(super) known: Vec<KnownField>,
    pub(super) required: usize,
    pub(super) closed: bool,
}

#[derive(Clone, Debug)]
pub(super) struct KnownField {
    pub(super) name: String,
    pub(super) required: bool,
    pub(super) node: Node,
}

impl Plan {
    /// Compiles the schema of an optional argument. `Err` says what cannot be enforced.
    pub(crate) fn compile(schema: &Map<String, Value>) -> Result<Self, String> {
        Ok(Self {
            required: false,
            secret: false,
            node: Arc::new(Node::compile(schema)),
        })
    }

    /// The same plan for another argument.
    pub(crate) fn of(&self, required: bool, secret: bool) -> Self {
        Self {
            required,
            secret,
            node: Arc::clone(&self.node),
        }
    }

    /// Whether `null` is a value here, and not only absence.
    pub(super) fn takes_null(&self) -> bool {
        self.node.kinds & NULL != 0
    }

    /// Whether the kind of a value is all there is to check, and right.
    pub(super) fn passes(&self, value: &Value) -> bool {
        self.node.rules.is_none() && kind(value) & self.node.kinds != 0
    }

    /// Checks `value` in place; notes what is wrong with it.
    pub(super) fn check(&self, value: &mut Value, slot: usize, problems: &mut Vec<Problem>) {
        Walk::new(slot, self.secret, problems).visit(value, &self.node);
    }
}

impl Node {
    fn compile(schema: &Map<String, Value>) -> Self {
        let rules = Rules::compile(schema);
        Self {
            kinds: kinds(schema),
            rules: rules.map(Box::new),
            expected: expected(schema).into(),
        }
    }
}

impl Rules {
    fn compile(schema: &Map<String, Value>) -> Option<Self> {
        let number = |key| schema.get(key).and_then(Value::as_number).cloned();
        let rules = Self {
            values: schema.get("enum").and_then(Value::as_array).cloned(),
            minimum: number("minimum"),
            maximum: number("maximum"),
            items: items(schema),
            fields: Fields::compile(schema),
        };
        let idle = rules.values.is_none()
            && rules.minimum.is_none()
            && rules.maximum.is_none()
            && rules.items.is_none()
            && rules.fields.is_none();
        (!idle).then_some(rules)
    }

    pub(super) fn admits(&self, value: &Value) -> bool {
        let listed = |values: &Vec<Value>| values.contains(value);
        if !self.values.as_ref().is_none_or(listed) {
            return false;
        }
        let Value::Number(number) = value else {
            return true;
        };
        let above = |low: &Number| !less(number, low);
        let below = |high: &Number| !less(high, number);
        self.minimum.as_ref().is_none_or(above) && self.maximum.as_ref().is_none_or(below)
    }
}

/// The plan of an array's items, where there is anything to check about them.
fn items(schema: &Map<String, Value>) -> Option<Node> {
    let node = Node::compile(schema.get("items")?.as_object()?);
    (node.kinds != ANY || node.rules.is_some()).then_some(node)
}

impl Fields {
    fn compile(schema: &Map<String, Value>) -> Option<Self> {
        let properties = schema.get("properties")?.as_object()?;
        let required: Vec<&str> = schema
            .get("required")
            .and_then(Value::as_array)
            .map(|names| names.iter().filter_map(Value::as_str).collect())
            .unwrap_or_default();
        let empty = Map::new();
        let known = properties.iter().map(|(name, schema)| KnownField {
            name: name.clone(),
            required: required.contains(&name.as_str()),
            node: Node::compile(schema.as_object().unwrap_or(&empty)),
        });
        Some(Self {
            known: known.collect(),
            required: required.len(),
            closed: schema.get("additionalProperties") == Some(&Value::Bool(false)),
        })
    }

    pub(super) fn find(&self, name: &str) -> Option<&KnownField> {
        self.known.iter().find(|field| field.name == name)
    }
}

pub(super) fn kind(value: &Value) -> u8 {
    match value {
        Value::Null => NULL,
        Value::Bool(_) => BOOL,
        Value::Number(number) if number.is_f64() => FLOAT,
        Value::Number(_) => INTEGER,
        Value::String(_) => STRING,
        Value::Array(_) => ARRAY,
        Value::Object(_) => OBJECT,
    }
}

fn kinds(schema: &Map<String, Value>) -> u8 {
    match schema.get("type") {
        Some(Value::String(name)) => kinds_of(name),
        Some(Value::Array(names)) => names
            .iter()
            .filter_map(Value::as_str)
            .map(kinds_of)
            .fold(0, |all, kind| all | kind),
        // A schema without a type is held to its values or left to serde.
        _ => ANY,
    }
}

fn kinds_of(name: &str) -> u8 {
    match name {
        "null" => NULL,
        "boolean" => BOOL,
        "integer" => INTEGER,
        "number" => INTEGER | FLOAT,
        "string" => STRING,
        "array" => ARRAY,
        "object" => OBJECT,
        _ => ANY,
    }
}

/// Compares as integers where both are, so that the ends of 64 bits stay exact.
fn less(a: &Number, b: &Number) -> bool {
    match (integer(a), integer(b)) {
        (Some(a), Some(b)) => a < b,
        _ => a.as_f64() < b.as_f64(),
    }
}

fn integer(number: &Number) -> Option<i128> {
    let signed = number.as_i64().map(i128::from);
    signed.or_else(|| number.as_u64().map(i128::from))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{super::problem::ProblemKind, *};

    fn check(schema: &Value, mut value: Value) -> (Value, Vec<(String, ProblemKind)>) {
        let plan = Plan::compile(schema.as_object().unwrap()).unwrap().of(true, false);
        let mut problems = Vec::new();
        plan.check(&mut value, 0, &mut problems);
        let found = problems.into_iter().map(|p| (p.path, p.kind)).collect();
        (value, found)
    }

    fn unexpected(expected: &str, got: &str, nearest: Option<&str>) -> ProblemKind {
        ProblemKind::Unexpected {
            expected: expected.into(),
            got: Some(got.into()),
            nearest: nearest.map(Into::into),
        }
    }

    #[test]
    fn kinds_values_and_bounds_are_those_of_the_schema() {
        let integer = json!({"type": "integer", "minimum": 1, "maximum": 100});
        let state = json!({"type": "string", "enum": ["open", "closed"]});
        for (schema, value, problem) in [
            (&integer, json!(1), None),
            (
                &integer,
                json!(0),
                Some(unexpected("integer 1..100", "0", None)),
            ),
            (
                &integer,
                json!("5"),
                Some(unexpected("integer 1..100", "\"5\"", None)),
            ),
            (
                &integer,
                json!(1.5),
                Some(unexpected("integer 1..100", "1.5", None)),
            ),
            (&state, json!("open"), None),
            (
                &state,
                json!("opne"),
                Some(unexpected("open|closed", "\"opne\"", Some("open"))),
            ),
            (&json!({"type": "number"}), json!(3), None),
            (&json!({}), json!([1]), None),
        ] {
            let found = check(schema, value.clone()).1;
            let expected: Vec<_> = problem
                .map(|kind| (String::new(), kind))
                .into_iter()
                .collect();
            assert_eq!(found, expected, "{schema} {value}");
        }
    }

    #[test]
    fn every_nested_problem_is_found_at_its_path_and_null_of_an_optional_is_absence() {
        let schema = json!({
            "type": "object",
            "additionalProperties": false,
            "required": ["id"],
            "properties": {
                "id": {"type": "integer"},
                "note": {"type": "string"},
                "tags": {"type": "array", "items": {"type": "string"}}
            }
        });
        let (value, found) = check(&schema, json!({"note": null, "tags": ["a", 5], "tagz": 1}));
        assert_eq!(value, json!({"tags": ["a", 5], "tagz": 1}));
        let unknown = ProblemKind::Unknown {
            name: "tagz".into(),
            nearest: Some("tags".into()),
        };
        assert_eq!(
            found,
            [
                (".tags[1]".to_owned(), unexpected("string", "5", None)),
                (".tagz".to_owned(), unknown),
                (".id".to_owned(), ProblemKind::Missing),
            ]
        );
    }

    #[test]
    fn a_secret_is_not_echoed() {
        let schema = json!({"type": "string", "enum": ["hunter2"]});
        let plan = Plan::compile(schema.as_object().unwrap()).unwrap().of(true, true);
        let mut problems = Vec::new();
        plan.check(&mut json!("hunter1"), 0, &mut problems);
        let kind = ProblemKind::Unexpected {
            expected: "hunter2".into(),
            got: None,
            nearest: None,
        };
        assert_eq!(problems, [Problem::of(0, kind)]);
    }
}
