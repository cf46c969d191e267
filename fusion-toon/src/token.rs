//! The private structs by which `serde_json` hands over what serde has no words for: numbers under
//! its feature `arbitrary_precision`, and `RawValue`.

const NUMBER: &str = "$serde_json::private::Number";
const RAW: &str = "$serde_json::private::RawValue";

/// What a struct of one of these names carries in its only field: a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// The digits of a number.
    Number,
    /// JSON.
    Raw,
}

impl Token {
    #[inline]
    pub(crate) fn of(struct_name: &str) -> Option<Self> {
        match struct_name {
            NUMBER => Some(Self::Number),
            RAW => Some(Self::Raw),
            _ => None,
        }
    }
}
