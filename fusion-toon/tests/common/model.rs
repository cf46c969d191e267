//! The value that `serde_json` would build of a sequence of calls, with the keys in the order of
//! the calls.

use serde_json::Value;

use super::{calls::Call, json::Json};

/// Returns `None` if an object has a key twice.
pub fn model(call: &Call) -> Option<Json> {
    Some(match call {
        Call::Some(value) | Call::Newtype(value) => model(value)?,
        Call::NewtypeVariant(name, value) => named(name, model(value)?),
        Call::Seq(members, _) | Call::Tuple(members, _) | Call::TupleStruct(members) => {
            array(members)?
        }
        Call::TupleVariant(name, members) => named(name, array(members)?),
        Call::Struct(fields) | Call::Careless(fields) => object(fields, |name| (*name).to_owned())?,
        Call::StructVariant(name, fields) => {
            named(name, object(fields, |name| (*name).to_owned())?)
        }
        Call::Map(entries, _) => object(entries, key)?,
        leaf => ordered(&serde_json::to_value(leaf).expect("leaves are JSON")),
    })
}

fn named(name: &str, value: Json) -> Json {
    Json::Object(vec![(name.to_owned(), value)])
}

fn array(members: &[Call]) -> Option<Json> {
    let members: Option<_> = members.iter().map(model).collect();
    members.map(Json::Array)
}

fn object<K>(entries: &[(K, Call)], name: impl Fn(&K) -> String) -> Option<Json> {
    let mut object: Vec<(String, Json)> = Vec::new();
    for (key, value) in entries {
        let key = name(key);
        if object.iter().any(|(known, _)| *known == key) {
            return None;
        }
        object.push((key, model(value)?));
    }
    Some(Json::Object(object))
}

fn key(key: &Call) -> String {
    let map = Call::Map(vec![(key.clone(), Call::Unit)], false);
    match ordered(&serde_json::to_value(map).expect("keys are keys")) {
        Json::Object(entries) => entries[0].0.clone(),
        _ => unreachable!("a map is an object"),
    }
}

/// A `Value` in its own order of keys.
pub fn ordered(value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Bool(value) => Json::Bool(*value),
        Value::Number(number) => Json::Number(number.clone()),
        Value::String(text) => Json::Text(text.clone()),
        Value::Array(members) => Json::Array(members.iter().map(ordered).collect()),
        Value::Object(entries) => {
            let entry = |(key, value): (&String, &Value)| (key.clone(), ordered(value));
            Json::Object(entries.iter().map(entry).collect())
        }
    }
}
