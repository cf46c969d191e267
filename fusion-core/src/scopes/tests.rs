//! Tests of hierarchies of scopes.

use super::*;
use crate::{
    definition::ToolDef,
    error::BuildError,
    schema::fixture::{action, flat},
    spec::ActionSpec,
};

fn tool(name: &'static str, scopes: &[&'static [&'static str]]) -> ToolDef {
    let keys = ["a", "b", "c", "d"];
    let rows = keys.into_iter().zip(scopes);
    let rows = rows.map(|(key, scopes)| action(ActionSpec::new(key, "").scopes(scopes), vec![]));
    flat(name, "", rows.collect())
}

fn compile(
    implications: &[(&str, &[&str])],
    responses: &[&str],
) -> (ScopeRules, Vec<String>, Vec<bool>) {
    let mut tools = [
        tool("issues", &[&["issues:read"], &["issues:write", "audit"]]),
        tool("labels", &[&["labels:read"], &[]]),
    ];
    let owned = |text: &&str| (*text).to_owned();
    let settings = ScopeSettings {
        implications: implications
            .iter()
            .map(|(scope, implied)| (owned(scope), implied.iter().map(owned).collect()))
            .collect(),
        responses: responses
            .iter()
            .map(|tool| (owned(tool), Scopes::StepUp))
            .collect(),
    };
    let mut errors: Vec<BuildError> = Vec::new();
    let rules = {
        let mut defs: Vec<_> = tools.iter_mut().collect();
        ScopeRules::compile(settings, &mut defs, &mut errors)
    };
    let errors = errors.iter().map(ToString::to_string).collect();
    (rules, errors, tools.map(|tool| tool.steps_up).to_vec())
}

fn held(rules: &ScopeRules, granted: &str) -> Option<Vec<String>> {
    let held = rules.held(&GrantedScopes::from(granted))?;
    let names = rules.names().into_iter();
    let held = names.filter(|name| !rules.needed.contains(name) || has(&held, rules, name));
    let needed = held.filter(|name| rules.needed.contains(name));
    Some(needed.map(str::to_owned).collect())
}

fn has(held: &HeldScopes, rules: &ScopeRules, name: &str) -> bool {
    let needed = rules.needed.iter().find(|needed| **needed == name);
    needed.is_some_and(|needed| held.cover(&[needed]))
}

#[test]
fn a_caller_has_the_granted_and_the_implied_scopes_that_rows_need() {
    let (rules, errors, _) = compile(
        &[
            ("root", &["admin", "audit"]),
            ("admin", &["issues:write", "labels:read"]),
            ("issues:write", &["issues:read"]),
        ],
        &[],
    );
    assert_eq!(errors, [] as [&str; 0]);
    assert_eq!(
        rules.names(),
        [
            "admin",
            "audit",
            "issues:read",
            "issues:write",
            "labels:read",
            "root"
        ]
    );
    for (granted, expected) in [
        ("", Some("")),
        ("openid profile", Some("")),
        ("issues:read", Some("issues:read")),
        (
            "issues:write  audit",
            Some("audit issues:read issues:write"),
        ),
        ("admin", Some("issues:read issues:write labels:read")),
        ("ADMIN", Some("")),
        // A caller who has all that rows need is not limited.
        ("root", None),
        ("admin audit", None),
        ("audit labels:read issues:write", None),
    ] {
        let expected = expected.map(|text| {
            let scopes = text.split_ascii_whitespace();
            scopes.map(str::to_owned).collect::<Vec<_>>()
        });
        assert_eq!(held(&rules, granted), expected, "{granted}");
    }
    assert_eq!(rules.held(&GrantedScopes::all()), None);
    // Callers who may do the same share one value.
    let [one, other] = ["openid issues:read", "issues:read unheard-of"]
        .map(|granted| rules.held(&GrantedScopes::from(granted)));
    assert_eq!(one, other);
    let held = one.unwrap();
    assert_eq!(
        held.missing(&["issues:write", "issues:read", "audit"])
            .collect::<Vec<_>>(),
        ["issues:write", "audit"]
    );
}

#[test]
fn without_scopes_nobody_is_limited() {
    let rules = ScopeRules::compile(ScopeSettings::default(), &mut [], &mut Vec::new());
    assert!(rules.is_empty());
    assert_eq!(rules.held(&GrantedScopes::none()), None);
}

#[test]
fn mistakes_of_the_builder_name_the_way_out() {
    let (_, errors, _) = compile(
        &[
            ("admin", &["issues:wirte", "issues:read", "nothing-like-it"]),
            ("two words", &["audit"]),
            ("", &["audit"]),
            ("a", &["b"]),
            ("b", &["audit", "c"]),
            ("c", &["a"]),
        ],
        &["issues", "lables"],
    );
    assert_eq!(
        errors,
        [
            "`missing_scopes` names the tool `lables`, which the registry does not have; did you mean `labels`?",
            "`implies` names the scope \"\", which is none: a scope is one word of printable ASCII characters without spaces, `\"` and `\\`",
            "`admin` implies the scope `issues:wirte`, which no action, prompt or resource needs; did you mean `issues:write`?",
            "`admin` implies the scope `nothing-like-it`, which no action, prompt or resource needs",
            "`implies` names the scope \"two words\", which is none: a scope is one word of printable ASCII characters without spaces, `\"` and `\\`",
            "a scope implies itself: `a` → `b` → `c` → `a`; remove one of the implications",
        ]
    );
    let (_, errors, _) = compile(&[("admin", &["admin"])], &[]);
    assert_eq!(
        errors,
        ["a scope implies itself: `admin` → `admin`; remove one of the implications"]
    );
}

#[test]
fn a_tool_steps_up_if_the_builder_says_so() {
    let (_, errors, steps_up) = compile(&[], &["labels"]);
    assert_eq!(errors, [] as [&str; 0]);
    assert_eq!(steps_up, [false, true]);
}
