//! Tests of choices between schemas, and of the rules that the validator checks.

use serde_json::json;

use super::{at_root, check, unexpected, unexpected_near};
use crate::error::ProblemKind;

#[test]
fn a_tag_says_which_branch_is_meant() {
    let branch = |tag: &str, field: &str| {
        json!({
            "type": "object", "additionalProperties": false, "required": ["kind", field],
            "properties": {
                "kind": {"type": "string", "enum": [tag]},
                field: {"type": "integer"},
                "note": {"type": "string"}
            }
        })
    };
    let shape = json!({"oneOf": [branch("circle", "radius"), branch("square", "side")]});
    for (value, read, found) in [
        (
            json!({"kind": "circle", "radius": 1}),
            json!({"kind": "circle", "radius": 1}),
            vec![],
        ),
        (
            json!({"kind": "square", "side": "2", "note": null}),
            json!({"kind": "square", "side": 2}),
            vec![],
        ),
        (
            json!({"kind": "square", "radius": 1}),
            json!({"kind": "square", "radius": 1}),
            vec![
                (
                    ".radius".to_owned(),
                    ProblemKind::Unknown {
                        name: "radius".into(),
                        nearest: None,
                    },
                ),
                (".side".to_owned(), ProblemKind::Missing),
            ],
        ),
        (
            json!({"kind": "squire", "side": 1}),
            json!({"kind": "squire", "side": 1}),
            vec![(
                ".kind".to_owned(),
                unexpected_near("circle|square", "\"squire\"", "square"),
            )],
        ),
        (
            json!({"side": 1}),
            json!({"side": 1}),
            vec![(".kind".to_owned(), ProblemKind::Missing)],
        ),
        (json!(5), json!(5), at_root(unexpected("object", "5"))),
    ] {
        assert_eq!(check(&shape, value.clone()), (read, found), "{value}");
    }
}

const VARIANTS: &str = "all|none or {first: …} or {named: …}";

#[test]
fn a_key_or_a_kind_says_which_branch_is_meant() {
    let keyed = |name: &str, kind: &str| {
        json!({
            "type": "object", "additionalProperties": false, "required": [name],
            "properties": {name: {"type": kind}}
        })
    };
    let external = json!({"oneOf": [
        {"type": "string", "enum": ["all", "none"]},
        keyed("first", "integer"),
        keyed("named", "string")
    ]});
    let mut optional = external.clone();
    let branches = optional["oneOf"].as_array_mut().unwrap();
    branches.push(json!({"type": "null"}));
    let or_null = format!("{VARIANTS} or null");
    assert_eq!(
        check(&optional, json!({"frist": 1})).1,
        at_root(unexpected_near(&or_null, "{frist: …}", "first"))
    );
    for (value, found) in [
        (json!("all"), vec![]),
        (json!({"named": "x"}), vec![]),
        (
            json!({"first": true}),
            vec![(".first".to_owned(), unexpected("integer", "true"))],
        ),
        (
            json!("alll"),
            at_root(unexpected_near(VARIANTS, "\"alll\"", "all")),
        ),
        (
            json!({"frist": 1}),
            at_root(unexpected_near(VARIANTS, "{frist: …}", "first")),
        ),
        (json!({"all": 1}), at_root(unexpected(VARIANTS, "{all: …}"))),
        (json!("first"), at_root(unexpected(VARIANTS, "\"first\""))),
        (
            json!({"last": 1}),
            at_root(unexpected(VARIANTS, "{last: …}")),
        ),
        (
            json!({"first": 1, "named": "x"}),
            at_root(unexpected(
                "only one of {first: …} or {named: …}",
                "{first: …, named: …}",
            )),
        ),
        (json!(5), at_root(unexpected(VARIANTS, "5"))),
    ] {
        assert_eq!(check(&external, value.clone()).1, found, "{value}");
    }
}

#[test]
fn an_object_of_one_field_beside_other_kinds_is_no_variant() {
    let untagged = json!({"anyOf": [
        {"type": "integer"},
        {"type": "string"},
        {
            "type": "object", "additionalProperties": false, "required": ["x"],
            "properties": {"x": {"type": "integer"}}
        }
    ]});
    let unknown = ProblemKind::Unknown {
        name: "y".into(),
        nearest: None,
    };
    assert_eq!(
        check(&untagged, json!({"x": 1, "y": 2})).1,
        [(".y".to_owned(), unknown)]
    );
}

#[test]
fn exactly_one_branch_of_one_of_fits() {
    let any = json!([{"type": "integer"}, {"type": "number"}]);
    assert_eq!(check(&json!({"anyOf": any}), json!(5)).1, []);
    assert_eq!(
        check(&json!({"oneOf": any}), json!(5)).1,
        at_root(unexpected("only one of integer or number", "5"))
    );
    assert_eq!(check(&json!({"oneOf": any}), json!(5.5)).1, []);
}

