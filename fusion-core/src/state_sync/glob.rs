//! Globs over keys and over wire names: parsing, matching, and whether one covers another. It knows
//! no policy.

mod covers;
mod nearest;
mod notation;
#[cfg(test)]
mod tests;

use std::fmt;

pub(crate) use nearest::{nearest, nearest_key};
pub(crate) use notation::in_notation;

/// A pattern over the segments of a name.
///
/// `*` is exactly one segment, `**` any number of them, and everything else is literal. A pattern of
/// keys, such as `tracker/issues.*`, has one `/` behind its first segment and dots between all others.
/// A pattern without `/` is about wire names, which have dots alone; `**` matches every name of both.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Glob {
    text: Box<str>,
    // Invariant: no two `Many` stand side by side, which keeps the alignments of a name few.
    tokens: Vec<GlobToken>,
    /// Whether it is a pattern of keys, `tool/module.action`.
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
    /// Parses a pattern of keys or of wire names; the error is the first segment that is none, empty
    /// where the pattern is. `**` is no tool, because a tool's name is one segment.
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

    /// Parses a pattern of wire names, of which no segment has a `/` in it.
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

    /// Whether it is a pattern of keys, `tool/module.action`.
    pub(crate) fn is_keyed(&self) -> bool {
        self.keyed
    }

    /// Whether it matches every name of both kinds.
    pub(crate) fn is_everything(&self) -> bool {
        self.tokens == [GlobToken::Many]
    }

    /// The pattern as a model reads it: `tracker.issues.*` for `tracker/issues.*`.
    pub(crate) fn wire(&self) -> String {
        wire(&self.text)
    }

    /// The pattern of one name and no other; `None` where the name is no literal.
    pub(crate) fn exact(name: &str) -> Option<Self> {
        Self::parse(name).ok().filter(Glob::is_exact)
    }

    /// Whether it is a name and matches nothing else.
    pub(crate) fn is_exact(&self) -> bool {
        let literal = |token: &GlobToken| matches!(token, GlobToken::Literal(_));
        self.tokens.iter().all(literal)
    }

    /// The pattern as it was written.
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether the whole of a key, `tool/module.action`, matches. A pattern of wire names matches none.
    pub(crate) fn matches_key(&self, key: &str) -> bool {
        let about_keys = self.keyed || self.is_everything();
        about_keys && run(&self.tokens, key, KEY, &mut |_| {})
    }

    /// Whether the whole of a wire name matches. It has as many segments as dots and one more; the
    /// empty name has none. A pattern of keys matches none.
    #[cfg(any(feature = "rmcp", test))]
    pub(crate) fn matches_name(&self, name: &str) -> bool {
        !self.keyed && run(&self.tokens, name, NAME, &mut |_| {})
    }
}

impl fmt::Display for Glob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A key as a model reads it.
pub(crate) fn wire(key: &str) -> String {
    key.replacen('/', ".", 1)
}

/// What stands between the segments of a key.
const KEY: &[char] = &['/', '.'];

/// What stands between the segments of a wire name, which may have a `/` in it.
#[cfg(any(feature = "rmcp", test))]
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

/// What is left of a name: `None` behind its last segment.
type RemainingName<'n> = Option<&'n str>;

fn split<'n>(rest: &'n str, separators: &[char]) -> (&'n str, RemainingName<'n>) {
    match rest.split_once(separators) {
        Some((segment, rest)) => (segment, Some(rest)),
        None => (rest, None),
    }
}

/// Two pointers. On a mismatch the last `**` takes one segment more; what earlier ones took stays,
/// because a later `**` can make up for whatever they left. So the work is bounded by the product
/// of both lengths, and needs no cap. `step` counts it for a test.
fn run<'n>(
    tokens: &[GlobToken],
    name: &'n str,
    separators: &[char],
    step: &mut impl FnMut(RemainingName<'n>),
) -> bool {
    let mut rest = Some(name).filter(|name| !name.is_empty());
    let mut at = 0;
    // The tokens behind the last `**`, and where the segments begin that it did not take.
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
