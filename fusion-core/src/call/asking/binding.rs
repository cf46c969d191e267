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
    /// The arguments as the client sent them.
    pub(crate) arguments: &'a Map<String, Value>,
    /// The name of an argument that is no part of the call, such as that of the token itself.
    pub(crate) excluded: Option<&'a str>,
    /// The caller.
    pub(crate) principal: Option<&'a str>,
}

impl CallBinding<'_> {
    /// Returns a digest of the call. Each part has its length before it, so that no two calls have the same
    /// bytes. `purpose` separates states from tokens.
    pub(super) fn digest(&self, purpose: &str) -> [u8; 32] {
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
        update_object(&mut hash, self.arguments, self.excluded);
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

/// Hashes an object. The order of its members is that of their names, whatever order the map keeps.
fn update_object(hash: &mut Sha256, object: &Map<String, Value>, excluded: Option<&str>) {
    let mut members: Vec<_> = object
        .iter()
        .filter(|(name, _)| Some(name.as_str()) != excluded)
        .collect();
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
        Value::Object(object) => update_object(hash, object, None),
    }
}
