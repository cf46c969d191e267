//! A type as serde and schemars define it: the schema that schemars emits, and the values that
//! serde writes.

use proptest::{collection::vec, prelude::*};
use serde_json::{Map, Value, json};

/// The side of a call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::schema::tests) enum Side {
    Input,
    Output,
}

#[derive(Clone, Debug)]
pub(in crate::schema::tests) enum Type {
    Byte,
    Signed,
    Float,
    Bool,
    Text,
    Date,
    Unit,
    Optional(Box<Type>),
    List(Box<Type>),
    Set(Box<Type>),
    Tuple(Vec<Type>),
    Map(Box<Type>),
    ByNumber(Box<Type>),
    Struct(Fields),
    Values(Vec<bool>),
    External(Vec<Option<Type>>),
    Internal(Vec<Fields>),
    Adjacent(Vec<Option<Type>>),
    Untagged(Vec<Type>),
    /// Fields around a flattened enum.
    Flattened(Fields, Vec<Fields>),
}

/// The types of the fields `<prefix>0`, `<prefix>1` and so on; `true` if a field has docs.
type Fields = Vec<(Type, bool)>;

pub(in crate::schema::tests) fn types() -> impl Strategy<Value = Type> {
    let scalar = prop_oneof![
        Just(Type::Byte),
        Just(Type::Signed),
        Just(Type::Float),
        Just(Type::Bool),
        Just(Type::Text),
        Just(Type::Date),
        Just(Type::Unit),
        vec(any::<bool>(), 1..4).prop_map(Type::Values),
    ];
    scalar.prop_recursive(4, 24, 3, |inner| {
        let boxed = inner.clone().prop_map(Box::new);
        let fields = || vec((inner.clone(), any::<bool>()), 0..3);
        let some = || vec(proptest::option::of(inner.clone()), 1..4);
        prop_oneof![
            3 => boxed.clone().prop_map(Type::Optional),
            2 => boxed.clone().prop_map(Type::List),
            1 => boxed.clone().prop_map(Type::Set),
            1 => boxed.clone().prop_map(Type::Map),
            1 => boxed.prop_map(Type::ByNumber),
            2 => vec(inner.clone(), 1..4).prop_map(Type::Tuple),
            3 => fields().prop_map(Type::Struct),
            2 => some().prop_map(Type::External),
            2 => vec(fields(), 1..4).prop_map(Type::Internal),
            1 => some().prop_map(Type::Adjacent),
            2 => vec(inner.clone(), 1..4).prop_map(Type::Untagged),
            1 => (fields(), vec(fields(), 1..3)).prop_map(|(own, all)| Type::Flattened(own, all)),
        ]
    })
}

/// Returns the schema that schemars emits.
pub(in crate::schema::tests) fn emit(one: &Type, side: Side) -> Value {
    let emit = |one: &Type| emit(one, side);
    match one {
        Type::Byte => json!({"type": "integer", "format": "uint8", "minimum": 0, "maximum": 255}),
        Type::Signed => json!({"type": "integer", "format": "int64"}),
        Type::Float => json!({"type": "number", "format": "double"}),
        Type::Bool => json!({"type": "boolean"}),
        Type::Text => json!({"type": "string"}),
        Type::Date => json!({"type": "string", "format": "partial-date-time"}),
        Type::Unit => json!({"type": "null"}),
        Type::Optional(inner) => optional(emit(inner)),
        Type::List(inner) => json!({"type": "array", "items": emit(inner)}),
        Type::Set(inner) => json!({"type": "array", "uniqueItems": true, "items": emit(inner)}),
        Type::Tuple(all) => json!({
            "type": "array",
            "prefixItems": all.iter().map(emit).collect::<Vec<_>>(),
            "minItems": all.len(),
            "maxItems": all.len()
        }),
        Type::Map(inner) => json!({"type": "object", "additionalProperties": emit(inner)}),
        Type::ByNumber(inner) => json!({
            "type": "object",
            "patternProperties": {"^\\d+$": emit(inner)},
            "additionalProperties": false
        }),
        Type::Struct(fields) => object(fields, "f", side),
        Type::Values(documented) => values(documented),
        Type::External(variants) => external(variants, side),
        Type::Internal(variants) => json!({"oneOf": internal(variants, side)}),
        Type::Adjacent(variants) => adjacent(variants, side),
        Type::Untagged(all) => json!({"anyOf": all.iter().map(emit).collect::<Vec<_>>()}),
        Type::Flattened(fields, variants) => {
            let mut schema = object(fields, "f", side);
            schema["oneOf"] = internal(variants, side).into();
            schema
        }
    }
}

