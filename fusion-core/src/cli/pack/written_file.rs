//! The file that `pack` writes: whole or not at all, and over another one only with `--force`.

use std::{
    fmt::Write as _,
    fs, io,
    io::Write as _,
    path::{Path, PathBuf},
};

use sha2::{Digest as _, Sha256};

use crate::cli::failure::Failure;

/// The place of a file.
pub(super) struct PackTarget {
    pub(super) path: PathBuf,
    pub(super) force: bool,
}

impl PackTarget {
    /// Rule: a file that exists is replaced with `--force` only, and a folder never.
    pub(super) fn check(&self) -> Result<(), Failure> {
        let path = self.path.display();
        if self.path.is_dir() {
            return Err(Failure::usage(format!(
                "`{path}` is a folder; give a file in it with --out"
            )));
        }
        if !self.force && self.path.symlink_metadata().is_ok() {
            return Err(self.exists());
        }
        if !self.folder().is_dir() {
            let folder = self.folder().display();
            return Err(Failure::usage(format!(
                "there is no folder `{folder}` for `{path}`; create it, or give another path with --out"
            )));
        }
        Ok(())
    }

    /// Writes the file beside its place, and moves it there.
    pub(super) fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        let failed = |error: io::Error| {
            let path = self.path.display();
            if error.kind() == io::ErrorKind::AlreadyExists {
                return self.exists();
            }
            Failure::refused(format!(
                "`{path}` cannot be written: {error}; give another path with --out"
            ))
        };
        let mut builder = tempfile::Builder::new();
        builder.prefix(".pack-");
        permissions(&mut builder);
        let mut file = builder.tempfile_in(self.folder()).map_err(failed)?;
        file.write_all(bytes).map_err(failed)?;
        let moved = if self.force {
            // A link leads to the file that is replaced.
            let target = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
            file.persist(target)
        } else {
            file.persist_noclobber(&self.path)
        };
        moved.map(drop).map_err(|error| failed(error.error))
    }

    fn exists(&self) -> Failure {
        Failure::usage(format!(
            "`{}` exists; give another path with --out, or --force to replace it",
            self.path.display()
        ))
    }

    fn folder(&self) -> &Path {
        match self.path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        }
    }
}

/// A new file is readable as the user's mask decides.
#[cfg(unix)]
fn permissions(builder: &mut tempfile::Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt as _;

    builder.permissions(fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn permissions(_: &mut tempfile::Builder<'_, '_>) {}

/// Returns the hash of bytes in hexadecimal digits.
pub(super) fn sha256(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in Sha256::digest(bytes) {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}
