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

/// The type of what stands in place of a variant that the feature `toon` adds, so that the error for a use
/// of the variant names the feature.
#[cfg(not(feature = "toon"))]
#[doc(hidden)]
#[derive(Debug)]
pub struct NeedsFeatureToon;

/// The constants in place of the variants that the feature `toon` adds.
#[cfg(not(feature = "toon"))]
#[doc(hidden)]
#[allow(non_upper_case_globals)] // the names of variants
impl Format {
    pub const Toon: NeedsFeatureToon = NeedsFeatureToon;
    pub const Auto: NeedsFeatureToon = NeedsFeatureToon;
}
