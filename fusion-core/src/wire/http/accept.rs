//! The kinds of responses that a client accepts. The SDK requires that a client names both kinds, and
//! many clients name one of them, or none.

use axum::response::Response;
use http::{HeaderMap, HeaderValue, StatusCode, header::ACCEPT};

use super::endpoint::refusal;

const JSON: &str = "application/json";
const STREAM: &str = "text/event-stream";
const BOTH: &str = "application/json, text/event-stream";

/// The kinds of responses that a client accepts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Accepted {
    pub(super) json: bool,
    pub(super) stream: bool,
    /// The headers name both kinds in full, as the SDK requires.
    names_both: bool,
}

impl Accepted {
    /// Reads the `Accept` headers. A request without one accepts everything.
    pub(super) fn of(headers: &HeaderMap) -> Self {
        let mut values = headers.get_all(ACCEPT).iter();
        if values.next().is_some_and(|value| value == BOTH) && values.next().is_none() {
            // Nearly all clients send this text.
            return Self {
                json: true,
                stream: true,
                names_both: true,
            };
        }
        let (mut json, mut stream) = (Weight::default(), Weight::default());
        let mut is_absent = true;
        for value in headers.get_all(ACCEPT) {
            is_absent = false;
            // An unreadable value accepts nothing.
            for range in value.to_str().unwrap_or_default().split(',') {
                json.add(range, JSON);
                stream.add(range, STREAM);
            }
        }
        Self {
            json: is_absent || json.is_accepted,
            stream: is_absent || stream.is_accepted,
            names_both: json.is_named() && stream.is_named(),
        }
    }

    /// Returns the response to a request that needs a kind which the client does not accept.
    pub(super) fn refusal(self) -> Response {
        let text = if self.json {
            "the response is a stream: the client must accept text/event-stream"
        } else {
            "the client must accept application/json or text/event-stream"
        };
        refusal(StatusCode::NOT_ACCEPTABLE, text.to_owned())
    }

    /// Names both kinds in the headers, for the SDK.
    pub(super) fn name_both(self, headers: &mut HeaderMap) {
        if !self.names_both {
            headers.insert(ACCEPT, HeaderValue::from_static(BOTH));
        }
    }
}

/// The most specific range that has a media type, and whether its weight is above zero.
#[derive(Default)]
struct Weight {
    specificity: u8,
    is_accepted: bool,
}

impl Weight {
    fn add(&mut self, range: &str, kind: &str) {
        let mut parts = range.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let specificity = if name.eq_ignore_ascii_case(kind) {
            3
        } else if is_group(name, kind) {
            2
        } else if name == "*/*" {
            1
        } else {
            return;
        };
        let is_refused = parts.any(|part| {
            let (name, weight) = part.split_once('=').unwrap_or_default();
            name.trim().eq_ignore_ascii_case("q") && weight.trim().parse() == Ok(0.0_f32)
        });
        if specificity > self.specificity {
            self.specificity = specificity;
            self.is_accepted = !is_refused;
        } else if specificity == self.specificity {
            self.is_accepted |= !is_refused;
        }
    }

    fn is_named(&self) -> bool {
        self.specificity == 3 && self.is_accepted
    }
}

/// Returns whether `name` is `application/*` for a kind `application/json`.
fn is_group(name: &str, kind: &str) -> bool {
    let group = name.strip_suffix("/*").unwrap_or_default();
    let own = kind.split_once('/').map_or(kind, |(own, _)| own);
    group.eq_ignore_ascii_case(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepted(values: &[&'static str]) -> (bool, bool, bool) {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(ACCEPT, HeaderValue::from_static(value));
        }
        let accepted = Accepted::of(&headers);
        (accepted.json, accepted.stream, accepted.names_both)
    }

    #[test]
    fn ranges_are_read_by_their_specificity() {
        for (values, expected) in [
            (&[][..], (true, true, false)),
            (&["*/*"], (true, true, false)),
            (&["application/*"], (true, false, false)),
            (&["application/json"], (true, false, false)),
            (&["Application/JSON;charset=utf-8"], (true, false, false)),
            (&["text/event-stream"], (false, true, false)),
            (&["text/*"], (false, true, false)),
            (&["application/json, text/event-stream"], (true, true, true)),
            (
                &["application/json", "text/event-stream"],
                (true, true, true),
            ),
            (&["text/html"], (false, false, false)),
            (&[""], (false, false, false)),
            (&["*/*;q=0"], (false, false, false)),
            (&["*/*, text/event-stream;q=0"], (true, false, false)),
            (&["text/event-stream; q=0.000, */*"], (true, false, false)),
            (&["application/json;q=0.1, */*;q=0"], (true, false, false)),
            (&["application/jsonp"], (false, false, false)),
        ] {
            assert_eq!(accepted(values), expected, "{values:?}");
        }
    }
}
