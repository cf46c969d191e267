//! The tracker's store, from outside: each operation, the import, and what the file survives.

// `cfg(test)` is always on here; clippy takes it for the sign that a helper may unwrap.
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
