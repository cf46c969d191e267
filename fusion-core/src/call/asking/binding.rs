//! The call that a state or a token belongs to. Another call cannot use it.

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

/// The call that a state or a token belongs to.
#[derive(Clone, Copy)]
pub(crate) struct CallBinding<'a> {
    /// The wire name of the listed tool.
    pub(crate) tool: &'a str,
    /// The key of the action.
    pub(crate) key: &'a str,
    /// The arguments that count.
    pub(crate) arguments: ArgumentsDigest,
    /// The caller.
    pub(crate) principal: Option<&'a str>,
}

/// A digest of the arguments of a call, which replaces a copy of them.
#[derive(Clone, Copy)]
pub(crate) struct ArgumentsDigest([u8; 32]);

impl ArgumentsDigest {
    /// The digest of a binding to all calls of an action.
    pub(in crate::call) const ANY: Self = Self([0; 32]);

    /// Computes the digest of the arguments that count, by their names and values: not the discriminator, and not
    /// those that are dropped. It depends neither on the order of the arguments nor on that of the members of a value.
    pub(crate) fn new(
        arguments: &Map<String, Value>,
        counts: impl Fn(&str, &Value) -> bool,
    ) -> Self {
        let mut hash = Sha256::new();
        let counted = arguments.iter().filter(|(name, value)| counts(name, value));
        update_members(&mut hash, counted.collect());
        Self(hash.finalize().into())
    }
}

impl CallBinding<'_> {
    /// Returns a digest of the call. Each part has its length before it, so that no two calls have the same
    /// bytes. `purpose` separates states from tokens.
    pub(in crate::call) fn digest(&self, purpose: &str) -> [u8; 32] {
        let mut hash = Sha256::new();
        for part in [purpose, self.tool, self.key] {
            update_text(&mut hash, part);
        }
        match self.principal {
            Some(principal) => {
                hash.update([1]);
                update_text(&mut hash, principal);
            }
            None => hash.update([0]),
        }
        hash.update(self.arguments.0);
        hash.finalize().into()
    }
}

fn update_length(hash: &mut Sha256, length: usize) {
    hash.update((length as u64).to_be_bytes());
}

fn update_text(hash: &mut Sha256, text: &str) {
    update_length(hash, text.len());
    hash.update(text);
}

/// Hashes the members of an object, in the order of their names, whatever order the map keeps.
fn update_members(hash: &mut Sha256, mut members: Vec<(&String, &Value)>) {
    members.sort_unstable_by_key(|(name, _)| *name);
    hash.update(b"o");
    update_length(hash, members.len());
    for (name, value) in members {
        update_text(hash, name);
        update_value(hash, value);
    }
}

/// Hashes a value after a letter for its kind.
fn update_value(hash: &mut Sha256, value: &Value) {
    match value {
        Value::Null => hash.update(b"n"),
        Value::Bool(false) => hash.update(b"f"),
        Value::Bool(true) => hash.update(b"t"),
        Value::Number(number) => {
            hash.update(b"d");
            update_text(hash, &number.to_string());
        }
        Value::String(text) => {
            hash.update(b"s");
            update_text(hash, text);
        }
        Value::Array(items) => {
            hash.update(b"a");
            update_length(hash, items.len());
            for item in items {
                update_value(hash, item);
            }
        }
        Value::Object(object) => update_members(hash, object.iter().collect()),
    }
}
