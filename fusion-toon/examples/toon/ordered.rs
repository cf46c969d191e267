//! A JSON value whose objects keep the order of their keys. The map of `serde_json` sorts them unless its
//! feature `preserve_order` is on, which an example cannot turn on for itself alone.

use std::{collections::HashMap, fmt};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{MapAccess, SeqAccess, Visitor},
};
use serde_json::Number;

/// A JSON value. Of a key that an object has twice, the last value counts, at the place of the first.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum OrderedValue {
    Null,
    Bool(bool),
    Number(Number),
    String(String),
    Array(Vec<OrderedValue>),
    Object(Vec<(String, OrderedValue)>),
}

impl Serialize for OrderedValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(value) => value.serialize(serializer),
            Self::String(value) => serializer.serialize_str(value),
            Self::Array(items) => serializer.collect_seq(items),
            Self::Object(entries) => {
                serializer.collect_map(entries.iter().map(|(key, value)| (key, value)))
            }
        }
    }
}

impl<'de> Deserialize<'de> for OrderedValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OrderedVisitor)
    }
}

struct OrderedVisitor;

impl<'de> Visitor<'de> for OrderedVisitor {
    type Value = OrderedValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<OrderedValue, E> {
        Ok(OrderedValue::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<OrderedValue, E> {
        Ok(OrderedValue::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<OrderedValue, E> {
        Ok(OrderedValue::Number(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<OrderedValue, E> {
        Ok(OrderedValue::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<OrderedValue, E> {
        Ok(Number::from_f64(value).map_or(OrderedValue::Null, OrderedValue::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<OrderedValue, E> {
        Ok(OrderedValue::String(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<OrderedValue, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(OrderedValue::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<OrderedValue, A::Error> {
        let mut entries: Vec<(String, OrderedValue)> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        while let Some((key, value)) = map.next_entry::<String, OrderedValue>()? {
            let place = *places.entry(key.clone()).or_insert(entries.len());
            match entries.get_mut(place) {
                Some(entry) => entry.1 = value,
                None => entries.push((key, value)),
            }
        }
        Ok(OrderedValue::Object(entries))
    }
}
