//! The schema of an argument.

use super::{Pair, check_action};

pub(super) const SCHEMAS: &[Pair] = &[
    (
        "arguments.x.schema = { type = \"integer\", minimum = 0 }",
        "arguments.x.schema = { type = \"string\" }",
        &["breaking: t/a: argument `x`: takes string instead of integer 0.. [type-narrowed]"],
    ),
    (
        "arguments.x.schema = { type = \"integer\" }",
        "arguments.x.schema = { type = \"number\" }",
        &["safe: t/a: argument `x`: takes number instead of integer [input-widened]"],
    ),
    // From `u64` to `f64` and back: the range is part of the type.
    (
        "arguments.x.schema = { type = \"integer\", minimum = 0 }",
        "arguments.x.schema = { type = \"number\" }",
        &["safe: t/a: argument `x`: takes number instead of integer 0.. [input-widened]"],
    ),
    (
        "arguments.x.schema = { type = \"number\" }",
        "arguments.x.schema = { type = \"integer\", minimum = 0 }",
        &["breaking: t/a: argument `x`: takes integer 0.. instead of number [type-narrowed]"],
    ),
    (
        "arguments.x.schema = { type = \"integer\", minimum = 0 }",
        "arguments.x.schema = { type = \"number\", maximum = 5 }",
        &[
            "breaking: t/a: argument `x`: `maximum` 5 is new [bound-tightened]",
            "safe: t/a: argument `x`: takes number ..5 instead of integer 0.. [input-widened]",
        ],
    ),
    (
        "arguments.x.schema = { type = [\"string\", \"integer\"] }",
        "arguments.x.schema = { anyOf = [{ type = \"string\" }, { type = \"integer\" }, { type = \"null\" }] }",
        &["safe: t/a: argument `x`: `null` is accepted [input-widened]"],
    ),
    (
        "arguments.x = {}",
        "arguments.x.schema = { type = \"string\" }",
        &["breaking: t/a: argument `x`: takes string instead of any value [type-narrowed]"],
    ),
    (
        "arguments.x.schema = { type = [\"string\", \"null\"], maxLength = 9 }",
        "arguments.x.schema = { type = \"string\", maxLength = 9 }",
        &["breaking: t/a: argument `x`: `null` is refused [null-refused]"],
    ),
    (
        "arguments.x.schema = { enum = [\"open\", \"closed\"] }",
        "arguments.x.schema = { enum = [\"open\", \"done\"] }",
        &["breaking: t/a: argument `x`: \"closed\" is refused; \"done\" is accepted [value-gone]"],
    ),
    (
        "arguments.x.schema = { enum = [\"open\", \"closed\"] }",
        "arguments.x.schema = { enum = [\"open\", \"done\"], x-fusion-value-aliases = { closed = \"done\" } }",
        &["safe: t/a: argument `x`: \"done\" is accepted [input-widened]"],
    ),
    (
        "arguments.x.schema = { enum = [\"open\"], x-fusion-value-aliases = { new = \"open\" } }",
        "arguments.x.schema = { enum = [\"open\"] }",
        &["breaking: t/a: argument `x`: the alias `new` is gone [alias-gone]"],
    ),
    (
        "arguments.x.schema = { enum = [\"open\", \"closed\"] }",
        "arguments.x.schema = { type = \"string\" }",
        &["safe: t/a: argument `x`: takes string instead of closed|open [input-widened]"],
    ),
    (
        "arguments.x.schema = { type = \"integer\", maximum = 100, exclusiveMinimum = 0 }",
        "arguments.x.schema = { type = \"integer\", maximum = 50, minimum = 0, multipleOf = 5 }",
        &[
            "breaking: t/a: argument `x`: `maximum` is 50 instead of 100 [bound-tightened]",
            "breaking: t/a: argument `x`: `multipleOf` 5 is new [bound-tightened]",
            "safe: t/a: argument `x`: `minimum` is 0 instead of 1 [input-widened]",
        ],
    ),
    (
        "arguments.x.schema = { type = \"string\", maxLength = 9, pattern = \"^a\" }",
        "arguments.x.schema = { type = \"string\", minLength = 1, pattern = \"^b\", format = \"date\" }",
        &[
            "breaking: t/a: argument `x`: `minLength` 1 is new [bound-tightened]",
            "breaking: t/a: argument `x`: `pattern` is `^b` instead of `^a` [pattern-set]",
            "breaking: t/a: argument `x`: `format` `date` is new [format-set]",
            "safe: t/a: argument `x`: `maxLength` 9 is gone [input-widened]",
        ],
    ),
    (
        "arguments.x.schema = { type = \"array\", items = { type = \"integer\" } }",
        "arguments.x.schema = { type = \"array\", items = { type = \"integer\", minimum = 0 }, maxItems = 5, uniqueItems = true }",
        &[
            "breaking: t/a: argument `x`: `maxItems` 5 is new [bound-tightened]",
            "breaking: t/a: argument `x`: `uniqueItems` true is new [bound-tightened]",
            "breaking: t/a: argument `x[]`: `minimum` 0 is new [bound-tightened]",
        ],
    ),
    // A closed object: fields come and go by name.
    (
        "arguments.x.schema = { type = \"object\", additionalProperties = false, properties = { a = { type = \"string\" }, b = { type = \"string\", maxLength = 3 } }, required = [\"b\"] }",
        "arguments.x.schema = { type = \"object\", additionalProperties = false, properties = { b2 = { type = \"string\", maxLength = 3 }, c = { type = \"integer\" } }, required = [\"b2\"] }",
        &[
            "breaking: t/a: argument `x.a`: gone [field-gone]",
            "breaking: t/a: argument `x.b`: renamed to `b2` without an alias [field-renamed]",
            "safe: t/a: argument `x.c`: new and optional [input-widened]",
        ],
    ),
    (
        "arguments.x.schema = { type = \"object\", additionalProperties = false, properties = { a = { type = \"string\" } }, required = [\"a\"] }",
        "arguments.x.schema = { type = \"object\", additionalProperties = false, properties = { b = { type = \"string\", x-fusion-alias = [\"a\"] }, c = {} }, required = [\"b\", \"c\"] }",
        &[
            "breaking: t/a: argument `x.c`: required [field-required]",
            "safe: t/a: argument `x.b`: renamed from `a`, which is an alias [input-widened]",
        ],
    ),
    // The docs of a field go with its name.
    (
        "arguments.x = { schema = { type = \"object\", additionalProperties = false, properties = { a = { type = \"object\", properties = { d = {} } } } }, texts = { \".a\" = \"A.\", \".a.d\" = \"D.\" } }",
        "arguments.x = { schema = { type = \"object\", additionalProperties = false, properties = { b = { type = \"object\", properties = { d = {} } } } }, texts = { \".b\" = \"A.\", \".b.d\" = \"Days.\" } }",
        &[
            "breaking: t/a: argument `x.a`: renamed to `b` without an alias [field-renamed]",
            "prose: t/a: argument `x.b.d`: docs: “Days.” instead of “D.” [docs-changed]",
        ],
    ),
    (
        "arguments.x = { schema = { type = \"object\", additionalProperties = false, properties = { a = {} } }, texts = { \".a\" = \"A.\" } }",
        "arguments.x = { schema = { type = \"object\", additionalProperties = false, properties = { b = { x-fusion-alias = [\"a\"] } } }, texts = { \".b\" = \"A.\" } }",
        &["safe: t/a: argument `x.b`: renamed from `a`, which is an alias [input-widened]"],
    ),
    (
        "arguments.x.schema = { type = \"object\", properties = { a = { type = \"string\", default = \"x\" } } }",
        "arguments.x.schema = { type = \"object\", properties = { a = { type = \"string\", default = \"y\" }, b = { type = \"string\" } }, additionalProperties = false }",
        &[
            "breaking: t/a: argument `x`: fields that are not listed are refused [unlisted-refused]",
            "breaking: t/a: argument `x.b`: new, and restricts values that were accepted under its name [field-restricted]",
            "risk: t/a: argument `x.a`: the default is \"y\" instead of \"x\" [default-changed]",
        ],
    ),
    (
        "arguments.x.schema = { type = \"object\", properties = { a = {} }, required = [\"a\"], additionalProperties = false }",
        "arguments.x.schema = { type = \"object\", properties = { a = {} } }",
        &[
            "safe: t/a: argument `x`: fields that are not listed are accepted [input-widened]",
            "safe: t/a: argument `x.a`: optional [input-widened]",
        ],
    ),
    // The variants of an enum with content: one is gone, one is new.
    (
        "arguments.x.schema.anyOf = [{ type = \"object\", properties = { k = { enum = [\"a\"] } }, required = [\"k\"] }, { type = \"object\", properties = { k = { enum = [\"b\"] } }, required = [\"k\"] }]",
        "arguments.x.schema.anyOf = [{ type = \"object\", properties = { k = { enum = [\"a\"] } }, required = [\"k\"] }, { type = \"object\", properties = { k = { enum = [\"c\"] } }, required = [\"k\"] }]",
        &["breaking: t/a: argument `x.k`: \"b\" is refused; \"c\" is accepted [value-gone]"],
    ),
    (
        "arguments.x.schema = { type = \"string\" }",
        "arguments.x.schema = { type = \"string\", not = { enum = [\"a\"] } }",
        &[
            "breaking: t/a: argument `x`: `not` changed, which is not compared [schema-incomparable]",
        ],
    ),
    (
        "arguments.x.schema = { type = \"string\", not = { enum = [\"a\"] } }",
        "arguments.x.schema = { type = \"string\" }",
        &["safe: t/a: argument `x`: `not` is gone [input-widened]"],
    ),
    // A recursive type: the change is at the place of its first use.
    (
        "arguments.x.schema = { \"$ref\" = \"#/$defs/1\", \"$defs\".1 = { type = \"object\", properties = { kids = { type = \"array\", items = { \"$ref\" = \"#/$defs/1\" } } } } }",
        "arguments.x.schema = { \"$ref\" = \"#/$defs/1\", \"$defs\".1 = { type = \"object\", properties = { kids = { type = \"array\", items = { \"$ref\" = \"#/$defs/1\" }, maxItems = 3 } } } }",
        &["breaking: t/a: argument `x.kids`: `maxItems` 3 is new [bound-tightened]"],
    ),
    (
        "input = { type = \"object\", properties = { a = { type = \"string\" } } }",
        "input = { type = \"object\", properties = { a = { type = \"string\", maxLength = 3 } } }",
        &["breaking: t/a: input schema `a`: `maxLength` 3 is new [bound-tightened]"],
    ),
    (
        "",
        "input = { type = \"object\" }",
        &["breaking: t/a: the action has an input schema of its author [schema-incomparable]"],
    ),
];

#[test]
fn changes_of_schemas() {
    check_action(SCHEMAS);
}
