//! The events that replicas send to each other, and their form on the way.

use serde::{Deserialize, Serialize};

use super::BusError;

/// The maximum number of resources in an event.
const MAX_RESOURCES: usize = 64;
/// The maximum number of parts of a changed resource.
const MAX_PARTS: usize = 32;
/// The maximum number of patterns in an event.
const MAX_PATTERNS: usize = 256;

/// A change in one replica that concerns the clients of all others.
///
/// An event is a reason to read again, and no more: it carries no content, and two of the same mean the same as one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Event {
    /// These resources have changed.
    Resources(Vec<ResourceForm>),
    /// The lists of tools, prompts or resources have changed.
    Lists,
    /// The results of these actions are stale.
    Invalidated {
        /// The action that caused it, such as `tracker/issues.open`.
        cause: String,
        /// The patterns of the stale actions, such as `tracker/issues.*`.
        patterns: Vec<String>,
    },
    /// Anything may have changed. A replica sends it in place of events that it dropped.
    Everything,
}

/// The URI of a resource, or the form of several: literal parts in percent-decoded form, and a blank between them for
/// each segment that may be anything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ResourceForm(Vec<Option<String>>);

impl Event {
    /// The maximum size of an event in bytes, as [`to_bytes`](Self::to_bytes) writes it.
    pub const MAX_BYTES: usize = 8 * 1024;

    /// Encodes the event.
    ///
    /// # Errors
    ///
    /// [`BusError::TooLarge`] for an event that [`from_bytes`](Self::from_bytes) would refuse. Send
    /// [`Event::Everything`] in its place.
    pub fn to_bytes(&self) -> Result<Vec<u8>, BusError> {
        let bytes =
            serde_json::to_vec(self).map_err(|error| BusError::Unavailable(error.into()))?;
        if bytes.len() > Self::MAX_BYTES || !self.is_bounded() {
            return Err(BusError::TooLarge);
        }
        Ok(bytes)
    }

    /// Decodes an event. The bytes come from an engine that others may write to, so that their size and the number of
    /// their parts are bounded.
    ///
    /// # Errors
    ///
    /// [`BusError::Malformed`] if the bytes are no event of this version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BusError> {
        if bytes.len() > Self::MAX_BYTES {
            return Err(BusError::Malformed);
        }
        let event: Self = serde_json::from_slice(bytes).map_err(|_| BusError::Malformed)?;
        if event.is_bounded() {
            Ok(event)
        } else {
            Err(BusError::Malformed)
        }
    }

    fn is_bounded(&self) -> bool {
        match self {
            Self::Resources(forms) => {
                forms.len() <= MAX_RESOURCES && forms.iter().all(|form| form.0.len() <= MAX_PARTS)
            }
            Self::Invalidated { patterns, .. } => patterns.len() <= MAX_PATTERNS,
            Self::Lists | Self::Everything => true,
        }
    }
}

impl ResourceForm {
    /// Creates the form of one URI in percent-decoded form.
    pub fn one(uri: impl Into<String>) -> Self {
        Self(vec![Some(uri.into())])
    }

    /// Creates a form of literal parts and blanks: `None` is a segment that may be anything.
    pub fn new(parts: Vec<Option<String>>) -> Self {
        Self(parts)
    }

    /// Returns the literal parts and the blanks.
    pub fn parts(&self) -> &[Option<String>] {
        &self.0
    }

    /// Returns the literal parts and the blanks.
    pub fn into_parts(self) -> Vec<Option<String>> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_the_same_after_its_way() {
        let open = ResourceForm::new(vec![Some("a://".to_owned()), None, Some("/b".to_owned())]);
        for (event, text) in [
            (
                Event::Resources(vec![ResourceForm::one("a://1"), open]),
                r#"{"resources":[["a://1"],["a://",null,"/b"]]}"#,
            ),
            (Event::Lists, r#""lists""#),
            (
                Event::Invalidated {
                    cause: "t/a".to_owned(),
                    patterns: vec!["t/*".to_owned()],
                },
                r#"{"invalidated":{"cause":"t/a","patterns":["t/*"]}}"#,
            ),
            (Event::Everything, r#""everything""#),
        ] {
            let bytes = event.to_bytes().unwrap();
            assert_eq!(String::from_utf8_lossy(&bytes), text);
            assert_eq!(Event::from_bytes(&bytes).unwrap(), event);
        }
    }

    #[test]
    fn an_event_beyond_its_bounds_is_neither_written_nor_read() {
        let long = Event::Resources(vec![ResourceForm::one("a".repeat(Event::MAX_BYTES))]);
        let many = Event::Resources(vec![ResourceForm::one("a"); MAX_RESOURCES + 1]);
        let blanks = Event::Resources(vec![ResourceForm::new(vec![None; MAX_PARTS + 1])]);
        let patterns = Event::Invalidated {
            cause: String::new(),
            patterns: vec!["*".to_owned(); MAX_PATTERNS + 1],
        };
        for event in [long, many, blanks, patterns] {
            assert!(matches!(event.to_bytes(), Err(BusError::TooLarge)));
            let bytes = serde_json::to_vec(&event).unwrap();
            assert!(matches!(
                Event::from_bytes(&bytes),
                Err(BusError::Malformed)
            ));
        }
        for text in ["", "{}", r#""other""#, r#"{"resources":7}"#, "\u{0}"] {
            let read = Event::from_bytes(text.as_bytes());
            assert!(matches!(read, Err(BusError::Malformed)), "{text}");
        }
    }
}
