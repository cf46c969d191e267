//! The form in which each key takes its value, with a value that is legal and one that is not.

use crate::symbol::{
    ACTION, ACTIONS, ALIAS, ALWAYS_LOAD, ANNOTATIONS, ANY, ARG, AUDIENCE, CACHE, CLIENT, CODE,
    COMMON, COMPLETE, CONFIRM, CRATE, DEFAULT, DEPRECATED, DESCRIBE, DESCRIPTION, DESTRUCTIVE,
    DISCRIMINATOR, EXAMPLE, FLAT_NAME, FLATTEN, FORMAT, HELP, HINT, ICONS, IDEMPOTENT, INVALIDATES,
    ITEMS, LENGTH, MAX, META, MIME, MIN, NAME, NOTHING_RAN, OMIT_COMMON, ONCE, ONE_OF, OPEN_WORLD,
    OUTPUT_CAP, PATTERN, PRIORITY, RANGE, READ_ONLY, RENAME, RENAME_ALL, REPAIR, RETRY_AFTER,
    SCHEMA, SCOPE, SCOPED, SEARCH_HINT, SECRET, SIZE, SUGGEST, TAGS, TIMEOUT, TITLE, UNASKED,
    UNCHANGED, URI, WITH,
};

/// A form of values, and what its errors recommend.
pub(super) enum KeyForm {
    /// `key` or `key = false`.
    Flag,
    /// `key`, `key = false` or `key("text")`.
    FlagOrTexts,
    /// `key` or `key = 20`.
    Optional { good: &'static str },
    /// `key = good`.
    Pair(PairForm),
    /// `key(good)`.
    List(ListForm),
}

/// `key = good`. The error for a missing value suggests `key = placeholder`.
pub(super) struct PairForm {
    pub(super) good: &'static str,
    pub(super) placeholder: &'static str,
    pub(super) wrong: &'static [&'static str],
    /// The thing that none of `wrong` is, and how it is written.
    pub(super) wanted: &'static str,
    pub(super) example: &'static str,
}

/// `key(good)`. The error for missing parentheses suggests `key(placeholder)`.
pub(super) struct ListForm {
    pub(super) good: &'static str,
    pub(super) placeholder: &'static str,
    pub(super) empty: Option<&'static str>,
    /// Marked content, and the text of its error.
    pub(super) wrong: Option<(&'static str, &'static str)>,
}

const TEXT: PairForm = PairForm {
    good: "\"text\"",
    placeholder: "\"…\"",
    wrong: &["5", "'l'", "list"],
    wanted: "a string literal",
    example: "\"…\"",
};

const PROSE: PairForm = PairForm {
    placeholder: "…",
    wrong: &["5", "'l'"],
    wanted: "a text",
    ..TEXT
};

const DURATION: PairForm = PairForm {
    good: "\"5s\"",
    placeholder: "\"5s\"",
    wrong: &["5", "seconds"],
    wanted: "a time",
    example: "\"5s\"",
};

const PATH: PairForm = PairForm {
    good: "Self::path",
    placeholder: "path",
    wrong: &["\"path\""],
    wanted: "a path without quotes",
    example: "path",
};

const NUMBER: PairForm = PairForm {
    good: "1",
    placeholder: "1",
    wrong: &["\"9\"", "LIMIT"],
    wanted: "a number literal",
    example: "1",
};

const SCHEMA_VALUE: PairForm = PairForm {
    good: "json!({})",
    placeholder: "…",
    wrong: &["\"string\"", "true"],
    wanted: "a JSON Schema",
    example: "json!({\"type\": \"string\"})",
};

const STRINGS: ListForm = ListForm {
    good: "\"text\"",
    placeholder: "\"…\"",
    empty: Some("`KEY` is empty: write `KEY(\"…\")`"),
    wrong: Some(("«5»", "`KEY` takes string literals: `KEY(\"…\")`")),
};

const ENDS: ListForm = ListForm {
    good: "min = 1",
    placeholder: "min = 1, max = 10",
    empty: Some("`KEY` is empty: write `min`, `max` or both, as in `KEY(min = 1, max = 10)`"),
    wrong: None,
};

/// Panics for a key without a form: a new key is added here as well.
pub(super) fn form(attribute: &str, key: &str) -> KeyForm {
    match key {
        CLIENT if attribute == ACTION => KeyForm::Flag,
        READ_ONLY | DESTRUCTIVE | IDEMPOTENT | OPEN_WORLD | REPAIR | ANY | SECRET | FLATTEN
        | SCOPED | UNCHANGED | NOTHING_RAN | ONCE | ALWAYS_LOAD => KeyForm::Flag,
        OMIT_COMMON => KeyForm::FlagOrTexts,
        DEFAULT => KeyForm::Optional { good: "20" },
        NAME | FLAT_NAME | TITLE | DISCRIMINATOR | DEPRECATED | PATTERN | CODE | HINT
        | RENAME_ALL | DESCRIBE | HELP | CACHE | URI | MIME | FORMAT | UNASKED | SEARCH_HINT => {
            KeyForm::Pair(PairForm {
                good: text(attribute, key),
                ..TEXT
            })
        }
        TAGS | SCOPE | ALIAS | SUGGEST | CONFIRM | EXAMPLE | ONE_OF | AUDIENCE | WITH
        | ANNOTATIONS | ACTIONS | CLIENT | INVALIDATES | RANGE | LENGTH | ITEMS | RENAME | META => {
            KeyForm::List(list(key))
        }
        _ => KeyForm::Pair(value(attribute, key)),
    }
}

