//! Files replaced at once: a draft beside the target takes its place, after a backup of the old bytes. The draft is also a
//! lock, because its name is fixed and only one process can create it.

use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use tempfile::NamedTempFile;

use super::{
    change::{FileChange, WrittenChange},
    error::InstallError,
};

/// The time that a process waits for another one that changes the same file.
const PATIENCE: Duration = Duration::from_secs(2);

/// Writes a change, unless the file is another one than the change was planned for.
pub(super) fn write(change: &FileChange) -> Result<WrittenChange, InstallError> {
    let target = target(&change.path)?;
    let failed = |source| InstallError::Write {
        path: target.clone(),
        source,
    };
    let draft = draft(&target, change)?;
    if read(&target)? != change.before {
        return Err(InstallError::Changed { path: target });
    }
    let old = match &change.before {
        Some(_) => Some(fs::metadata(&target).map_err(failed)?),
        None => None,
    };
    if old.as_ref().is_some_and(|old| old.permissions().readonly()) {
        return Err(InstallError::ReadOnly { path: target });
    }
    let backup = match &change.before {
        Some(bytes) => Some(back_up(&target, bytes)?),
        None => None,
    };
    match &change.after {
        Some(bytes) => {
            replace(draft, &target, bytes, old.as_ref(), change.is_private).map_err(failed)?;
        }
        None => fs::remove_file(&target).map_err(failed)?,
    }
    Ok(WrittenChange {
        path: Some(target),
        backup,
    })
}

/// The bytes of a file; `None` if there is none.
pub(super) fn read(path: &Path) -> Result<Option<Vec<u8>>, InstallError> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(InstallError::Read {
            path: path.to_owned(),
            source,
        }),
    }
}

/// The file that a path leads to, through links, also where it does not exist yet.
pub(super) fn target(path: &Path) -> Result<PathBuf, InstallError> {
    // As many links as Linux follows.
    const MAX_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(link) => path = path.parent().unwrap_or(Path::new("")).join(link),
            Err(_) => return Ok(path),
        }
    }
    Err(InstallError::Read {
        path,
        source: io::Error::other("too many levels of links"),
    })
}

/// Creates the draft of a file, which is removed unless it takes the file's place. Waits for another process that has one.
fn draft(target: &Path, change: &FileChange) -> Result<NamedTempFile, InstallError> {
    let folder = target.parent().unwrap_or(Path::new("."));
    let mut name = OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(".lock");
    let create = || {
        fs::create_dir_all(folder)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(&name).rand_bytes(0);
        if change.before.is_none() {
            new_permissions(&mut builder, change.is_private);
        }
        builder.tempfile_in(folder)
    };
    let started = Instant::now();
    loop {
        match create() {
            Ok(draft) => return Ok(draft),
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                return Err(InstallError::Write {
                    path: target.to_owned(),
                    source: error,
                });
            }
            Err(_) if started.elapsed() > PATIENCE => {
                return Err(InstallError::Locked {
                    path: folder.join(&name),
                });
            }
            Err(_) => thread::sleep(Duration::from_millis(20)),
        }
    }
}

fn replace(
    mut file: NamedTempFile,
    target: &Path,
    bytes: &[u8],
    old: Option<&fs::Metadata>,
    is_private: bool,
) -> io::Result<()> {
    file.write_all(bytes)?;
    if let Some(old) = old {
        keep_owner(file.path(), old);
        file.as_file()
            .set_permissions(kept_permissions(old, is_private))?;
    }
    file.as_file().sync_all()?;
    file.persist(target)?;
    sync_folder(target.parent().unwrap_or(Path::new(".")))
}

/// A new file is the user's alone if it holds secrets; else the user's mask decides.
#[cfg(unix)]
fn new_permissions(builder: &mut tempfile::Builder<'_, '_>, is_private: bool) {
    use std::os::unix::fs::PermissionsExt as _;

    let mode = if is_private { 0o600 } else { 0o666 };
    builder.permissions(fs::Permissions::from_mode(mode));
}

#[cfg(not(unix))]
fn new_permissions(_: &mut tempfile::Builder<'_, '_>, _: bool) {}

/// The permissions of the old file, without the rights of others if the new one holds secrets.
#[cfg(unix)]
fn kept_permissions(old: &fs::Metadata, is_private: bool) -> fs::Permissions {
    use std::os::unix::fs::PermissionsExt as _;

    let mode = old.permissions().mode() & 0o7777;
    fs::Permissions::from_mode(if is_private { mode & 0o600 } else { mode })
}

#[cfg(not(unix))]
fn kept_permissions(old: &fs::Metadata, _: bool) -> fs::Permissions {
    old.permissions()
}

/// Under `sudo`, a user's file remains the user's. Where that is not allowed, the file is the writer's.
#[cfg(unix)]
fn keep_owner(path: &Path, old: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt as _, chown};

    let is_same =
        fs::metadata(path).is_ok_and(|new| (new.uid(), new.gid()) == (old.uid(), old.gid()));
    if !is_same {
        chown(path, Some(old.uid()), Some(old.gid())).ok();
    }
}

#[cfg(not(unix))]
fn keep_owner(_: &Path, _: &fs::Metadata) {}

#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Copies the bytes beside the file, as `NAME.bak`, `NAME.bak.1` and so on: never over another backup. A backup
/// with the same bytes is enough.
fn back_up(target: &Path, bytes: &[u8]) -> Result<PathBuf, InstallError> {
    for number in 0_usize.. {
        let path = backup_path(target, number);
        match read(&path)? {
            Some(known) if known == bytes => return Ok(path),
            Some(_) => {}
            None => {
                let copied = copy(target, &path, bytes);
                return copied
                    .map(|()| path.clone())
                    .map_err(|source| InstallError::Write { path, source });
            }
        }
    }
    Ok(target.to_owned())
}

fn copy(target: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    let mut file: File = options.open(path)?;
    let old = fs::metadata(target)?;
    file.write_all(bytes)?;
    keep_owner(path, &old);
    file.set_permissions(old.permissions())?;
    file.sync_all()
}

/// The bytes of the backups beside a file, newest first.
pub(super) fn backups(target: &Path) -> Result<Vec<Vec<u8>>, InstallError> {
    let mut backups = Vec::new();
    while let Some(bytes) = read(&backup_path(target, backups.len()))? {
        backups.push(bytes);
    }
    backups.reverse();
    Ok(backups)
}

fn backup_path(target: &Path, number: usize) -> PathBuf {
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(".bak");
    if number > 0 {
        name.push(format!(".{number}"));
    }
    target.with_file_name(name)
}
