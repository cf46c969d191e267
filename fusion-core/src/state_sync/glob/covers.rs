//! Whether everything that one glob matches is matched by another.

use super::{Glob, GlobToken};

impl Glob {
    /// Whether every name that `other` matches is matched by this one. A `true` is always right.
    ///
    /// `other` is read as a name itself. There are more segments than any pattern names, so a
    /// wildcard of `other` is met by wildcards only: a `*` by one segment's worth of them, a `**`
    /// by a `**`.
    pub(crate) fn covers(&self, other: &Self) -> bool {
        if self.keyed != other.keyed {
            // No key is a wire name.
            return self.is_everything();
        }
        let gaps = gaps(&self.tokens);
        // `reached[j]`: what stands before the gap covers the first `j` tokens.
        let mut reached = vec![false; other.tokens.len() + 1];
        if let Some(start) = reached.first_mut() {
            *start = true;
        }
        for gap in &gaps {
            reached = gap.after(&reached, &other.tokens);
        }
        reached.last().copied().unwrap_or(false)
    }
}

/// One literal, or a run of wildcards: the order inside it makes no difference.
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
    fn after(&self, before: &[bool], other: &[GlobToken]) -> Vec<bool> {
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
                Self::Wild { least, open } => wild(*least, *open, start, other, &mut after),
            }
        }
        after
    }
}

/// Marks every end of a run of `other` from `start` that `least` segments, or more if it is `open`,
/// cover.
fn wild(least: usize, open: bool, start: usize, other: &[GlobToken], after: &mut [bool]) {
    let mut segments = 0;
    for (end, covered) in after.iter_mut().enumerate().skip(start) {
        *covered |= segments == least || (open && segments > least);
        match other.get(end) {
            Some(GlobToken::Many) if open => {}
            Some(GlobToken::One | GlobToken::Literal(_)) if open || segments < least => {
                segments += 1
            }
            _ => return,
        }
    }
}
