//! Serialization of a value as text: JSON or TOON.

use serde::Serialize;
use serde_json::Value;

use super::finite::{FailurePath, Finite};
use crate::{error::ToolError, spec::Format};

/// Serializes `value` in the notation `format`. A value that is nested too deeply for TOON, or that is
/// empty in it, is serialized as JSON. A number that is not finite is an error in every notation.
pub(super) fn serialize_value(
    value: &(impl Serialize + ?Sized),
    format: Format,
) -> Result<String, ToolError> {
    match format {
        Format::Json => json(value),
        #[cfg(feature = "toon")]
        Format::Toon => toon(value).map_or_else(|| json(value), Ok),
        #[cfg(feature = "toon")]
        Format::Auto => {
            let json = json(value)?;
            let toon = toon(value);
            Ok(toon
                .filter(|toon| is_much_shorter(toon, &json))
                .unwrap_or(json))
        }
    }
}

/// Serializes `value` as structured content.
pub(super) fn structured_value(value: &(impl Serialize + ?Sized)) -> Result<Value, ToolError> {
    let path = FailurePath::default();
    serde_json::to_value(Finite::new(value, &path)).map_err(|error| serialize_error(&path, &error))
}

/// Serializes `value` as an argument of a call. The error is the reason, with the place in the value.
pub(crate) fn argument_value(value: &(impl Serialize + ?Sized)) -> Result<Value, String> {
    let path = FailurePath::default();
    let value = serde_json::to_value(Finite::new(value, &path));
    value.map_err(|error| match path.to_string().as_str() {
        "" => error.to_string(),
        path => format!("`{path}`: {error}"),
    })
}

/// Returns the TOON text of a value, if it has one. Clients refuse an empty text, which is the TOON of an
/// empty object.
#[cfg(feature = "toon")]
fn toon(value: &(impl Serialize + ?Sized)) -> Option<String> {
    let path = FailurePath::default();
    let toon = fusion_toon::to_string(&Finite::new(value, &path)).ok();
    toon.filter(|toon| !toon.is_empty())
}

/// Returns true if TOON is shorter than nine tenths of the JSON bytes. The number of tokens is roughly
/// proportional to the bytes, and a smaller saving does not justify a second notation.
#[cfg(feature = "toon")]
fn is_much_shorter(toon: &str, json: &str) -> bool {
    toon.len() * 10 < json.len() * 9
}

fn json(value: &(impl Serialize + ?Sized)) -> Result<String, ToolError> {
    let path = FailurePath::default();
    serde_json::to_string(&Finite::new(value, &path))
        .map_err(|error| serialize_error(&path, &error))
}

/// Returns an internal error for a value whose `Serialize` fails, so that the model does not read the
/// text of that error.
#[cold]
fn serialize_error(path: &FailurePath, error: &serde_json::Error) -> ToolError {
    let path = path.to_string();
    ToolError::internal(match path.as_str() {
        "" => format!("the result cannot be written as JSON: {error}"),
        path => format!("the result cannot be written as JSON: `{path}`: {error}"),
    })
}

#[cfg(all(test, feature = "toon"))]
mod tests {
    use serde::Serialize;

    use super::*;

    #[derive(Serialize)]
    struct ResultRow {
        id: u32,
        name: &'static str,
    }

    fn rows(count: u32) -> Vec<ResultRow> {
        (0..count).map(|id| ResultRow { id, name: "Ada" }).collect()
    }

    #[test]
    fn auto_takes_the_table_where_it_saves_a_tenth() {
        let text = |rows, format| serialize_value(&rows, format).ok().unwrap();
        for (count, is_toon) in [(0, false), (1, false), (2, true), (3, true), (50, true)] {
            let json = text(rows(count), Format::Json);
            let toon = text(rows(count), Format::Toon);
            let auto = text(rows(count), Format::Auto);
            assert_eq!(&auto, if is_toon { &toon } else { &json }, "{count}");
        }
        assert_eq!(
            text(rows(2), Format::Toon),
            "[2]{id,name}:\n  0,Ada\n  1,Ada"
        );
    }

    #[test]
    fn what_toon_cannot_hold_is_json() {
        let mut deep = serde_json::json!(1);
        for _ in 0..300 {
            deep = serde_json::json!([deep]);
        }
        for format in [Format::Toon, Format::Auto] {
            assert_eq!(serialize_value(&deep, format).ok(), Some(deep.to_string()));
        }
        let nothing = std::collections::BTreeMap::from([((1, 2), 3)]);
        let error = serialize_value(&nothing, Format::Toon).unwrap_err();
        assert!(error.log_line().unwrap().contains("key must be a string"));
    }
}
