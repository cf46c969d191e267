//! The error for a caller who has to authenticate.

use super::ToolError;

impl ToolError {
    /// Returns the error of a provider, guard or action that requires the caller to authenticate. Over HTTP, the
    /// response is 401 with a challenge, unless a part of it was sent before or the request belongs to a session.
    /// Everywhere else the model reads the text. The code is `unauthorized`.
    pub fn unauthorized() -> Self {
        let text = "the caller is not authenticated, or the credentials are no longer valid";
        let mut error = Self::new(text).code("unauthorized");
        error.0.unauthorized = true;
        error
    }

    /// Returns `true` for an error of [`ToolError::unauthorized`].
    pub fn is_unauthorized(&self) -> bool {
        self.0.unauthorized
    }
}
