//! Words of errors about names that clients refuse.

/// The maximum length of a name that every client accepts.
pub(crate) const MAX_NAME: usize = 64;

/// Returns the reason why clients refuse `name`, and the way out.
pub(super) fn illegal_name(name: &str) -> String {
    const LEGAL: &str = "`a-z`, `A-Z`, `0-9`, `_` and `-`";

    let length = name.chars().count();
    if length > MAX_NAME {
        return format!(
            "has {length} characters, and clients accept {MAX_NAME}: use fewer, of {LEGAL}"
        );
    }
    format!("is not a legal name: use 1 to {MAX_NAME} of {LEGAL}")
}

/// Returns the way out for the name of a listed item that has too many characters.
pub(super) fn shorten(item: &str, excess: usize) -> String {
    let parts = match item.split_once('/') {
        None => "the name of the tool",
        Some((_, key)) if key.contains('.') => {
            "the name of the tool, of the module or of the action"
        }
        Some(_) => "the name of the tool or of the action",
    };
    let characters = if excess == 1 {
        "character"
    } else {
        "characters"
    };
    format!("shorten {parts} by {excess} {characters}, or use `Exposition::Grouped`")
}
