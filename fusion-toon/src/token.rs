//! The private structs with which `serde_json` serializes values that serde's data model lacks:
//! numbers under its feature `arbitrary_precision`, and `RawValue`.

const NUMBER: &str = "$serde_json::private::Number";
const RAW: &str = "$serde_json::private::RawValue";

/// The content of such a struct, whose only field is a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// The digits of a number.
    Number,
    /// A JSON text.
    Raw,
}

impl Token {
    #[inline]
    pub(crate) fn from_struct_name(struct_name: &str) -> Option<Self> {
        match struct_name {
            NUMBER => Some(Self::Number),
            RAW => Some(Self::Raw),
            _ => None,
        }
    }
}
