//! The versions of the database's schema, and the migrations between them.

use rusqlite::{Connection, TransactionBehavior};

/// The `PRAGMA application_id` of a tracker's file; migration 1 writes it.
pub(super) const APPLICATION_ID: i64 = 0x5472_6b72;

/// Migration `n` (from 0) migrates schema version `n` to `n + 1`. A published migration never
/// changes.
const MIGRATIONS: [&str; 5] = [
    include_str!("schema/1_tables.sql"),
    include_str!("schema/2_search.sql"),
    include_str!("schema/3_comments.sql"),
    include_str!("schema/4_audit.sql"),
    include_str!("schema/5_claims.sql"),
];

/// The content of a new tracker.
const SEED: &str = include_str!("schema/seed.sql");

/// The schema version that this program reads and writes.
pub(super) const LATEST: usize = MIGRATIONS.len();

/// Migrates the database to [`LATEST`], all or nothing.
///
/// The version is read inside the write transaction: if two programs start at once, the second one
/// finds nothing to do.
pub(super) fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version = version(&transaction)?;
    for sql in MIGRATIONS.iter().skip(version) {
        transaction.execute_batch(sql)?;
    }
    if version == 0 {
        transaction.execute_batch(SEED)?;
    }
    if version < LATEST {
        transaction.pragma_update(None, "user_version", LATEST)?;
    }
    transaction.commit()
}

/// The schema version of the database; 0 for a new one.
pub(super) fn version(connection: &Connection) -> rusqlite::Result<usize> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_of_version_one_gets_the_search_index_over_what_it_holds() {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(MIGRATIONS[0]).unwrap();
        connection.execute_batch(SEED).unwrap();
        connection.pragma_update(None, "user_version", 1).unwrap();

        migrate(&mut connection).unwrap();

        assert_eq!(version(&connection).unwrap(), LATEST);
        let found: Vec<u64> = connection
            .prepare("SELECT rowid FROM issue_search WHERE issue_search MATCH 'proxy'")
            .unwrap()
            .query_map([], |row| row.get(0))
            .unwrap()
            .collect::<Result<_, _>>()
            .unwrap();
        assert_eq!(found, [1]);
    }

    #[test]
    fn the_comments_of_version_two_are_kept_and_outlive_their_author() {
        type Row = (u64, u64, Option<String>, String, String);
        let comments = |connection: &Connection| -> Vec<Row> {
            connection
                .prepare("SELECT id, issue, author, body, written_at FROM comments ORDER BY id")
                .unwrap()
                .query_map([], |row| row.try_into())
                .unwrap()
                .collect::<Result<_, _>>()
                .unwrap()
        };
        let mut connection = Connection::open_in_memory().unwrap();
        connection
            .pragma_update(None, "foreign_keys", true)
            .unwrap();
        for sql in [MIGRATIONS[0], MIGRATIONS[1], SEED] {
            connection.execute_batch(sql).unwrap();
        }
        connection.pragma_update(None, "user_version", 2).unwrap();
        let before = comments(&connection);

        migrate(&mut connection).unwrap();
        assert_eq!(comments(&connection), before);

        connection
            .execute_batch("DELETE FROM members WHERE name = 'margaret'")
            .unwrap();
        let mut after = before;
        after[3].2 = None;
        assert_eq!(comments(&connection), after);

        connection
            .execute_batch(
                "DELETE FROM comments WHERE id = 4;
                 INSERT INTO comments (issue, author, body) VALUES (1, 'ada', 'x')",
            )
            .unwrap();
        assert_eq!(connection.last_insert_rowid(), 5);
    }

    #[test]
    fn a_second_migration_changes_nothing() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        let changes = connection.total_changes();
        migrate(&mut connection).unwrap();
        assert_eq!(connection.total_changes(), changes);
    }

    #[test]
    fn the_first_migration_marks_the_file_as_a_trackers() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        let mark: i64 = connection
            .pragma_query_value(None, "application_id", |row| row.get(0))
            .unwrap();
        assert_eq!(mark, APPLICATION_ID);
    }
}
