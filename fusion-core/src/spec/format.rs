//! The forms of a result's text.

/// The notation in which a result is written into the text that a model reads.
///
/// It applies to [`Json`](crate::Json); a `String` is sent as it is. Structured content is always
/// JSON. TOON requires the feature `toon`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Compact JSON.
    #[default]
    Json,
    /// TOON: objects of one shape form a table, which contains each key once.
    #[cfg(feature = "toon")]
    Toon,
    /// TOON if it needs less than nine tenths of the bytes of compact JSON, as for lists of
    /// records; JSON otherwise. Both are serialized.
    #[cfg(feature = "toon")]
    Auto,
}
