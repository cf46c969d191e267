//! TOON (Token-Oriented Object Notation): a compact, line-oriented notation for structured data
//! that a language model reads with fewer tokens than JSON.
//!
//! This crate writes TOON 4.4 from anything that implements [`serde::Serialize`]. Rows of the same
//! fields become a table that names its columns once:
//!
//! ```
//! use serde::Serialize;
//!
//! #[derive(Serialize)]
//! struct Orders {
//!     shop: &'static str,
//!     orders: Vec<Order>,
//! }
//!
//! #[derive(Serialize)]
//! struct Order {
//!     id: u32,
//!     customer: Customer,
//!     total: f64,
//! }
//!
//! #[derive(Serialize)]
//! struct Customer {
//!     name: &'static str,
//!     country: &'static str,
//! }
//!
//! let order = |id, name, country, total| Order { id, customer: Customer { name, country }, total };
//! let orders = Orders {
//!     shop: "Tea & Co",
//!     orders: vec![order(1, "Ada", "GB", 12.5), order(2, "Bob, Jr.", "DK", 7.0)],
//! };
//! assert_eq!(
//!     fusion_toon::to_string(&orders)?,
//!     "\
//! shop: Tea & Co
//! orders[2]{id,customer{name,country},total}:
//!   1,Ada,GB,12.5
//!   2,\"Bob, Jr.\",DK,7"
//! );
//! # Ok::<(), fusion_toon::Error>(())
//! ```
//!
//! That is the table as a model gets it: no braces, no quotes but where they are needed, and each
//! name once. The `[2]` tells how many rows follow.
//!
//! # Which function to call
//!
//! | you have | call |
//! |---|---|
//! | a struct, a `Vec`, a map, anything that is [`serde::Serialize`] | [`to_string`] |
//! | a [`serde_json::Value`] | [`value_to_string`], which is faster |
//! | a file or a socket to write into | [`to_writer`] |
//! | a wish for tabs, `\|`, or another indentation | the same methods of [`Options`] |
//!
//! JSON as text is parsed first: `value_to_string(&serde_json::from_str(text)?)`.
//!
//! # When it saves tokens
//!
//! Where rows have the same fields. Tokens of `o200k_base` against *compact* JSON of the same data:
//!
//! | data | tokens |
//! |---|---|
//! | 20 rows with an object of the same fields in each | −45 % |
//! | 100 rows of 7 fields | −36 % |
//! | 20 tasks of 6 fields / only 2 of them | −35 % / −19 % |
//! | a map of 20 objects with the same fields | −20 % |
//! | one object, one error, one long text, a list of strings | 0 to +4 % |
//! | a configuration, a JSON schema, points on a map | +15 to +21 % |
//! | 20 rows some of which leave fields out / have lists in them | +32 % / +35 % |
//!
//! So measure, or take TOON only when it is clearly shorter: "TOON if it has less than 0.9 times the
//! bytes of compact JSON" was within 1 % of the better choice on the sum of these. Prefer a `null`
//! to `#[serde(skip_serializing_if = …)]` in rows: a field that is sometimes left out turns the
//! table into a list. [`Delimiter::Tab`] saves a little more in wide tables. The example `toon` of
//! this crate counts bytes and tokens of your own data:
//!
//! ```text
//! cargo run -p fusion-toon --example toon -- --stats FILE.json
//! ```
//!
//! # What is written
//!
//! The same data as `serde_json::to_value` gives, without building it: a struct's fields in their
//! own order (whether or not `serde_json`'s `preserve_order` is on), enums in each of serde's
//! taggings, bytes as an array of numbers, infinite floats and NaN as `null`. Numbers have
//! JavaScript's layout; integers keep all their digits, up to 128 bits, and so do the numbers of
//! `serde_json`'s `arbitrary_precision`. A key given twice in one object counts once, with its last
//! value; such a document is turned into a `serde_json::Value` first, whose order of keys it takes.
//!
//! Values nested too deep are an error, long before they could overflow the stack.
//!
//! # How often a value is read
//!
//! [`to_string`] reads a value mostly once, and what a list begins with twice. Where only its end
//! tells how it is written (a map of rows, rows that are unlike), all of it is read twice more,
//! first for the tables and then for the text: **a part may be read up to four times**.
//! [`to_writer`] reads everything twice. So a `Serialize` has to say the same each time: one that
//! gives its members away when it is read may come out empty. What says something else is an
//! [`ErrorKind::Changed`] as far as it is noticed.
//!
//! A `Serialize` also has to return the errors of its parts. If it goes on, that is an
//! [`ErrorKind::Ignored`]; text is never written from what is left.
//!
//! # Features
//!
//! `decode` re-exports the decoder of the official crate `toon-format` as [`decode`]. It turns
//! `serde_json`'s `preserve_order` and `float_roundtrip` on for the whole build.

