//! Tests that each rule reports its case and accepts the nearest valid one.

mod docs;
mod listings;
mod names;
mod policies;
mod rule_scope;
mod safety;
mod schemas;
mod split_docs;
mod text_tools;

use std::collections::HashSet;

use serde_json::json;

use super::*;
use crate::{
    definition::ActionDef,
    schema::{
        Profile,
        fixture::{action, arg, flat, plain},
    },
    spec::{ActionSpec, Hints},
    surface::{Exposition, SurfaceForm},
};

const READ_ONLY: Hints = Hints::new(true, false, true, false);

/// Returns all findings about these tools, under any exposition.
fn all_findings(tools: &[ToolDef]) -> Vec<Finding> {
    under(None, tools)
}

/// Returns all findings about these tools under one exposition.
fn under(exposition: Option<Exposition>, tools: &[ToolDef]) -> Vec<Finding> {
    let tools: Vec<_> = tools.iter().collect();
    let form = |exposition| SurfaceForm::new(exposition, Profile::Portable);
    let (mut errors, mut mistakes) = (Vec::new(), Vec::new());
    let grouped = Surface::unfiltered(&SurfaceForm::default(), &tools, &mut errors);
    assert_eq!(errors, []);
    let flat = Surface::unfiltered(&form(Exposition::Flat), &tools, &mut mistakes);
    let by_safety;
    let surfaces = LintedSurfaces {
        grouped: &grouped,
        flat: &flat,
        mistakes: &mistakes,
        listed: match exposition {
            None | Some(Exposition::Grouped | Exposition::Search) => &grouped,
            Some(Exposition::Flat) => &flat,
            Some(exposition @ Exposition::BySafety) => {
                by_safety = Surface::unfiltered(&form(exposition), &tools, &mut errors);
                &by_safety
            }
        },
    };
    lint(&tools, &surfaces, exposition, &EnabledRules::default())
}

/// Returns the place, reason and fix of each finding of one rule.
fn findings_of(rule: Rule, tools: &[ToolDef]) -> Vec<String> {
    let mut found = all_findings(tools);
    found.retain(|finding| finding.rule == rule);
    found.iter().map(ToString::to_string).collect()
}

/// Returns the places of the findings of one rule.
fn places(rule: Rule, tools: &[ToolDef]) -> Vec<String> {
    let mut found = all_findings(tools);
    found.retain(|finding| finding.rule == rule);
    found.into_iter().map(|finding| finding.place).collect()
}

/// Returns one tool, `issues`, with these actions.
fn issues(actions: Vec<ActionDef>) -> [ToolDef; 1] {
    [flat("issues", "Track issues.", actions)]
}

/// Returns an action without arguments.
fn action_without_arguments(key: &'static str, hints: Hints) -> ActionDef {
    action(ActionSpec::new(key, "Do it.").hints(hints), vec![])
}

const NOTHING: [String; 0] = [];

#[test]
fn a_finding_is_one_line_that_ends_with_its_rule() {
    let finding = Finding::new(Rule::NameLength, "a/b.c", "it is long", "shorten it");
    assert_eq!(
        finding.to_string(),
        "a/b.c: it is long; shorten it [name-length]"
    );
    assert_eq!(
        finding.saving(12).to_string(),
        "a/b.c: it is long; shorten it (saves 12 tokens) [name-length]"
    );
}

#[test]
fn ids_are_unique_and_in_kebab_case() {
    let ids: HashSet<_> = Rule::ALL.iter().map(|rule| rule.id()).collect();
    assert_eq!(ids.len(), Rule::ALL.len());
    let kebab = |id: &&str| {
        id.bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte == b'-')
    };
    assert!(ids.iter().all(kebab), "{ids:?}");
    assert!(Rule::ALL.is_sorted());
}

#[test]
fn a_good_tool_has_no_findings() {
    let number = || json!({"type": "integer", "minimum": 0});
    let tool = issues(vec![
        action(
            ActionSpec::new("list", "List issues, newest first.").hints(READ_ONLY),
            vec![
                arg(
                    "limit",
                    "How many to return.",
                    json!({"type": "integer", "maximum": 100}),
                )
                .or(json!(20)),
                arg(
                    "labels",
                    "Only issues with all of these.",
                    json!({"type": "array", "items": {"type": "string"}}),
                ),
            ],
        ),
        action(
            ActionSpec::new("get", "Get one issue. Its comments are not part of it.")
                .hints(READ_ONLY),
            vec![arg("id", "An issue's number.", number())],
        ),
    ]);
    assert_eq!(all_findings(&tool), []);
}

#[test]
fn findings_come_tool_by_tool_and_rule_by_rule() {
    let tool = |name| {
        flat(
            name,
            "",
            vec![
                action_without_arguments("delete", Hints::default()),
                plain("b", "", vec![]),
            ],
        )
    };
    let found = all_findings(&[tool("first"), tool("second")]);
    let found: Vec<_> = found
        .iter()
        .map(|found| (&*found.place, found.rule))
        .collect();
    assert_eq!(
        found,
        [
            ("first", Rule::ToolDocs),
            ("first/b", Rule::ActionDocs),
            ("first/delete", Rule::DestructiveKey),
            ("second", Rule::ToolDocs),
            ("second/b", Rule::ActionDocs),
            ("second/delete", Rule::DestructiveKey),
        ]
    );
}
