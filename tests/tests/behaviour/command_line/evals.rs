//! The command `eval` of a server without examples.

use serde_json::{Value, json};

use super::ended;

const HOW: &str = "#[action(example(\"mark 7 as done\", issue = 7))]";

#[test]
fn a_server_without_examples_is_told_how_to_write_them() {
    let eval = ended(&["eval"]);
    assert_eq!((eval.code, eval.err.as_str()), (0, "the end\n"));
    let lines: Vec<_> = eval.out.lines().collect();
    assert!(lines[0].starts_with("EXPOSITION"), "{eval:?}");
    let told = lines.iter().find(|line| line.starts_with("None of "));
    let told = told.unwrap();
    assert!(
        told.starts_with("None of 8 actions has an example. Write "),
        "{told}"
    );
    assert!(told.contains(HOW), "{told}");
}

#[test]
fn a_threshold_without_examples_fails() {
    let eval = ended(&["eval", "--min-recall", "0.5", "--output", "json"]);
    assert_eq!(eval.code, 1);
    assert!(
        eval.err
            .contains("there is nothing to measure for --min-recall 0.5"),
        "{eval:?}"
    );
    assert!(eval.err.contains(HOW), "{eval:?}");
}

#[test]
fn measures_without_sentences_are_null() {
    let eval = ended(&["eval", "--output", "json"]);
    let eval: Value = serde_json::from_str(&eval.out).unwrap();
    assert_eq!(
        [
            &eval["actions"],
            &eval["actionsWithExamples"],
            &eval["examples"]
        ],
        [&json!(8), &json!(0), &json!(0)]
    );
    let lists = eval["lists"].as_array().unwrap();
    let names: Vec<_> = lists
        .iter()
        .map(|list| (&list["exposition"], &list["form"]))
        .collect();
    assert_eq!(names.first(), Some(&(&json!("grouped"), &json!("compact"))));
    assert_eq!(names.last(), Some(&(&json!("search"), &Value::Null)));
    for list in lists {
        for name in ["recallAt1", "recallAt5", "meanReciprocalRank", "repaired"] {
            assert_eq!(list[name], Value::Null, "{name} of {list}");
        }
        assert!(list["eager"]["tokens"].as_u64() > Some(0), "{list}");
        assert!(list["foreignProperties"].is_number(), "{list}");
    }
}

#[test]
fn a_threshold_is_a_number_from_0_to_1() {
    for word in ["1.5", "-1", "most", "NaN"] {
        let eval = ended(&["eval", &format!("--min-recall={word}")]);
        assert_eq!(eval.code, 2, "{word}");
        assert!(eval.err.contains("it is no number from 0 to 1"), "{eval:?}");
    }
}

#[test]
fn two_runs_print_the_same() {
    assert_eq!(ended(&["eval"]), ended(&["eval"]));
}
