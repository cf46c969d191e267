//! Serialization of a value as text: JSON or TOON.

use serde::Serialize;

use crate::{error::ToolError, spec::Format};

/// Serializes `value` in the notation `format`. A value that is nested too deeply for TOON is
/// serialized as JSON.
pub(super) fn serialize_value(value: &impl Serialize, format: Format) -> Result<String, ToolError> {
    match format {
        Format::Json => json(value),
        #[cfg(feature = "toon")]
        Format::Toon => fusion_toon::to_string(value).or_else(|_| json(value)),
        #[cfg(feature = "toon")]
        Format::Auto => {
            let json = json(value)?;
            let toon = fusion_toon::to_string(value).ok();
            Ok(toon
                .filter(|toon| is_much_shorter(toon, &json))
                .unwrap_or(json))
        }
    }
}

/// Returns true if TOON is shorter than nine tenths of the JSON bytes. The number of tokens is roughly
/// proportional to the bytes, and a smaller saving does not justify a second notation.
#[cfg(feature = "toon")]
fn is_much_shorter(toon: &str, json: &str) -> bool {
    toon.len() * 10 < json.len() * 9
}

fn json(value: &impl Serialize) -> Result<String, ToolError> {
    serde_json::to_string(value).map_err(|error| serialize_error(&error))
}

/// Returns an internal error for a value whose `Serialize` fails, so that the model does not read the
/// text of that error.
pub(super) fn serialize_error(error: &serde_json::Error) -> ToolError {
    ToolError::internal(format!("the result cannot be written as JSON: {error}"))
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
        assert!(error.detail().unwrap().contains("key must be a string"));
    }
}
