//! Names that a caller chooses among and that look alike.

use super::MeasuredAction;
use crate::{
    error::{distance, max_differences},
    surface::{Surface, word_set},
};

/// Returns the pairs of names that have the same words, or that differ by no more letters than a typing error. They are
/// compared where a caller chooses: the listed tools, and the actions of one of them; under a search all full keys.
pub(super) fn confusable_pairs(
    surface: &Surface,
    actions: &[MeasuredAction<'_>],
) -> Vec<(String, String)> {
    let tools = surface
        .tools()
        .iter()
        .map(|tool| tool.name.clone())
        .collect();
    let mut choices: Vec<Vec<String>> = vec![tools];
    if actions.iter().any(|one| one.part.is_searched()) {
        let keys = actions.iter().map(|one| one.tool.qualified_key(one.action));
        choices.push(keys.collect());
    } else {
        for listed in 0..surface.tools().len() {
            let own = actions.iter().filter(|one| one.listed == listed);
            let own = own.filter(|one| one.part.discriminator.is_some());
            choices.push(own.map(|one| one.action.key.to_string()).collect());
        }
    }
    let mut pairs: Vec<_> = choices.iter().flat_map(|names| pairs_of(names)).collect();
    pairs.sort();
    pairs
}

fn pairs_of(names: &[String]) -> Vec<(String, String)> {
    let words: Vec<_> = names.iter().map(|name| (name, word_set(name))).collect();
    let mut pairs = Vec::new();
    for (at, (one, own)) in words.iter().enumerate() {
        for (other, others) in words.iter().skip(at + 1) {
            if own == others || is_slip(one, other) {
                pairs.push(((*one).clone(), (*other).clone()));
            }
        }
    }
    pairs
}

/// Returns `true` if two names differ by a typing error, in at most a third of their letters. The words with which both
/// begin do not count.
fn is_slip(one: &str, other: &str) -> bool {
    let same = one.bytes().zip(other.bytes());
    let same = same.take_while(|(one, other)| one == other).count();
    let is_end = |at: &usize| matches!(one.as_bytes().get(*at), Some(b'/' | b'.' | b'_' | b'-'));
    let begin = (0..same).rev().find(is_end).map_or(0, |at| at + 1);
    let (Some(one), Some(other)) = (one.get(begin..), other.get(begin..)) else {
        return false;
    };
    let letters = one.chars().count().min(other.chars().count());
    distance(one, other) <= max_differences(letters).min(letters / 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_in_a_third_of_what_differs() {
        for (one, other, expected) in [
            ("attach", "detach", true),
            ("tracker_labels_attach", "tracker_labels_detach", true),
            ("tracker_issues_get", "tracker_issues_list", false),
            ("issues.open", "issues.close", false),
            ("pin", "pins", true),
            ("pins", "paint", false),
            ("get", "set", true),
            ("up", "on", false),
            ("issue", "issue_list", false),
        ] {
            assert_eq!(is_slip(one, other), expected, "{one} {other}");
        }
    }
}
