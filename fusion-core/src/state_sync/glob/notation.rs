//! Older notations of keys, and the right one: `tracker.issues.*` is written `tracker/issues.*`.

use super::Glob;

/// The pattern or key that was meant, if it was written with other separators: the first one is `/`,
/// all others are `.`. A name by itself is a tool, and stands for all of its actions. `None` where the
/// text is no pattern with these separators either.
///
/// ```text
/// tracker.issues.*  tracker:issues.*  tracker/issues/*   tracker/issues.*
/// **.list  **/list                                       */**.list
/// tracker                                                tracker/**
/// ```
pub(crate) fn in_notation(text: &str) -> Option<String> {
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
