//! Light stems of English words: forms of one word share a stem. A stem is no word, and nobody reads it.

use std::borrow::Cow;

/// The shortest word that has another stem.
const SHORTEST: usize = 4;

/// Returns the stem of a word in lower case. Words with other letters than those of ASCII are their own stems, and so
/// are short ones; a word of another language that looks like an English one loses its ending both in texts and in
/// queries.
pub(super) fn stem(word: &str) -> Cow<'_, str> {
    if word.len() < SHORTEST || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return word.into();
    }
    let word = singular(word);
    let word = without_suffix(&word).unwrap_or(word);
    final_letters(word)
}

/// `queries` and `query`, `boxes` and `box`, `issues` and `issue`.
fn singular(word: &str) -> Cow<'_, str> {
    let ends = |ending: &str| word.ends_with(ending);
    if ends("ies") && word.len() > 4 {
        return format!("{}y", cut(word, 3)).into();
    }
    if ["sses", "xes", "ches", "shes", "zzes"]
        .iter()
        .any(|one| ends(one))
    {
        return cut(word, 2).into();
    }
    if ends("s") && !["ss", "us", "is"].iter().any(|one| ends(one)) {
        return cut(word, 1).into();
    }
    word.into()
}

/// `closing` and `closed`, `deletion`, `assignment` and `assignee`.
fn without_suffix<'w>(word: &str) -> Option<Cow<'w, str>> {
    let without = |ending: &str, shortest: usize| {
        let rest = word.strip_suffix(ending)?;
        (rest.len() >= shortest && has_vowel(rest)).then_some(rest)
    };
    let rest = without("ment", 5)
        .or_else(|| without("ee", 4))
        .or_else(|| without("ing", 3))
        .or_else(|| without("ed", 3).filter(|rest| !rest.ends_with('e')))
        .or_else(|| without("ion", 4).filter(|rest| rest.ends_with(['s', 't'])))?;
    Some(Cow::Owned(single_end(rest).to_owned()))
}

/// `running` has the stem of `run`, and `listing` that of `list`.
fn single_end(rest: &str) -> &str {
    match rest.as_bytes() {
        [.., a, b] if a == b && !matches!(b, b'l' | b's' | b'z' | b'e' | b'o') => cut(rest, 1),
        _ => rest,
    }
}

/// `close` and `closing`, `copy` and `copies`.
fn final_letters(word: Cow<'_, str>) -> Cow<'_, str> {
    match word.as_bytes() {
        [.., _, _, _, b'e'] => cut(&word, 1).to_owned().into(),
        [.., before, b'y'] if word.len() > 2 && !is_vowel(*before) => {
            format!("{}i", cut(&word, 1)).into()
        }
        _ => word,
    }
}

/// Returns an ASCII word without its last letters.
fn cut(word: &str, letters: usize) -> &str {
    word.get(..word.len().saturating_sub(letters))
        .unwrap_or(word)
}

fn has_vowel(word: &str) -> bool {
    word.bytes().any(|byte| is_vowel(byte) || byte == b'y')
}

fn is_vowel(letter: u8) -> bool {
    matches!(letter, b'a' | b'e' | b'i' | b'o' | b'u')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_one_word_share_a_stem() {
        for forms in [
            &["close", "closes", "closed", "closing"] as &[_],
            &["delete", "deletes", "deleted", "deleting", "deletion"],
            &[
                "assign",
                "assigns",
                "assigned",
                "assigning",
                "assignment",
                "assignee",
            ],
            &["query", "queries"],
            &["copy", "copies", "copying"],
            &["run", "runs", "running"],
            &["list", "lists", "listed", "listing"],
            &["box", "boxes"],
            &["match", "matches", "matching"],
            &["address", "addresses", "addressed"],
            &["file", "files", "filed", "filing"],
            &["create", "created", "creating", "creation"],
            &["call", "called", "calling"],
        ] {
            let stems: Vec<_> = forms.iter().map(|form| stem(form)).collect();
            assert!(stems.windows(2).all(|pair| pair[0] == pair[1]), "{stems:?}");
        }
    }

    #[test]
    fn words_that_only_look_alike_keep_their_ends() {
        for word in [
            "status", "bus", "need", "this", "red", "ring", "tag", "v2s", "löschen", "用户",
        ] {
            assert_eq!(stem(word), word);
        }
        for (one, other) in [
            ("comment", "come"),
            ("string", "str"),
            ("feed", "fee"),
            ("action", "act"),
        ] {
            assert_ne!(stem(one), stem(other), "{one} {other}");
        }
    }
}
