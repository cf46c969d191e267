//! Globs over `tool.key`: parsing, matching, and whether one covers another. It knows no policy.

mod covers;
mod nearest;
#[cfg(test)]
mod tests;

use std::fmt;

pub(crate) use nearest::nearest;

/// A pattern over the segments of a dotted name.
///
/// `*` is exactly one segment, `**` any number of them, and everything else is literal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Glob {
    text: Box<str>,
    // Invariant: no two `Many` stand side by side, which keeps the alignments of a name few.
    tokens: Vec<GlobToken>,
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
    /// Parses a pattern; the error is the first segment that is none, empty where the pattern is.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut tokens = Vec::new();
        for segment in text.split('.') {
            let token = match segment {
                "*" => GlobToken::One,
                "**" => GlobToken::Many,
                literal if is_literal(literal) => GlobToken::Literal(literal.into()),
                wrong => return Err(wrong.to_owned()),
            };
            if token != GlobToken::Many || tokens.last() != Some(&GlobToken::Many) {
                tokens.push(token);
            }
        }
        let text = text.into();
        Ok(Self { text, tokens })
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

    /// Whether the whole of `name` matches. A name has as many segments as dots and one more; the
    /// empty name has none.
    pub(crate) fn matches(&self, name: &str) -> bool {
        run(&self.tokens, name, &mut |_| {})
    }
}

impl fmt::Display for Glob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn is_literal(segment: &str) -> bool {
    let legal = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    !segment.is_empty() && segment.bytes().all(legal)
}

/// What is left of a name: `None` behind its last segment.
type RemainingName<'n> = Option<&'n str>;

fn split(rest: &str) -> (&str, RemainingName<'_>) {
    match rest.split_once('.') {
        Some((segment, rest)) => (segment, Some(rest)),
        None => (rest, None),
    }
}

/// Two pointers. On a mismatch the last `**` takes one segment more; what earlier ones took stays,
/// because a later `**` can make up for whatever they left. So the work is bounded by the product
/// of both lengths, and needs no cap. `step` counts it for a test.
fn run<'n>(tokens: &[GlobToken], name: &'n str, step: &mut impl FnMut(RemainingName<'n>)) -> bool {
    let mut rest = Some(name).filter(|name| !name.is_empty());
    let mut at = 0;
    // The tokens behind the last `**`, and where the segments begin that it did not take.
    let mut last: Option<(usize, &str)> = None;
    while let Some(segments) = rest {
        step(rest);
        let (segment, behind) = split(segments);
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
        let (_, behind) = split(taken);
        let Some(behind) = behind else {
            return false;
        };
        last = Some((after, behind));
        (at, rest) = (after, Some(behind));
    }
    let open = tokens.get(at..).unwrap_or_default();
    open.iter().all(|token| *token == GlobToken::Many)
}
