//! What a model can read, and no more.

use serde_json::json;

use super::tokens::{self, UNITS_PER_TOKEN};
use crate::{
    definition::ActionDef,
    result::{Content, ToolError, ToolResponse},
};

/// The `_meta` key under which a program finds that a result was cut.
const OUTPUT: &str = "dev.fusion/output";

/// What arguments are called with which a caller asks for less.
const PAGING: [&str; 20] = [
    "after",
    "before",
    "count",
    "cursor",
    "depth",
    "fields",
    "first",
    "last",
    "limit",
    "maxresults",
    "offset",
    "page",
    "pagesize",
    "pagetoken",
    "perpage",
    "since",
    "size",
    "skip",
    "top",
    "until",
];

/// Cuts results that are longer than a model can read, where a line or at least a character ends,
/// says how much is missing, and names the arguments of this very action with which to ask for
/// less. Clients cut as well, but say none of it.
///
/// Blocks that are no text are kept whole or left out. A result with structured content cannot be
/// cut without breaking its schema: it becomes an error that says the same.
///
/// ```
/// use fusion_core::{Content, Ctx, OutputCap, Registry, tool_group};
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
    limit: usize,
    unit: Unit,
}

#[derive(Clone, Copy, Debug)]
enum Unit {
    Bytes,
    Tokens,
}

impl Unit {
    fn name(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Tokens => "tokens (estimated)",
        }
    }

    /// What one character costs.
    fn cost(self, character: char) -> usize {
        match self {
            Self::Bytes => character.len_utf8(),
            Self::Tokens => tokens::units(character),
        }
    }

    fn of(self, text: &str) -> usize {
        match self {
            Self::Bytes => text.len(),
            Self::Tokens => text.chars().map(tokens::units).sum(),
        }
    }

    /// For a person.
    fn shown(self, units: usize) -> usize {
        match self {
            Self::Bytes => units,
            Self::Tokens => units.div_ceil(UNITS_PER_TOKEN),
        }
    }
}

impl OutputCap {
    /// At most so many bytes.
    pub const fn bytes(limit: usize) -> Self {
        let unit = Unit::Bytes;
        Self { limit, unit }
    }

    /// At most so many tokens, as they are estimated: a third of a token for each ASCII character,
    /// one for any other.
    pub const fn tokens(limit: usize) -> Self {
        Self {
            limit: limit.saturating_mul(UNITS_PER_TOKEN),
            unit: Unit::Tokens,
        }
    }

    /// The response, cut if it must be.
    pub(super) fn apply(
        self,
        response: ToolResponse,
        def: &ActionDef,
    ) -> Result<ToolResponse, ToolError> {
        let blocks = response.content().iter();
        let total = blocks.map(|block| self.size(block)).sum();
        if total <= self.limit {
            return Ok(response);
        }
        if response.structured_content().is_some() {
            return Err(self.too_long(total, def));
        }
        Ok(self.cut(response, total, def))
    }

    fn size(self, block: &Content) -> usize {
        match block {
            Content::Text(text) | Content::EmbeddedText { text, .. } => self.unit.of(text),
            Content::Image { data, .. } | Content::Audio { data, .. } => match self.unit {
                Unit::Bytes => data.len(),
                // A picture costs by its size in pixels, which is not known here; by its text it
                // would cost a hundred times too much.
                Unit::Tokens => 0,
            },
            Content::ResourceLink { uri, name, .. } => self.unit.of(uri) + self.unit.of(name),
        }
    }

    #[cold]
    fn cut(self, response: ToolResponse, total: usize, def: &ActionDef) -> ToolResponse {
        let mut left = self.limit;
        let response = response.replace_blocks(|blocks| {
            let mut kept = Vec::new();
            for block in blocks {
                let size = self.size(&block);
                match block {
                    block if size <= left => {
                        left -= size;
                        kept.push(block);
                    }
                    Content::Text(mut text) => {
                        text.truncate(self.boundary(&text, left));
                        left -= self.unit.of(&text);
                        if !text.is_empty() {
                            kept.push(Content::Text(text));
                        }
                        // What comes behind a cut is left out: a text with holes misleads.
                        break;
                    }
                    _ => {}
                }
            }
            let note = self.note(self.limit - left, total, def);
            kept.push(Content::Text(note));
            kept
        });
        let unit = match self.unit {
            Unit::Bytes => "bytes",
            Unit::Tokens => "tokens",
        };
        let (shown, total) = (self.unit.shown(self.limit - left), self.unit.shown(total));
        response.with_meta(
            OUTPUT,
            json!({"unit": unit, "shown": shown, "total": total}),
        )
    }

    /// Where `text` can be cut so that at most `limit` units are left: behind a line's end, unless
    /// that is far away.
    fn boundary(self, text: &str, limit: usize) -> usize {
        let (mut used, mut end) = (0, 0);
        for (index, character) in text.char_indices() {
            used += self.unit.cost(character);
            if used > limit {
                break;
            }
            end = index + character.len_utf8();
        }
        match text.get(..end).and_then(|kept| kept.rfind('\n')) {
            Some(line) if line + 1 >= end - end / 2 => line + 1,
            _ => end,
        }
    }

    fn note(self, shown: usize, total: usize, def: &ActionDef) -> String {
        let (unit, shown, total) = (
            self.unit.name(),
            self.unit.shown(shown),
            self.unit.shown(total),
        );
        let how = narrowing(def);
        format!("[Cut: {shown} of {total} {unit} are shown. {how}]")
    }

    #[cold]
    fn too_long(self, total: usize, def: &ActionDef) -> ToolError {
        let (unit, limit, total) = (
            self.unit.name(),
            self.unit.shown(self.limit),
            self.unit.shown(total),
        );
        let done = if def.spec.hints.read_only {
            ""
        } else {
            "it was done, but "
        };
        let message = format!("{done}the result is {total} {unit} long, and {limit} fit");
        ToolError::new(message)
            .code("output_too_long")
            .hint(narrowing(def))
    }
}

/// How to ask this action for less.
fn narrowing(def: &ActionDef) -> String {
    let names: Vec<_> = def
        .args
        .iter()
        .map(|arg| arg.name)
        .filter(|name| PAGING.contains(&&*plain(name)))
        .collect();
    match names.as_slice() {
        [] => "Ask for less.".to_owned(),
        names => format!("Ask for less with {}.", names.join(", ")),
    }
}

/// `page_size` and `pageSize` are one name.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    letters.map(|letter| letter.to_ascii_lowercase()).collect()
}
