//! The completion of bash, which divides `--flag=value` at `=` into three words and replaces the last of them alone.

use std::{env, ffi::OsString, io, path::Path};

use clap::Command;
use clap_complete::engine;

pub(super) const NAME: &str = "bash";
/// The variables by which the script of bash states the index of the word at the cursor, and the separator of answers.
const INDEX: &str = "_CLAP_COMPLETE_INDEX";
const SEPARATOR: &str = "_CLAP_IFS";

/// The word at the cursor.
pub(super) struct CompletedWord {
    index: usize,
    /// The bytes at the beginning of the word that bash keeps.
    kept: usize,
}

/// Joins the words that bash has divided, and returns the one at the cursor.
pub(super) fn join(words: &mut Vec<OsString>) -> CompletedWord {
    let index = env::var(INDEX).ok().and_then(|index| index.parse().ok());
    let (joined, word) = joined(words, index.unwrap_or_default());
    *words = joined;
    word
}

fn joined(words: &[OsString], index: usize) -> (Vec<OsString>, CompletedWord) {
    let mut all: Vec<OsString> = Vec::new();
    let mut at = CompletedWord { index, kept: 0 };
    let mut is_value = false;
    for (place, word) in words.iter().enumerate() {
        let is_sign = word.to_str() == Some("=") && !is_value && all.len() > 1;
        let kept = match all.last_mut() {
            Some(last) if is_sign || is_value => {
                let kept = last.len();
                last.push(word);
                kept
            }
            _ => {
                all.push(word.clone());
                0
            }
        };
        if place == index {
            at = CompletedWord {
                index: all.len().saturating_sub(1),
                kept,
            };
        }
        is_value = is_sign;
    }
    (all, at)
}

impl CompletedWord {
    /// Writes the completions, each without what bash keeps.
    pub(super) fn write(
        &self,
        root: &mut Command,
        words: Vec<OsString>,
        folder: Option<&Path>,
        answer: &mut Vec<u8>,
    ) -> io::Result<()> {
        let candidates = engine::complete(root, words, self.index, folder)?;
        let values = candidates.iter().map(|candidate| {
            let value = candidate.get_value().to_string_lossy();
            value.get(self.kept..).unwrap_or(&value).to_owned()
        });
        let separator = env::var(SEPARATOR);
        let separator = separator.as_deref().unwrap_or("\n");
        answer.extend(values.collect::<Vec<_>>().join(separator).into_bytes());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_bash_has_divided_are_joined() {
        for (words, index, expected, (at, kept)) in [
            (
                "desk call k --state = op",
                5,
                "desk call k --state=op",
                (3, 8),
            ),
            ("desk --db = x call", 4, "desk --db=x call", (2, 0)),
            ("desk --header a = b = c", 6, "desk --header a=b=c", (2, 4)),
            ("desk --state", 1, "desk --state", (1, 0)),
            ("desk = x", 1, "desk = x", (1, 0)),
        ] {
            let words: Vec<_> = words.split(' ').map(OsString::from).collect();
            let (joined, word) = joined(&words, index);
            assert_eq!(joined.join(" ".as_ref()), expected);
            assert_eq!((word.index, word.kept), (at, kept), "{expected}");
        }
    }
}
