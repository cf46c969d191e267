//! The schema of a result, which its readers expect to stay as narrow as it was.

use super::{Pair, check_action};

pub(super) const RESULTS: &[Pair] = &[
    (
        "output = { type = \"string\" }",
        "",
        &["breaking: t/a: result: the schema is gone [result-schema-gone]"],
    ),
    (
        "",
        "output = { type = \"string\" }",
        &[
            "risk: t/a: result: a schema is new; the text may have another form [result-schema-added]",
        ],
    ),
    (
        "output = { type = \"object\", additionalProperties = false, properties = { a = { type = \"string\" }, b = { type = \"integer\" } }, required = [\"a\", \"b\"] }",
        "output = { type = \"object\", additionalProperties = false, properties = { a = { type = [\"string\", \"null\"] }, c = { type = \"boolean\" } }, required = [\"a\", \"c\"] }",
        &[
            "breaking: t/a: result `a`: may be `null` [result-nullable]",
            "breaking: t/a: result `b`: gone [result-field-gone]",
            "risk: t/a: result `c`: new [result-field-added]",
        ],
    ),
    (
        "output = { type = \"object\", properties = { a = { type = \"integer\" }, b = {} }, required = [\"a\", \"b\"] }",
        "output = { type = \"object\", properties = { a = { type = \"string\" }, b = {}, c = { type = \"string\" } }, required = [\"a\", \"c\"] }",
        &[
            "breaking: t/a: result `a`: is string instead of integer [result-type-widened]",
            "breaking: t/a: result `b`: may be absent [result-field-optional]",
            "safe: t/a: result `c`: new [result-narrowed]",
        ],
    ),
    (
        "output = { type = \"object\", additionalProperties = false, properties = { a = { type = \"string\" } } }",
        "output = { type = \"object\", additionalProperties = false, properties = { b = { type = \"string\" } } }",
        &["breaking: t/a: result `a`: renamed to `b` [result-field-gone]"],
    ),
    (
        "output = { type = \"object\", additionalProperties = false, properties = { a = {} } }\noutput_texts = { \".a\" = \"A.\" }",
        "output = { type = \"object\", additionalProperties = false, properties = { b = {} } }\noutput_texts = { \".b\" = \"A.\" }",
        &["breaking: t/a: result `a`: renamed to `b` [result-field-gone]"],
    ),
    (
        "output = { type = \"array\", items = { enum = [\"a\", \"b\"] } }",
        "output = { type = \"array\", items = { enum = [\"a\", \"c\"] } }",
        &["breaking: t/a: result `[]`: may be \"c\"; \"b\" is gone [result-value-added]"],
    ),
    (
        "output = { type = \"integer\", minimum = 0, maximum = 9 }",
        "output = { type = \"integer\", minimum = 1, maximum = 99 }",
        &[
            "risk: t/a: result: `maximum` is 99 instead of 9 [result-bound-loosened]",
            "safe: t/a: result: `minimum` is 1 instead of 0 [result-narrowed]",
        ],
    ),
    (
        "output = { type = \"object\", additionalProperties = false, properties = { a = {} } }",
        "output = { type = \"object\", properties = { a = {} }, required = [\"a\"] }",
        &[
            "risk: t/a: result: may have fields that are not listed [result-opened]",
            "safe: t/a: result `a`: never absent [result-narrowed]",
        ],
    ),
    (
        "output = { type = \"string\", not = { enum = [\"a\"] } }",
        "output = { type = \"string\" }",
        &["breaking: t/a: result: `not` changed, which is not compared [result-incomparable]"],
    ),
    (
        "output = { type = \"string\" }\noutput_texts = { \".\" = \"A name.\" }",
        "output = { type = \"string\" }\noutput_texts = { \".\" = \"Its name.\" }",
        &["prose: t/a: result: docs: “Its name.” instead of “A name.” [docs-changed]"],
    ),
];

#[test]
fn changes_of_results() {
    check_action(RESULTS);
}
