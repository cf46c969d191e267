//! A whole diff, for people and for programs.

use fusion_core::lock::{ChangeClass, Diff};
use serde_json::json;

use super::lock;

fn diff() -> Diff {
    let old = "[tools.issues]\ndiscriminator = \"action\"\n\
        [actions.\"issues/close\"]\narguments.issue = { required = true, schema = { type = \"integer\" } }\n\
        hints = [\"idempotent\"]\ntokens = 40\n\
        [actions.\"issues/list\"]\narguments.limit = { default = 20 }\ndocs = \"List issues.\"\n\
        [actions.\"issues/purge\"]\ndocs = \"Delete all.\"";
    let new = "[tools.issues]\ndiscriminator = \"action\"\n\
        [actions.\"issues/close\"]\narguments.issue = { required = true, schema = { type = \"string\", enum = [\"a value that is rather long\", \"another value that is longer still\", \"third\"] } }\n\
        hints = [\"idempotent\", \"destructive\"]\ntokens = 60\n\
        [actions.\"issues/list\"]\narguments.limit = { default = 50 }\ndocs = \"List all issues.\"";
    lock(old).diff(&lock(new))
}

#[test]
fn people_read_it_by_class_and_action_in_80_columns() {
    let text = diff().to_string();
    assert_eq!(
        text,
        "breaking: 2 changes\n  \
           issues/close\n    \
             argument `issue`: takes a value that is rather long|another value that is\n      \
             longer still|third instead of integer\n  \
           issues/purge\n    \
             action gone\n\
         risk: 2 changes\n  \
           issues/close\n    \
             the hint `destructive` is new\n  \
           issues/list\n    \
             argument `limit`: the default is 50 instead of 20\n\
         prose: 1 change\n  \
           issues/list\n    \
             docs: “List all issues.” instead of “List issues.”\n\
         cost: 1 change\n  \
           issues/close\n    \
             60 tokens instead of 40 (+20)\n\
         2 breaking, 2 risk, 1 prose, 1 cost"
    );
    assert!(text.lines().all(|line| line.chars().count() <= 80));
    assert_eq!(Diff::default().to_string(), "no changes");
}

#[test]
fn programs_read_it_as_json() {
    let json = serde_json::to_value(diff()).unwrap();
    assert_eq!(
        json["counts"],
        json!({"breaking": 2, "risk": 2, "safe": 0, "prose": 1, "cost": 1})
    );
    assert_eq!(
        json["changes"][3],
        json!({
            "class": "risk",
            "item": {"kind": "action", "key": "issues/list"},
            "part": {"of": "argument", "path": "limit"},
            "rule": "default-changed",
            "text": "the default is 50 instead of 20",
        })
    );
    assert_eq!(json["changes"][1]["part"], json!({"of": "item"}));
}

#[test]
fn an_exit_code_follows_from_the_worst_class() {
    let diff = diff();
    assert_eq!(diff.worst(), Some(ChangeClass::Breaking));
    assert!(diff.denied(&[ChangeClass::Safe, ChangeClass::Risk]));
    assert!(!diff.denied(&[ChangeClass::Safe]));
    assert_eq!(Diff::default().worst(), None);
    let classes: Vec<_> = ["breaking", "cost", "harmless"]
        .iter()
        .map(|word| word.parse())
        .collect();
    assert_eq!(
        classes,
        [
            Ok(ChangeClass::Breaking),
            Ok(ChangeClass::Cost),
            Err(
                "unknown class `harmless`: write one of breaking, risk, safe, prose, cost"
                    .to_owned()
            ),
        ]
    );
}
