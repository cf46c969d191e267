//! The syntax of keys of `_meta`, and the keys that MCP and this crate reserve.

/// The labels that MCP reserves in prefixes.
const RESERVED: [&str; 2] = ["modelcontextprotocol", "mcp"];

/// The keys without a prefix that MCP gives a meaning.
const TAKEN: [&str; 4] = ["progressToken", "traceparent", "tracestate", "baggage"];

/// The keys that have an attribute of their own.
const ATTRIBUTES: [(&str, &str); 2] = [
    ("anthropic/alwaysLoad", "always_load"),
    ("anthropic/searchHint", "search_hint = \"…\""),
];

/// Describes the mistake in a key of `_meta`; `None` for one that an author may use.
pub(super) fn problem(key: &str) -> Option<String> {
    if key.is_empty() {
        return Some("this key of `_meta` is empty".to_owned());
    }
    let mut attributes = ATTRIBUTES.iter();
    if let Some((_, attribute)) = attributes.find(|(name, _)| *name == key) {
        return Some(format!("`{key}` has a key of its own: write `{attribute}`"));
    }
    let Some((prefix, name)) = key.split_once('/') else {
        if TAKEN.contains(&key) {
            let text = format!(
                "MCP reserves `{key}`: write it after a domain of yours, as in `example.com/{key}`"
            );
            return Some(text);
        }
        return name_problem(key, key);
    };
    let labels: Vec<&str> = prefix.split('.').collect();
    if let Some(label) = labels.iter().find(|label| !is_label(label)) {
        return Some(format!(
            "the prefix of `{key}` has the label `{label}`: a label begins with a letter, ends with a letter or a digit, \
             and consists of ASCII letters, digits and `-`"
        ));
    }
    if let Some(label) = reserved_label(&labels) {
        return Some(format!(
            "MCP reserves prefixes with the label `{label}`: write a domain of yours, as in `example.com/{name}`"
        ));
    }
    if labels == ["dev", "fusion"] {
        return Some(format!(
            "`dev.fusion/` is the prefix of this crate: write a domain of yours, as in `example.com/{name}`"
        ));
    }
    match name {
        "" => None,
        name => name_problem(key, name),
    }
}

/// Returns the label by which a prefix is reserved. Up to 2025-06-18, MCP reserved prefixes that have it anywhere but at
/// the end; since then, those that have it in the second place.
fn reserved_label<'l>(labels: &[&'l str]) -> Option<&'l str> {
    let last = labels.len().saturating_sub(1);
    let mut labels = labels.iter().enumerate();
    let found = labels.find(|(place, label)| {
        let is_one = RESERVED.iter().any(|word| word.eq_ignore_ascii_case(label));
        is_one && (*place < last || *place == 1)
    });
    found.map(|(_, label)| *label)
}

/// A label of a prefix: `example` in `example.com/key`.
fn is_label(label: &str) -> bool {
    let legal = |c: char| c.is_ascii_alphanumeric() || c == '-';
    label.starts_with(|c: char| c.is_ascii_alphabetic())
        && label.ends_with(|c: char| c.is_ascii_alphanumeric())
        && label.chars().all(legal)
}

/// Describes the mistake in the part of a key after its prefix.
fn name_problem(key: &str, name: &str) -> Option<String> {
    let edge = |c: char| c.is_ascii_alphanumeric();
    let legal = |c: char| edge(c) || "-_.".contains(c);
    if let Some(wrong) = name.chars().find(|c| !legal(*c)) {
        return Some(format!(
            "key `{key}` of `_meta` contains `{wrong}`; after its prefix, ASCII letters, digits, `-`, `_` and `.` are \
             allowed"
        ));
    }
    (!name.starts_with(edge) || !name.ends_with(edge)).then(|| {
        format!("key `{key}` of `_meta` does not begin and end with a letter or a digit after its prefix")
    })
}

#[cfg(test)]
mod tests {
    use super::problem;

    #[test]
    fn keys_follow_the_syntax_of_mcp_and_leave_out_what_it_reserves() {
        for good in [
            "team",
            "t",
            "a-b_c.d",
            "example.com/team",
            "com.example.mcp/team",
            "anthropic/maxResultSizeChars",
            "example/",
            "x-1.y/0",
        ] {
            assert_eq!(problem(good), None, "{good}");
        }
        for bad in [
            "",
            "/team",
            "1a/team",
            "a-/team",
            "a..b/team",
            "a_b/team",
            "example.com/te am",
            "example.com/a/b",
            "example.com/-a",
            "a.",
            "ключ",
            "traceparent",
            "progressToken",
            "io.modelcontextprotocol/team",
            "io.MCP/team",
            "dev.mcp/",
            "modelcontextprotocol.io/team",
            "tools.mcp.com/team",
            "com.example.mcp.x/team",
            "dev.fusion/key",
            "anthropic/alwaysLoad",
            "anthropic/searchHint",
        ] {
            assert!(problem(bad).is_some(), "{bad}");
        }
    }
}
