//! The maximum size of a result that a model reads, set in rows or for a whole registry.

/// The number of units that count as one token. The estimate exceeds the real number of tokens
/// rather than falling below it.
pub(crate) const UNITS_PER_TOKEN: usize = 3;

/// Limits the size of results. A longer result is cut at the end of a line, or at least of a
/// character; the text then states how much is missing and names the arguments of the action that
/// reduce the result. Clients cut as well, but without such a note.
///
/// Blocks that are not text are kept or dropped as a whole. A result with structured content cannot
/// be cut without breaking its schema, so it becomes an error with the same note.
///
/// The cap is set on the registry's builder, on a block or on an action, in the latter two as
/// `output_cap = OutputCap::bytes(20_000)`. The innermost cap applies.
///
/// ```
/// use fusion_core::{Content, Ctx, spec::OutputCap, Registry, tool_group};
/// use serde_json::json;
///
/// struct Lines;
///
/// #[tool_group(name = "lines")]
/// impl Lines {
///     /// List the lines.
///     #[action(read_only)]
///     fn list(limit: Option<usize>) -> String {
///         (1..=limit.unwrap_or(100)).map(|n| format!("line {n}\n")).collect()
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let registry = Registry::builder()
///     .output_cap(OutputCap::bytes(20))
///     .tool(Lines)
///     .build()?;
/// let response = registry.call("lines", json!({"action": "list"}), Ctx::new()).await?;
/// assert_eq!(
///     response.content(),
///     [
///         Content::text("line 1\nline 2\n"),
///         Content::text("[Cut: 14 of 792 bytes are shown. Ask for less with limit.]"),
///     ]
/// );
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OutputCap {
    // The limit in units: bytes, or thirds of a token.
    pub(crate) limit: usize,
    pub(crate) unit: LengthUnit,
}

/// The unit in which a text is measured.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LengthUnit {
    Bytes,
    Tokens,
}

impl OutputCap {
    /// Returns a cap of `limit` bytes.
    pub const fn bytes(limit: usize) -> Self {
        let unit = LengthUnit::Bytes;
        Self { limit, unit }
    }

    /// Returns a cap of `limit` estimated tokens: a third of a token for each ASCII character, and
    /// one for any other.
    pub const fn tokens(limit: usize) -> Self {
        Self {
            limit: limit.saturating_mul(UNITS_PER_TOKEN),
            unit: LengthUnit::Tokens,
        }
    }

    /// Returns a cap that disables the outer ones.
    pub const fn none() -> Self {
        Self::bytes(usize::MAX)
    }
}
