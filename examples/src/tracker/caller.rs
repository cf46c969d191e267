//! Who calls: what a client over HTTP says of itself, or who started the program.

use fusion_core::{Ctx, ToolError};
use http::request::Parts;

/// The header by which a client over HTTP says for whom it works.
pub const HEADER: &str = "x-tracker-user";

/// The variable by which whoever starts a tracker for one client says the same.
const VARIABLE: &str = "TRACKER_USER";

/// As long as a name in the audit may be.
const MAX: usize = 64;

/// Who calls, as they say. It is written down and proves nothing: a server that must know checks a
/// token, as the example `auth` does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// Their name.
    pub name: String,
}

impl Caller {
    /// Reads the header of a request over HTTP, and is `anonymous` without; otherwise the variable
    /// of the program, and `local` without.
    ///
    /// # Errors
    ///
    /// If the name in the header is empty, too long or not plain text.
    // A provider is async: most of them ask somebody.
    #[allow(clippy::unused_async)]
    pub async fn from_request(ctx: &Ctx) -> Result<Self, ToolError> {
        let name = match ctx.get::<Parts>() {
            Some(parts) => match parts.headers.get(HEADER) {
                Some(value) => checked(value.to_str().unwrap_or_default())?,
                None => "anonymous".to_owned(),
            },
            None => std::env::var(VARIABLE)
                .ok()
                .and_then(|name| checked(&name).ok())
                .unwrap_or_else(|| "local".to_owned()),
        };
        Ok(Self { name })
    }
}

fn checked(name: &str) -> Result<String, ToolError> {
    let name = name.trim();
    if name.is_empty() || name.len() > MAX {
        return Err(ToolError::new(format!(
            "the header {HEADER} holds no name: 1 to {MAX} characters of plain text"
        ))
        .code("bad_caller"));
    }
    Ok(name.to_owned())
}
