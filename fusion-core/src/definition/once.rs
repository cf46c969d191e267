//! The argument that names a call of an action with `once`.

use serde_json::{Map, Value, json};

use crate::spec::{ActionSpec, ArgSpec, Constraint, schema_of};

/// The name of the argument.
pub(crate) const IDEMPOTENCY_KEY: &str = "idempotency_key";

/// The maximum length of the argument in characters.
const MAX_LENGTH: u64 = 128;

/// The text of the argument, as models read it.
const DOCS: &str = "Any text, new for each operation: a call that is repeated with it does not run again, and \
                    returns the first answer";

/// The row of the argument, which is the last one of its action.
pub(crate) static IDEMPOTENCY_ROW: ArgSpec =
    ArgSpec::new(IDEMPOTENCY_KEY, DOCS, false, schema_of::<Option<String>>)
        .constraints(&[Constraint::MinLength(1), Constraint::MaxLength(MAX_LENGTH)]);

/// The key that a call has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SentKey<'a> {
    /// A text that names the call.
    Valid(&'a str),
    /// An empty text. A client that sends it wants the promise, and has no name for the call.
    Empty,
    /// No key, or one that the reader of arguments refuses.
    Other,
}

/// Returns the key that a call has.
pub(crate) fn sent_key(sent: Option<&Value>) -> SentKey<'_> {
    let Some(key) = sent.and_then(Value::as_str) else {
        return SentKey::Other;
    };
    match key.chars().count() as u64 {
        0 => SentKey::Empty,
        1..=MAX_LENGTH => SentKey::Valid(key),
        _ => SentKey::Other,
    }
}

/// Adds the argument to the input schema that the author of an action wrote, if calls of the action run once.
pub(crate) fn with_idempotency_key(
    spec: &ActionSpec,
    mut schema: Map<String, Value>,
) -> Map<String, Value> {
    if !spec.once {
        return schema;
    }
    let properties = schema.entry("properties").or_insert_with(|| json!({}));
    if let Some(properties) = properties.as_object_mut() {
        let argument = json!({
            "type": "string",
            "minLength": 1,
            "maxLength": MAX_LENGTH,
            "description": DOCS,
        });
        properties.insert(IDEMPOTENCY_KEY.to_owned(), argument);
    }
    schema
}
