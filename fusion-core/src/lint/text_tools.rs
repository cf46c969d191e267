//! Words of names and prose, for comparison.

use std::collections::HashMap;

use crate::spec::sentence::first_sentence;

/// Returns the words of a name in lower case. They are equal for `get_user`, `get-user` and
/// `getUser`.
pub(super) fn segments(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = None;
    for letter in name.chars() {
        let border = letter.is_uppercase()
            && before.is_some_and(|before: char| before.is_lowercase() || before.is_ascii_digit());
        if border || !letter.is_alphanumeric() {
            words.push(String::new());
        }
        if letter.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(letter.to_lowercase());
        }
        before = Some(letter);
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns `true` if two names differ only in case, separators or plurals. The dot of a key
/// separates modules, so it must be at the same place in both.
pub(super) fn similar(a: &str, b: &str) -> bool {
    if a == b {
        return false;
    }
    if without_separators(a) == without_separators(b) {
        return true;
    }
    let (a, b) = (segments(a), segments(b));
    a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| a == b || plural(a, b))
}

/// Returns for each name the indices of the earlier names that are similar to it, in their order.
///
/// Names are compared only where they share a key, because a tool may have thousands of names and the
/// number of pairs grows with the square.
pub(super) fn similar_before(names: &[&str]) -> Vec<Vec<usize>> {
    let mut by_key: HashMap<String, Vec<usize>> = HashMap::new();
    let mut all = Vec::with_capacity(names.len());
    for (index, name) in names.iter().enumerate() {
        let mut before = Vec::new();
        for key in [without_separators(name), stems(name)] {
            let same = by_key.entry(key).or_default();
            before.extend(same.iter().copied());
            same.push(index);
        }
        before.sort_unstable();
        before.dedup();
        before.retain(|earlier| names.get(*earlier).is_some_and(|one| similar(one, name)));
        all.push(before);
    }
    all
}

/// Returns the name in lower case, without separators.
fn without_separators(name: &str) -> String {
    let letters = name.chars().filter(|letter| !matches!(letter, '_' | '-'));
    letters.flat_map(char::to_lowercase).collect()
}

/// Returns the words of a name without the letters that a plural may add or replace. Stems are
/// equal for any two names whose words differ in plurals only; equal stems alone do not make two
/// names similar.
fn stems(name: &str) -> String {
    let words = segments(name);
    let stems = words
        .iter()
        .map(|word| word.trim_end_matches(['e', 'i', 's', 'y']));
    stems.collect::<Vec<_>>().join(" ")
}

/// Returns `true` if one word is the plural of the other.
pub(super) fn plural(a: &str, b: &str) -> bool {
    let (one, many) = if a.len() < b.len() { (a, b) } else { (b, a) };
    match many.strip_prefix(one) {
        // `a` and `as` are separate words.
        Some("s" | "es") => one.len() > 2,
        _ => one
            .strip_suffix('y')
            .is_some_and(|stem| many.strip_suffix("ies") == Some(stem)),
    }
}

/// Returns `true` if two words of five letters or more differ by one slip: a letter added, lost,
/// changed, or swapped with its neighbour.
pub(super) fn is_slip(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let (short, long) = if a.len() <= b.len() {
        (&a, &b)
    } else {
        (&b, &a)
    };
    let numeric = |word: &[char]| word.iter().any(char::is_ascii_digit);
    if a == b || short.len() < 5 || long.len() - short.len() > 1 || numeric(&a) || numeric(&b) {
        return false;
    }
    let same = short.iter().zip(long).take_while(|(a, b)| a == b).count();
    let (short_rest, long_rest) = (&short[same..], &long[same..]);
    if short.len() < long.len() {
        return *short_rest == long_rest[1..];
    }
    if short_rest[1..] == long_rest[1..] {
        return true;
    }
    matches!(
        (short_rest, long_rest),
        ([a, b, short @ ..], [c, d, long @ ..]) if a == d && b == c && short == long
    )
}

/// Word of prose.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// Letters and digits, in lower case.
    pub(super) text: String,
    /// `true` if the word begins a clause: it is the first of its sentence, or follows a comma or a
    /// bracket.
    pub(super) opens: bool,
}

/// Returns the words of a sentence, without articles.
pub(super) fn prose_words(sentence: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut opens = true;
    for word in sentence.split_whitespace() {
        let letters = word.chars().filter(|letter| letter.is_alphanumeric());
        let text: String = letters.flat_map(char::to_lowercase).collect();
        let ends = word.ends_with([',', ';', ':', ')', '.', '!', '?', '—', '–']);
        opens |= word.starts_with('(');
        if text.is_empty() {
            opens |= !word.is_empty();
        } else if matches!(text.as_str(), "a" | "an" | "the") {
            opens |= ends;
        } else {
            words.push(Word { text, opens });
            opens = ends;
        }
    }
    words
}

/// Joins the words on one line, so that texts that differ in form only are equal.
pub(super) fn fold(text: &str) -> String {
    let words: Vec<_> = prose_words(text)
        .into_iter()
        .map(|word| word.text)
        .collect();
    words.join(" ")
}

/// Returns the sentences of a doc comment, each on one line and without a full stop.
pub(super) fn sentences(docs: &str) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut rest = docs;
    while !rest.trim().is_empty() {
        let sentence = first_sentence(rest);
        sentences.push(sentence.text);
        rest = sentence.rest;
    }
    sentences
}
