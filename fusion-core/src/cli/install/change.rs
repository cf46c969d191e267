//! A planned change: shown as text, then made.

use std::path::{Path, PathBuf};

use similar::TextDiff;

use super::{claude_code::CommandChange, error::InstallError, mask::masked, write};

/// A change that `plan_install` or `plan_uninstall` found necessary, or not.
#[derive(Debug)]
pub(crate) enum InstallChange {
    File(FileChange),
    /// Claude Code makes the change by its own command.
    Command(CommandChange),
}

/// A file before and after. `None` stands for a missing file.
#[derive(Debug)]
pub(crate) struct FileChange {
    pub(crate) path: PathBuf,
    pub(crate) before: Option<Vec<u8>>,
    pub(crate) after: Option<Vec<u8>>,
    /// True if the file holds secrets afterwards, so that only the user may read it.
    pub(crate) is_private: bool,
    pub(crate) is_toml: bool,
    /// Values of the entry that are no secrets, which the diff shows.
    pub(crate) shown: Vec<String>,
}

/// The files that a change wrote.
#[derive(Debug, Default)]
pub(crate) struct WrittenChange {
    /// The file, by the path of its target if it is a link; none if a command made the change.
    pub(crate) path: Option<PathBuf>,
    /// The file's bytes from before.
    pub(crate) backup: Option<PathBuf>,
}

impl InstallChange {
    /// True if nothing is to be done.
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Self::File(file) => file.before == file.after,
            Self::Command(command) => command.commands.is_empty(),
        }
    }

    /// The change for people: a unified diff with secrets masked, or the commands.
    pub(crate) fn diff(&self) -> String {
        match self {
            Self::File(file) => file.diff(),
            Self::Command(command) => command.text(),
        }
    }

    /// Makes the change, with a backup of the file beside it, which has the permissions of the file.
    pub(crate) fn write(&self) -> Result<WrittenChange, InstallError> {
        if self.is_empty() {
            return Ok(WrittenChange::default());
        }
        match self {
            Self::File(file) => write::write(file),
            Self::Command(command) => command.run().map(|()| WrittenChange::default()),
        }
    }
}

impl FileChange {
    fn diff(&self) -> String {
        let text = |bytes: &Option<Vec<u8>>| {
            let bytes = bytes.as_deref().unwrap_or_default();
            String::from_utf8_lossy(bytes).into_owned()
        };
        let shown: Vec<&str> = self.shown.iter().map(String::as_str).collect();
        let (before, after) = masked(
            &text(&self.before),
            &text(&self.after),
            &shown,
            self.is_toml,
        );
        let name = |bytes: &Option<Vec<u8>>, path: &Path| match bytes {
            Some(_) => path.display().to_string(),
            None => String::from("/dev/null"),
        };
        TextDiff::from_lines(&before, &after)
            .unified_diff()
            .context_radius(3)
            .header(
                &name(&self.before, &self.path),
                &name(&self.after, &self.path),
            )
            .to_string()
    }
}