fn optional(mut schema: Value) -> Value {
    let null = |one: &Value| one["type"] == "null";
    if let Some(Value::Array(any)) = schema.get("anyOf")
        && any.iter().any(null)
        && schema.as_object().is_some_and(|map| map.len() == 1)
    {
        return schema;
    }
    if schema.get("anyOf").is_some() || schema.get("oneOf").is_some() {
        return json!({"anyOf": [schema, {"type": "null"}]});
    }
    if let Some(Value::Array(types)) = schema.get("type") {
        if !types.contains(&json!("null")) {
            schema["type"].as_array_mut().unwrap().push("null".into());
        }
        return schema;
    }
    if schema["type"] == "null" {
        return schema;
    }
    schema["type"] = json!([schema["type"], "null"]);
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        values.push(Value::Null);
    }
    schema
}

fn values(documented: &[bool]) -> Value {
    let name = |index: usize| format!("v{index}");
    let indices = || documented.iter().enumerate();
    let bare: Vec<_> = indices()
        .filter(|(_, docs)| !**docs)
        .map(|(index, _)| name(index))
        .collect();
    if bare.len() == documented.len() {
        return json!({"type": "string", "enum": bare});
    }
    let mut all = Vec::new();
    if !bare.is_empty() {
        all.push(json!({"type": "string", "enum": bare}));
    }
    for (index, _) in indices().filter(|(_, docs)| **docs) {
        all.push(json!({"type": "string", "const": name(index), "description": "One value."}));
    }
    json!({"oneOf": all})
}

fn object(fields: &Fields, prefix: &str, side: Side) -> Value {
    let mut schema = json!({"type": "object"});
    for (index, (one, docs)) in fields.iter().enumerate() {
        let name = format!("{prefix}{index}");
        let mut field = emit(one, side);
        if *docs {
            field["description"] = "A field.".into();
        }
        schema["properties"][&name] = field;
        if side == Side::Output || !matches!(one, Type::Optional(_)) {
            match schema.get_mut("required") {
                Some(Value::Array(names)) => names.push(name.into()),
                _ => schema["required"] = json!([name]),
            }
        }
    }
    schema
}

fn external(variants: &[Option<Type>], side: Side) -> Value {
    let units = variants.iter().enumerate().filter(|(_, one)| one.is_none());
    let units: Vec<_> = units.map(|(index, _)| format!("V{index}")).collect();
    let schema = json!({"type": "string", "enum": units});
    if units.len() == variants.len() {
        return schema;
    }
    let mut all = Vec::from_iter((!units.is_empty()).then_some(schema));
    for (index, one) in variants.iter().enumerate() {
        if let Some(one) = one {
            let name = format!("V{index}");
            all.push(json!({
                "type": "object",
                "properties": {&name: emit(one, side)},
                "required": [name],
                "additionalProperties": false
            }));
        }
    }
    json!({"oneOf": all})
}

fn internal(variants: &[Fields], side: Side) -> Vec<Value> {
    let all = variants.iter().enumerate().map(|(index, fields)| {
        let mut schema = object(fields, "g", side);
        schema["properties"]["kind"] = json!({"type": "string", "const": format!("V{index}")});
        let mut required = vec![json!("kind")];
        required.extend(schema["required"].as_array().cloned().unwrap_or_default());
        schema["required"] = required.into();
        schema
    });
    all.collect()
}

fn adjacent(variants: &[Option<Type>], side: Side) -> Value {
    let all = variants.iter().enumerate().map(|(index, one)| {
        let tag = json!({"type": "string", "const": format!("V{index}")});
        match one {
            None => json!({"type": "object", "properties": {"t": tag}, "required": ["t"]}),
            Some(one) => json!({
                "type": "object",
                "properties": {"t": tag, "c": emit(one, side)},
                "required": ["t", "c"]
            }),
        }
    });
    json!({"oneOf": all.collect::<Vec<_>>()})
}

