//! Problems with the arguments of a call.

use serde_json::json;

use super::{platform, render};
use crate::{
    definition::{ArgDef, ToolDef},
    error::{Problem, ProblemKind},
    schema::fixture::{arg, flat, plain},
};

fn unexpected(slot: usize, expected: &str, got: Option<&str>, nearest: Option<&str>) -> Problem {
    Problem::for_slot(
        slot,
        ProblemKind::Unexpected {
            expected: expected.into(),
            got: got.map(Into::into),
            nearest: nearest.map(Into::into),
            advice: None,
        },
    )
}

fn rejected(slot: usize, reason: Option<&str>) -> Problem {
    let reason = reason.map(Into::into);
    Problem::for_slot(slot, ProblemKind::Rejected { reason })
}

/// Returns the lines between the first one and `Expected:`, for the first action of `tool`.
fn problem_lines(tool: &ToolDef, problems: &[Problem]) -> Vec<String> {
    let text = render(tool, |context| {
        context.invalid(&tool.actions[0], problems, 0)
    });
    let lines: Vec<_> = text.lines().map(str::to_owned).collect();
    lines[1..lines.len() - 2].to_vec()
}

#[test]
fn every_problem_is_told_then_what_is_expected() {
    let tool = platform();
    let mut nested = Problem::for_slot(5, ProblemKind::Missing);
    nested.path = ".author.id".into();
    let mut nested_unknown = Problem::for_slot(
        5,
        ProblemKind::Unknown {
            name: "staus".into(),
            nearest: Some("status".into()),
        },
    );
    nested_unknown.path = ".staus".into();
    let problems = [
        Problem::for_slot(0, ProblemKind::Missing),
        unexpected(3, "integer", Some("\"x\""), None),
        unexpected(2, "open|closed", Some("\"opne\""), Some("open")),
        Problem::unknown("nmae"),
        Problem::unknown("foo"),
        Problem::unknown("id"),
        nested,
        nested_unknown,
    ];
    assert_eq!(
        render(&tool, |context| context.invalid(
            &tool.actions[0],
            &problems,
            0
        )),
        "Validation failed for platform/users.create:\n\
         - email: required, but missing\n\
         - age: expected integer, got \"x\"\n\
         - state: expected open|closed, got \"opne\". Did you mean \"open\"?\n\
         - nmae: unknown field. Did you mean \"name\"?\n\
         - foo: unknown field\n\
         - id: not a field of users.create; it belongs to users.ban, teams.list\n\
         - filter.author.id: required, but missing\n\
         - filter.staus: unknown field. Did you mean \"status\"?\n\
         Expected: email: string (required), tags: array of string, state: open|closed, \
         age: integer 18..120, name: string, length ..80, filter: object, token: string (required)\n\
         Fix these fields and call again."
    );
}

#[test]
fn a_type_s_own_words_stay_on_their_line() {
    let tool = platform();
    for (reason, line) in [
        (Some("no such day"), "- email: no such day"),
        (
            Some("two\nlines\u{1b}[0m"),
            "- email: two\\nlines\\u{1b}[0m",
        ),
        (None, "- email: not a valid value"),
    ] {
        assert_eq!(problem_lines(&tool, &[rejected(0, reason)]), [line]);
    }
    let long = "r".repeat(1_000);
    assert_eq!(
        problem_lines(&tool, &[rejected(0, Some(&long))]),
        [format!("- email: {}…", "r".repeat(300))]
    );
}

#[test]
fn a_secret_is_named_and_its_type_told_and_nothing_else() {
    let tool = platform();
    let mut inside = unexpected(6, "hunter2", None, Some("hunter2"));
    inside.path = ".sent-key".into();
    let lines = problem_lines(
        &tool,
        &[
            unexpected(6, "hunter2", Some("\"hunter1\""), Some("hunter2")),
            inside,
            rejected(6, Some("hunter1 is wrong")),
            Problem::for_slot(6, ProblemKind::Missing),
        ],
    );
    assert_eq!(
        lines,
        [
            "- token: expected string",
            "- token: not a valid value",
            "- token: not a valid value",
            "- token: required, but missing",
        ]
    );
}

#[test]
fn what_was_sent_is_cut_at_fifty_characters_and_cannot_break_a_line() {
    let tool = platform();
    let mut path = Problem::for_slot(5, ProblemKind::Missing);
    path.path = format!(".{}", "k".repeat(200));
    let name = "n\n- fake: \u{202e}\u{2028}";
    let lines = problem_lines(
        &tool,
        &[
            Problem::unknown(&"é".repeat(200)),
            Problem::unknown(name),
            path,
            unexpected(3, "integer", Some(&"9".repeat(200)), None),
        ],
    );
    assert_eq!(
        lines,
        [
            format!("- {}…: unknown field", "é".repeat(50)),
            "- n\\n- fake: \\u{202e}\\u{2028}: unknown field".to_owned(),
            format!("- filter.{}…: required, but missing", "k".repeat(49)),
            format!("- age: expected integer, got {}…", "9".repeat(50)),
        ]
    );
}

#[test]
fn at_most_eight_problems_and_two_thousand_characters_are_told() {
    let tool = platform();
    let many: Vec<_> = (0..20)
        .map(|n| Problem::unknown(&format!("xxxxxxx{n}")))
        .collect();
    let lines = problem_lines(&tool, &many);
    let mut expected: Vec<_> = (0..8)
        .map(|n| format!("- xxxxxxx{n}: unknown field"))
        .collect();
    expected.push("- and 12 more".to_owned());
    assert_eq!(lines, expected);
    let long: Vec<_> = (0..8)
        .map(|_| rejected(0, Some(&"r".repeat(290))))
        .collect();
    let lines = problem_lines(&tool, &long);
    let line = format!("- email: {}", "r".repeat(290));
    let mut expected = vec![line; 6];
    expected.push("- and 2 more".to_owned());
    assert_eq!(lines, expected);
}

/// Returns the `Expected:` line of an action with these arguments.
fn expected_line(args: Vec<ArgDef>) -> String {
    let tool = flat("t", "", vec![plain("a", "", args)]);
    let text = render(&tool, |context| context.invalid(&tool.actions[0], &[], 0));
    let line = text.lines().find(|line| line.starts_with("Expected: "));
    line.unwrap().to_owned()
}

#[test]
fn many_fields_are_the_required_ones_and_a_count() {
    let field = |n: usize| arg(format!("f{n}").leak(), "", json!({"type": "boolean"}));
    let fields = |optional: usize, required: usize| {
        let optional = (0..optional).map(|n| field(n).optional());
        optional
            .chain((90..90 + required).map(field))
            .collect::<Vec<ArgDef>>()
    };
    for (args, line) in [
        (fields(0, 0), "no arguments"),
        (fields(1, 1), "f0: boolean, f90: boolean (required)"),
        (
            fields(11, 2),
            "f90: boolean (required), f91: boolean (required), and 11 optional",
        ),
        (fields(13, 0), "13 optional fields"),
    ] {
        assert_eq!(expected_line(args), format!("Expected: {line}"));
    }
    let long = expected_line(fields(0, 200));
    assert!(long.ends_with(" more"));
    assert!(long.chars().count() <= "Expected: ".len() + 2_000);
    let values: Vec<_> = (0..500).map(|n| format!("value{n}")).collect();
    let long = expected_line(vec![arg(
        "x",
        "",
        json!({"type": "string", "enum": values}),
    )]);
    let cut: String = values.join("|").chars().take(300).collect();
    assert_eq!(long, format!("Expected: x: {cut}… (required)"));
}
