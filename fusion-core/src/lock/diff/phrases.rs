//! The words of changes.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::schemas::{DiffedSide, RenamedField, is_below};
use crate::{
    args::expected,
    error::{cut, echo, on_one_line},
    lock::covers::{CoverageGap, GapKind},
};

/// The number of values that a text lists.
const LISTED: usize = 8;

/// Returns a place inside of a schema without the dot at its beginning.
pub(super) fn inner(path: &str) -> String {
    path.strip_prefix('.').unwrap_or(path).to_owned()
}

/// Returns the text of a change that may refuse a call or surprise a reader. `opposite` is the gap of the same
/// place and kind in the other direction.
pub(super) fn harmful(
    side: DiffedSide,
    gap: &CoverageGap,
    opposite: Option<&CoverageGap>,
) -> String {
    let is_input = side == DiffedSide::Input;
    let text = |input: &str, result: &str| if is_input { input } else { result }.to_owned();
    let values = |gap: &CoverageGap| listed(gap.narrow.as_ref());
    match gap.kind {
        GapKind::Null => text("`null` is refused", "may be `null`"),
        GapKind::Values => {
            let (first, second) = if is_input {
                (format!("{} {} refused", values(gap), are(gap)), " accepted")
            } else {
                (format!("may be {}", values(gap)), " gone")
            };
            let other = opposite.map(|gap| format!("; {} {}{second}", values(gap), are(gap)));
            first + &other.unwrap_or_default()
        }
        GapKind::Alias => format!("the alias {} is gone", code(gap.narrow.as_ref())),
        GapKind::FieldUnknown => text("gone", "new"),
        GapKind::FieldGone => "gone".to_owned(),
        GapKind::FieldMoved => format!(
            "gone, and its alias {} is the name",
            code(gap.narrow.as_ref())
        ),
        GapKind::FieldRequired => text("required", "may be absent"),
        GapKind::FieldTyped => text(
            "new, and restricts values that were accepted under its name",
            "may be any value",
        ),
        GapKind::UnlistedFields => text(
            "fields that are not listed are refused",
            "may have fields that are not listed",
        ),
        GapKind::Incomparable(keyword) => {
            format!("`{keyword}` changed, which is not compared")
        }
        _ => keyword(side, gap, true),
    }
}

/// Returns the text of a change that widens an input or narrows a result.
pub(super) fn harmless(side: DiffedSide, gap: &CoverageGap) -> String {
    let is_input = side == DiffedSide::Input;
    let text = |input: &str, result: &str| if is_input { input } else { result }.to_owned();
    match gap.kind {
        GapKind::Null => text("`null` is accepted", "is never `null`"),
        GapKind::Values => {
            let values = listed(gap.narrow.as_ref());
            if is_input {
                format!("{values} {} accepted", are(gap))
            } else {
                format!("is never {values}")
            }
        }
        GapKind::Alias => format!("the alias {} is accepted", code(gap.narrow.as_ref())),
        GapKind::FieldUnknown => text("new and optional", "gone"),
        GapKind::FieldGone => "gone".to_owned(),
        GapKind::FieldMoved => {
            format!(
                "renamed from {}, which is an alias",
                code(gap.narrow.as_ref())
            )
        }
        GapKind::FieldRequired => text("optional", "never absent"),
        GapKind::FieldTyped => text("any value is accepted", "new"),
        GapKind::UnlistedFields => text(
            "fields that are not listed are accepted",
            "has no fields that are not listed",
        ),
        GapKind::Incomparable(keyword) => {
            let is_gone = gap.narrow.is_none() == is_input;
            let word = if is_gone {
                "gone"
            } else {
                "new or another one"
            };
            format!("`{keyword}` is {word}")
        }
        _ => keyword(side, gap, false),
    }
}

/// Returns the text of a keyword whose value changed.
fn keyword(side: DiffedSide, gap: &CoverageGap, is_harmful: bool) -> String {
    // A harmful gap of an input leads from the old schema to the new one; that of a result leads back.
    let is_forward = (side == DiffedSide::Input) == is_harmful;
    let (before, after) = if is_forward {
        (gap.narrow.as_ref(), gap.wide.as_ref())
    } else {
        (gap.wide.as_ref(), gap.narrow.as_ref())
    };
    let keyword = match gap.kind {
        GapKind::Bound(keyword) => keyword,
        GapKind::Pattern => "pattern",
        GapKind::Format => "format",
        _ => {
            let verb = if side == DiffedSide::Input {
                "takes"
            } else {
                "is"
            };
            return format!("{verb} {} instead of {}", shape(after), shape(before));
        }
    };
    let plain = |value: &Value| match value {
        Value::String(text) => format!("`{}`", on_one_line(text)),
        other => other.to_string(),
    };
    match (before, after) {
        (Some(before), Some(after)) => {
            format!(
                "`{keyword}` is {} instead of {}",
                plain(after),
                plain(before)
            )
        }
        (None, Some(after)) => format!("`{keyword}` {} is new", plain(after)),
        (Some(before), None) => format!("`{keyword}` {} is gone", plain(before)),
        (None, None) => format!("`{keyword}` changed"),
    }
}

