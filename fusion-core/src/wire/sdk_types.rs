//! The SDK's types in the signatures of actions, as moved code still has them: the error of a handler is
//! read as its author meant it, and `Parameters` does not compile.

use rmcp::{ErrorData, handler::server::wrapper::Parameters, model::ErrorCode};

use crate::{
    error::{IntoToolError, ToolError},
    spec::IsOption,
};

/// The message of an [`ErrorData`] was written for the client, so the model reads it. An error with the
/// code `INTERNAL_ERROR` is internal, and the log has its message. `data` is for the log as well.
impl IntoToolError for ErrorData {
    fn into_tool_error(self) -> ToolError {
        let code = match self.code {
            ErrorCode::INTERNAL_ERROR => return ToolError::internal_error(&self),
            ErrorCode::INVALID_PARAMS => Some("invalid_params"),
            ErrorCode::INVALID_REQUEST => Some("invalid_request"),
            ErrorCode::METHOD_NOT_FOUND => Some("method_not_found"),
            ErrorCode::RESOURCE_NOT_FOUND => Some("not_found"),
            _ => None,
        };
        if let Some(data) = &self.data {
            tracing::debug!(code = self.code.0, %data, "the data of an error is not shown");
        }
        let error = ToolError::new(self.message);
        match code {
            Some(code) => error.code(code),
            None => error,
        }
    }
}

impl<P> IsOption<Parameters<P>> {
    /// An action reads its arguments one by one. `Parameters` would be one argument with all fields in it.
    pub const VALUE: bool = panic!(
        "an action takes no `Parameters`: write one parameter for each field of its struct, or \
         `#[arg(flatten)] page: Page` and `#[derive(Fields)]` on the struct"
    );
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_message_of_an_error_of_the_sdk_is_shown_unless_it_is_internal() {
        let shown = ErrorData::invalid_params("`limit` is odd", Some(json!({"limit": 3})));
        let shown = shown.into_tool_error();
        assert_eq!(
            (shown.message(), shown.code_text(), shown.reference()),
            ("`limit` is odd", Some("invalid_params"), None)
        );
        let found = ErrorData::resource_not_found("no issue 7", None).into_tool_error();
        assert_eq!(
            (found.message(), found.code_text()),
            ("no issue 7", Some("not_found"))
        );
        let own = ErrorData::new(ErrorCode(-32_050), "try later", None).into_tool_error();
        assert_eq!((own.message(), own.code_text()), ("try later", None));

        let hidden = ErrorData::internal_error("/srv/db is locked", None).into_tool_error();
        assert_eq!(hidden.message(), "internal error");
        assert!(hidden.reference().is_some());
        assert_eq!(
            hidden.log_line().as_deref(),
            Some("-32603: /srv/db is locked")
        );
    }
}
