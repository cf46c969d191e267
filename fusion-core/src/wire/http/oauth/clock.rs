//! The clock of the times in tokens.

use std::time::SystemTime;

/// Returns the seconds since 1970.
pub(super) fn seconds() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.unwrap_or_default().as_secs()
}
