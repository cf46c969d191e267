//! The tracker's tools, as a client lists and calls them.

// `cfg(test)` is always on here; clippy takes it for the sign that a helper may unwrap.
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
