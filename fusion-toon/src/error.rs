//! The error of this crate: its reason, and the path to the part of the value that caused it.

use std::{fmt, io};

/// An error with the path of the part that could not be written as TOON.
///
/// ```
/// use fusion_toon::{ErrorKind, Options};
///
/// let deep = serde_json::json!({"a": [{"b": {}}]});
/// let error = Options::new().depth(3).to_string(&deep).unwrap_err();
/// assert!(matches!(error.kind(), ErrorKind::Depth { limit: 3 }));
/// assert_eq!(error.path(), "a[0].b");
/// assert_eq!(error.to_string(), "a[0].b: nested deeper than 3 levels");
/// ```
pub struct Error {
    // Boxed, so that the `Result`s on the hot path are two words long.
    inner: Box<Inner>,
}

struct Inner {
    kind: ErrorKind,
    /// Ordered from the innermost step outwards: each level appends its step while the error is
    /// returned.
    steps: Vec<Step>,
}

enum Step {
    Key(String),
    Index(usize),
}

/// The reason for an [`Error`].
///
/// ```
/// use std::collections::BTreeMap;
///
/// use fusion_toon::ErrorKind;
///
/// let keyed_by_lists = BTreeMap::from([(vec![1, 2], "a list cannot be a map key")]);
/// let error = fusion_toon::to_string(&keyed_by_lists).unwrap_err();
/// assert!(matches!(error.kind(), ErrorKind::Key));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Objects and arrays are nested deeper than the limit of [`Options::depth`].
    ///
    /// [`Options::depth`]: crate::Options::depth
    Depth {
        /// The limit that was exceeded.
        limit: u16,
    },
    /// A map key is not a string, a number, a boolean, a character or a unit variant.
    Key,
    /// A map key is an infinite number or NaN.
    KeyNotFinite,
    /// The text of an arbitrary-precision number is not a JSON number.
    Number,
    /// The text of a `RawValue` is not JSON.
    Raw(serde_json::Error),
    /// The value produced other data when it was read again. Its `Serialize` must produce the same
    /// data each time: when a value is read twice, the first reading finds the tables and the
    /// second writes them.
    Changed,
    /// A part of the value could not be written, and the `Serialize` of the value continued without
    /// returning the error.
    Ignored,
    /// The value's own `Serialize` returned an error.
    Custom(String),
    /// The writer given to `to_writer` returned an error.
    Io(io::Error),
}

impl Error {
    #[cold]
    pub(crate) fn new(kind: ErrorKind) -> Self {
        let steps = Vec::new();
        Self {
            inner: Box::new(Inner { kind, steps }),
        }
    }

    /// The error of an object or array that continues after an error of one of its members.
    #[cold]
    pub(crate) fn ignored_error() -> Self {
        Self::new(ErrorKind::Ignored)
    }

    #[cold]
    pub(crate) fn in_key(mut self, key: &str) -> Self {
        self.inner.steps.push(Step::Key(key.to_owned()));
        self
    }

    #[cold]
    pub(crate) fn in_index(mut self, index: usize) -> Self {
        self.inner.steps.push(Step::Index(index));
        self
    }

    /// Returns the reason for the error.
    ///
    /// ```
    /// use fusion_toon::{ErrorKind, Options};
    ///
    /// let error = Options::new().depth(1).to_string(&[[1]]).unwrap_err();
    /// assert!(matches!(error.kind(), ErrorKind::Depth { limit: 1 }));
    /// ```
    pub fn kind(&self) -> &ErrorKind {
        &self.inner.kind
    }

    /// Returns the path of the part that caused the error, such as `items[3].name`. The path is
    /// empty if the error concerns the value as a whole.
    ///
    /// ```
    /// let error = fusion_toon::Options::new().depth(2).to_string(&[[[1]]]).unwrap_err();
    /// assert_eq!(error.path(), "[0][0]");
    /// ```
    pub fn path(&self) -> String {
        let mut path = String::new();
        for step in self.inner.steps.iter().rev() {
            match step {
                Step::Index(index) => path.extend(["[", &index.to_string(), "]"]),
                Step::Key(key) => {
                    if !path.is_empty() {
                        path.push('.');
                    }
                    path.push_str(key);
                }
            }
        }
        path
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth { limit } => write!(f, "nested deeper than {limit} levels"),
            Self::Key => f.write_str("a map key must be a string, a number or a unit variant"),
            Self::KeyNotFinite => f.write_str("a number used as a map key must be finite"),
            Self::Number => f.write_str("the text of a number is not a JSON number"),
            Self::Raw(source) => write!(f, "a raw value is not JSON: {source}"),
            Self::Changed => f.write_str("the value serialized differently the second time"),
            Self::Ignored => f.write_str(
                "an error in a part of the value was ignored by its `Serialize`, which has to return it",
            ),
            Self::Custom(message) => f.write_str(message),
            Self::Io(source) => source.fmt(f),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.inner.steps.is_empty() {
            write!(f, "{}: ", self.path())?;
        }
        self.inner.kind.fmt(f)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error")
            .field("kind", &self.inner.kind)
            .field("path", &self.path())
            .finish()
    }
}

impl std::error::Error for Error {}

impl serde::ser::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(ErrorKind::Custom(message.to_string()))
    }
}
