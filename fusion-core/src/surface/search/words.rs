//! Words of texts and queries: a text is split where its words and identifiers are, and each word becomes the terms
//! by which it is found.

use super::stem::stem;

/// A term of the index.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SearchTerm {
    /// A stem, a word or two letters of one.
    pub(super) text: String,
    /// The share of the term in its word.
    pub(super) weight: f32,
}

/// The share of the bigrams of an inflected word, beside the word itself.
const BIGRAMS: f32 = 0.6;

/// The kind of a letter, as far as it decides where words end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LetterKind {
    Lower,
    Upper,
    Digit,
    /// A letter of a script that puts no spaces between words.
    Unspaced,
    Separator,
}

impl LetterKind {
    fn of(letter: char) -> Self {
        match letter {
            _ if is_unspaced(letter) => Self::Unspaced,
            _ if letter.is_uppercase() => Self::Upper,
            _ if letter.is_numeric() => Self::Digit,
            // A mark belongs to the letter before it.
            _ if letter.is_alphabetic() || is_mark(letter) => Self::Lower,
            _ => Self::Separator,
        }
    }
}

/// Returns the terms of a text, in its order, at most `limit`.
pub(super) fn terms(text: &str, limit: usize) -> Vec<SearchTerm> {
    let mut terms = Vec::new();
    for word in split(text) {
        if terms.len() >= limit {
            break;
        }
        push_terms(&word, &mut terms);
    }
    terms.truncate(limit);
    terms
}

