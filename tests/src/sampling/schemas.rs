//! Schemas drawn from bytes, small changes of them, and values that are near to what they accept. A byte string
//! is what proptest shrinks, so that a failure is told by a small schema.

use serde_json::{Map, Value, json};

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

/// Returns a value that a schema probably accepts.
pub fn near(schema: &Value, tape: &mut Tape<'_>) -> Value {
    let Value::Object(map) = schema else {
        return value(tape, 1);
    };
    let list = |keyword: &str| {
        map.get(keyword)
            .and_then(Value::as_array)
            .filter(|list| !list.is_empty())
    };
    if let Some(values) = list("enum") {
        return tape.one_of(values);
    }
    for keyword in ["anyOf", "oneOf", "allOf"] {
        if let Some(branches) = list(keyword) {
            return near(&tape.one_of(branches), tape);
        }
    }
    let name = match map.get("type") {
        Some(Value::Array(names)) => tape.one_of(names),
        Some(name) => name.clone(),
        None => return value(tape, 2),
    };
    let bound = |keyword: &str| {
        map.get(keyword)
            .and_then(Value::as_u64)
            .and_then(|bound| usize::try_from(bound).ok())
    };
    match name.as_str() {
        Some("string") => {
            let fits = |text: &&str| {
                let pattern = map
                    .get("pattern")
                    .and_then(Value::as_str)
                    .unwrap_or_default();
                text.len() >= bound("minLength").unwrap_or(0)
                    && text.len() <= bound("maxLength").unwrap_or(9)
                    && (!pattern.starts_with('^') || text.starts_with('a'))
                    && (!pattern.ends_with('$') || text.ends_with('b'))
            };
            let texts: Vec<_> = TEXTS.into_iter().filter(fits).collect();
            if texts.is_empty() {
                "x".repeat(bound("minLength").unwrap_or(1)).into()
            } else {
                tape.one_of(&texts).into()
            }
        }
        Some("integer" | "number") => {
            let ends = ["minimum", "maximum"].map(|keyword| map.get(keyword).cloned());
            let mut numbers: Vec<_> = ends.into_iter().flatten().collect();
            numbers.extend([json!(2), json!(1), json!(4), json!(0), json!(0.5)]);
            tape.one_of(&numbers)
        }
        Some("boolean") => Value::Bool(tape.once_in(2)),
        Some("null") => Value::Null,
        Some("array") => {
            let least = bound("minItems").unwrap_or(0);
            let most = bound("maxItems").unwrap_or(3).max(least);
            let count = least + tape.below(most - least + 1);
            let first = list("prefixItems").map(Vec::as_slice).unwrap_or_default();
            let item = |index: usize| {
                first
                    .get(index)
                    .or_else(|| map.get("items"))
                    .unwrap_or(&Value::Null)
            };
            (0..count).map(|index| near(item(index), tape)).collect()
        }
        _ => near_object(map, tape),
    }
}

fn near_object(map: &Map<String, Value>, tape: &mut Tape<'_>) -> Value {
    let required = map
        .get("required")
        .and_then(Value::as_array)
        .cloned()
        .unwrap_or_default();
    let fields = map.get("properties").and_then(Value::as_object);
    let mut object = Map::new();
    for (name, field) in fields.into_iter().flatten() {
        if required.iter().any(|one| one == name) || tape.once_in(2) {
            object.insert(name.clone(), near(field, tape));
        }
    }
    let rest = map.get("additionalProperties");
    if rest != Some(&Value::Bool(false)) && tape.once_in(3) {
        object.insert(
            tape.one_of(&NAMES).to_owned(),
            near(rest.unwrap_or(&Value::Null), tape),
        );
    }
    object.into()
}

/// Changes one place of a schema. Half of the changes widen it.
pub fn change(schema: &mut Value, tape: &mut Tape<'_>) {
    let mut places = 0;
    count_schemas(schema, &mut places);
    let mut place = tape.below(places.max(1));
    change_at(schema, &mut place, tape);
}

fn count_schemas(schema: &Value, count: &mut usize) {
    *count += 1;
    inner_schemas(schema, &mut |inner| count_schemas(inner, count));
}

/// Changes the schema at a place in the order of the walk. `place` is negative after it as `usize::MAX`.
fn change_at(schema: &mut Value, place: &mut usize, tape: &mut Tape<'_>) {
    if *place == 0 {
        change_here(schema, tape);
        *place = usize::MAX;
        return;
    }
    if *place != usize::MAX {
        *place -= 1;
        inner_schemas_mut(schema, &mut |inner| change_at(inner, place, tape));
    }
}

fn change_here(schema: &mut Value, tape: &mut Tape<'_>) {
    let other = self::schema(tape, 1);
    let keys: Vec<_> = schema
        .as_object()
        .into_iter()
        .flat_map(|map| map.keys().cloned())
        .collect();
    match (tape.below(9), &mut *schema) {
        (0, Value::Object(map)) if !keys.is_empty() => drop(map.remove(&tape.one_of(&keys))),
        (1, _) => *schema = json!({"anyOf": [schema.clone(), other]}),
        (2, Value::Object(map)) if map.contains_key("enum") => {
            let extra = value(tape, 0);
            if let Some(Value::Array(values)) = map.get_mut("enum")
                && !values.contains(&extra)
            {
                values.push(extra);
            }
        }
        (2 | 3, Value::Object(map)) if map.contains_key("properties") => {
            map["properties"][tape.one_of(&NAMES)] = other;
        }
        (3 | 4, Value::Object(map)) if map.contains_key("required") => {
            map["required"] = NAMES.iter().filter(|_| tape.once_in(2)).copied().collect();
        }
        (5, Value::Object(map)) => {
            let Value::Object(more) = other else {
                return;
            };
            map.extend(more);
        }
        (6, Value::Object(map)) => {
            let keywords = [
                "minimum",
                "maximum",
                "minLength",
                "maxLength",
                "minItems",
                "maxItems",
            ];
            for keyword in keywords {
                let bound = map.get(keyword).and_then(Value::as_u64);
                if let Some(bound) = bound {
                    let is_lower = keyword.starts_with("min");
                    let looser = if is_lower {
                        bound.saturating_sub(1)
                    } else {
                        bound + 1
                    };
                    map.insert(keyword.to_owned(), looser.into());
                }
            }
        }
        (7, Value::Object(map)) => drop(map.remove("additionalProperties")),
        _ => *schema = other,
    }
}

fn inner_schemas(schema: &Value, visit: &mut dyn FnMut(&Value)) {
    let Value::Object(map) = schema else {
        return;
    };
    for (keyword, value) in map {
        match (keyword.as_str(), value) {
            ("properties" | "patternProperties", Value::Object(named)) => {
                named.values().for_each(&mut *visit)
            }
            ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(list)) => {
                list.iter().for_each(&mut *visit)
            }
            ("items" | "additionalProperties" | "not" | "contains" | "if" | "then", inner) => {
                visit(inner)
            }
            _ => {}
        }
    }
}

fn inner_schemas_mut(schema: &mut Value, visit: &mut dyn FnMut(&mut Value)) {
    let Value::Object(map) = schema else {
        return;
    };
    for (keyword, value) in map {
        match (keyword.as_str(), value) {
            ("properties" | "patternProperties", Value::Object(named)) => {
                named.values_mut().for_each(&mut *visit);
            }
            ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(list)) => {
                list.iter_mut().for_each(&mut *visit);
            }
            ("items" | "additionalProperties" | "not" | "contains" | "if" | "then", inner) => {
                visit(inner)
            }
            _ => {}
        }
    }
}
