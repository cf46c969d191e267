//! Keywords that JSON Schema does not define: our own, and those of authors, which may be misspelt ones.

use serde_json::{Map, Value};

use super::{
    PlaceRole,
    keywords::{KEYWORDS, KeywordForm},
};
use crate::{
    args::{ALIAS, INTEGER_KEYS, NULL_IS_VALUE, VALUE_ALIASES},
    error::{cut, distance, nearest},
    spec::NESTED_OPTION,
};

/// The start of our own keywords.
const OWN: &str = "x-fusion-";

/// Annotations of authors that look like misspelt keywords.
const ANNOTATIONS: [&str; 2] = ["note", "notes"];

/// Checks a keyword that JSON Schema does not define.
pub(super) fn check(
    keyword: &str,
    value: &Value,
    schema: &Map<String, Value>,
    role: PlaceRole,
) -> Result<(), String> {
    match keyword {
        ALIAS => check_alias(value, schema, role),
        NULL_IS_VALUE => check_null(value, role),
        // The portable pass and the traits of options write them.
        VALUE_ALIASES | INTEGER_KEYS | NESTED_OPTION => Ok(()),
        _ if keyword.starts_with(OWN) => {
            let near = nearest(keyword, [ALIAS, NULL_IS_VALUE]).unwrap_or(ALIAS);
            Err(format!(
                "unknown keyword `{keyword}`; did you mean `{near}`?"
            ))
        }
        _ => match misspelt(keyword) {
            None => Ok(()),
            Some(meant) => Err(format!(
                "unknown keyword `{keyword}`; did you mean `{meant}`? A keyword of your own begins with `x-`"
            )),
        },
    }
}

fn check_alias(value: &Value, schema: &Map<String, Value>, role: PlaceRole) -> Result<(), String> {
    let is_name = |one: &Value| one.as_str().is_some_and(|name| !name.is_empty());
    let are_names = match value {
        Value::Array(names) => !names.is_empty() && names.iter().all(is_name),
        one => is_name(one),
    };
    if !are_names {
        let sent = value.to_string();
        let sent = cut(&sent);
        return Err(format!(
            "`{ALIAS}` is `{sent}`: write an array of names, as in `[\"colour\"]`"
        ));
    }
    if role != PlaceRole::Other || schema.contains_key("const") {
        return Ok(());
    }
    Err(format!(
        "`{ALIAS}` stands neither at a field nor at a variant without content, where alone it is read: remove it, and serde's `alias` with it"
    ))
}

fn check_null(value: &Value, role: PlaceRole) -> Result<(), String> {
    if *value != Value::Bool(true) {
        let sent = value.to_string();
        let sent = cut(&sent);
        return Err(format!("`{NULL_IS_VALUE}` is `{sent}`: write `true`"));
    }
    match role {
        PlaceRole::OptionalField => Ok(()),
        PlaceRole::RequiredField => Err(format!(
            "`{NULL_IS_VALUE}` stands at a required field, whose `null` is a value in any case: remove it, or give the field a default"
        )),
        PlaceRole::Other => Err(format!(
            "`{NULL_IS_VALUE}` stands at no field, where alone it is read: remove it"
        )),
    }
}

/// Returns the keyword that an author may have meant.
fn misspelt(keyword: &str) -> Option<&'static str> {
    if keyword.starts_with("x-") || ANNOTATIONS.contains(&keyword) {
        return None;
    }
    let limit = if keyword.chars().count() < 6 { 1 } else { 2 };
    let known = KEYWORDS
        .iter()
        .filter(|(_, form)| *form != KeywordForm::Any);
    let near = nearest(keyword, known.map(|(name, _)| *name))?;
    (distance(keyword, near) <= limit).then_some(near)
}
