//! Collects every mistake of one item. It decides nothing and prints nothing.

use std::fmt::Display;

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

/// The mistakes of one item, in the order in which they were found.
#[must_use = "mistakes are lost unless `finish` is called"]
#[derive(Default)]
pub(crate) struct Diag {
    errors: Vec<syn::Error>,
    unsaid: usize,
    #[cfg(test)]
    finished: bool,
}

impl Diag {
    /// Adds a mistake that rustc underlines from the first of these tokens to the last.
    pub(crate) fn error(&mut self, at: impl ToTokens, text: impl Display) {
        self.push(syn::Error::new_spanned(at, text));
    }

    /// Adds a mistake that rustc underlines at one span.
    pub(crate) fn error_at(&mut self, at: Span, text: impl Display) {
        self.push(syn::Error::new(at, text));
    }

    pub(crate) fn push(&mut self, error: syn::Error) {
        self.errors.push(error);
    }

    /// Counts a mistake that rustc reports in the item itself: the model is invalid, but the macro
    /// adds no error of its own.
    pub(crate) fn leave_to_rustc(&mut self) {
        self.unsaid += 1;
    }

    /// Counts all mistakes, those that rustc reports included.
    pub(crate) fn count(&self) -> usize {
        self.errors.len() + self.unsaid
    }

    /// Returns one `compile_error!` for each mistake, or `None` if there are none.
    pub(crate) fn finish(mut self) -> Option<TokenStream> {
        #[cfg(test)]
        {
            self.finished = true;
        }
        std::mem::take(&mut self.errors)
            .into_iter()
            .reduce(|mut all, error| {
                all.combine(error);
                all
            })
            .map(syn::Error::into_compile_error)
    }
}

#[cfg(test)]
impl Drop for Diag {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert!(self.finished, "mistakes were never finished");
        }
    }
}

/// Returns the word of `known` that the author probably meant by `got`.
pub(crate) fn nearest<'k>(got: &str, known: &[&'k str]) -> Option<&'k str> {
    // The limit depends on the longer word: `mn` is a misspelt `min`, but `ip` is not `id`.
    let limit = |known: &str| match got.chars().count().max(known.chars().count()) {
        0..=2 => 0,
        3..=4 => 1,
        _ => 2,
    };
    known
        .iter()
        .map(|known| (distance(got, known), *known))
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, known)| *distance <= limit(known))
        .map(|(_, known)| known)
}

/// Returns true if `got` is `known` with one slip, or in other letter cases.
pub(crate) fn is_slip(got: &str, known: &str) -> bool {
    got.eq_ignore_ascii_case(known) || distance(got, known) == 1
}

/// Joins words in backticks, separated by commas.
pub(crate) fn list(words: &[&str]) -> String {
    format!("`{}`", words.join("`, `"))
}

/// Counts the characters that must be inserted, removed, replaced or swapped with a neighbour to
/// turn `a` into `b`.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let replaced = last[j] + usize::from(x != y);
            let mut best = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                best = best.min(before[j - 1] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_keys_is_near_and_another_word_is_not() {
        let known = ["name", "title", "read_only", "open_world"];
        assert_eq!(nearest("nmae", &known), Some("name"));
        assert_eq!(nearest("readonly", &known), Some("read_only"));
        assert_eq!(nearest("openworld", &known), Some("open_world"));
        assert_eq!(nearest("icons", &known), None);
        assert_eq!(nearest("x", &known), None);
        assert_eq!(nearest("mn", &["min", "max"]), Some("min"));
        assert_eq!(nearest("ip", &["id"]), None);
    }

    #[test]
    fn distance_counts_a_swap_once() {
        assert_eq!(distance("name", "name"), 0);
        assert_eq!(distance("nmae", "name"), 1);
        assert_eq!(distance("", "name"), 4);
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn all_mistakes_come_out_together() {
        let mut diag = Diag::default();
        diag.error_at(Span::call_site(), "one");
        diag.error_at(Span::call_site(), "two");
        assert_eq!(diag.count(), 2);
        let text = diag.finish().map(|tokens| tokens.to_string());
        assert_eq!(
            text.map(|text| text.matches("compile_error").count()),
            Some(2)
        );
    }
}
