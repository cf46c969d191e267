//! Questions to clients over byte streams.
