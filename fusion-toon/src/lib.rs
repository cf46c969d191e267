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
//! The model reads the table as shown: no braces, quotes only around strings that need them, and
//! each field name once. `[2]` is the number of rows that follow.
//!
//! # Which function to call
//!
//! | you have | call |
//! |---|---|
//! | a struct, a `Vec`, a map, anything that is [`serde::Serialize`] | [`to_string`] |
//! | a [`serde_json::Value`] | [`value_to_string`], which is faster |
//! | a file or a socket to write into | [`to_writer`] |
//! | tabs, `\|`, or another indentation | the same methods of [`Options`] |
//!
//! Parse JSON text first: `value_to_string(&serde_json::from_str(text)?)`.
//!
//! # When it saves tokens
//!
//! TOON saves tokens where rows have the same fields. The table compares tokens of `o200k_base`
//! with *compact* JSON of the same data:
//!
//! | data | tokens |
//! |---|---|
//! | 20 rows with an object of the same fields in each | −45 % |
//! | 100 rows of 7 fields | −36 % |
//! | 20 tasks of 6 fields / only 2 of them | −35 % / −19 % |
//! | a map of 20 objects with the same fields | −20 % |
//! | one object, one error, one long text, a list of strings | 0 to +4 % |
//! | a configuration, a JSON schema, points on a map | +15 to +21 % |
//! | 20 rows, some of which omit fields / contain lists | +32 % / +35 % |
//!
//! Measure your own data, or use TOON only when it is clearly shorter: the rule "TOON if it has
//! less than 0.9 times the bytes of compact JSON" was within 1 % of the better choice on the sum of
//! these. In rows, prefer `null` to `#[serde(skip_serializing_if = …)]`: a field that some rows
//! omit turns the table into a list. [`Delimiter::Tab`] saves a little more in wide tables. The
//! example `toon` of this crate counts the bytes and tokens of your own data:
//!
//! ```text
//! cargo run -p fusion-toon --example toon -- --stats FILE.json
//! ```
//!
//! # What is written
//!
//! The output holds the same data as `serde_json::to_value` returns, but no `Value` is built.
//! Struct fields keep their order (whether or not `serde_json`'s `preserve_order` is on), enums
//! keep each of serde's taggings, bytes become an array of numbers, infinite floats and NaN become
//! `null`. Numbers have JavaScript's layout; integers keep all their digits, up to 128 bits, and so
//! do the numbers of `serde_json`'s `arbitrary_precision`. If one object has a key twice, the last
//! value wins; such a value is first converted to a `serde_json::Value`, and the output has the key
//! order of that `Value`.
//!
//! A value that is nested too deeply returns an error long before it could overflow the stack.
//!
//! # How often a value is read
//!
//! [`to_string`] reads most parts of a value once, and the first member of a list twice. If only
//! the end of a container decides its layout (a map of rows, rows with different fields), the whole
//! value is read twice more, first to find the tables and then to write the text: **a part may be
//! read up to four times**. [`to_writer`] reads everything twice. A `Serialize` implementation must
//! therefore produce the same data each time: one that drains its members while it is read may be
//! written empty. A difference that is detected returns [`ErrorKind::Changed`].
//!
//! A `Serialize` implementation must also return the errors of its parts. If it continues after an
//! error, the call returns [`ErrorKind::Ignored`]; the remaining parts are never written as if they
//! were the whole.
//!
//! # Features
//!
//! `decode` re-exports the decoder of the official crate `toon-format` as [`decode`]. It turns on
//! `serde_json`'s `preserve_order` and `float_roundtrip` for the whole build.

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

/// The version of the TOON specification that this crate writes.
pub const SPEC_VERSION: &str = "4.4";

/// Writes a value as TOON with the default options of the specification. See [`Options`] for other
/// options.
///
/// A part of the value may be read up to four times, and must produce the same data each time; see
/// [how often a value is read](crate#how-often-a-value-is-read).
///
/// # Errors
///
/// Returns an [`Error`] if the value cannot be written; [`ErrorKind`] lists the reasons.
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

/// Writes a [`Value`] as TOON. The text is that of [`to_string`], but it is written faster, because
/// the members of a `Value` can be inspected before they are written. It takes about as long as
/// `serde_json::to_string`.
///
/// # Errors
///
/// Returns an [`Error`] if the value is nested deeper than 256 levels.
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
/// The value is read twice, and must produce the same data each time; see [how often a value is
/// read](crate#how-often-a-value-is-read).
///
/// # Errors
///
/// Returns an [`Error`] if the value cannot be written or the writer fails; [`ErrorKind`] lists the
/// reasons.
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
    /// Writes a value as TOON with these options.
    ///
    /// A part of the value may be read up to four times, and must produce the same data each time;
    /// see [how often a value is read](crate#how-often-a-value-is-read).
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the value cannot be written; [`ErrorKind`] lists the reasons.
    ///
    /// ```
    /// let options = fusion_toon::Options::new().delimiter(fusion_toon::Delimiter::Pipe);
    /// assert_eq!(options.to_string(&[1, 2, 3])?, "[3|]: 1|2|3");
    /// # Ok::<(), fusion_toon::Error>(())
    /// ```
    pub fn to_string<T: Serialize + ?Sized>(&self, value: &T) -> Result<String, Error> {
        encode::encode(value, *self, None)
    }

    /// Writes a [`Value`] as TOON with these options, faster than [`Options::to_string`] does.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the value is nested deeper than the limit of [`Options::depth`].
    ///
    /// ```
    /// let value = serde_json::json!({"tags": ["new", "on sale"]});
    /// let options = fusion_toon::Options::new().delimiter(fusion_toon::Delimiter::Pipe);
    /// assert_eq!(options.value_to_string(&value)?, "tags[2|]: new|on sale");
    /// # Ok::<(), fusion_toon::Error>(())
    /// ```
    pub fn value_to_string(&self, value: &Value) -> Result<String, Error> {
        write::write_tree(value, *self)
    }

    /// Writes a value as TOON into a file, a socket, or any other writer, in chunks of 64 KiB: the
    /// whole text is never in memory. Most values that cannot be written return their error before
    /// the first chunk. An error after the first chunk means that the value changed between its two
    /// readings, or that the writer failed.
    ///
    /// The value is read twice, and must produce the same data each time; see [how often a value is
    /// read](crate#how-often-a-value-is-read).
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the value cannot be written or the writer fails; [`ErrorKind`] lists
    /// the reasons.
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

/// Compiles the snippet of the README as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeSnippets;
