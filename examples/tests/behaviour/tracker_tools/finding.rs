//! The recall of `find` over the actions of the tracker, by sentences of somebody who had not seen the scorer.

use std::collections::BTreeMap;

use fusion_core::{Content, Ctx, Exposition, View};
use serde::Deserialize;
use serde_json::json;

use super::calls::tracker;

/// The sentences were frozen before the scorer was tuned. Nothing may be changed in them.
const QUERIES: &str = include_str!("../../../../tests/tests/behaviour/search/queries.json");

#[derive(Deserialize)]
struct Queries {
    /// The sentences of each action, without the words of its key.
    sentences: BTreeMap<String, Vec<String>>,
    /// Identifiers, other notations and other languages.
    odd: Vec<OddQuery>,
    /// Sentences that mean no action of a tracker.
    none: Vec<String>,
}

#[derive(Deserialize)]
struct OddQuery {
    query: String,
    expected: String,
}

fn queries() -> Queries {
    serde_json::from_str(QUERIES).unwrap()
}

async fn answer(view: &View, query: &str) -> String {
    let answer = view
        .call("find", json!({"query": query}), Ctx::new())
        .await
        .unwrap();
    let [Content::Text(text)] = answer.content() else {
        panic!("{answer:?}")
    };
    text.clone()
}

/// Returns the keys that an answer describes, the best first.
fn found(answer: &str) -> Vec<String> {
    let heads = answer.lines().filter(|line| line.starts_with("call_"));
    let keys = heads.filter_map(|line| line.split_once(": tracker/")?.1.split_once('('));
    keys.map(|(key, _)| key.to_owned()).collect()
}

/// The sentences with what was found, and the share of those whose action is among the first five.
async fn recall(view: &View, expected: &dyn Fn(&str) -> String) -> (f64, Vec<String>) {
    let (mut all, mut hits, mut missed) = (0_u32, 0_u32, Vec::new());
    for (key, sentences) in queries().sentences {
        assert!(sentences.len() >= 2, "{key}");
        for sentence in sentences {
            let found = found(&answer(view, &sentence).await);
            all += 1;
            if found.iter().take(5).any(|one| *one == expected(&key)) {
                hits += 1;
            } else {
                missed.push(format!("{key}: {sentence:?} found {found:?}"));
            }
        }
    }
    (f64::from(hits) / f64::from(all), missed)
}

#[tokio::test]
async fn sentences_without_the_words_of_a_key_find_it_among_the_first_five() {
    let (registry, _dir) = tracker();
    let view = registry.view(Exposition::Search).unwrap();
    let actions: Vec<_> = view
        .actions()
        .into_iter()
        .map(|action| action.key)
        .collect();
    let mut sorted = actions.clone();
    sorted.sort();
    assert_eq!(queries().sentences.into_keys().collect::<Vec<_>>(), sorted);

    let (share, missed) = recall(&view, &str::to_owned).await;
    assert!(share >= 0.9, "{share}: {missed:#?}");

    // The measure measures: an index whose texts are those of other actions fails it by far.
    for step in 1..actions.len() {
        let shuffled = |key: &str| {
            let at = actions.iter().position(|one| one == key).unwrap();
            actions[(at + step) % actions.len()].clone()
        };
        let (share, _) = recall(&view, &shuffled).await;
        assert!(share < 0.6, "{step}: {share}");
    }
}

#[tokio::test]
async fn odd_queries_find_their_action_or_get_all_names() {
    let (registry, _dir) = tracker();
    let view = registry.view(Exposition::Search).unwrap();
    let mut translated = Vec::new();
    for OddQuery { query, expected } in queries().odd {
        let answer = answer(&view, &query).await;
        if let Some(first) = found(&answer).first() {
            assert_eq!(*first, expected, "{query}");
        } else {
            // No docs have a word of the sentence.
            assert!(answer.contains(&format!("tracker/{expected}")), "{answer}");
            translated.push(query);
        }
    }
    assert_eq!(
        translated,
        ["Kommentar löschen", "créer une étiquette", "メンバー一覧"]
    );
}

#[tokio::test]
async fn sentences_about_something_else_find_nothing() {
    let (registry, _dir) = tracker();
    let view = registry.view(Exposition::Search).unwrap();
    for query in queries().none {
        let answer = answer(&view, &query).await;
        assert!(
            answer.starts_with("No action matches "),
            "{query}: {answer}"
        );
    }
}