/// Returns the short text of a schema, such as `array of string`.
fn shape(schema: Option<&Value>) -> String {
    match schema {
        Some(Value::Object(schema)) => expected(schema),
        Some(Value::Bool(false)) => "no value".to_owned(),
        _ => "any value".to_owned(),
    }
}

fn listed(values: Option<&Value>) -> String {
    let values = values
        .and_then(Value::as_array)
        .map(Vec::as_slice)
        .unwrap_or_default();
    let shown: Vec<_> = values.iter().take(LISTED).map(echo).collect();
    let more = values.len().saturating_sub(LISTED);
    let shown = shown.join(", ");
    if more == 0 {
        shown
    } else {
        format!("{shown} and {more} more")
    }
}

fn are(gap: &CoverageGap) -> &'static str {
    let count = gap
        .narrow
        .as_ref()
        .and_then(Value::as_array)
        .map_or(1, Vec::len);
    if count == 1 { "is" } else { "are" }
}

fn code(name: Option<&Value>) -> String {
    let name = name.and_then(Value::as_str).unwrap_or_default();
    format!("`{name}`")
}

/// Returns the text of a default that changed.
pub(super) fn default(before: Option<&Value>, after: Option<&Value>) -> String {
    match (before, after) {
        (Some(before), Some(after)) => format!("the default is {after} instead of {before}"),
        (None, Some(after)) => format!("the default {after} is new"),
        (Some(before), None) => format!("the default {before} is gone"),
        (None, None) => "the default changed".to_owned(),
    }
}

/// Returns the text of tokens that changed.
pub(super) fn tokens(before: usize, after: usize) -> String {
    let (sign, difference) = if after > before {
        ("+", after - before)
    } else {
        ("−", before - after)
    };
    format!("{after} tokens instead of {before} ({sign}{difference})")
}

/// Returns the text of a text that changed: both from the place on at which they begin to differ.
pub(super) fn texts(label: &str, before: &str, after: &str) -> String {
    match (before, after) {
        ("", after) => format!("{label}: {} is new", excerpt(after, 0)),
        (before, "") => format!("{label}: {} is gone", excerpt(before, 0)),
        (before, after) => {
            let common = before
                .chars()
                .zip(after.chars())
                .take_while(|(one, other)| one == other);
            let common = common.count();
            // Without the words that both begin with, if they are many.
            let words: usize = before
                .chars()
                .take(common)
                .collect::<String>()
                .rfind(' ')
                .map_or(0, |at| before[..at].chars().count() + 1);
            let skipped = if words > 20 { words } else { 0 };
            format!(
                "{label}: {} instead of {}",
                excerpt(after, skipped),
                excerpt(before, skipped)
            )
        }
    }
}

/// Returns the beginning of a text in quotes, without so many characters.
fn excerpt(text: &str, skipped: usize) -> String {
    let rest: String = text.chars().skip(skipped).collect();
    let before = if skipped == 0 { "" } else { "…" };
    format!("“{before}{}”", on_one_line(&cut(&rest)))
}

/// Returns the texts inside of a schema that changed, by their places. A text that is new or gone with its place
/// is no change of its own: `touched` are the places whose schemas changed. A field with another name is compared
/// under it.
pub(super) fn changed_texts<'t>(
    [old, new]: [&'t BTreeMap<String, String>; 2],
    touched: &[String],
    renamed: &[RenamedField],
) -> Vec<(String, [&'t str; 2])> {
    let old: BTreeMap<String, &str> = old
        .iter()
        .map(|(place, text)| (later_place(place, renamed), text.as_str()))
        .collect();
    let places: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let changed = places.into_iter().filter_map(|place| {
        let before = old.get(place).copied().unwrap_or_default();
        let after = new.get(place).map_or("", String::as_str);
        let base = place.split('=').next().unwrap_or_default();
        let of_place = |path: &String| *path == *base || !path.is_empty() && is_below(base, path);
        let is_one_sided = before.is_empty() || after.is_empty();
        let is_stated = is_one_sided && touched.iter().any(of_place);
        (before != after && !is_stated).then(|| (place.clone(), [before, after]))
    });
    changed.collect()
}

/// Returns a place under the later names of fields.
fn later_place(place: &str, renamed: &[RenamedField]) -> String {
    for [former, later] in renamed {
        if let Some(rest) = place.strip_prefix(former.as_str())
            && (rest.is_empty() || rest.starts_with(['.', '[', '=']))
        {
            return format!("{later}{rest}");
        }
    }
    place.to_owned()
}
