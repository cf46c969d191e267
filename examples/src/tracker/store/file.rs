//! Opens the database file: the checks that it must pass, and the settings of the connection.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, MAIN_DB, OpenFlags, TransactionBehavior};

use super::error::OpenError;
use super::schema;

/// The time that opening waits for another program that writes to the same file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// The time that a statement of a call waits for another program. Calls wait for each other in a queue,
/// and several of them must end before the timeout of an action.
const BUSY_TIMEOUT_OF_CALLS: Duration = Duration::from_secs(2);

/// The pause between two tries where SQLite does not wait itself.
const BUSY_PAUSE: Duration = Duration::from_millis(10);

/// The two connections of a store. The second reads while the first is in a transaction.
pub(super) struct Connections {
    pub(super) writer: Connection,
    pub(super) reader: Connection,
}

/// Opens the database at `path`, or creates and seeds it, and brings its schema up to date.
///
/// The file is checked to be a complete tracker database before the first write.
pub(super) fn connect(path: &Path) -> Result<Connections, OpenError> {
    let refused = |source| refusal(path, source);
    check_path(path)?;
    let mut writer = open(path).map_err(refused)?;
    // SQLite opens a file that it may not write as read-only.
    if writer.is_readonly(MAIN_DB).map_err(refused)? {
        return Err(OpenError::Unwritable {
            path: path.to_owned(),
            source: None,
        });
    }
    inspect(path, &mut writer)?;
    set_up(&writer).map_err(refused)?;
    schema::migrate(&mut writer).map_err(refused)?;
    writer
        .busy_timeout(BUSY_TIMEOUT_OF_CALLS)
        .map_err(refused)?;

    let reader = open(path).map_err(refused)?;
    reader
        .busy_timeout(BUSY_TIMEOUT_OF_CALLS)
        .map_err(refused)?;
    reader
        .pragma_update(None, "query_only", true)
        .map_err(refused)?;
    Ok(Connections { writer, reader })
}

/// Opens a new, seeded database in memory, and returns the text that replaces its path in errors.
pub(super) fn in_memory() -> Result<(PathBuf, Connection), OpenError> {
    let path = PathBuf::from(":memory:");
    let made = Connection::open_in_memory().and_then(|mut connection| {
        set_up(&connection)?;
        schema::migrate(&mut connection)?;
        Ok(connection)
    });
    let connection = made.map_err(|source| refusal(&path, source))?;
    Ok((path, connection))
}

fn open(path: &Path) -> rusqlite::Result<Connection> {
    // A path is only a path: the prefix `./` removes the meaning of `:memory:`, and the missing
    // flag SQLITE_OPEN_URI that of `file:`. Neither would outlive the program.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(Path::new(".").join(path), flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    Ok(connection)
}

/// Refuses paths that SQLite would open, but should not.
fn check_path(path: &Path) -> Result<(), OpenError> {
    if path.as_os_str().is_empty() {
        return Err(OpenError::EmptyPath);
    }
    let Ok(found) = fs::metadata(path) else {
        return Ok(());
    };
    let path = path.to_owned();
    if !found.is_file() {
        // SQLite would open a device or a pipe, and create `-wal` beside it.
        Err(OpenError::NotAFile { path })
    } else if found.len() == 1 {
        // SQLite treats a file of one byte as empty.
        Err(OpenError::NotADatabase { path })
    } else {
        Ok(())
    }
}

/// Refuses a file that is neither new nor a complete tracker database of a supported version.
fn inspect(path: &Path, connection: &mut Connection) -> Result<(), OpenError> {
    let refused = |source| refusal(path, source);
    // One transaction, because another program may be creating the database now.
    let reading = connection
        .transaction_with_behavior(TransactionBehavior::Deferred)
        .map_err(refused)?;
    let objects: u64 = reading
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(refused)?;
    let mark: i64 = reading
        .pragma_query_value(None, "application_id", |row| row.get(0))
        .map_err(refused)?;
    if mark != schema::APPLICATION_ID {
        return if objects == 0 && mark == 0 {
            Ok(())
        } else {
            Err(OpenError::Foreign {
                path: path.to_owned(),
            })
        };
    }
    let found = schema::version(&reading).map_err(refused)?;
    if found > schema::LATEST {
        return Err(OpenError::Newer {
            path: path.to_owned(),
            found,
            known: schema::LATEST,
        });
    }
    // Reads the whole file, which the size of a tracker allows (30,000 issues, 20 MB: 0.1 s). A
    // page that was overwritten is found now, and not months later by the call that reads it.
    let finding: String = reading
        .pragma_query_value(None, "quick_check", |row| row.get(0))
        .map_err(refused)?;
    if finding == "ok" {
        Ok(())
    } else {
        Err(damaged_error(path, &finding))
    }
}

fn set_up(connection: &Connection) -> rusqlite::Result<()> {
    // In WAL mode reads and writes do not block each other, whether of the two connections here or
    // of other programs (a backup, a shell).
    let deadline = Instant::now() + BUSY_TIMEOUT;
    while let Err(error) = connection.pragma_update(None, "journal_mode", "WAL") {
        // If two programs create a file at once, SQLite fails here for one of them without waiting.
        if error.sqlite_error_code() != Some(ErrorCode::DatabaseBusy) || Instant::now() > deadline {
            return Err(error);
        }
        thread::sleep(BUSY_PAUSE);
    }
    // NORMAL would survive kill -9, but a power failure could lose the last acknowledged writes.
    // FULL costs a sync for each write; a tracker writes seldom, and an import syncs once.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)
}

fn refusal(path: &Path, source: rusqlite::Error) -> OpenError {
    let text = source.to_string();
    let path = path.to_owned();
    match source.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => OpenError::NotADatabase { path },
        Some(ErrorCode::DatabaseCorrupt) => damaged_error(&path, &text),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => OpenError::Busy { path },
        Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
            OpenError::Unwritable {
                path,
                source: Some(source),
            }
        }
        _ => OpenError::Unusable { path, source },
    }
}

fn damaged_error(path: &Path, finding: &str) -> OpenError {
    OpenError::Damaged {
        path: path.to_owned(),
        // `quick_check` prints a heading before its findings.
        finding: finding.lines().last().unwrap_or_default().to_owned(),
    }
}
