//! What a model can read, and no more.

use serde_json::json;

use super::tokens;
use crate::{definition::ActionDef, result::{Content, ToolResponse}, error::ToolError, spec::{LengthUnit, OutputCap, UNITS_PER_TOKEN}};

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

impl LengthUnit {
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
                LengthUnit::Bytes => data.len(),
                // A picture costs by its size in pixels, which is not known here; by its text it
                // would cost a hundred times too much.
                LengthUnit::Tokens => 0,
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
            LengthUnit::Bytes => "bytes",
            LengthUnit::Tokens => "tokens",
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
