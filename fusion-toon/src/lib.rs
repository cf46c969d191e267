//! TOON (Token-Oriented Object Notation): a compact, line-oriented notation for structured data
//! that a language model reads with fewer tokens than JSON.
//!
//! This crate will hold the encoder. It knows nothing of MCP and nothing of the other Fusion
//! crates, so that a program which only wants to write TOON depends on nothing else. It has no
//! public items yet.
