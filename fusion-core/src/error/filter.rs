//! The text of the error for an unknown key in a filter.

/// The end of the sentence about `help`.
pub(super) const HELP: &str = "which `Describe::Brief` adds to the tool and no author wrote: \
                               filters select the author's items, and `help` describes those that \
                               are left; remove it from the filter";

/// Returns the end of the sentence: the reason why `key` names nothing, and the fix.
pub(super) fn unknown_key_advice(key: &str, nearest: Option<&str>) -> String {
    const NOTHING: &str = ", which is no action, prompt or resource of the registry";

    if key.contains('*') {
        return ", and a filter takes no patterns: name each action, or filter by tags".to_owned();
    }
    match nearest {
        Some(nearest) if with_dots(key) == with_dots(nearest) => format!(": write `{nearest}`"),
        Some(nearest) => format!("{NOTHING}; did you mean `{nearest}`?"),
        None => NOTHING.to_owned(),
    }
}

/// Returns a key with the separators `/` and `:` replaced by dots, so that notations compare equal.
fn with_dots(key: &str) -> String {
    key.replace(['/', ':'], ".")
}
