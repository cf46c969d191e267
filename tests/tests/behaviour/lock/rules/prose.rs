//! Texts and tokens.

use super::{Pair, check_action};

pub(super) const PROSE: &[Pair] = &[
    (
        "docs = \"Close an issue.\"\ntitle = \"Close\"",
        "docs = \"Close an issue for good.\"",
        &[
            "prose: t/a: docs: “Close an issue for good.” instead of “Close an issue.” [docs-changed]",
            "prose: t/a: title: “Close” is gone [title-changed]",
        ],
    ),
    // Texts that begin alike are shown from the first word that differs.
    (
        "docs = \"List the issues of a project, newest first.\"",
        "docs = \"List the issues of a project, oldest first.\"",
        &["prose: t/a: docs: “…oldest first.” instead of “…newest first.” [docs-changed]"],
    ),
    (
        "",
        "deprecated = \"use b\"",
        &["prose: t/a: deprecation: “use b” is new [deprecation-changed]"],
    ),
    (
        "confirm = { question = \"Sure?\", unasked = \"refuse\" }",
        "confirm = { question = \"Really?\", unasked = \"refuse\" }",
        &["prose: t/a: question: “Really?” instead of “Sure?” [question-changed]"],
    ),
    (
        "examples = { \"close 7\" = '{\"issue\":7}', \"end it\" = '{\"issue\":1}' }",
        "examples = { \"close 7\" = '{\"issue\":7,\"why\":1}' }",
        &[
            "prose: t/a: example: “close 7: {\"issue\":7,\"why\":1}” instead of “close 7: {\"issue\":7}” [examples-changed]",
            "prose: t/a: example: “end it: {\"issue\":1}” is gone [examples-changed]",
        ],
    ),
    (
        "arguments.x = { docs = \"X.\", schema = { properties = { a = {}, b = {} } }, texts = { \".a\" = \"A.\" } }",
        "arguments.x = { docs = \"Y.\", schema = { properties = { a = {}, b = {} } }, texts = { \".a\" = \"B.\", \".b\" = \"C.\" } }",
        &[
            "prose: t/a: argument `x`: docs: “Y.” instead of “X.” [docs-changed]",
            "prose: t/a: argument `x.a`: docs: “B.” instead of “A.” [docs-changed]",
            "prose: t/a: argument `x.b`: docs: “C.” is new [docs-changed]",
        ],
    ),
    // The docs of a value that is new are no change of their own.
    (
        "arguments.x = { schema = { enum = [\"a\"] }, texts = { \"=a\" = \"A.\" } }",
        "arguments.x = { schema = { enum = [\"a\", \"b\"] }, texts = { \"=a\" = \"A.\", \"=b\" = \"B.\" } }",
        &["safe: t/a: argument `x`: \"b\" is accepted [input-widened]"],
    ),
    (
        "input = { type = \"object\" }\ninput_texts = { \".a\" = \"A.\" }",
        "input = { type = \"object\" }\ninput_texts = { \".a\" = \"B.\" }",
        &["prose: t/a: input schema `a`: docs: “B.” instead of “A.” [docs-changed]"],
    ),
    (
        "tokens = 61",
        "tokens = 57",
        &["cost: t/a: 57 tokens instead of 61 (−4) [tokens-changed]"],
    ),
];

#[test]
fn changes_of_texts() {
    check_action(PROSE);
}
