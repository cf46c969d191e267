//! The names of properties: aliases of fields, and integers that are the keys of a map.

use serde_json::{Map, Value};

use super::{ArgumentWalk, repair::integer_key};
use crate::{
    args::{
        plan::{Fields, is_integer},
        walk::Repair,
    },
    error::ProblemKind,
};

/// The name of a property as a plan reads it.
pub(super) enum ReadName {
    /// The name that was sent.
    AsSent,
    /// The name of the field that has the sent one as an alias.
    Field(String),
    /// The integer that was sent in another notation.
    Integer(String),
    /// No integer, and the names are integers.
    Invalid,
}

impl ReadName {
    pub(super) fn of(name: &str, fields: &Fields, repair: bool) -> Self {
        if !fields.has_other_names() || fields.find(name).is_some() {
            return Self::AsSent;
        }
        if let Some(field) = fields.find_alias(name) {
            return Self::Field(field.name.clone());
        }
        if !fields.integer_keys || is_integer(name) {
            return Self::AsSent;
        }
        match integer_key(name).filter(|_| repair) {
            Some(key) => Self::Integer(key),
            None => Self::Invalid,
        }
    }
}

impl ArgumentWalk<'_> {
    /// Replaces the names of properties that have other ones. A property whose other name is given as
    /// well is removed, and a problem.
    pub(super) fn replace_names(&mut self, map: &mut Map<String, Value>, fields: &Fields) {
        let read = |name: &String| (name.clone(), ReadName::of(name, fields, self.repair));
        let names: Vec<_> = map
            .keys()
            .map(read)
            .filter(|(_, read)| !matches!(read, ReadName::AsSent))
            .collect();
        for (sent, read) in names {
            let (own, is_integer) = match read {
                ReadName::AsSent => continue,
                ReadName::Field(name) => (name, false),
                ReadName::Integer(key) => (key, true),
                ReadName::Invalid => {
                    self.note_name(&sent, "a name in this object is an integer".to_owned());
                    continue;
                }
            };
            let Some(value) = map.remove(&sent) else {
                continue;
            };
            // `null` omits a field under either name.
            let omits = |value: &Value| {
                let field = fields.find(&own);
                value.is_null() && !is_integer && field.is_none_or(|field| !field.node.takes_null())
            };
            let given = map.get(&own);
            if given.is_some() && omits(&value) {
                continue;
            }
            if given.is_some_and(|given| !omits(given)) {
                self.note_name(
                    &sent,
                    format!("another name of `{own}`, which is given, too"),
                );
                continue;
            }
            map.insert(own, value);
            if is_integer {
                self.with_step(format_args!(".{sent}"), |walk| {
                    walk.note_repair("string", "integer");
                });
            }
        }
    }

    fn note_name(&mut self, name: &str, reason: String) {
        if self.omit_problem() {
            return;
        }
        let reason = Some(reason);
        self.with_step(format_args!(".{name}"), |walk| {
            walk.note(ProblemKind::Rejected { reason });
        });
    }

    /// Records a value that was read as another kind, if it is not secret.
    pub(super) fn note_repair(&mut self, sent: &'static str, read: &'static str) {
        if self.secret || !self.repair {
            return;
        }
        if self.repairs.list.is_full() {
            self.repairs.list.omit();
            return;
        }
        let path = self.bounded_path();
        self.repairs.list.push(Repair {
            slot: self.slot,
            path,
            sent,
            read,
        });
    }
}
