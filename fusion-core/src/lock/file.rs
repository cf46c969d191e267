//! The file of a lock: its notation, and the check of a server against it.

mod read;
mod write;

use std::{env, fmt, fs, io, path::Path, str::FromStr};

use super::{Lock, LockError};

/// The version of the format that is written, and the newest that is read.
const FORMAT: u64 = 1;

/// The environment variable that makes `check` write the file.
const MODE: &str = "FUSION_LOCK";

impl Lock {
    /// Compares this lock with the file at `path`, for a test. With the environment variable
    /// `FUSION_LOCK=update`, it writes the file instead, if it is missing or differs.
    ///
    /// A relative path starts at the current folder, which for a test is that of its package: `cargo test`
    /// runs tests there.
    ///
    /// ```no_run
    /// # fn registry() -> fusion_core::Registry { unimplemented!() }
    /// #[test]
    /// fn the_surface_is_as_locked() {
    ///     registry().lock().check("fusion.lock").unwrap();
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// [`LockError::Changed`] with the changes if the server differs, and the other cases if the file is missing
    /// or cannot be read. The text of each names the way out.
    pub fn check(&self, path: impl AsRef<Path>) -> Result<(), LockError> {
        let writes = match env::var_os(MODE) {
            None => false,
            Some(value) if value.is_empty() => false,
            Some(value) if value == "update" => true,
            Some(value) => {
                let value = value.to_string_lossy().into_owned();
                return Err(LockError::UnknownMode { value });
            }
        };
        self.check_or_write(path.as_ref(), writes)
    }

    fn check_or_write(&self, path: &Path, writes: bool) -> Result<(), LockError> {
        let failed = |source| LockError::Io {
            path: path.to_owned(),
            source,
        };
        let text = match fs::read_to_string(path) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            // A file that is no text is written again.
            Err(error) if writes && error.kind() == io::ErrorKind::InvalidData => None,
            Err(error) => return Err(failed(error)),
        };
        if writes {
            let new = self.to_string();
            if text.is_none_or(|text| text != new) {
                fs::write(path, new).map_err(failed)?;
            }
            return Ok(());
        }
        let Some(text) = text else {
            return Err(LockError::Missing {
                path: path.to_owned(),
            });
        };
        let locked: Self = text.parse()?;
        if locked == *self {
            return Ok(());
        }
        Err(LockError::Changed {
            path: path.to_owned(),
            diff: locked.diff(self),
        })
    }
}

/// Writes the file: TOML with sorted keys, the same bytes for the same lock.
/// Returns true for a text that begins like a file that this crate wrote.
#[cfg(feature = "cli")]
pub(crate) fn begins_like_lock(text: &str) -> bool {
    text.starts_with(write::HEAD) || text.starts_with("version =")
}

impl fmt::Display for Lock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write::document(self))
    }
}

impl FromStr for Lock {
    type Err = LockError;

    /// Reads a file. Schemas that were edited are brought into the canonical form.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        read::document(text)
    }
}

#[cfg(test)]
mod tests;
