//! Coverage: proves that one glob matches every name that another one matches.

use super::{Glob, GlobToken};

impl Glob {
    /// Returns `true` if this glob matches every name that `other` matches. The result `true` is
    /// always correct.
    ///
    /// The check treats `other` as a name. There are more segments than any pattern names, so a
    /// wildcard of `other` is covered by wildcards only: a `*` by wildcards for one segment, a `**`
    /// by a `**`.
    pub(crate) fn covers(&self, other: &Self) -> bool {
        if self.keyed != other.keyed {
            // Keys and wire names are disjoint.
            return self.matches_everything();
        }
        let gaps = gaps(&self.tokens);
        // `reached[j]` is `true` if the tokens before the gap cover the first `j` tokens.
        let mut reached = vec![false; other.tokens.len() + 1];
        if let Some(start) = reached.first_mut() {
            *start = true;
        }
        for gap in &gaps {
            reached = gap.advance(&reached, &other.tokens);
        }
        reached.last().copied().unwrap_or(false)
    }
}

/// One literal, or a run of wildcards, whose order makes no difference.
#[derive(Debug)]
enum GlobSpan<'g> {
    Literal(&'g str),
    Wild { least: usize, open: bool },
}

fn gaps(tokens: &[GlobToken]) -> Vec<GlobSpan<'_>> {
    let mut gaps = Vec::new();
    for token in tokens {
        let (one, many) = match token {
            GlobToken::Literal(literal) => {
                gaps.push(GlobSpan::Literal(literal));
                continue;
            }
            GlobToken::One => (1, false),
            GlobToken::Many => (0, true),
        };
        match gaps.last_mut() {
            Some(GlobSpan::Wild { least, open }) => {
                *least += one;
                *open |= many;
            }
            _ => gaps.push(GlobSpan::Wild {
                least: one,
                open: many,
            }),
        }
    }
    gaps
}

impl GlobSpan<'_> {
    fn advance(&self, before: &[bool], other: &[GlobToken]) -> Vec<bool> {
        let mut after = vec![false; before.len()];
        let starts = before.iter().enumerate().filter(|(_, reached)| **reached);
        for (start, _) in starts {
            match self {
                Self::Literal(own) => {
                    if matches!(other.get(start), Some(GlobToken::Literal(literal)) if **literal == **own)
                        && let Some(end) = after.get_mut(start + 1)
                    {
                        *end = true;
                    }
                }
                Self::Wild { least, open } => {
                    mark_run_ends(*least, *open, start, other, &mut after);
                }
            }
        }
        after
    }
}

/// Marks every end of a run of `other` from `start` that `least` segments (or more if the run is
/// `open`) cover.
fn mark_run_ends(least: usize, open: bool, start: usize, other: &[GlobToken], after: &mut [bool]) {
    let mut segments = 0;
    for (end, covered) in after.iter_mut().enumerate().skip(start) {
        *covered |= segments == least || (open && segments > least);
        match other.get(end) {
            Some(GlobToken::Many) if open => {}
            Some(GlobToken::One | GlobToken::Literal(_)) if open || segments < least => {
                segments += 1;
            }
            _ => return,
        }
    }
}
