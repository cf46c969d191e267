//! The trace context of the client. Both of its strings come from outside, so they are validated before
//! they are stored.

/// The maximum length of a `tracestate` in characters; the standard requires support for this many.
const STATE: usize = 512;

/// The client's trace context of a call, in the W3C Trace Context format. The context of a call contains
/// it if the request's `_meta` did.
///
/// ```
/// use fusion_core::ctx::TraceContext;
///
/// let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
/// let context = TraceContext::new(parent).map(|context| context.with_state("vendor=1"));
/// assert_eq!(context.as_ref().map(TraceContext::traceparent), Some(parent));
/// assert_eq!(TraceContext::new("00-0af7-b7ad-01"), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceContext {
    // Invariant: `is_parent` and `is_state` hold, so that a client cannot write arbitrary text to logs.
    parent: String,
    state: Option<String>,
}

impl TraceContext {
    /// Parses a `traceparent`; `None` if it is malformed.
    pub fn new(traceparent: &str) -> Option<Self> {
        is_parent(traceparent).then(|| Self {
            parent: traceparent.to_owned(),
            state: None,
        })
    }

    /// Sets the `tracestate`. A value longer than 512 characters, or with other than printable ASCII
    /// characters, is ignored.
    pub fn with_state(mut self, tracestate: &str) -> Self {
        self.state = is_state(tracestate).then(|| tracestate.to_owned());
        self
    }

    /// Returns the `traceparent`.
    pub fn traceparent(&self) -> &str {
        &self.parent
    }

    /// Returns the `tracestate`.
    pub fn tracestate(&self) -> Option<&str> {
        self.state.as_deref()
    }
}

/// Returns true for `00-<32 digits>-<16 digits>-<2 digits>` in hexadecimal, where neither id is all
/// zeros. Later versions start with the same fields; the fields that they add are not checked.
fn is_parent(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [version, trace, span, flags] = parts.as_slice() else {
        return false;
    };
    let hex = |part: &str, length: usize| {
        part.len() == length
            && part
                .bytes()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    };
    let id = |part: &str, length| hex(part, length) && part.bytes().any(|byte| byte != b'0');
    hex(version, 2) && *version != "ff" && id(trace, 32) && id(span, 16) && hex(flags, 2)
}

fn is_state(text: &str) -> bool {
    let plain = |byte: u8| byte == b' ' || byte.is_ascii_graphic();
    !text.is_empty() && text.len() <= STATE && text.bytes().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_traceparent_is_one() {
        let trace = "0af7651916cd43dd8448eb211c80319c";
        let span = "b7ad6b7169203331";
        for good in [
            format!("00-{trace}-{span}-01"),
            format!("01-{trace}-{span}-00"),
        ] {
            assert!(TraceContext::new(&good).is_some(), "{good}");
        }
        let zeros = "0".repeat(32);
        for bad in [
            String::new(),
            trace.to_owned(),
            format!("ff-{trace}-{span}-01"),
            format!("00-{zeros}-{span}-01"),
            format!("00-{trace}-0000000000000000-01"),
            format!("00-{}-{span}-01", trace.to_uppercase()),
            format!("00-{trace}-{span}"),
            format!("00-{trace}-{span}-01-more"),
            format!("00-{trace}-{span}-01\n"),
            format!("00-{trace}-{span}-0\u{e9}"),
        ] {
            assert_eq!(TraceContext::new(&bad), None, "{bad}");
        }
    }

    #[test]
    fn a_state_is_plain_and_short_or_dropped() {
        let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        let state = |text: &str| {
            let context = TraceContext::new(parent).unwrap().with_state(text);
            context.tracestate().map(str::to_owned)
        };
        let most = "x".repeat(512);
        assert_eq!(state("a=1, b=2"), Some("a=1, b=2".to_owned()));
        assert_eq!(state(&most), Some(most.clone()));
        assert_eq!(state(&format!("{most}x")), None);
        assert_eq!(state("a=1\nb"), None);
        assert_eq!(state(""), None);
    }
}
