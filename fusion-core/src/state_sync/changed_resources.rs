//! Changed resources: URI patterns with blanks, and the URIs that they become with the arguments of
//! a call.

use std::fmt;

use serde_json::Value;

use crate::shared::ResourceForm;

/// URI with `{blanks}` from a policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UriPattern {
    text: Box<str>,
    parts: Vec<UriPart>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum UriPart {
    /// Literal text, normalized for comparison.
    Literal(String),
    /// Name of an argument.
    Blank(Box<str>),
}

impl UriPattern {
    /// Parses a URI pattern. Returns `None` if it is empty, a brace has no partner, or a blank has
    /// no name.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((literal, behind)) = rest.split_once('{') {
            let (name, behind) = behind.split_once('}')?;
            if literal.contains('}') || name.is_empty() || name.contains('{') {
                return None;
            }
            if !literal.is_empty() {
                parts.push(UriPart::Literal(percent_decode(literal)));
            }
            parts.push(UriPart::Blank(name.into()));
            rest = behind;
        }
        if text.is_empty() || rest.contains('}') {
            return None;
        }
        if !rest.is_empty() {
            parts.push(UriPart::Literal(percent_decode(rest)));
        }
        let text = text.into();
        Some(Self { text, parts })
    }

    /// Fills the blanks with the arguments of a call, which `given` returns by name. A blank without
    /// an argument matches every segment.
    pub(crate) fn fill<'v>(&self, given: impl Fn(&str) -> Option<&'v Value>) -> ChangedResource {
        let mut touched = ChangedResource(Vec::new());
        for part in &self.parts {
            let filled = match part {
                UriPart::Literal(text) => Some(text.clone()),
                UriPart::Blank(name) => given(name).and_then(format_scalar),
            };
            touched.push(filled);
        }
        touched
    }

    /// Returns the pattern with every blank open, which matches all URIs of this form.
    pub(crate) fn open(&self) -> ChangedResource {
        self.fill(|_| None)
    }

    /// Returns one URI of this form with each blank replaced by `blank`, for a lookup of the
    /// resource that the pattern means.
    pub(crate) fn example(&self, blank: &str) -> String {
        let parts = self.parts.iter().map(|part| match part {
            UriPart::Literal(text) => text.as_str(),
            UriPart::Blank(_) => blank,
        });
        parts.collect()
    }
}

impl fmt::Display for UriPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Formats a scalar for a URI. A whole number is written without a fraction, even if it was sent
/// with one.
fn format_scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(_) => Some(value.to_string()),
        Value::Number(number) => {
            let text = number.to_string();
            Some(text.strip_suffix(".0").map_or(text.clone(), str::to_owned))
        }
        _ => None,
    }
}

/// Resources that one call, or an explicit notification, changed: one URI, or all URIs of one form.
// Invariant: no two literals are adjacent, and `None` matches one or more characters other than
// `/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChangedResource(Vec<Option<String>>);

impl ChangedResource {
    /// Creates the set of a single URI.
    pub(crate) fn from_uri(uri: &str) -> Self {
        Self(vec![Some(percent_decode(uri))])
    }

    /// Returns the set as other replicas receive it.
    pub(crate) fn to_form(&self) -> ResourceForm {
        ResourceForm::new(self.0.clone())
    }

    /// Creates the set that another replica has sent.
    pub(crate) fn from_form(form: ResourceForm) -> Self {
        let mut changed = Self(Vec::new());
        for part in form.into_parts() {
            changed.push(part);
        }
        changed
    }

    /// Normalizes a URI for comparison, so that different spellings of one resource are equal.
    pub(crate) fn normalize(uri: &str) -> String {
        percent_decode(uri)
    }

    fn push(&mut self, part: Option<String>) {
        match (self.0.last_mut(), part) {
            (Some(Some(last)), Some(text)) => last.push_str(&text),
            (_, part) => self.0.push(part),
        }
    }

    /// Returns the single URI of the set, normalized; `None` if it has a blank.
    pub(crate) fn single_uri(&self) -> Option<&str> {
        match &*self.0 {
            [Some(uri)] => Some(uri),
            _ => None,
        }
    }

    /// Returns `true` if the set contains a normalized URI.
    pub(crate) fn matches(&self, uri: &str) -> bool {
        match_parts(&self.0, uri)
    }
}

