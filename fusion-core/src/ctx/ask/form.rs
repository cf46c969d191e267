//! A form that a question shows, compiled by `build()`.

use std::sync::{Arc, LazyLock};

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::{
    args::{Plan, read_answer},
    error::QuestionForm,
};

/// The form of a type, with the check of its answers.
#[derive(Debug)]
pub(crate) struct AnswerForm {
    pub(crate) schema: Arc<QuestionForm>,
    /// The digest of the schema, which is a part of the name of a question.
    pub(super) digest: [u8; 32],
    plan: Plan,
    /// The optional fields, and whether an empty text omits them.
    optional: Vec<(String, bool)>,
}

impl AnswerForm {
    /// Creates a form. `plan` checks the whole type, of which the form shows what the protocol can say.
    pub(crate) fn new(schema: Map<String, Value>, plan: Plan) -> Self {
        let digest = digest(&schema);
        let optional = optional_fields(&schema);
        Self {
            schema: Arc::new(QuestionForm::new(schema)),
            digest,
            plan,
            optional,
        }
    }

    /// Reads an answer. `Err` describes for the user what is wrong.
    pub(super) fn read<T: DeserializeOwned>(&self, content: Value) -> Result<T, String> {
        let Value::Object(mut fields) = content else {
            return Err("the form was not filled in".to_owned());
        };
        // A client may add names of its own, and sends the fields that its user left empty.
        let known = self.schema.schema.get("properties");
        fields.retain(|name, _| known.is_some_and(|known| known.get(name).is_some()));
        for (name, is_blank_omitted) in &self.optional {
            let omits = |value: &Value| {
                value.is_null() || (*is_blank_omitted && value.as_str() == Some(""))
            };
            if fields.get(name).is_some_and(omits) {
                fields.remove(name);
            }
        }
        let mut answer = Value::Object(fields);
        read_answer(&self.plan, &mut answer)?;
        // The text of a type's own error may repeat the answer, which is the user's own.
        T::deserialize(answer).map_err(|error| error.to_string())
    }
}

fn digest(schema: &Map<String, Value>) -> [u8; 32] {
    let text = serde_json::to_vec(schema).unwrap_or_default();
    Sha256::digest(text).into()
}

fn optional_fields(schema: &Map<String, Value>) -> Vec<(String, bool)> {
    let required = schema.get("required").and_then(Value::as_array);
    let is_required = |name: &str| {
        required.is_some_and(|required| required.iter().any(|one| one.as_str() == Some(name)))
    };
    let fields = schema.get("properties").and_then(Value::as_object);
    let optional = fields
        .into_iter()
        .flatten()
        .filter(|(name, _)| !is_required(name));
    optional
        .map(|(name, field)| (name.clone(), !takes_empty_text(field)))
        .collect()
}

/// Returns true if the empty text is a value of a field.
fn takes_empty_text(field: &Value) -> bool {
    let restricts = |keyword| field.get(keyword).is_some();
    field.get("type") == Some(&json!("string"))
        && !["format", "enum", "oneOf"].into_iter().any(restricts)
        && field.get("minLength").and_then(Value::as_u64).unwrap_or(0) == 0
}

/// The form of a question that is only confirmed.
pub(super) static NO_FIELDS: LazyLock<Arc<QuestionForm>> = LazyLock::new(|| {
    let mut schema = Map::new();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("properties".to_owned(), json!({}));
    Arc::new(QuestionForm::new(schema))
});