#[cfg(feature = "decode")]
pub mod decode;
mod depth;
mod encode;
mod error;
mod key;
mod name;
mod number;
mod options;
mod plan;
mod scan;
mod shapes;
mod text;
mod token;
mod write;

pub use error::{Error, ErrorKind};
pub use options::{Delimiter, Options};

use std::io;

use serde::Serialize;
use serde_json::Value;

/// The version of the notation that is written.
pub const SPEC_VERSION: &str = "4.4";

/// Writes a value as TOON, with the notation's own choices. See [`Options`] for others.
///
/// A part of the value may be read up to four times, and must say the same each time; see
/// [how often a value is read](crate#how-often-a-value-is-read).
///
/// ```
/// use std::collections::BTreeMap;
///
/// let ages = BTreeMap::from([("Ada", 36), ("Grace", 85)]);
/// assert_eq!(fusion_toon::to_string(&ages)?, "Ada: 36\nGrace: 85");
/// # Ok::<(), fusion_toon::Error>(())
/// ```
pub fn to_string<T: Serialize + ?Sized>(value: &T) -> Result<String, Error> {
    Options::new().to_string(value)
}

/// Writes JSON that is already a [`Value`] as TOON: the text of [`to_string`], but sooner, because
/// a tree can be looked at ahead. It takes about as long as `serde_json::to_string`.
///
/// ```
/// let value = serde_json::json!({"tags": ["new", "on sale"]});
/// assert_eq!(fusion_toon::value_to_string(&value)?, "tags[2]: new,on sale");
/// # Ok::<(), fusion_toon::Error>(())
/// ```
pub fn value_to_string(value: &Value) -> Result<String, Error> {
    Options::new().value_to_string(value)
}

/// Writes a value as TOON into a file, a socket, or anything else. See [`Options::to_writer`].
///
/// The value is read twice, and must say the same each time; see
/// [how often a value is read](crate#how-often-a-value-is-read).
///
/// ```
/// let mut file = Vec::new();
/// fusion_toon::to_writer(&mut file, &["new", "on sale"])?;
/// assert_eq!(file, b"[2]: new,on sale");
/// # Ok::<(), fusion_toon::Error>(())
/// ```
pub fn to_writer<W, T>(writer: W, value: &T) -> Result<(), Error>
where
    W: io::Write,
    T: Serialize + ?Sized,
{
    Options::new().to_writer(writer, value)
}

impl Options {
    /// Writes a value as TOON.
    ///
    /// A part of the value may be read up to four times, and must say the same each time; see
    /// [how often a value is read](crate#how-often-a-value-is-read).
    ///
    /// ```
    /// let options = fusion_toon::Options::new().delimiter(fusion_toon::Delimiter::Pipe);
    /// assert_eq!(options.to_string(&[1, 2, 3])?, "[3|]: 1|2|3");
    /// # Ok::<(), fusion_toon::Error>(())
    /// ```
    pub fn to_string<T: Serialize + ?Sized>(&self, value: &T) -> Result<String, Error> {
        encode::encode(value, *self, None)
    }

    /// Writes JSON that is already a [`Value`] as TOON, sooner than [`Options::to_string`].
    pub fn value_to_string(&self, value: &Value) -> Result<String, Error> {
        write::write_tree(value, *self)
    }

    /// Writes a value as TOON into a file, a socket, or anything else, in pieces of 64 KiB: the
    /// text as a whole is never in memory. A value that cannot be written mostly fails before the
    /// first piece, but not when it changed while it was read, or when the writer failed.
    ///
    /// The value is read twice, and must say the same each time; see
    /// [how often a value is read](crate#how-often-a-value-is-read).
    ///
    /// ```
    /// let mut file = Vec::new();
    /// fusion_toon::Options::new().to_writer(&mut file, &[1, 2, 3])?;
    /// assert_eq!(file, b"[3]: 1,2,3");
    /// # Ok::<(), fusion_toon::Error>(())
    /// ```
    pub fn to_writer<W, T>(&self, mut writer: W, value: &T) -> Result<(), Error>
    where
        W: io::Write,
        T: Serialize + ?Sized,
    {
        encode::encode(value, *self, Some(&mut writer)).map(drop)
    }
}
