//! The answer of a call as the store keeps it.

use serde::{Deserialize, Serialize};

use super::{OnceKeeper, ReplyForm, refusal};
use crate::{
    error::{CallError, KeptError},
    result::{KeptResponse, ToolResponse},
    shared::{Claim, StoreError},
};

/// The maximum size of a kept answer in bytes.
const MAX_KEPT: usize = 1024 * 1024;

/// The answer of a call, with the form that it has.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct KeptCall {
    /// True if structured content was sent.
    structured: bool,
    /// True if the text is the whole result as JSON.
    whole_json: bool,
    answer: KeptAnswer,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum KeptAnswer {
    Response(KeptResponse),
    /// The text that the model read, and its error.
    Error(String, KeptError),
    /// The answer has this many bytes, which is too much.
    TooLarge(usize),
}

/// Returns `true` for the answer of a call that must not run again: a success, and an error, unless nothing ran, the
/// caller has to authenticate, or the error invites its reader to call again. A call that asks its user, or whose
/// arguments are wrong, has not been done yet.
pub(super) fn is_final(result: &Result<ToolResponse, CallError>) -> bool {
    match result {
        Ok(_) => true,
        Err(CallError::Failed { error, .. }) => {
            let is_repeated = error.retry_delay().is_some() && error.may_be_retried();
            !error.is_refusal() && !error.is_unauthorized() && !is_repeated
        }
        Err(_) => false,
    }
}

impl KeptCall {
    /// Returns the kept form of a [final](is_final) result.
    pub(super) fn new(result: &Result<ToolResponse, CallError>, form: ReplyForm) -> Self {
        let answer = match result {
            Ok(response) => KeptAnswer::Response(KeptResponse::from(response)),
            Err(CallError::Failed { text, error }) => {
                KeptAnswer::Error(text.clone(), KeptError::from(error))
            }
            Err(other) => KeptAnswer::Error(other.to_string(), KeptError::default()),
        };
        Self {
            structured: form.structured,
            whole_json: form.whole_json,
            answer,
        }
    }

    /// Returns a kept answer in the form of another call, or the reason why it has none.
    pub(super) fn read(
        kept: &[u8],
        form: ReplyForm,
    ) -> Result<Result<ToolResponse, CallError>, String> {
        let kept: Self = serde_json::from_slice(kept).map_err(|error| {
            tracing::error!(%error, "a kept answer cannot be read");
            "cannot be read".to_owned()
        })?;
        match kept.answer {
            KeptAnswer::Response(response) => {
                let is_short = form.structured && !kept.structured;
                if is_short || form.whole_json && !kept.whole_json {
                    return Err("was given in another form, to another kind of client".to_owned());
                }
                let mut response = ToolResponse::from(response);
                if !form.structured {
                    response.drop_structured_content();
                }
                Ok(Ok(response))
            }
            KeptAnswer::Error(text, error) => Ok(Err(CallError::Failed {
                text,
                error: error.into(),
            })),
            KeptAnswer::TooLarge(bytes) => {
                Err(format!("is too large to be kept, with {bytes} bytes"))
            }
        }
    }

    fn write(&self) -> Vec<u8> {
        match serde_json::to_vec(self) {
            Ok(bytes) => bytes,
            Err(error) => {
                // Texts and JSON values can be written.
                tracing::error!(%error, "an answer cannot be written for the store");
                Vec::new()
            }
        }
    }

    /// Replaces an answer by its size.
    fn without_answer(self, bytes: usize) -> Self {
        Self {
            answer: KeptAnswer::TooLarge(bytes),
            ..self
        }
    }
}

impl OnceKeeper {
    /// Keeps an answer; of one that is too large, or for which the store has no room, only that there was one.
    pub(super) async fn keep(&self, claim: Claim, kept: KeptCall) -> Result<(), StoreError> {
        let bytes = kept.write();
        let size = bytes.len();
        if size <= MAX_KEPT {
            match self.store.finish(claim.clone(), bytes, self.keep).await {
                Err(StoreError::Full) => {
                    let error = refusal::source_text(&StoreError::Full);
                    tracing::warn!(%error, size, "an answer of a call that runs once is not kept");
                }
                ended => return ended,
            }
        }
        let bytes = kept.without_answer(size).write();
        self.store.finish(claim, bytes, self.keep).await
    }
}
