//! What can be wrong with a key in a filter.

/// The end of a sentence: why `key` names nothing, and what to write.
pub(super) fn way_out(key: &str, nearest: Option<&str>) -> String {
    const NOTHING: &str = ", which is no action, prompt or resource of the registry";

    if key.contains('*') {
        return ", and a filter takes no patterns: name each action, or filter by tags".to_owned();
    }
    match nearest {
        Some(nearest) if dotted(key) == dotted(nearest) => format!(": write `{nearest}`"),
        Some(nearest) => format!("{NOTHING}; did you mean `{nearest}`?"),
        None => NOTHING.to_owned(),
    }
}

/// A key without what its notation adds.
fn dotted(key: &str) -> String {
    key.replace(['/', ':'], ".")
}
