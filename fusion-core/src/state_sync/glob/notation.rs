//! Older notations of keys and their correction: `tracker.issues.*` is written `tracker/issues.*`.

use super::Glob;

/// Returns the pattern or key in the current notation, if it was written with other separators: the
/// first one becomes `/`, all others `.`. A name by itself is a tool, and becomes a pattern for all
/// of its actions. Returns `None` if the text is not a pattern with these separators either.
///
/// ```text
/// tracker.issues.*  tracker:issues.*  tracker/issues/*   tracker/issues.*
/// **.list  **/list                                       */**.list
/// tracker                                                tracker/**
/// ```
pub(crate) fn current_notation(text: &str) -> Option<String> {
    let segments: Vec<_> = text.split(['/', '.', ':']).collect();
    let keyed = match *segments.as_slice() {
        ["*" | "**"] => "**".to_owned(),
        [tool] => format!("{tool}/**"),
        ["**", ref key @ ..] if key.iter().all(|segment| *segment == "**") => "**".to_owned(),
        ["**", ..] => format!("*/{}", segments.join(".")),
        [tool, ref key @ ..] => format!("{tool}/{}", key.join(".")),
        [] => return None,
    };
    Glob::parse(&keyed).is_ok().then_some(keyed)
}
