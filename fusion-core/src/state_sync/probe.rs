//! Counts in tests how often code of state sync runs: where it is off, never.

#[cfg(test)]
thread_local! {
    static RAN: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Code of state sync runs.
#[cfg(test)]
pub(super) fn ran() {
    RAN.set(RAN.get() + 1);
}

/// Code of state sync runs.
#[cfg(not(test))]
#[inline]
pub(super) fn ran() {}

/// How often it ran on this thread.
#[cfg(test)]
pub(super) fn count() -> usize {
    RAN.get()
}
