//! Failed calls: an error that the model reads.

use serde_json::Value;

use super::expect::{expect, quoted};

/// A failed call as the model and programs read it. Each assertion returns the failure, so that several can follow
/// each other.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolFailure {
    pub(super) called: String,
    pub(super) text: String,
    pub(super) data: Value,
    /// A sentence about a key that no listed tool has.
    pub(super) unlisted: Option<String>,
}

impl ToolFailure {
    /// Returns the text that the model reads.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the error for programs, `_meta["dev.fusion/error"]`: its `code`, and the `fields` that it concerns.
    pub fn data(&self) -> &Value {
        &self.data
    }

    /// Asserts that the error has a code, such as `invalid_arguments` or `not_found`.
    ///
    /// # Panics
    ///
    /// If the code is another one.
    #[track_caller]
    pub fn code(self, expected: &str) -> Self {
        let code = self.data["code"].as_str();
        expect(code == Some(expected), || {
            let code = code.unwrap_or("none");
            self.described(&format!("with the code `{code}`, not `{expected}`"))
        });
        self
    }

    /// Asserts that the error concerns an argument.
    ///
    /// # Panics
    ///
    /// If the error names other arguments, or none.
    #[track_caller]
    pub fn names(self, argument: &str) -> Self {
        let fields = self.data["fields"].as_array();
        let names = fields.into_iter().flatten().filter_map(Value::as_str);
        let names: Vec<_> = names.collect();
        expect(names.contains(&argument), || {
            let names = if names.is_empty() {
                "no argument".to_owned()
            } else {
                format!("`{}`", names.join("`, `"))
            };
            self.described(&format!("and names {names}, not `{argument}`"))
        });
        self
    }

    /// Asserts the whole text that the model reads.
    ///
    /// # Panics
    ///
    /// If the text is another one.
    #[track_caller]
    pub fn reads(self, expected: &str) -> Self {
        expect(self.text == expected, || {
            let expected = quoted(expected);
            self.described(&format!("without the text\n{expected}\nbut with another"))
        });
        self
    }

    fn described(&self, fault: &str) -> String {
        let unlisted = self.unlisted.as_ref();
        let unlisted = unlisted.map_or_else(String::new, |unlisted| format!("; {unlisted}"));
        let text = quoted(&self.text);
        format!(
            "the call of `{}` failed {fault}{unlisted}; the model reads:\n{text}",
            self.called
        )
    }
}
