//! Which resources a write touches: URIs with blanks, and what they become with a call's arguments.

use std::fmt;

use serde_json::{Map, Value};

/// A URI with `{blanks}`, as a policy says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UriPattern {
    text: Box<str>,
    parts: Vec<UriPart>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum UriPart {
    /// As URIs are compared.
    Literal(String),
    /// The name of an argument.
    Blank(Box<str>),
}

impl UriPattern {
    /// Reads a URI; `None` where it is empty, a brace has no partner, or a blank no name.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((literal, behind)) = rest.split_once('{') {
            let (name, behind) = behind.split_once('}')?;
            if literal.contains('}') || name.is_empty() || name.contains('{') {
                return None;
            }
            if !literal.is_empty() {
                parts.push(UriPart::Literal(decoded(literal)));
            }
            parts.push(UriPart::Blank(name.into()));
            rest = behind;
        }
        if text.is_empty() || rest.contains('}') {
            return None;
        }
        if !rest.is_empty() {
            parts.push(UriPart::Literal(decoded(rest)));
        }
        let text = text.into();
        Some(Self { text, parts })
    }

    /// What a call touches: a blank that it names is filled, and any other stands for everything.
    /// `default` is asked for what was not sent.
    pub(crate) fn fill<'v>(
        &self,
        arguments: &'v Map<String, Value>,
        default: impl Fn(&str) -> Option<&'v Value>,
    ) -> ChangedResource {
        let mut touched = ChangedResource(Vec::new());
        for part in &self.parts {
            let filled = match part {
                UriPart::Literal(text) => Some(text.clone()),
                UriPart::Blank(name) => {
                    let sent = arguments.get(&**name).filter(|sent| !sent.is_null());
                    sent.or_else(|| default(name)).and_then(written)
                }
            };
            touched.push(filled);
        }
        touched
    }

    /// All that it can become.
    pub(crate) fn open(&self) -> ChangedResource {
        self.fill(&Map::new(), |_| None)
    }

    /// One URI of all that it can become, for whoever must know which resource it means.
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

/// A scalar as it stands in a URI. A whole number is one, however it was sent.
fn written(value: &Value) -> Option<String> {
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

/// What one call touched, or somebody said: one URI, or all of a form.
// Invariant: no two literals stand side by side, and `None` stands for one or more characters that
// are no `/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChangedResource(Vec<Option<String>>);

impl ChangedResource {
    /// One URI.
    pub(crate) fn exactly(uri: &str) -> Self {
        Self(vec![Some(decoded(uri))])
    }

    /// A URI as it is compared: two ways to write one resource are the same.
    pub(crate) fn compared(uri: &str) -> String {
        decoded(uri)
    }

    fn push(&mut self, part: Option<String>) {
        match (self.0.last_mut(), part) {
            (Some(Some(last)), Some(text)) => last.push_str(&text),
            (_, part) => self.0.push(part),
        }
    }

    /// The one URI that it is, as it is compared.
    pub(crate) fn exact(&self) -> Option<&str> {
        match &*self.0 {
            [Some(uri)] => Some(uri),
            _ => None,
        }
    }

    /// Whether it is, or means, a URI as it is compared.
    pub(crate) fn matches(&self, uri: &str) -> bool {
        run(&self.0, uri)
    }
}

/// A blank takes as little as it can, and more where what follows asks for it. Policies are short,
/// and their blanks few.
fn run(parts: &[Option<String>], rest: &str) -> bool {
    match parts.split_first() {
        None => rest.is_empty(),
        Some((Some(text), parts)) => {
            let behind = rest.strip_prefix(text.as_str());
            behind.is_some_and(|behind| run(parts, behind))
        }
        Some((None, parts)) => {
            let segment = rest.split('/').next().unwrap_or_default();
            let ends = segment.char_indices().map(|(at, one)| at + one.len_utf8());
            let mut behind = ends.filter_map(|end| rest.get(end..));
            behind.any(|behind| run(parts, behind))
        }
    }
}

/// Percent-decoded once; what is no text then stays as it is.
fn decoded(text: &str) -> String {
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

    fn filled(text: &str, arguments: &Value) -> ChangedResource {
        let touches = UriPattern::parse(text).unwrap();
        touches.fill(arguments.as_object().unwrap(), |_| None)
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
            let touched = filled("a://{n}/x", &json!({"n": sent}));
            assert_eq!(touched.exact(), Some(uri));
            assert!(touched.matches(uri));
        }
    }

    #[test]
    fn what_the_call_does_not_name_stands_for_every_segment() {
        for sent in [json!({}), json!({"n": null}), json!({"n": [1]})] {
            let touched = filled("a://{n}/x", &sent);
            assert_eq!(touched.exact(), None);
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
        let two = filled("a://{n}-{m}.txt", &json!({}));
        assert!(two.matches("a://1-2-3.txt") && !two.matches("a://1-.txt"));
    }

    #[test]
    fn a_default_fills_what_was_not_sent() {
        let touches = UriPattern::parse("a://{n}").unwrap();
        let seven = json!(7);
        let (empty, sent) = (Map::new(), json!({"n": 5}));
        let default = |name: &str| (name == "n").then_some(&seven);
        assert_eq!(touches.fill(&empty, default).exact(), Some("a://7"));
        let sent = sent.as_object().unwrap();
        assert_eq!(touches.fill(sent, default).exact(), Some("a://5"));
    }

    #[test]
    fn uris_are_compared_decoded_once() {
        assert_eq!(
            ChangedResource::compared("a://caf%C3%A9/%2525"),
            "a://café/%25"
        );
        assert_eq!(ChangedResource::compared("a://%ff/%zz/%"), "a://%ff/%zz/%");
    }
}
