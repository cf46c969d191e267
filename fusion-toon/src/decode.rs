//! The decoder of the official crate `toon-format`, re-exported unchanged.
//!
//! ```
//! let rows: serde_json::Value = fusion_toon::decode::decode_default("[2]{id}:\n  1\n  2")?;
//! assert_eq!(rows, serde_json::json!([{"id": 1}, {"id": 2}]));
//! # Ok::<(), fusion_toon::decode::ToonError>(())
//! ```
//!
//! A [`serde_json::Value`] holds integers of up to 64 bits. Longer integers, which this crate
//! writes with all their digits, are decoded as strings:
//!
//! ```
//! let big = fusion_toon::to_string(&(u64::MAX, i64::MIN, u128::MAX, i128::MIN))?;
//! let back: serde_json::Value = fusion_toon::decode::decode_default(&big)?;
//! let (most, least) = ("340282366920938463463374607431768211455", "-170141183460469231731687303715884105728");
//! assert_eq!(back, serde_json::json!([u64::MAX, i64::MIN, most, least]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use toon_format::{
    DecodeOptions, ToonError, decode, decode_default, decode_strict, decode_strict_with_options,
};
