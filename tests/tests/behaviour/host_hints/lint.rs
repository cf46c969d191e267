//! The rules about titles and instructions.

use fusion_core::{Exposition, lint::Rule};

use super::*;

/// Returns what a rule finds about the view of a server.
fn found(rule: Rule, view: &fusion_core::View) -> Vec<String> {
    let findings = view.lint().into_iter();
    let findings = findings.filter(|finding| finding.rule == rule);
    findings.map(|finding| finding.to_string()).collect()
}

#[test]
fn a_tool_that_is_listed_as_such_has_a_title() {
    for exposition in [Exposition::Grouped, Exposition::BySafety] {
        let view = registry().view(exposition).unwrap();
        assert_eq!(
            found(Rule::MissingTitle, &view),
            [
                "files: it has no title, which Anthropic's directory asks for and clients show to people; add `title = \"…\"` to its `#[tool_group]` [missing-title]"
            ]
        );
    }
    let flat = registry().view(Exposition::Flat).unwrap();
    let places = |view| -> Vec<String> {
        let found = found(Rule::MissingTitle, view).into_iter();
        found
            .map(|text| text.split(':').next().unwrap().to_owned())
            .collect()
    };
    assert_eq!(places(&flat), ["files"]);
    let search = registry().view(Exposition::Search).unwrap();
    assert_eq!(places(&search), [""; 0]);
    let all = registry().lint().into_iter();
    assert_eq!(
        all.filter(|finding| finding.rule == Rule::MissingTitle)
            .count(),
        0
    );
}
