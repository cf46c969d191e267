//! Suggestions for a glob or a key that matches nothing.

use super::{Glob, GlobToken, KEY};
use crate::error::distance;

/// Cost of an added or missing segment, in letters: it counts as one mistake, independent of its
/// length.
const SEGMENT: usize = 3;

/// Returns the name that `glob` misses by the fewest letters; the first one of equals.
pub(crate) fn nearest<'n>(
    glob: &Glob,
    names: impl IntoIterator<Item = &'n str>,
) -> Option<&'n str> {
    nearest_to(&glob.tokens, names)
}

/// Returns the key that differs from `text` by the fewest letters, independent of the separators of
/// `text`; the first one of equals.
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
    names.min_by_key(|name| mismatch_cost(tokens, &name.split(KEY).collect::<Vec<_>>()))
}

/// Returns the number of letters that a match would have to change, segment by segment.
fn mismatch_cost(tokens: &[GlobToken], segments: &[&str]) -> usize {
    // Dynamic programming with one row for each token, as for the edit distance of two words.
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
