//! The caller's name: from a header of a request over HTTP, or from the environment of the program.

use fusion_core::{Ctx, ToolError};
use http::request::Parts;

/// The header in which a client over HTTP names its user.
pub const HEADER: &str = "x-tracker-user";

/// The environment variable that names the user of a tracker over stdio.
const VARIABLE: &str = "TRACKER_USER";

/// The maximum length of a name in the audit.
const MAX: usize = 64;

/// The name that the caller claims. It is recorded and proves nothing: a server that must know its
/// callers verifies a token, as the example `auth` does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimedCaller {
    /// The claimed name.
    pub name: String,
}

impl ClaimedCaller {
    /// Returns the name in the header of a request over HTTP, or `anonymous` without a header.
    /// Without HTTP it returns the name in the environment, or `local`.
    ///
    /// # Errors
    ///
    /// Returns an error if the name in the header is empty, too long or not plain text.
    // Async as most providers are, which query another service.
    #[allow(clippy::unused_async)]
    pub async fn from_request(ctx: &Ctx) -> Result<Self, ToolError> {
        let name = match ctx.get::<Parts>() {
            Some(parts) => match parts.headers.get(HEADER) {
                Some(value) => check_name(value.to_str().unwrap_or_default())?,
                None => "anonymous".to_owned(),
            },
            None => std::env::var(VARIABLE)
                .ok()
                .and_then(|name| check_name(&name).ok())
                .unwrap_or_else(|| "local".to_owned()),
        };
        Ok(Self { name })
    }
}

/// Returns the name that the caller of a request claims.
pub(super) fn claimed_name(ctx: &Ctx) -> Option<String> {
    let caller = ctx.get::<ClaimedCaller>()?;
    Some(caller.name.clone())
}

fn check_name(name: &str) -> Result<String, ToolError> {
    let name = name.trim();
    if name.is_empty() || name.len() > MAX {
        return Err(ToolError::new(format!(
            "the header {HEADER} holds no name: 1 to {MAX} characters of plain text"
        ))
        .code("bad_caller"));
    }
    Ok(name.to_owned())
}
