//! Test counter of entries into state sync code: it must be zero while state sync is off.

#[cfg(test)]
thread_local! {
    static RAN: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Counts one entry.
#[cfg(test)]
pub(super) fn count_entry() {
    RAN.set(RAN.get() + 1);
}

/// Counts one entry.
#[cfg(not(test))]
#[inline]
pub(super) fn count_entry() {}

/// Returns the number of entries on this thread.
#[cfg(test)]
pub(super) fn count() -> usize {
    RAN.get()
}
