//! The answers of `help` in the brief form: all of them in `golden/help.txt`.
//!
//! `BLESS=1 cargo test -p fusion-examples --test behaviour tracker_tools` writes the file; read the diff as a model
//! would read the answers.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use fusion_core::{Content, Ctx, Exposition, View, spec::Describe};
use fusion_examples::tracker::{registry_in_form, store::Store};
use serde_json::json;

/// Asks for help, and returns the text of the answer or of the error.
async fn help(view: &View, tool: &str, topic: &str) -> String {
    let arguments = json!({"action": "help", "topic": topic});
    match view.call(tool, arguments, Ctx::new()).await {
        Ok(response) => match response.content() {
            [Content::Text(text)] => text.clone(),
            other => panic!("{other:?}"),
        },
        Err(error) => error.to_string(),
    }
}

#[tokio::test]
async fn every_topic_is_answered_with_its_contract() {
    let (registry, _) = registry_in_form(&Store::in_memory().unwrap(), Describe::Brief).unwrap();
    let grouped = registry.view(Exposition::Grouped).unwrap();
    let by_safety = registry.view(Exposition::BySafety).unwrap();
    let mut text = String::new();
    for (view, tool, topic) in [
        (&grouped, "tracker", ""),
        (&grouped, "tracker", "issues"),
        (&grouped, "tracker", "comments"),
        (&grouped, "tracker", "labels"),
        (&grouped, "tracker", "members"),
        (&grouped, "tracker", "isues"),
        (&by_safety, "tracker_read", ""),
        (&by_safety, "tracker_read", "labels"),
        (&by_safety, "tracker_read", "issues.delete"),
    ] {
        let answer = help(view, tool, topic).await;
        writeln!(text, "=== {tool} help({topic})\n{answer}\n").unwrap();
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/help.txt");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let golden = fs::read_to_string(&path).unwrap();
    assert_eq!(text, golden, "help.txt; BLESS=1 writes it anew");
}
