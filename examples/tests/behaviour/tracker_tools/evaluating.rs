//! The output of `tracker eval`: the table of the guide, and the threshold.

use std::{collections::BTreeSet, fs, path::Path, process::Command};

use serde_json::Value;

const GUIDE: &str = "../fusion-core/src/docs/guide/evaluating.md";

/// The lines around the table in the guide.
const BEGIN: &str = "<!-- eval of the tracker -->\n```text\n";
const END: &str = "```\n<!-- end -->";

fn eval(words: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_tracker"))
        .arg("eval")
        .args(words)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn the_guide_has_the_measures_of_the_tracker() {
    let (code, out, err) = eval(&[]);
    assert_eq!((code, err.as_str()), (0, ""));
    let (table, _) = out.split_once("\nFIRST, OF 5").unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(GUIDE);
    let guide = fs::read_to_string(&path).unwrap();
    let (before, rest) = guide.split_once(BEGIN).unwrap();
    let (told, after) = rest.split_once(END).unwrap();
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, format!("{before}{BEGIN}{table}{END}{after}")).unwrap();
    } else {
        assert_eq!(told, table, "{GUIDE}; BLESS=1 writes it anew");
    }
}

/// The sentences were written once, in other words than the docs, and are not rewritten to be found. The threshold is what
/// the docs of the tracker reach with them.
#[test]
fn the_examples_keep_their_recall() {
    let (code, _, err) = eval(&["--min-recall", "0.55"]);
    assert_eq!((code, err.as_str()), (0, ""));
}

#[test]
fn a_threshold_that_is_missed_names_what_was_not_found() {
    let (_, out, _) = eval(&["--output", "json"]);
    let all: Value = serde_json::from_str(&out).unwrap();
    let search = all["lists"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(search["exposition"], "search");
    let missed = search["missed"].as_array().unwrap();
    let (code, out, err) = eval(&["--min-recall", "1"]);
    // The output has the sentences that the error names; it may break lines.
    let words: Vec<_> = out.split_whitespace().collect();
    let words = words.join(" ");
    assert_eq!(code, i32::from(!missed.is_empty()));
    for one in missed.iter().take(5) {
        let told = format!("{} means {}", one["sentence"], one["key"].as_str().unwrap());
        assert!(err.contains(&told), "{err}");
        assert!(words.contains(&told), "{words}");
    }
}

/// The examples were written without a look at the sentences that measure `find`, and must stay others.
#[test]
fn no_example_is_one_of_the_frozen_sentences() {
    const FROZEN: &str = include_str!("../../../../tests/tests/behaviour/search/queries.json");

    let words = |text: &str| -> BTreeSet<String> {
        let words = text.split(|letter: char| !letter.is_alphanumeric());
        let words = words.filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect()
    };
    let frozen: Value = serde_json::from_str(FROZEN).unwrap();
    let frozen = frozen["sentences"].as_object().unwrap().values();
    let frozen: Vec<_> = frozen
        .flat_map(|all| all.as_array().unwrap())
        .map(|sentence| words(sentence.as_str().unwrap()))
        .collect();
    assert!(frozen.len() >= 40);
    let (registry, _dir) = super::calls::tracker();
    let actions = registry
        .view(fusion_core::Exposition::Search)
        .unwrap()
        .actions();
    let examples = actions.iter().flat_map(|action| &action.examples);
    let examples: Vec<_> = examples.map(|example| example.sentence.as_str()).collect();
    assert!(examples.len() >= actions.len(), "{examples:?}");
    for example in examples {
        assert!(!frozen.contains(&words(example)), "{example}");
    }
}
