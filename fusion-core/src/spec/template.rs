//! The URI of a resource, or a URI template of level 1 of RFC 6570, matched against URIs.
//!
//! The parser is our own, because the standard defines how a template expands and not how it
//! matches. The maintained crate that matches uses regular expressions and does not restrict the
//! value of a variable; those restrictions are most of this file.

use std::fmt;

/// A URI with variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Template {
    /// The text before the first variable; the whole URI if there are no variables.
    first: &'static str,
    /// Each variable with the text after it. Invariant: only the last text may be empty.
    rest: Vec<(&'static str, &'static str)>,
}

impl Template {
    /// Parses a template. The macro validates its own templates, but a row may be written by hand.
    pub(crate) fn parse(uri: &'static str) -> Result<Self, InvalidTemplate> {
        let scheme = uri.split_once(':').map_or("", |(scheme, _)| scheme);
        if scheme.is_empty() || scheme.contains(['{', '/']) {
            return Err(InvalidTemplate(
                "it begins with no scheme, as in `notes://all`",
            ));
        }
        let mut parts = uri.split('{');
        let first = parts.next().unwrap_or_default();
        let mut rest: Vec<(&'static str, &'static str)> = Vec::new();
        for part in parts {
            let Some((variable, literal)) = part.split_once('}') else {
                return Err(InvalidTemplate("a `{` is never closed"));
            };
            let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
            if variable.is_empty() || !variable.chars().all(word) {
                return Err(InvalidTemplate(
                    "a variable is a name in braces, without operators, as in `{id}`",
                ));
            }
            if rest.last().is_some_and(|(_, literal)| literal.is_empty()) {
                return Err(InvalidTemplate("nothing stands between two variables"));
            }
            if rest.iter().any(|(earlier, _)| *earlier == variable) {
                return Err(InvalidTemplate("a variable stands twice in it"));
            }
            rest.push((variable, literal));
        }
        let literals = rest.iter().map(|(_, literal)| *literal);
        if [first]
            .into_iter()
            .chain(literals)
            .any(|part| part.contains('}'))
        {
            return Err(InvalidTemplate("a `}` closes nothing"));
        }
        Ok(Self { first, rest })
    }

    /// Returns an iterator over the variables, in order.
    pub(crate) fn variables(&self) -> impl Iterator<Item = &'static str> {
        self.rest.iter().map(|(variable, _)| *variable)
    }

    /// Returns `true` if the template has no variables.
    pub(crate) fn is_plain(&self) -> bool {
        self.rest.is_empty()
    }

    /// Returns the number of literal characters.
    pub(crate) fn literal_len(&self) -> usize {
        let literals = self.rest.iter().map(|(_, literal)| literal.len());
        self.first.len() + literals.sum::<usize>()
    }

    /// Returns a text that is equal for all templates that match the same URIs, because it omits
    /// the names of the variables.
    pub(crate) fn shape(&self) -> String {
        let mut shape = self.first.to_owned();
        for (_, literal) in &self.rest {
            shape.push_str("{}");
            shape.push_str(literal);
        }
        shape
    }

    /// Returns the decoded values of the variables in a URI; `None` if the URI does not match.
    ///
    /// Each variable matches as little as possible. That finds a match whenever there is one: no
    /// variable contains a `/`, so that each segment of the URI matches one segment of the
    /// template.
    pub(crate) fn matches(&self, uri: &str) -> Option<Vec<(&'static str, String)>> {
        let mut left = uri.strip_prefix(self.first)?;
        let mut values = Vec::new();
        for (variable, literal) in &self.rest {
            let is_last = values.len() + 1 == self.rest.len();
            let end = if is_last {
                // The last literal must match the end of the URI.
                left.len().checked_sub(literal.len())?
            } else {
                // A value is not empty, so it has at least one letter.
                let one = left.chars().next()?.len_utf8();
                one + left.get(one..)?.find(literal)?
            };
            let (value, behind) = left.split_at_checked(end)?;
            left = behind.strip_prefix(*literal)?;
            values.push((*variable, decode_value(value)?));
        }
        left.is_empty().then_some(values)
    }
}

/// Decodes the value of a variable once; `None` if it is empty, has more than one segment, or is a
/// segment that changes the path. A value that still decodes to such a segment is refused too, so
/// that an encoded `../` does not pass.
fn decode_value(encoded: &str) -> Option<String> {
    if encoded.contains(['/', '?', '#']) {
        return None;
    }
    let mut bytes = Vec::with_capacity(encoded.len());
    let mut rest = encoded.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(if byte == b'%' {
            let digit = |byte: u8| char::from(byte).to_digit(16);
            let (high, low) = (digit(rest.next()?)?, digit(rest.next()?)?);
            u8::try_from(high * 16 + low).ok()?
        } else {
            byte
        });
    }
    let value = String::from_utf8(bytes).ok()?;
    let leads_elsewhere = value.is_empty() || value == "." || value == "..";
    let is_safe = |c: char| c != '/' && c != '\\' && !c.is_control();
    (!leads_elsewhere && value.chars().all(is_safe)).then_some(value)
}

/// The reason why a template is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct InvalidTemplate(&'static str);

