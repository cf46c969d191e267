//! The outcome of a call, and its assertions.

use std::{fmt::Write as _, ops::Deref};

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{
    expect::{expect, fail, quoted},
    failure::ToolFailure,
    question::TestQuestion,
};
use crate::{
    call::REPAIRS,
    client::error::ERROR,
    error::ProtocolError,
    loopback::is_question,
    state_sync::{INVALIDATES, is_notice},
};

/// The outcome of a call: a result, an error that the model reads, an error of the protocol, or a question that
/// nobody answered.
#[derive(Clone, Debug, PartialEq)]
#[must_use = "a call may have failed: assert it with `ok()` or `error()`"]
pub struct CallOutcome {
    pub(super) called: String,
    /// A sentence about a key that no listed tool has.
    pub(super) unlisted: Option<String>,
    pub(super) result: Result<Value, ProtocolError>,
}

impl CallOutcome {
    /// Returns the result as on the wire, or the error of the protocol.
    pub fn raw(&self) -> Result<&Value, &ProtocolError> {
        self.result.as_ref()
    }

    /// Returns true for a result that is no error and no question.
    #[must_use = "`ok()` asserts it"]
    pub fn is_ok(&self) -> bool {
        let result = self.result.as_ref();
        result.is_ok_and(|result| result["isError"] != true && !is_question(result))
    }

    /// Returns the text that the model reads, without the notice of an invalidation: the texts of all blocks, a
    /// line each, or the message of an error of the protocol.
    pub fn text(&self) -> String {
        match &self.result {
            Ok(result) => {
                let texts = texts_of(result);
                let own: Vec<_> = texts.filter(|text| !self.is_notice(text)).collect();
                own.join("\n")
            }
            Err(error) => error.message.clone(),
        }
    }

    /// Returns the notice of an invalidation, a text block of its own.
    pub fn notice(&self) -> Option<&str> {
        let result = self.result.as_ref().ok()?;
        texts_of(result).find(|text| self.is_notice(text))
    }

    fn is_notice(&self, text: &str) -> bool {
        self.meta(INVALIDATES).is_some() && is_notice(text)
    }

    /// Returns the structured content of the result.
    pub fn structured(&self) -> Option<&Value> {
        self.result.as_ref().ok()?.get("structuredContent")
    }

    /// Returns the member of the result's `_meta`.
    pub fn meta(&self, key: &str) -> Option<&Value> {
        self.result.as_ref().ok()?.get("_meta")?.get(key)
    }

    /// Returns the patterns of actions whose results the call made stale, as the model reads them: `tracker.issues.*`.
    pub fn invalidated(&self) -> Vec<&str> {
        let list = self.meta(INVALIDATES).and_then(Value::as_array);
        let items = list.into_iter().flatten();
        items.filter_map(Value::as_str).collect()
    }

    /// Returns the repaired arguments: objects with `field`, `sent` and `read`.
    pub fn repairs(&self) -> &[Value] {
        let list = self.meta(REPAIRS).and_then(Value::as_array);
        list.map_or(&[], Vec::as_slice)
    }

    /// Returns the questions of a call that waits for its user, in the modern era.
    pub fn questions(&self) -> Vec<TestQuestion> {
        let requests = self.result.as_ref().ok();
        let requests = requests.and_then(|result| result["inputRequests"].as_object());
        let requests = requests.into_iter().flat_map(Map::values);
        requests
            .map(|request| TestQuestion::read(&request["params"]))
            .collect()
    }

    /// Asserts that the call succeeded.
    ///
    /// # Panics
    ///
    /// If the call failed or asks its user, with the text that the model reads.
    #[track_caller]
    pub fn ok(self) -> ToolSuccess {
        expect(self.is_ok(), || self.described("did not succeed"));
        ToolSuccess(self)
    }

    /// Asserts that the call succeeded with this text.
    ///
    /// # Panics
    ///
    /// If the call failed, or the model reads another text.
    #[track_caller]
    pub fn ok_text(self, expected: &str) -> ToolSuccess {
        let outcome = self.ok();
        expect(outcome.text() == expected, || {
            let expected = quoted(expected);
            outcome.described(&format!("has not the text\n{expected}\nbut another"))
        });
        outcome
    }

    /// Asserts that the call succeeded, and deserializes its structured content or else its text as JSON.
    ///
    /// # Panics
    ///
    /// If the call failed, or its result is no JSON of that type.
    #[track_caller]
    pub fn ok_json<T: DeserializeOwned>(self) -> T {
        let outcome = self.ok();
        let value = match outcome.structured() {
            Some(value) => serde_json::from_value(value.clone()),
            None => serde_json::from_str(&outcome.text()),
        };
        match value {
            Ok(value) => value,
            Err(error) => {
                fail(&outcome.described(&format!("is not the expected JSON ({error})")));
            }
        }
    }

    /// Asserts that the call failed with an error that the model reads, and returns it.
    ///
    /// # Panics
    ///
    /// If the call succeeded, asks its user, or failed with an error of the protocol.
    #[track_caller]
    pub fn error(self) -> ToolFailure {
        let is_error = matches!(&self.result, Ok(result) if result["isError"] == true);
        expect(is_error, || self.described("has no error of a tool"));
        ToolFailure {
            text: self.text(),
            data: self.meta(ERROR).cloned().unwrap_or_default(),
            called: self.called,
            unlisted: self.unlisted,
        }
    }

    /// Asserts that the call failed with an error of the protocol, and returns it.
    ///
    /// # Panics
    ///
    /// If the call has a result.
    #[track_caller]
    pub fn protocol_error(self) -> ProtocolError {
        match self.result {
            Err(error) => error,
            Ok(_) => fail(&self.described("has no error of the protocol")),
        }
    }

    fn described(&self, fault: &str) -> String {
        let mut text = format!("the call of `{}` {fault}", self.called);
        if let Some(unlisted) = &self.unlisted {
            let _ = write!(text, "; {unlisted}");
        }
        let reader = match &self.result {
            Ok(result) if is_question(result) => {
                let questions: Vec<_> = self
                    .questions()
                    .into_iter()
                    .map(|one| one.message)
                    .collect();
                return format!(
                    "{text}; the user is asked:\n{}",
                    quoted(&questions.join("\n"))
                );
            }
            Ok(_) => "the model reads",
            Err(_) => "the client gets an error of the protocol",
        };
        format!("{text}; {reader}:\n{}", quoted(&self.text()))
    }
}

/// The outcome of a call that succeeded. It has the methods of [`CallOutcome`].
#[derive(Clone, Debug, PartialEq)]
pub struct ToolSuccess(CallOutcome);

impl Deref for ToolSuccess {
    type Target = CallOutcome;

    fn deref(&self) -> &CallOutcome {
        &self.0
    }
}

/// Returns the texts of the blocks of a result.
fn texts_of(result: &Value) -> impl Iterator<Item = &str> {
    let blocks = result["content"].as_array();
    let blocks = blocks.into_iter().flatten();
    blocks.filter_map(|block| block["text"].as_str())
}
