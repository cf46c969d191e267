//! Globs over keys and over wire names: parsing, matching and coverage. This module must not depend
//! on policies.

mod covers;
mod nearest;
mod notation;
#[cfg(test)]
mod tests;

use std::fmt;

pub(crate) use nearest::{nearest, nearest_key};
pub(crate) use notation::current_notation;

/// Pattern over the segments of a name.
///
/// `*` matches exactly one segment, `**` any number of them, and every other segment is literal. A
/// pattern of keys, such as `tracker/issues.*`, has one `/` after its first segment and dots
/// between all others. A pattern without `/` matches wire names, whose only separator is the dot;
/// `**` matches every name of both kinds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Glob {
    text: Box<str>,
    // Invariant: no two `Many` are adjacent, which keeps the number of alignments of a name small.
    tokens: Vec<GlobToken>,
    /// `true` for a pattern of keys, `tool/module.action`.
    keyed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum GlobToken {
    /// `*`
    One,
    /// `**`
    Many,
    Literal(Box<str>),
}

impl Glob {
    /// Parses a pattern of keys or of wire names. The error is the first invalid segment, empty if
    /// the pattern is empty. `**` is not a tool, because a tool's name is one segment.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let Some((tool, key)) = text.split_once('/') else {
            return Self::parse_name(text);
        };
        let tool = match token(tool)? {
            GlobToken::Many => return Err(tool.to_owned()),
            tool => tool,
        };
        let mut tokens = vec![tool];
        push_segments(&mut tokens, key)?;
        let (text, keyed) = (text.into(), true);
        Ok(Self {
            text,
            tokens,
            keyed,
        })
    }

    /// Parses a pattern of wire names, whose segments have no `/`.
    pub(crate) fn parse_name(text: &str) -> Result<Self, String> {
        let mut tokens = Vec::new();
        push_segments(&mut tokens, text)?;
        let (text, keyed) = (text.into(), false);
        Ok(Self {
            text,
            tokens,
            keyed,
        })
    }

    /// `true` for a pattern of keys, `tool/module.action`.
    pub(crate) fn is_keyed(&self) -> bool {
        self.keyed
    }

    /// Returns `true` if the glob matches every name of both kinds.
    pub(crate) fn matches_everything(&self) -> bool {
        self.tokens == [GlobToken::Many]
    }

    /// Returns the pattern in the notation of models: `tracker.issues.*` for `tracker/issues.*`.
    pub(crate) fn wire(&self) -> String {
        wire(&self.text)
    }

    /// Creates the pattern of a single name; `None` if a segment of the name is not a literal.
    pub(crate) fn literal(name: &str) -> Option<Self> {
        Self::parse(name).ok().filter(Glob::is_exact)
    }

    /// Returns `true` if the glob matches a single name.
    pub(crate) fn is_exact(&self) -> bool {
        let literal = |token: &GlobToken| matches!(token, GlobToken::Literal(_));
        self.tokens.iter().all(literal)
    }

    /// Returns the pattern as it was written.
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns `true` if the whole key, `tool/module.action`, matches. A pattern of wire names
    /// matches no key but by `**`.
    pub(crate) fn matches_key(&self, key: &str) -> bool {
        let about_keys = self.keyed || self.matches_everything();
        about_keys && run(&self.tokens, key, KEY, &mut |_| {})
    }

    /// Returns `true` if the whole wire name matches. It has one segment more than dots; the empty
    /// name has none. A pattern of keys matches no wire name.
    pub(crate) fn matches_name(&self, name: &str) -> bool {
        !self.keyed && run(&self.tokens, name, NAME, &mut |_| {})
    }
}

impl fmt::Display for Glob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Returns a key in the notation of models.
pub(crate) fn wire(key: &str) -> String {
    key.replacen('/', ".", 1)
}

/// Separators of the segments of a key.
const KEY: &[char] = &['/', '.'];

/// Separators of the segments of a wire name. A segment may contain `/`.
const NAME: &[char] = &['.'];

fn token(segment: &str) -> Result<GlobToken, String> {
    match segment {
        "*" => Ok(GlobToken::One),
        "**" => Ok(GlobToken::Many),
        literal if is_literal(literal) => Ok(GlobToken::Literal(literal.into())),
        wrong => Err(wrong.to_owned()),
    }
}

fn push_segments(tokens: &mut Vec<GlobToken>, text: &str) -> Result<(), String> {
    for segment in text.split('.') {
        let token = token(segment)?;
        if token != GlobToken::Many || tokens.last() != Some(&GlobToken::Many) {
            tokens.push(token);
        }
    }
    Ok(())
}

fn is_literal(segment: &str) -> bool {
    let legal = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    !segment.is_empty() && segment.bytes().all(legal)
}

/// Remaining text of a name: `None` after its last segment.
type RemainingName<'n> = Option<&'n str>;

fn split<'n>(rest: &'n str, separators: &[char]) -> (&'n str, RemainingName<'n>) {
    match rest.split_once(separators) {
        Some((segment, rest)) => (segment, Some(rest)),
        None => (rest, None),
    }
}

/// Matches with two pointers. On a mismatch the last `**` takes one more segment; earlier ones stay
/// as they are, because a later `**` can take every segment that they left. The work is therefore
/// bounded by the product of both lengths and needs no limit. `step` counts it for a test.
fn run<'n>(
    tokens: &[GlobToken],
    name: &'n str,
    separators: &[char],
    step: &mut impl FnMut(RemainingName<'n>),
) -> bool {
    let mut rest = Some(name).filter(|name| !name.is_empty());
    let mut at = 0;
    // Tokens after the last `**`, and the start of the segments that it did not take.
    let mut last: Option<(usize, &str)> = None;
    while let Some(segments) = rest {
        step(rest);
        let (segment, behind) = split(segments, separators);
        match tokens.get(at) {
            Some(GlobToken::Many) => {
                at += 1;
                if at == tokens.len() {
                    return true;
                }
                last = Some((at, segments));
                continue;
            }
            Some(GlobToken::One) => {
                (at, rest) = (at + 1, behind);
                continue;
            }
            Some(GlobToken::Literal(literal)) if **literal == *segment => {
                (at, rest) = (at + 1, behind);
                continue;
            }
            _ => {}
        }
        let Some((after, taken)) = last else {
            return false;
        };
        let (_, behind) = split(taken, separators);
        let Some(behind) = behind else {
            return false;
        };
        last = Some((after, behind));
        (at, rest) = (after, Some(behind));
    }
    let open = tokens.get(at..).unwrap_or_default();
    open.iter().all(|token| *token == GlobToken::Many)
}
