//! Schemas drawn from bytes, small changes of them, and values that are near to what they accept. A byte string
//! is what proptest shrinks, so that a failure is told by a small schema.

mod change;
mod near;

use serde_json::{Map, Value, json};

pub use self::{change::change, near::near};

/// Bytes that decide what is drawn. Those after the end are zero, which draws the smallest.
#[derive(Debug)]
pub struct Tape<'b>(pub &'b [u8]);

impl Tape<'_> {
    /// Returns a number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        usize::from(*first) % end
    }

    /// Returns one of these.
    pub fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }

    /// Returns `true` once in `times`, on average.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }
}

const NAMES: [&str; 3] = ["a", "b", "c"];
const TEXTS: [&str; 5] = ["a", "b", "", "ab", "bbb"];

/// Returns a schema.
pub fn schema(tape: &mut Tape<'_>, depth: usize) -> Value {
    let kinds = if depth == 0 { 7 } else { 13 };
    match tape.below(kinds) {
        0 => json!({"type": "string"}),
        1 => number(tape),
        2 => text(tape),
        3 => json!({"enum": values(tape)}),
        4 => json!({"type": "boolean"}),
        5 => json!({"type": ["string", "null"]}),
        6 => json!({"const": value(tape, 0)}),
        7 | 8 => object(tape, depth - 1),
        9 => array(tape, depth - 1),
        10 => json!({"anyOf": schemas(tape, depth - 1)}),
        11 => json!({"oneOf": schemas(tape, depth - 1)}),
        _ => rare(tape, depth - 1),
    }
}

fn rare(tape: &mut Tape<'_>, depth: usize) -> Value {
    match tape.below(6) {
        0 => json!({}),
        1 => json!({"allOf": schemas(tape, depth)}),
        2 => json!({"type": "string", "not": schema(tape, 0)}),
        3 => json!({"if": schema(tape, 0), "then": schema(tape, 0)}),
        4 => json!({"type": "array", "contains": schema(tape, 0)}),
        _ => json!({
            "type": "object",
            "patternProperties": {"^a": schema(tape, 0)},
            "additionalProperties": tape.once_in(2)
        }),
    }
}

fn schemas(tape: &mut Tape<'_>, depth: usize) -> Vec<Value> {
    let count = 2 + tape.below(2);
    (0..count).map(|_| schema(tape, depth)).collect()
}

fn number(tape: &mut Tape<'_>) -> Value {
    let mut schema = Map::from_iter([(
        "type".to_owned(),
        tape.one_of(&["integer", "number"]).into(),
    )]);
    let keywords = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];
    for _ in 0..tape.below(3) {
        let bound = [
            json!(0),
            json!(1),
            json!(2.0),
            json!(3),
            json!(0.5),
            json!(5),
        ];
        schema.insert(tape.one_of(&keywords).to_owned(), tape.one_of(&bound));
    }
    if tape.once_in(4) {
        schema.insert(
            "multipleOf".to_owned(),
            tape.one_of(&[json!(1), json!(2), json!(4), json!(0.5)]),
        );
    }
    schema.into()
}

fn text(tape: &mut Tape<'_>) -> Value {
    let mut schema = Map::from_iter([("type".to_owned(), "string".into())]);
    for keyword in ["minLength", "maxLength"] {
        if tape.once_in(3) {
            schema.insert(keyword.to_owned(), tape.below(4).into());
        }
    }
    if tape.once_in(4) {
        schema.insert("pattern".to_owned(), tape.one_of(&["^a", "b$"]).into());
    }
    schema.into()
}

fn values(tape: &mut Tape<'_>) -> Vec<Value> {
    let count = 1 + tape.below(3);
    let mut values: Vec<Value> = Vec::new();
    for _ in 0..count {
        let value = value(tape, 0);
        if !values.contains(&value) {
            values.push(value);
        }
    }
    values
}

fn object(tape: &mut Tape<'_>, depth: usize) -> Value {
    let (mut fields, mut required) = (Map::new(), Vec::new());
    for name in NAMES {
        if tape.once_in(2) {
            fields.insert(name.to_owned(), schema(tape, depth));
            if tape.once_in(2) {
                required.push(name);
            }
        }
    }
    let mut schema = json!({"type": "object", "properties": fields, "required": required});
    match tape.below(4) {
        0 | 1 => schema["additionalProperties"] = json!(false),
        2 => schema["additionalProperties"] = self::schema(tape, 0),
        _ => {}
    }
    if tape.once_in(6) {
        schema["maxProperties"] = tape.below(3).into();
    }
    schema
}

fn array(tape: &mut Tape<'_>, depth: usize) -> Value {
    let mut array = json!({"type": "array"});
    if !tape.once_in(4) {
        array["items"] = schema(tape, depth);
    }
    if tape.once_in(4) {
        array["prefixItems"] = schemas(tape, depth).into();
    }
    for (keyword, times) in [("minItems", 4), ("maxItems", 3)] {
        if tape.once_in(times) {
            array[keyword] = tape.below(3).into();
        }
    }
    if tape.once_in(5) {
        array["uniqueItems"] = json!(true);
    }
    array
}

/// Returns a value from the pool that the keywords of [`schema`] refer to.
pub fn value(tape: &mut Tape<'_>, depth: usize) -> Value {
    match tape.below(if depth == 0 { 4 } else { 6 }) {
        0 => tape.one_of(&TEXTS).into(),
        1 => tape.one_of(&[
            json!(0),
            json!(1),
            json!(2),
            json!(3),
            json!(1.5),
            json!(6),
            json!(1.0),
        ]),
        2 => Value::Bool(tape.once_in(2)),
        3 => Value::Null,
        4 => (0..tape.below(4)).map(|_| value(tape, depth - 1)).collect(),
        _ => {
            let names = NAMES
                .iter()
                .chain(&["aa"])
                .filter(|_| tape.once_in(2))
                .collect::<Vec<_>>();
            let fields = names
                .into_iter()
                .map(|name| ((*name).to_owned(), value(tape, depth - 1)));
            Value::Object(fields.collect())
        }
    }
}
