//! Tests of the tracker's tools, as a client lists and calls them.

// `cfg(test)` is always on here, and clippy.toml allows `unwrap` only in test code.
#[cfg(test)]
mod around;
#[cfg(test)]
mod calling;
#[cfg(test)]
mod linting;
#[cfg(test)]
mod listing;
#[cfg(test)]
mod offering;
#[cfg(test)]
mod published;
#[cfg(test)]
mod refusing;
#[cfg(test)]
mod showing;
