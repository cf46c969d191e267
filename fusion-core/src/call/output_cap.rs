//! The cap of results, and the estimate of tokens. No tokenizer is used, because each model has its
//! own.

use serde_json::json;

use crate::{
    definition::ActionDef,
    error::ToolError,
    result::{Content, ToolResponse},
    spec::{LengthUnit, OutputCap, UNITS_PER_TOKEN},
};

/// The `_meta` key that marks a truncated response.
const OUTPUT: &str = "dev.fusion/output";

/// The names of arguments by which a caller requests a smaller result.
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

    /// Returns the units of one character.
    fn cost(self, character: char) -> usize {
        match self {
            Self::Bytes => character.len_utf8(),
            Self::Tokens => token_units(character),
        }
    }

    fn length(self, text: &str) -> usize {
        match self {
            Self::Bytes => text.len(),
            Self::Tokens => text.chars().map(token_units).sum(),
        }
    }

    /// Returns the number that a person reads.
    fn displayed_units(self, units: usize) -> usize {
        match self {
            Self::Bytes => units,
            Self::Tokens => units.div_ceil(UNITS_PER_TOKEN),
        }
    }
}

impl OutputCap {
    /// Truncates a response that is too long. Structured content cannot be truncated, so that it is
    /// an error.
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
            Content::Text(text) | Content::EmbeddedText { text, .. } => self.unit.length(text),
            Content::Image { data, .. } | Content::Audio { data, .. } => match self.unit {
                LengthUnit::Bytes => data.len(),
                // A picture costs by its size in pixels, which is not known here; its base64 text
                // would cost a hundred times too much.
                LengthUnit::Tokens => 0,
            },
            Content::ResourceLink(link) => {
                let further = link.title.iter().chain(&link.description);
                let texts = [&link.uri, &link.name].into_iter().chain(further);
                texts.map(|text| self.unit.length(text)).sum()
            }
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
                        left -= self.unit.length(&text);
                        if !text.is_empty() {
                            kept.push(Content::Text(text));
                        }
                        // Everything behind the cut is dropped: a text with gaps misleads.
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
        let (shown, total) = (
            self.unit.displayed_units(self.limit - left),
            self.unit.displayed_units(total),
        );
        response.with_meta(
            OUTPUT,
            json!({"unit": unit, "shown": shown, "total": total}),
        )
    }

    /// Returns where to cut `text` so that at most `limit` units are left: behind the end of a line,
    /// unless that is far away.
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
            self.unit.displayed_units(shown),
            self.unit.displayed_units(total),
        );
        let how = narrowing_advice(def);
        format!("[Cut: {shown} of {total} {unit} are shown. {how}]")
    }

    #[cold]
    fn too_long(self, total: usize, def: &ActionDef) -> ToolError {
        let (unit, limit, total) = (
            self.unit.name(),
            self.unit.displayed_units(self.limit),
            self.unit.displayed_units(total),
        );
        let done = if def.spec.hints.read_only {
            ""
        } else {
            "it was done, but "
        };
        let message = format!("{done}the result is {total} {unit} long, and {limit} fit");
        ToolError::new(message)
            .code("output_too_long")
            .hint(narrowing_advice(def))
    }
}

/// Returns the advice how to request a smaller result from this action.
fn narrowing_advice(def: &ActionDef) -> String {
    let names: Vec<_> = def
        .args
        .iter()
        .map(|arg| arg.name)
        .filter(|name| PAGING.contains(&&*normalize_name(def.renames.own(name))))
        .collect();
    match names.as_slice() {
        [] => "Ask for less.".to_owned(),
        names => format!("Ask for less with {}.", names.join(", ")),
    }
}

/// Normalizes a name, so that `page_size` and `pageSize` are equal.
fn normalize_name(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    letters.map(|letter| letter.to_ascii_lowercase()).collect()
}

/// Returns the units of a character. Texts beyond ASCII take up to one token for each character.
fn token_units(character: char) -> usize {
    if character.is_ascii() {
        1
    } else {
        UNITS_PER_TOKEN
    }
}

/// Estimates the tokens of a text: a third for each ASCII character, one for any other.
pub(crate) fn estimated_tokens(text: &str) -> usize {
    let units: usize = text.chars().map(token_units).sum();
    units.div_ceil(UNITS_PER_TOKEN)
}
