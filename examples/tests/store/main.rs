//! Tests of the tracker's store through its public API: each operation, the import, and the
//! durability of the file.

// `cfg(test)` is always on here, and clippy.toml allows `unwrap` only in test code.
#[cfg(test)]
mod comments;
#[cfg(test)]
mod concurrency;
#[cfg(test)]
mod fixture;
#[cfg(test)]
mod importing;
#[cfg(test)]
mod labels;
#[cfg(test)]
mod listing;
#[cfg(test)]
mod members;
#[cfg(test)]
mod opening;
#[cfg(test)]
mod operations;
#[cfg(test)]
mod surviving;
