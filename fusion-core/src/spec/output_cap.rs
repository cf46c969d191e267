//! How much of a result a model shall read: a constant of the rows, or a setting of a registry.

/// A text of so many units counts one token: rather too many tokens than too few.
pub(crate) const UNITS_PER_TOKEN: usize = 3;

/// Cuts results that are longer than a model can read, where a line or at least a character ends,
/// says how much is missing, and names the arguments of this very action with which to ask for
/// less. Clients cut as well, but say none of it.
///
/// Blocks that are no text are kept whole or left out. A result with structured content cannot be
/// cut without breaking its schema: it becomes an error that says the same.
///
/// It is set on the registry's builder, on a block or on an action, there as
/// `output_cap = OutputCap::bytes(20_000)`; the innermost one counts.
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
    // In units: bytes, or thirds of a token.
    pub(crate) limit: usize,
    pub(crate) unit: LengthUnit,
}

/// In what a text is measured.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LengthUnit {
    Bytes,
    Tokens,
}

impl OutputCap {
    /// At most so many bytes.
    pub const fn bytes(limit: usize) -> Self {
        let unit = LengthUnit::Bytes;
        Self { limit, unit }
    }

    /// At most so many tokens, as they are estimated: a third of a token for each ASCII character,
    /// one for any other.
    pub const fn tokens(limit: usize) -> Self {
        Self {
            limit: limit.saturating_mul(UNITS_PER_TOKEN),
            unit: LengthUnit::Tokens,
        }
    }

    /// No cap, whatever is set further out.
    pub const fn none() -> Self {
        Self::bytes(usize::MAX)
    }
}
