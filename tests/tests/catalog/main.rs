//! The catalog: its rules, random changes to random trees, its JSON, and what is derived from a
//! registry.

// `cfg(test)` is always on here; clippy takes it for the sign that a helper may unwrap.
#[cfg(test)]
mod derived;
#[cfg(test)]
mod json;
#[cfg(test)]
mod layered;
#[cfg(test)]
mod random;
#[cfg(test)]
mod rules;