/// Matches in one pass over the URI for each part, because the parts may come from another process. Each pass turns the
/// places that the parts before can end at into those of one more part.
fn match_parts(parts: &[Option<String>], uri: &str) -> bool {
    let mut ends = vec![false; uri.len() + 1];
    if let Some(begin) = ends.first_mut() {
        *begin = true;
    }
    for part in parts {
        let mut next = vec![false; ends.len()];
        let mut in_blank = false;
        let places = uri.char_indices().map(|(at, one)| (at, Some(one)));
        for (at, one) in places.chain([(uri.len(), None)]) {
            let begins = ends.get(at).copied().unwrap_or_default();
            if let Some(text) = part {
                if begins && uri.get(at..).is_some_and(|rest| rest.starts_with(&**text)) {
                    set(&mut next, at + text.len());
                }
                continue;
            }
            in_blank = (in_blank || begins) && one.is_some_and(|one| one != '/');
            if let (true, Some(one)) = (in_blank, one) {
                set(&mut next, at + one.len_utf8());
            }
        }
        ends = next;
    }
    ends.last().copied().unwrap_or_default()
}

fn set(ends: &mut [bool], at: usize) {
    if let Some(end) = ends.get_mut(at) {
        *end = true;
    }
}

/// Decodes percent-encoding once. Returns the text unchanged if the decoded bytes are not UTF-8.
fn percent_decode(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let byte = match (first, behind) {
            (b'%', [high, low, ..]) => hex(*high).zip(hex(*low)).map(|(high, low)| high * 16 + low),
            _ => None,
        };
        rest = if byte.is_some() {
            behind.get(2..).unwrap_or_default()
        } else {
            behind
        };
        bytes.push(byte.unwrap_or(first));
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

fn hex(digit: u8) -> Option<u8> {
    let value = char::from(digit).to_digit(16)?;
    u8::try_from(value).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fill(text: &str, arguments: &Value) -> ChangedResource {
        let touches = UriPattern::parse(text).unwrap();
        touches.fill(|name| arguments.get(name))
    }

    #[test]
    fn what_is_no_uri_with_blanks_is_refused() {
        for text in [
            "",
            "a://{",
            "a://}",
            "a://{}",
            "a://{b",
            "a://b}c",
            "a://{b{c}}",
            "{a}}",
        ] {
            assert_eq!(UriPattern::parse(text), None, "{text}");
        }
        let touches = UriPattern::parse("a://{b}/{c}/d").unwrap();
        assert!(touches.open().matches("a://1/2/d"));
        assert_eq!(touches.example("x"), "a://x/x/d");
        assert_eq!(touches.to_string(), "a://{b}/{c}/d");
    }

    #[test]
    fn a_blank_is_filled_with_a_scalar_of_the_call() {
        for (sent, uri) in [
            (json!(5), "a://5/x"),
            (json!("5"), "a://5/x"),
            (json!(5.0), "a://5/x"),
            (json!(1.5), "a://1.5/x"),
            (json!(true), "a://true/x"),
            (json!("ä b"), "a://ä b/x"),
        ] {
            let touched = fill("a://{n}/x", &json!({"n": sent}));
            assert_eq!(touched.single_uri(), Some(uri));
            assert!(touched.matches(uri));
        }
    }

    #[test]
    fn what_the_call_does_not_name_stands_for_every_segment() {
        for sent in [json!({}), json!({"n": null}), json!({"n": [1]})] {
            let touched = fill("a://{n}/x", &sent);
            assert_eq!(touched.single_uri(), None);
            for (uri, expected) in [
                ("a://5/x", true),
                ("a://x/x", true),
                ("a:///x", false),
                ("a://5/6/x", false),
                ("a://5/y", false),
                ("a://5", false),
                ("a://5/x/", false),
            ] {
                assert_eq!(touched.matches(uri), expected, "{uri}");
            }
        }
        let two = fill("a://{n}-{m}.txt", &json!({}));
        assert!(two.matches("a://1-2-3.txt") && !two.matches("a://1-.txt"));
    }

    #[test]
    fn a_form_of_many_blanks_is_matched_in_bounded_time() {
        let blanks = [None, Some("a")].repeat(16);
        let parts = blanks.into_iter().chain([None, Some("b")]);
        let parts = parts.map(|part| part.map(str::to_owned));
        let form = ChangedResource::from_form(ResourceForm::new(parts.collect()));
        let uri = "a".repeat(2_000);
        assert!(!form.matches(&uri));
        assert!(form.matches(&format!("{uri}b")));
    }

    #[test]
    fn uris_are_compared_decoded_once() {
        assert_eq!(
            ChangedResource::normalize("a://caf%C3%A9/%2525"),
            "a://café/%25"
        );
        assert_eq!(ChangedResource::normalize("a://%ff/%zz/%"), "a://%ff/%zz/%");
    }
}
