//! Tests of the docs of a field with several uses.

use super::*;

fn integer(docs: &'static str, low: u32, high: u32) -> ArgDef {
    arg(
        "x",
        docs,
        json!({"type": "integer", "minimum": low, "maximum": high}),
    )
}

fn text(docs: &'static str) -> ArgDef {
    arg("x", docs, string())
}

/// Returns the description of the field `x`, and the difference of each use; empty for none.
fn docs(args: Vec<ArgDef>) -> (String, Vec<String>) {
    let count = args.len();
    let (field, differences) = one_field(args);
    let description = field.get("description").and_then(Value::as_str);
    let differences = differences.into_iter().take(count);
    (
        description.unwrap_or_default().to_owned(),
        differences.map(|of_action| of_action.join("|")).collect(),
    )
}

#[test]
fn the_docs_that_save_most_stand_at_the_field_and_others_at_their_actions() {
    for (args, field, lines) in [
        // The majority.
        (
            vec![text("The owner."), text("Whose?"), text("The owner")],
            "The owner.",
            vec!["", "x: Whose?", ""],
        ),
        // Two short texts save more than a long one.
        (
            vec![
                text("A long text about the owner"),
                text("Whose"),
                text("Whose"),
            ],
            "Whose",
            vec!["x: A long text about the owner", "", ""],
        ),
        // Two long texts save more than two short ones.
        (
            vec![
                text("Short"),
                text("Short"),
                text("Not short"),
                text("Not short"),
            ],
            "Not short",
            vec!["x: Short", "x: Short", "", ""],
        ),
        // Of texts that save nothing, the longest; a line is shorter without it.
        (
            vec![text("The x"), text("The longest x"), text("x")],
            "The longest x",
            vec!["x: The x", "", "x: x"],
        ),
        // A tie.
        (
            vec![text("One x"), text("Two x")],
            "One x",
            vec!["", "x: Two x"],
        ),
        // Line breaks make no other text, and the field keeps those of the first.
        (
            vec![text("One\nx"), text("One x"), text("Two x")],
            "One\nx",
            vec!["", "", "x: Two x"],
        ),
        (
            vec![text("Été"), text("Été"), text("Hiver")],
            "Été",
            vec!["", "", "x: Hiver"],
        ),
        (vec![text(""), text("")], "", vec!["", ""]),
    ] {
        let lines: Vec<_> = lines.into_iter().map(str::to_owned).collect();
        assert_eq!(docs(args), (field.to_owned(), lines));
    }
}

#[test]
fn a_use_without_docs_takes_those_of_an_equal_schema_only() {
    for (args, field, lines) in [
        (vec![text("The x"), text("")], "The x", vec!["", ""]),
        // A narrower use states its own rule, which tells the two apart.
        (
            vec![integer("The x", 1, 100), integer("", 1, 5)],
            "The x",
            vec!["", "x: 1..5"],
        ),
        // The widest use has no rule of its own, so it states its type.
        (
            vec![integer("The x", 1, 5), integer("", 1, 100)],
            "The x",
            vec!["x: 1..5", "x: integer 1..100"],
        ),
        // Any use with these docs is enough.
        (
            vec![
                integer("The x", 1, 5),
                integer("", 1, 9),
                integer("The x", 1, 9),
            ],
            "The x",
            vec!["x: 1..5", "", ""],
        ),
    ] {
        let lines: Vec<_> = lines.into_iter().map(str::to_owned).collect();
        assert_eq!(docs(args), (field.to_owned(), lines));
    }
}

#[test]
fn rules_follow_the_docs_of_a_use_that_differs() {
    let args = vec![
        integer("The issue.", 1, 1000),
        integer("The issue.", 1, 1000),
        integer("Issue\nto delete.", 1, 100).or(json!(5)),
    ];
    assert_eq!(
        docs(args),
        (
            "The issue.".to_owned(),
            vec![
                String::new(),
                String::new(),
                "x: Issue to delete; 1..100; default 5".to_owned()
            ]
        )
    );
}
