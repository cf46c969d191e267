//! The numeric formats of schemars, which are replaced by their bounds.

use serde_json::{Map, Number, Value};

/// The largest integer that every JSON reader represents exactly.
const SAFE: i64 = (1 << 53) - 1;

/// Replaces a numeric `format` by its bounds, and removes bounds that not every reader represents
/// exactly.
pub(super) fn bound(schema: &mut Map<String, Value>) {
    let format = schema.get("format").and_then(Value::as_str);
    if let Some((low, high)) = format.and_then(bounds) {
        tighten(schema, "minimum", low, |stated, own| stated < own);
        tighten(schema, "maximum", high, |stated, own| stated > own);
        schema.remove("format");
    }
    if schema.get("type").is_some_and(|name| name == "integer") {
        for keyword in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] {
            let end = schema.get(keyword).and_then(Value::as_number);
            if end.is_some_and(|end| !is_safe(end)) {
                schema.remove(keyword);
            }
        }
    }
}

/// Returns the bounds of a numeric format; `None` for other formats.
fn bounds(format: &str) -> Option<(Option<i64>, Option<i64>)> {
    let both = |low: i64, high: i64| Some((Some(low), Some(high)));
    match format {
        "int8" => both(i8::MIN.into(), i8::MAX.into()),
        "uint8" => both(0, u8::MAX.into()),
        "int16" => both(i16::MIN.into(), i16::MAX.into()),
        "uint16" => both(0, u16::MAX.into()),
        "int32" => both(i32::MIN.into(), i32::MAX.into()),
        "uint32" => both(0, u32::MAX.into()),
        "uint64" | "uint128" | "uint" => Some((Some(0), None)),
        "int64" | "int128" | "int" | "float" | "double" => Some((None, None)),
        _ => None,
    }
}

/// Sets a bound, unless the author's is tighter.
fn tighten(
    schema: &mut Map<String, Value>,
    keyword: &str,
    own: Option<i64>,
    looser: fn(f64, f64) -> bool,
) {
    let Some(own) = own else { return };
    let stated = schema.get(keyword).and_then(Value::as_f64);
    #[allow(clippy::cast_precision_loss)] // ends of 32 bits and fewer
    if stated.is_none_or(|stated| looser(stated, own as f64)) {
        schema.insert(keyword.to_owned(), own.into());
    }
}

/// Returns `true` if every JSON reader represents an integer bound exactly.
pub(crate) fn is_safe(end: &Number) -> bool {
    match (end.as_i64(), end.as_f64()) {
        (Some(end), _) => (-SAFE..=SAFE).contains(&end),
        #[allow(clippy::cast_precision_loss)] // 2^53 - 1 is exact
        (None, Some(end)) => end.abs() <= SAFE as f64,
        (None, None) => false,
    }
}
