//! Errors as they are kept for the repetitions of a call that runs once.

use std::{borrow::Cow, time::Duration};

use serde::{Deserialize, Serialize};

use super::{FailureCause, ToolError};

/// An error as a store keeps it. It has no details, because these are in the log already.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct KeptError {
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suggestions: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after: Option<Duration>,
    unchanged: bool,
    idempotent: bool,
    cause: FailureCause,
}

impl From<&ToolError> for KeptError {
    fn from(error: &ToolError) -> Self {
        let fields = &error.0;
        let owned = |text: &Cow<'static, str>| text.clone().into_owned();
        Self {
            message: owned(&fields.message),
            code: fields.code.as_ref().map(owned),
            hint: fields.hint.as_ref().map(owned),
            reference: fields.reference.clone(),
            suggestions: fields.suggestions.iter().map(owned).collect(),
            retry_after: fields.retry_after,
            unchanged: fields.unchanged,
            idempotent: fields.idempotent,
            cause: fields.cause,
        }
    }
}

impl From<KeptError> for ToolError {
    fn from(kept: KeptError) -> Self {
        let mut error = Self::new(kept.message);
        let fields = &mut error.0;
        fields.code = kept.code.map(Cow::Owned);
        fields.hint = kept.hint.map(Cow::Owned);
        fields.reference = kept.reference;
        fields.suggestions = kept.suggestions.into_iter().map(Cow::Owned).collect();
        fields.retry_after = kept.retry_after;
        fields.unchanged = kept.unchanged;
        fields.idempotent = kept.idempotent;
        fields.cause = kept.cause;
        error
    }
}
