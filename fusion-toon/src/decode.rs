//! Reading TOON: the decoder of the official crate `toon-format`, unchanged.
//!
//! ```
//! let rows: serde_json::Value = fusion_toon::decode::decode_default("[2]{id}:\n  1\n  2")?;
//! assert_eq!(rows, serde_json::json!([{"id": 1}, {"id": 2}]));
//! # Ok::<(), fusion_toon::decode::ToonError>(())
//! ```

pub use toon_format::{
    DecodeOptions, ToonError, decode, decode_default, decode_strict, decode_strict_with_options,
};