impl fmt::Display for InvalidTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(template: &'static str, uri: &str) -> Option<Vec<String>> {
        let template = Template::parse(template).ok()?;
        let values = template.matches(uri)?;
        Some(values.into_iter().map(|(_, value)| value).collect())
    }

    #[test]
    fn a_uri_is_taken_apart_as_its_template_says() {
        for (template, uri, expected) in [
            ("a://all", "a://all", Some(&[] as &[&str])),
            ("a://all", "a://all/", None),
            ("a://all", "A://all", None),
            ("a://{x}", "a://1", Some(&["1"])),
            ("a://{x}/y", "a://1/y", Some(&["1"])),
            ("a://{x}/y", "a://1/z", None),
            ("a://{x}/y", "a:///y", None),
            ("a://{x}/{y}", "a://1/2", Some(&["1", "2"])),
            ("a://{x}/{y}", "a://1/2/3", None),
            ("a://{x}/{y}", "a://1/", None),
            ("a://{x}-{y}", "a://1-2-3", Some(&["1", "2-3"])),
            ("a://{x}-{y}", "a://--", None),
            ("a://{x}-{y}", "a://---", Some(&["-", "-"])),
            ("a://{x}.{y}/{z}", "a://a.b.c/d", Some(&["a", "b.c", "d"])),
            ("urn:isbn:{x}", "urn:isbn:978-0", Some(&["978-0"])),
            ("a://x?q={q}", "a://x?q=1", Some(&["1"])),
            ("a://x?q={q}", "a://x?q=1&r=2", Some(&["1&r=2"])),
            ("a://{x}", "a://ü", Some(&["ü"])),
            ("a://{x}!", "a://ü!", Some(&["ü"])),
            ("a://{x}", "b://1", None),
            ("a://{x}", "", None),
        ] {
            let expected = expected.map(|values| values.iter().map(|v| (*v).to_owned()).collect());
            assert_eq!(values(template, uri), expected, "{template} {uri}");
        }
    }

    #[test]
    fn a_value_is_decoded_once() {
        for (encoded, value) in [
            ("a%20b", "a b"),
            ("%C3%BC", "ü"),
            ("%252F", "%2F"),
            ("%252e%252e", "%2e%2e"),
            ("a+b", "a+b"),
            ("a..b", "a..b"),
            ("...", "..."),
        ] {
            let uri = format!("a://{encoded}");
            assert_eq!(values("a://{x}", &uri), Some(vec![value.to_owned()]));
        }
    }

    #[test]
    fn what_leads_elsewhere_is_no_value() {
        for encoded in [
            "",
            ".",
            "..",
            "%2e",
            "%2E%2e",
            ".%2e",
            "a/b",
            "a%2fb",
            "..%2F..%2Fetc%2Fpasswd",
            "%5c",
            "..\\x",
            "a%00",
            "%0a",
            "%7f",
            "%",
            "%2",
            "%zz",
            "%+1",
            "%ff",
            "%c3",
            "a?b",
            "a#b",
            "%e2%80",
            "%C2%85",
        ] {
            let uri = format!("a://{encoded}");
            assert_eq!(values("a://{x}", &uri), None, "{encoded:?}");
        }
    }

    #[test]
    fn rows_written_by_hand_are_read_as_the_macro_would() {
        for (uri, reason) in [
            ("all", "it begins with no scheme, as in `notes://all`"),
            ("{a}://x", "it begins with no scheme, as in `notes://all`"),
            ("a://{x", "a `{` is never closed"),
            ("a://x}", "a `}` closes nothing"),
            ("a://{x}}", "a `}` closes nothing"),
            (
                "a://{+x}",
                "a variable is a name in braces, without operators, as in `{id}`",
            ),
            (
                "a://{}",
                "a variable is a name in braces, without operators, as in `{id}`",
            ),
            ("a://{x}{y}", "nothing stands between two variables"),
            ("a://{x}/{x}", "a variable stands twice in it"),
        ] {
            let error = Template::parse(uri).map_err(|error| error.to_string());
            assert_eq!(error, Err(reason.to_owned()), "{uri}");
        }
    }

    #[test]
    fn templates_of_one_shape_match_the_same() {
        let shape = |uri| Template::parse(uri).map(|template| template.shape());
        assert_eq!(shape("a://{x}/b/{y}"), shape("a://{id}/b/{name}"));
        assert_ne!(shape("a://{x}"), shape("a://x"));
    }

    /// Encodes a value as level 1 of the standard does: everything but letters, digits and `-._~`.
    fn percent_encode(value: &str) -> String {
        let unreserved = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
        let bytes = value.bytes().map(|byte| {
            if unreserved(byte) {
                char::from(byte).to_string()
            } else {
                format!("%{byte:02X}")
            }
        });
        bytes.collect()
    }

    proptest::proptest! {
        #[test]
        fn what_a_template_makes_of_a_value_it_reads_again(
            one in "[^/\\\\\\p{Cc}]{1,12}",
            other in "[^/\\\\\\p{Cc}]{1,12}",
        ) {
            let leads_elsewhere = |value: &str| value == "." || value == "..";
            let expected = vec![one.clone(), other.clone()];
            let expected = (!expected.iter().any(|value| leads_elsewhere(value))).then_some(expected);
            let uri = format!("a://{}/b/{}", percent_encode(&one), percent_encode(&other));
            assert_eq!(values("a://{x}/b/{y}", &uri), expected);
        }

        #[test]
        fn no_uri_leads_elsewhere(rest in "[a%./\\\\0-9A-F?#\u{e9}-]{0,24}") {
            let uri = format!("a://{rest}");
            for template in ["a://{x}", "a://{x}/{y}", "a://{x}-{y}", "a://{x}.a/{y}", "a://{x}a"] {
                for value in values(template, &uri).unwrap_or_default() {
                    assert!(!value.is_empty() && value != "." && value != "..", "{uri}");
                    assert!(!value.contains(['/', '\\', '\0', '\n']), "{uri}");
                }
            }
        }
    }
}