#[cfg(feature = "validate")]
#[test]
fn patterns_formats_and_rare_keywords_are_held_to() {
    let uuid = json!({"type": "string", "format": "uuid"});
    let word = json!({"type": "string", "pattern": "^[a-z]+$"});
    let set = json!({"type": "array", "items": {"type": "integer"}, "uniqueItems": true});
    let rule = |keyword: &str| {
        at_root(ProblemKind::Rejected {
            reason: Some(format!("breaks the schema's rule `{keyword}`")),
        })
    };
    let unexpected = |text: &str| {
        let found = check(&word, json!(text)).1;
        found.into_iter().map(|(_, kind)| kind).collect::<Vec<_>>()
    };
    assert_eq!(
        check(&uuid, json!("67e55044-10b1-426f-9247-bb680e5fe0c8")).1,
        []
    );
    assert_eq!(
        check(&uuid, json!("67e5")).1,
        at_root(super::unexpected("string (uuid)", "\"67e5\""))
    );
    assert_eq!(unexpected("abc"), []);
    assert!(matches!(
        unexpected("ABC").as_slice(),
        [ProblemKind::Unexpected { .. }]
    ));
    assert_eq!(check(&set, json!([1, 2])).1, []);
    assert_eq!(
        check(&set, json!([1, 1])).1,
        at_root(super::unexpected(
            "array of integer, no duplicates",
            "array"
        ))
    );
    let even = json!({"type": "integer", "multipleOf": 2});
    assert_eq!(
        check(&even, json!(3)).1,
        at_root(super::unexpected("integer, a multiple of 2", "3"))
    );
    let named = json!({"type": "object", "propertyNames": {"maxLength": 1}});
    assert_eq!(check(&named, json!({"ab": 1})).1, rule("propertyNames"));
    // A format that is not asserted is a note.
    assert_eq!(
        check(&json!({"type": "string", "format": "hostname"}), json!("-")).1,
        []
    );
}

#[test]
fn a_reference_is_followed_by_the_validator() {
    let tree = json!({
        "$ref": "#/$defs/Tree",
        "$defs": {"Tree": {
            "type": "object", "required": ["name"],
            "properties": {"name": {"type": "string"}, "kids": {"type": "array", "items": {"$ref": "#/$defs/Tree"}}}
        }}
    });
    assert_eq!(
        check(&tree, json!({"name": "a", "kids": [{"name": "b"}]})).1,
        []
    );
    assert_eq!(
        check(&tree, json!({"name": "a", "kids": [{"kids": []}]})).1,
        [(".kids[0].name".to_owned(), ProblemKind::Missing)]
    );
}

#[cfg(feature = "validate")]
#[test]
fn an_email_is_a_mailbox_and_no_name_beside_one() {
    let email = json!({"type": "string", "format": "email"});
    assert_eq!(check(&email, json!("ada@example.org")).1, []);
    let named = "Ada <ada@example.org>";
    assert_eq!(
        check(&email, json!(named)).1,
        at_root(unexpected("string (email)", &format!("{named:?}")))
    );
}

#[cfg(feature = "validate")]
#[test]
fn a_pattern_that_a_client_cannot_compile_is_refused() {
    for pattern in [
        "(?i)^abc$",
        r"\Aabc\z",
        "^(?P<n>a)$",
        "^[[:alpha:]]+$",
        "(?#a)",
        "a{2,1}",
    ] {
        for schema in [
            json!({"type": "string", "pattern": pattern}),
            json!({"type": "object", "patternProperties": {pattern: {"type": "string"}}}),
        ] {
            let refused = crate::args::Plan::compile(schema.as_object().unwrap()).err();
            let expected = format!(
                "the pattern `{pattern}` does not compile: write a regular expression of ECMA-262"
            );
            assert_eq!(refused, Some(expected), "{schema}");
        }
    }
    for pattern in [
        r"^\p{L}+(?<=a)$",
        "^(?<year>[0-9]{4})-[0-9]{2}$",
        r"^[\w.-]+@x\.org$",
        "^(?!no).*$",
        "\u{1F980}|é",
    ] {
        let schema = json!({"type": "string", "pattern": pattern});
        assert!(
            crate::args::Plan::compile(schema.as_object().unwrap()).is_ok(),
            "{pattern}"
        );
    }
}

#[cfg(feature = "validate")]
#[test]
fn a_pattern_that_does_not_compile_is_refused_with_its_place() {
    let schema = json!({"type": "object", "properties": {"a": {"type": "string", "pattern": "["}}});
    assert_eq!(
        crate::args::Plan::compile(schema.as_object().unwrap()).err(),
        Some(
            "at `a`, the pattern `[` does not compile: write a regular expression of ECMA-262"
                .to_owned()
        )
    );
}
