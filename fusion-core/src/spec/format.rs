//! The forms of a result's text.

/// In which notation a result is written into the text that a model reads.
///
/// It is about [`Json`](crate::Json): a `String` is its author's text. Structured content stays
/// JSON, whatever the text is. TOON needs the feature `toon`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Compact JSON.
    #[default]
    Json,
    /// TOON: rows of one shape are a table, each key written once.
    #[cfg(feature = "toon")]
    Toon,
    /// TOON where its bytes are less than nine tenths of those of compact JSON, as for lists of
    /// records; JSON otherwise. Costs both.
    #[cfg(feature = "toon")]
    Auto,
}