/// Splits a text at everything that is no letter or digit, and identifiers also at their capitals: `openIssue`,
/// `HTTPServer` and `open_issue` have two words each. Words are returned in lower case.
pub(super) fn split(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = LetterKind::Separator;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let kind = LetterKind::of(letter);
        let next = letters.peek().map(|next| LetterKind::of(*next));
        let begins = match (before, kind) {
            (LetterKind::Lower | LetterKind::Digit, LetterKind::Upper) => true,
            (LetterKind::Upper, LetterKind::Upper) => next == Some(LetterKind::Lower),
            (LetterKind::Unspaced, other) | (other, LetterKind::Unspaced) => {
                other != LetterKind::Unspaced
            }
            (_, other) => other == LetterKind::Separator,
        };
        if begins {
            words.push(String::new());
        }
        if kind != LetterKind::Separator
            && let Some(word) = words.last_mut()
        {
            push_folded(word, letter);
        }
        before = kind;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Adds the terms of a word. An English word has its stem. A word of a script without spaces has its bigrams, because
/// only a dictionary could divide it; another word that is not ASCII has them beside itself, because its inflected
/// forms share most of them.
pub(super) fn push_terms(word: &str, terms: &mut Vec<SearchTerm>) {
    let whole = |text: String| SearchTerm { text, weight: 1.0 };
    if word.is_ascii() {
        terms.push(whole(stem(word).into_owned()));
        return;
    }
    let letters: Vec<char> = word.chars().collect();
    let unspaced = letters.first().is_some_and(|first| is_unspaced(*first));
    let pairs = letters.windows(2);
    if !unspaced || pairs.len() == 0 {
        terms.push(whole(word.to_owned()));
    }
    let share = if unspaced { 1.0 } else { BIGRAMS };
    // Of three letters, two are too few for a likeness.
    if unspaced || letters.len() > 3 {
        let count = u16::try_from(pairs.len()).unwrap_or(u16::MAX);
        let weight = if unspaced {
            share
        } else {
            share / f32::from(count)
        };
        terms.extend(pairs.map(|pair| SearchTerm {
            text: bigram(pair),
            weight,
        }));
    }
}

/// A bigram is no word: the mark keeps it from being found by a word of two letters, or as the begin of one.
fn bigram(pair: &[char]) -> String {
    std::iter::once(BIGRAM)
        .chain(pair.iter().copied())
        .collect()
}

/// The first letter of the terms that are bigrams.
pub(super) const BIGRAM: char = '\u{1}';

/// Adds a letter in lower case. A letter of Latin 1 loses its accent, because people leave accents out.
fn push_folded(word: &mut String, letter: char) {
    for letter in letter.to_lowercase() {
        let folded = match letter {
            'à' | 'á' | 'â' | 'ã' | 'å' | 'ä' => "a",
            'ç' => "c",
            'è' | 'é' | 'ê' | 'ë' => "e",
            'ì' | 'í' | 'î' | 'ï' => "i",
            'ñ' => "n",
            'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' => "o",
            'ù' | 'ú' | 'û' | 'ü' => "u",
            'ý' | 'ÿ' => "y",
            'ß' => "ss",
            'æ' => "ae",
            'œ' => "oe",
            // Combining accents of Latin, Greek and Cyrillic.
            '\u{300}'..='\u{36f}' => "",
            _ => {
                word.push(letter);
                continue;
            }
        };
        word.push_str(folded);
    }
}

/// Returns true for a letter of a script that puts no spaces between words: of Chinese, Japanese, Thai, Lao, Khmer,
/// Burmese or Tibetan.
fn is_unspaced(letter: char) -> bool {
    matches!(
        u32::from(letter),
        0x0e00..=0x0fff
            | 0x1000..=0x109f
            | 0x1780..=0x17ff
            | 0x3005..=0x3007
            | 0x3040..=0x30ff
            | 0x31f0..=0x31ff
            | 0x3400..=0x4dbf
            | 0x4e00..=0x9fff
            | 0xf900..=0xfaff
            | 0x20000..=0x3ffff
    )
}

/// Returns true for a mark that combines with a letter, and that Unicode does not call alphabetic.
fn is_mark(letter: char) -> bool {
    matches!(
        u32::from(letter),
        0x0300..=0x036f
            | 0x0591..=0x05c7
            | 0x064b..=0x065f
            | 0x093c
            | 0x094d
            | 0x09bc
            | 0x09cd
            | 0x0a4d
            | 0x0acd
            | 0x0b4d
            | 0x0bcd
            | 0x0c4d
            | 0x0ccd
            | 0x0d4d
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        let terms = terms(text, 100).into_iter();
        terms.map(|term| term.text.replace(BIGRAM, "+")).collect()
    }

    #[test]
    fn identifiers_are_split_where_people_see_words() {
        for text in [
            "tracker/issues.bulk_edit",
            "tracker_issues_bulk_edit",
            "trackerIssuesBulkEdit",
            "TRACKER-ISSUES BULK EDIT",
        ] {
            assert_eq!(split(text), ["tracker", "issues", "bulk", "edit"], "{text}");
        }
        assert_eq!(
            split("parseHTTPHeader2 v10"),
            ["parse", "http", "header2", "v10"]
        );
        assert_eq!(split(" ¿…?! "), [""; 0]);
    }

    #[test]
    fn words_of_scripts_without_spaces_are_bigrams() {
        assert_eq!(texts("删除问题"), ["+删除", "+除问", "+问题"]);
        assert_eq!(texts("関 list"), ["関", "list"]);
        assert_eq!(texts("close课题now"), ["clos", "+课题", "now"]);
    }

    #[test]
    fn an_inflected_word_is_itself_and_its_bigrams() {
        assert_eq!(
            texts("задачу"),
            ["задачу", "+за", "+ад", "+да", "+ач", "+чу"]
        );
        let all = terms("задачу", 100);
        let share: f32 = all.iter().skip(1).map(|term| term.weight).sum();
        assert!((share - BIGRAMS).abs() < 0.001, "{share}");
        assert_eq!(texts("для"), ["для"]);
    }

    #[test]
    fn accents_do_not_matter() {
        assert_eq!(texts("Résumé"), texts("resume"));
        assert_eq!(texts("Re\u{301}sume\u{301}"), texts("resume"));
        assert_eq!(texts("LÖSCHEN"), texts("loschen"));
    }

    #[test]
    fn terms_are_bounded() {
        assert_eq!(terms(&"word ".repeat(1_000), 7).len(), 7);
        assert_eq!(terms(&"問".repeat(1_000), 7).len(), 7);
    }
}
