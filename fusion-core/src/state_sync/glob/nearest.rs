//! The name that somebody meant who wrote a glob or a key that matches nothing.

use super::{Glob, GlobToken, KEY};
use crate::error::distance;

/// What a segment more or less costs, in letters: it is one slip, however long the segment is.
const SEGMENT: usize = 3;

/// The one of `names` that `glob` fails by the fewest letters; the first of equals.
pub(crate) fn nearest<'n>(
    glob: &Glob,
    names: impl IntoIterator<Item = &'n str>,
) -> Option<&'n str> {
    nearest_to(&glob.tokens, names)
}

/// The one of `keys` that differs from `text` by the fewest letters, whatever separators `text` is
/// written with; the first of equals.
pub(crate) fn nearest_key<'n>(
    text: &str,
    keys: impl IntoIterator<Item = &'n str>,
) -> Option<&'n str> {
    let segments = text.split(['/', '.', ':']);
    let tokens: Vec<_> = segments.map(|one| GlobToken::Literal(one.into())).collect();
    nearest_to(&tokens, keys)
}

fn nearest_to<'n>(
    tokens: &[GlobToken],
    names: impl IntoIterator<Item = &'n str>,
) -> Option<&'n str> {
    let names = names.into_iter();
    names.min_by_key(|name| miss(tokens, &name.split(KEY).collect::<Vec<_>>()))
}

/// How many letters would have to change for a match, segment by segment.
fn miss(tokens: &[GlobToken], segments: &[&str]) -> usize {
    // One row a token, as for the distance of two words.
    let mut row: Vec<usize> = (0..=segments.len()).map(|at| at * SEGMENT).collect();
    for token in tokens {
        let mut next: Vec<usize> = Vec::with_capacity(row.len());
        for (at, above) in row.iter().enumerate() {
            let segment = at.checked_sub(1).and_then(|before| segments.get(before));
            let beside = at.checked_sub(1).and_then(|before| {
                let (left, diagonal) = (next.get(before)?, row.get(before)?);
                Some((*left, *diagonal))
            });
            next.push(match (token, segment, beside) {
                (GlobToken::Many, Some(_), Some((left, _))) => left.min(*above),
                (GlobToken::Many, ..) => *above,
                (_, Some(segment), Some((left, diagonal))) => {
                    let cost = substitution(token, segment);
                    (diagonal + cost).min(left + SEGMENT).min(above + SEGMENT)
                }
                _ => above + SEGMENT,
            });
        }
        row = next;
    }
    row.last().copied().unwrap_or(0)
}

fn substitution(token: &GlobToken, segment: &str) -> usize {
    match token {
        GlobToken::Literal(literal) => distance(literal, segment),
        GlobToken::One | GlobToken::Many => 0,
    }
}