/// Returns a strategy for values of the type, as serde writes them. Arguments omit `None` where
/// possible.
pub(in crate::schema::tests) fn sample(one: &Type, side: Side) -> BoxedStrategy<Value> {
    let inner = |one: &Type| sample(one, side);
    match one {
        Type::Byte => any::<u8>().prop_map(Value::from).boxed(),
        Type::Signed => any::<i64>().prop_map(Value::from).boxed(),
        Type::Float => (-1e6..1e6).prop_map(Value::from).boxed(),
        Type::Bool => any::<bool>().prop_map(Value::from).boxed(),
        Type::Text | Type::Date => "[a-z]{0,3}".prop_map(Value::from).boxed(),
        Type::Unit => Just(Value::Null).boxed(),
        Type::Optional(one) => prop_oneof![Just(Value::Null), inner(one)].boxed(),
        Type::List(one) => vec(inner(one), 0..3).prop_map(Value::from).boxed(),
        Type::Set(one) => vec(inner(one), 0..2).prop_map(Value::from).boxed(),
        Type::Tuple(all) => {
            let all: Vec<_> = all.iter().map(inner).collect();
            all.prop_map(Value::from).boxed()
        }
        Type::Map(one) => named("[a-z]{1,3}", inner(one)),
        Type::ByNumber(one) => named("[0-9]{1,3}", inner(one)),
        Type::Struct(fields) => members(fields, "f", side).prop_map(Value::Object).boxed(),
        Type::Values(documented) => (0..documented.len())
            .prop_map(|index| format!("v{index}").into())
            .boxed(),
        Type::External(variants) => one_of(variants, side, |name, content| match content {
            None => json!(name),
            Some(content) => json!({name: content}),
        }),
        Type::Adjacent(variants) => one_of(variants, side, |name, content| match content {
            None => json!({"t": name}),
            Some(content) => json!({"t": name, "c": content}),
        }),
        Type::Internal(variants) => tagged(variants, side).prop_map(Value::Object).boxed(),
        Type::Untagged(all) => {
            let all: Vec<_> = all.iter().map(inner).collect();
            proptest::strategy::Union::new(all).boxed()
        }
        Type::Flattened(fields, variants) => {
            let parts = (members(fields, "f", side), tagged(variants, side));
            parts
                .prop_map(|(mut own, variant)| {
                    own.extend(variant);
                    Value::Object(own)
                })
                .boxed()
        }
    }
}

fn named(names: &'static str, values: BoxedStrategy<Value>) -> BoxedStrategy<Value> {
    let members = proptest::collection::btree_map(names, values, 0..3);
    members
        .prop_map(|members| Value::Object(members.into_iter().collect()))
        .boxed()
}

fn members(fields: &Fields, prefix: &'static str, side: Side) -> BoxedStrategy<Map<String, Value>> {
    let values: Vec<_> = fields.iter().map(|(one, _)| sample(one, side)).collect();
    let may_go: Vec<_> = fields
        .iter()
        .map(|(one, _)| side == Side::Input && matches!(one, Type::Optional(_)))
        .collect();
    let named = move |values: Vec<Value>| {
        let members = values.into_iter().zip(&may_go).enumerate();
        let members = members.filter(|(_, (value, may_go))| !(**may_go && value.is_null()));
        members
            .map(|(index, (value, _))| (format!("{prefix}{index}"), value))
            .collect()
    };
    values.prop_map(named).boxed()
}

fn tagged(variants: &[Fields], side: Side) -> BoxedStrategy<Map<String, Value>> {
    let all = variants.iter().enumerate().map(|(index, fields)| {
        members(fields, "g", side)
            .prop_map(move |mut members| {
                members.insert("kind".to_owned(), format!("V{index}").into());
                members
            })
            .boxed()
    });
    proptest::strategy::Union::new(all).boxed()
}

fn one_of(
    variants: &[Option<Type>],
    side: Side,
    write: fn(&str, Option<Value>) -> Value,
) -> BoxedStrategy<Value> {
    let all = variants.iter().enumerate().map(|(index, one)| {
        let name = format!("V{index}");
        match one {
            None => Just(write(&name, None)).boxed(),
            Some(one) => sample(one, side)
                .prop_map(move |content| write(&name, Some(content)))
                .boxed(),
        }
    });
    proptest::strategy::Union::new(all).boxed()
}
