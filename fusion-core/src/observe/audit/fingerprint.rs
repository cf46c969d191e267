//! Fingerprint of arguments: equal for equal arguments.

use serde_json::{Map, Value};

/// Hashes the value with sorted keys by FNV-1a. The standard library's hash may change with its
/// version; a cryptographic hash would suggest a secrecy that values from a small set do not have.
pub(super) fn fingerprint(arguments: &Map<String, Value>) -> String {
    let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
    hash.object(arguments);
    format!("{:016x}", hash.0)
}

struct Fnv(u64);

impl Fnv {
    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Hashes the length first, so that two adjacent strings differ from their concatenation.
    fn text(&mut self, text: &str) {
        self.bytes(&text.len().to_le_bytes());
        self.bytes(text.as_bytes());
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Null => self.bytes(b"0"),
            Value::Bool(false) => self.bytes(b"f"),
            Value::Bool(true) => self.bytes(b"t"),
            Value::Number(number) => {
                self.bytes(b"n");
                self.text(&number.to_string());
            }
            Value::String(text) => {
                self.bytes(b"s");
                self.text(text);
            }
            Value::Array(items) => {
                self.bytes(b"[");
                for item in items {
                    self.value(item);
                }
                self.bytes(b"]");
            }
            Value::Object(map) => self.object(map),
        }
    }

    fn object(&mut self, map: &Map<String, Value>) {
        self.bytes(b"{");
        // With `preserve_order`, the map has the client's order.
        let mut entries: Vec<_> = map.iter().collect();
        entries.sort_unstable_by_key(|(name, _)| *name);
        for (name, value) in entries {
            self.text(name);
            self.value(value);
        }
        self.bytes(b"}");
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::fingerprint;

    fn fingerprint_of(value: &Value) -> String {
        value.as_object().map(fingerprint).unwrap_or_default()
    }

    #[test]
    fn a_fingerprint_stays_the_same_from_version_to_version() {
        let value = json!({"id": 7, "tags": ["a", null, true], "page": {"limit": 1.5}});
        assert_eq!(fingerprint_of(&value), "a674eed063b6598e");
        assert_eq!(fingerprint_of(&json!({})), "08f44b07b5901a25");
    }

    #[test]
    fn different_arguments_have_different_fingerprints() {
        let values = [
            json!({}),
            json!({"a": 1}),
            json!({"a": "1"}),
            json!({"a": [1]}),
            json!({"a": {"b": 1}}),
            json!({"a": null}),
            json!({"a": "b", "c": "d"}),
            json!({"a": "bc", "d": ""}),
        ];
        let all: std::collections::HashSet<_> = values.iter().map(fingerprint_of).collect();
        assert_eq!(all.len(), values.len());
    }
}