/// A legal text.
fn text(attribute: &str, key: &str) -> &'static str {
    match (key, attribute) {
        (RENAME_ALL, _) => "\"camelCase\"",
        (DESCRIBE, _) => "\"compact\"",
        (CACHE, _) => "\"no-store\"",
        (URI, _) => "\"notes://all\"",
        (MIME, _) => "\"text/plain\"",
        (UNASKED, _) => "\"refuse\"",
        (FORMAT, ARG) => "\"email\"",
        (FORMAT, _) => "\"json\"",
        _ => "\"text\"",
    }
}

fn value(attribute: &str, key: &str) -> PairForm {
    match key {
        DESCRIPTION => PROSE,
        TIMEOUT | RETRY_AFTER => DURATION,
        COMPLETE => PATH,
        CRATE => PairForm {
            good: "crate::path",
            ..PATH
        },
        COMMON => PairForm {
            good: "Scope",
            placeholder: "Type",
            wrong: &["\"Scope\""],
            wanted: "a type without quotes",
            example: "Type",
        },
        SCHEMA => SCHEMA_VALUE,
        ICONS => PairForm {
            good: "[star()]",
            placeholder: "…",
            wrong: &["\"star\""],
            wanted: "a list of icons",
            example: "[Icon::new(\"https://…\")]",
        },
        OUTPUT_CAP => PairForm {
            good: "CAP",
            placeholder: "…",
            wrong: &["20_000"],
            wanted: "an `OutputCap`",
            example: "OutputCap::bytes(20_000)",
        },
        SIZE => PairForm {
            wanted: "a number of bytes",
            ..NUMBER
        },
        PRIORITY => PairForm {
            wanted: "a number from 0 to 1",
            ..NUMBER
        },
        MIN | MAX if attribute == RANGE => NUMBER,
        MIN | MAX => PairForm {
            wrong: &["\"9\"", "LIMIT", "79.5"],
            wanted: "a whole number",
            ..NUMBER
        },
        _ => panic!("key `{key}` of `{attribute}` has no form"),
    }
}

fn list(key: &str) -> ListForm {
    match key {
        ONE_OF => ListForm {
            good: "\"id\", \"name\"",
            placeholder: "\"a\", \"b\"",
            empty: Some("`KEY` is empty: write `KEY(\"a\", \"b\")`"),
            wrong: Some(("«5»", "`KEY` takes string literals: `KEY(\"a\", \"b\")`")),
        },
        EXAMPLE => ListForm {
            good: "\"close all\"",
            placeholder: "\"close issue 7\", issue = 7",
            empty: Some("`KEY` is empty: write `KEY(\"close issue 7\", issue = 7)`"),
            wrong: Some((
                "«5»",
                "`KEY` begins with a sentence, as a user would say it: `KEY(\"close issue 7\", issue = 7)`",
            )),
        },
        AUDIENCE => ListForm {
            good: "\"user\"",
            placeholder: "\"user\", \"assistant\"",
            empty: Some("`KEY` is empty: write `KEY(\"user\", \"assistant\")`"),
            wrong: Some((
                "«5»",
                "`KEY` takes string literals: `KEY(\"user\", \"assistant\")`",
            )),
        },
        WITH => ListForm {
            good: "Log",
            placeholder: "middleware, …",
            empty: Some("`KEY` is empty: write `KEY(middleware, …)`"),
            wrong: None,
        },
        ANNOTATIONS => ListForm {
            good: "open_world",
            placeholder: "read_only",
            empty: None,
            wrong: None,
        },
        ACTIONS | CLIENT => ListForm {
            good: "pub Names",
            placeholder: "pub Name",
            empty: None,
            wrong: Some(("Names«,» More", "`KEY` takes one name: `KEY(pub Name)`")),
        },
        INVALIDATES => ListForm {
            good: "\"self.*\"",
            placeholder: "\"self.*\"",
            empty: None,
            wrong: Some((
                "«self».list",
                "`KEY` takes globs: `KEY(\"self.*\", foreign(\"…\"))`",
            )),
        },
        RANGE | LENGTH | ITEMS => ENDS,
        META => ListForm {
            good: "\"example.com/key\" = 5",
            placeholder: "\"example.com/key\" = …",
            empty: Some("`KEY` is empty: write `KEY(\"example.com/key\" = …)`"),
            wrong: Some((
                "«5»",
                "`KEY` takes keys of `_meta` with their values: `KEY(\"example.com/key\" = …)`",
            )),
        },
        RENAME => ListForm {
            good: "id = \"user_id\", \"user-name\" = \"user_name\"",
            placeholder: "id = \"user_id\"",
            empty: Some("`KEY` is empty: write `KEY(id = \"user_id\")`"),
            wrong: Some((
                "id = «5»",
                "`KEY` takes pairs of an argument's name in the group and its name in the tool: \
                 `KEY(id = \"user_id\")`",
            )),
        },
        _ => STRINGS,
    }
}
