//! Arguments in the order in which the client sent them. A list is read faster than a map is built, so
//! that arguments become a map only if anything but their reader needs them.

#[cfg(test)]
pub(crate) mod forms;
#[cfg(test)]
mod tests;

use std::{fmt, mem::take};

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeSeed, Error, MapAccess, Visitor},
};
use serde_json::{Map, Value};

/// The maximum length of a list. Each name is compared with those before it.
const MAX_LENGTH: usize = 32;

/// The number of arguments, and the bytes of their names, of most calls.
const USUAL: (usize, usize) = (8, 64);

/// The arguments of a call as its client sent them: a list until anything needs a map. They stay in one
/// place, which a call lends to its steps. The default is no arguments.
#[derive(Debug, Default)]
pub(crate) struct SentArguments(ArgumentForm);

/// The arguments in one form at a time, because a call moves them several times before its first step.
#[derive(Debug, Default)]
enum ArgumentForm {
    /// There are none, or they were taken.
    #[default]
    Empty,
    List(ArgumentEntries),
    Map(Map<String, Value>),
    /// The value that was sent in place of an object. Boxed, because a valid call has none.
    NoObject(Box<Value>),
}

impl SentArguments {
    /// Returns an argument.
    #[inline]
    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        match &self.0 {
            ArgumentForm::List(list) => list.get(name),
            ArgumentForm::Map(map) => map.get(name),
            ArgumentForm::Empty | ArgumentForm::NoObject(_) => None,
        }
    }

    /// Returns the value that was sent in place of an object.
    pub(crate) fn no_object(&self) -> Option<&Value> {
        match &self.0 {
            ArgumentForm::NoObject(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the arguments as a map. Of several values with one name, it has the last.
    pub(crate) fn map(&mut self) -> &mut Map<String, Value> {
        loop {
            match self.0 {
                ArgumentForm::Map(ref mut map) => return map,
                _ => self.0 = ArgumentForm::Map(self.take_map()),
            }
        }
    }

    /// Takes the arguments as a map.
    pub(crate) fn take_map(&mut self) -> Map<String, Value> {
        match take(&mut self.0) {
            ArgumentForm::List(list) => list.into_map(),
            ArgumentForm::Map(map) => map,
            ArgumentForm::Empty | ArgumentForm::NoObject(_) => Map::new(),
        }
    }

    /// Takes the list, if nothing needed a map.
    pub(super) fn take_list(&mut self) -> Option<ArgumentEntries> {
        if !matches!(self.0, ArgumentForm::List(_)) {
            return None;
        }
        match take(&mut self.0) {
            ArgumentForm::List(list) => Some(list),
            _ => None,
        }
    }
}

impl From<ArgumentEntries> for SentArguments {
    fn from(list: ArgumentEntries) -> Self {
        Self(ArgumentForm::List(list))
    }
}

impl From<Map<String, Value>> for SentArguments {
    fn from(map: Map<String, Value>) -> Self {
        Self(ArgumentForm::Map(map))
    }
}

/// `null` stands for no arguments.
impl From<Value> for SentArguments {
    #[inline]
    fn from(value: Value) -> Self {
        match value {
            Value::Object(map) => map.into(),
            Value::Null => Self::default(),
            other => Self(ArgumentForm::NoObject(Box::new(other))),
        }
    }
}

/// Arguments without repeated names.
#[derive(Debug)]
pub(super) struct ArgumentEntries {
    /// The names of all arguments, without anything between them.
    names: String,
    entries: Vec<SentArgument>,
}

#[derive(Debug)]
struct SentArgument {
    /// The end of the name in `names`.
    end: usize,
    value: Value,
    /// The slot of the argument, once it is placed; `None` for a value that has none.
    slot: Option<usize>,
}

/// The place of a value that is valid as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ArgumentPlace {
    /// The slot with this index.
    Slot(usize),
    /// The value has no slot: it is the discriminator, or omits an argument.
    Nowhere,
}

impl ArgumentEntries {
    fn new() -> Self {
        let (entries, names) = USUAL;
        Self {
            names: String::with_capacity(names),
            entries: Vec::with_capacity(entries),
        }
    }

    /// Returns an iterator over the names, as bytes, with their values. A slice of the text would look for
    /// the boundaries of its characters.
    #[inline]
    fn iter(&self) -> impl Iterator<Item = (&[u8], &Value)> {
        let names = self.names.as_bytes();
        let mut start = 0;
        self.entries.iter().map(move |entry| {
            let name = names.get(start..entry.end).unwrap_or_default();
            start = entry.end;
            (name, &entry.value)
        })
    }

    /// Returns the value of an argument.
    fn get(&self, name: &str) -> Option<&Value> {
        self.iter()
            .find_map(|(known, value)| (known == name.as_bytes()).then_some(value))
    }

    /// Places each argument. Returns `false` if `place` finds no place for one of them.
    #[inline]
    pub(super) fn place(
        &mut self,
        mut place: impl FnMut(&[u8], &Value) -> Option<ArgumentPlace>,
    ) -> bool {
        let names = self.names.as_bytes();
        let mut start = 0;
        self.entries.iter_mut().all(|entry| {
            let name = names.get(start..entry.end).unwrap_or_default();
            start = entry.end;
            let found = place(name, &entry.value);
            if let Some(ArgumentPlace::Slot(slot)) = found {
                entry.slot = Some(slot);
            }
            found.is_some()
        })
    }

    /// Returns an iterator over the values that were placed, with their slots.
    pub(super) fn into_placed(self) -> impl Iterator<Item = (usize, Value)> {
        let entries = self.entries.into_iter();
        entries.filter_map(|SentArgument { slot, value, .. }| Some((slot?, value)))
    }

    /// Returns the arguments as a map.
    pub(super) fn into_map(self) -> Map<String, Value> {
        let Self { names, entries } = self;
        let mut start = 0;
        let entry = |SentArgument { end, value, .. }| {
            let name = names.get(start..end).unwrap_or_default().to_owned();
            start = end;
            (name, value)
        };
        entries.into_iter().map(entry).collect()
    }

    /// Returns the name that was read last, and has no value yet.
    fn last_name(&self) -> &str {
        let start = self.entries.last().map_or(0, |entry| entry.end);
        self.names.get(start..).unwrap_or_default()
    }

    /// Returns `true` if the name that was read last can be added.
    fn has_room(&self) -> bool {
        let name = self.last_name().as_bytes();
        self.entries.len() < MAX_LENGTH && self.iter().all(|(known, _)| known != name)
    }

    fn push(&mut self, value: Value) {
        self.entries.push(SentArgument {
            end: self.names.len(),
            value,
            slot: None,
        });
    }
}

/// Reads the arguments of a call, exactly where a map of the same JSON can be read.
impl<'de> Deserialize<'de> for SentArguments {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ArgumentsVisitor)
    }
}

struct ArgumentsVisitor;

impl<'de> Visitor<'de> for ArgumentsVisitor {
    type Value = SentArguments;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<SentArguments, A::Error> {
        let mut list = ArgumentEntries::new();
        while access.next_key_seed(NextName(&mut list.names))?.is_some() {
            let value = access.next_value()?;
            if list.has_room() {
                list.push(value);
            } else {
                return into_map(list, value, access).map(SentArguments::from);
            }
        }
        Ok(list.into())
    }
}

/// Reads the other arguments into a map. Of several values with one name, it keeps the last.
#[cold]
fn into_map<'de, A: MapAccess<'de>>(
    list: ArgumentEntries,
    value: Value,
    mut access: A,
) -> Result<Map<String, Value>, A::Error> {
    let name = list.last_name().to_owned();
    let mut map = list.into_map();
    map.insert(name, value);
    while let Some((name, value)) = access.next_entry()? {
        map.insert(name, value);
    }
    Ok(map)
}

/// Appends a name to the names of a list.
struct NextName<'l>(&'l mut String);

impl<'de> DeserializeSeed<'de> for NextName<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for NextName<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<(), E> {
        self.0.push_str(name);
        Ok(())
    }
}
