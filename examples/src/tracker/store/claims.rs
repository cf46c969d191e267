//! The claims of all trackers on one database, so that a question of one of them can be confirmed in another: some
//! clients over stdio start a tracker for each call.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use fusion_core::shared::{self, Claim, Claimed};
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

use super::{Store, StoreError};

/// The time for which a claim without a result is kept after its lease.
const ABANDONED_FOR: Duration = Duration::from_secs(24 * 60 * 60);

impl shared::Store for Store {
    async fn claim(
        &self,
        key: &str,
        fingerprint: &[u8],
        lease: Duration,
    ) -> Result<Claimed, shared::StoreError> {
        let (key, fingerprint) = (key.to_owned(), fingerprint.to_owned());
        let work = move |connection: &mut _| claim(connection, &key, &fingerprint, lease);
        self.writer.call(work).await.map_err(unavailable)
    }

    async fn renew(&self, claim: &Claim, lease: Duration) -> Result<bool, shared::StoreError> {
        let claim = claim.clone();
        let work = move |connection: &mut _| set(connection, &claim, None, lease);
        self.writer.call(work).await.map_err(unavailable)
    }

    async fn release(&self, claim: Claim) -> Result<(), shared::StoreError> {
        let work = move |connection: &mut Connection| {
            // A claim that has run out stays abandoned: others may have been told so.
            let sql = "DELETE FROM claims
                       WHERE key = ?1 AND owner = ?2 AND value IS NULL AND until > ?3";
            connection.prepare_cached(sql)?.execute(params![
                claim.key(),
                claim.owner(),
                millis(now())
            ])?;
            Ok(())
        };
        self.writer.call(work).await.map_err(unavailable)
    }

    async fn finish(
        &self,
        claim: Claim,
        value: Vec<u8>,
        ttl: Duration,
    ) -> Result<(), shared::StoreError> {
        let work = move |connection: &mut _| set(connection, &claim, Some(&value), ttl);
        let is_done = self.writer.call(work).await.map_err(unavailable)?;
        is_done.then_some(()).ok_or(shared::StoreError::Lost)
    }

    async fn read(&self, key: &str) -> Result<Option<Vec<u8>>, shared::StoreError> {
        let key = key.to_owned();
        let work = move |connection: &mut Connection| {
            let sql =
                "SELECT value FROM claims WHERE key = ?1 AND until > ?2 AND value IS NOT NULL";
            let mut read = connection.prepare_cached(sql)?;
            let found = read.query_row(params![key, millis(now())], |row| row.get(0));
            Ok(found.optional()?)
        };
        self.reader.call(work).await.map_err(unavailable)
    }
}

fn claim(
    connection: &mut Connection,
    key: &str,
    fingerprint: &[u8],
    lease: Duration,
) -> Result<Claimed, StoreError> {
    type Row = (Vec<u8>, Option<Vec<u8>>, i64);
    let writing = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let now = now();
    let abandoned = now.saturating_sub(ABANDONED_FOR);
    writing
        .prepare_cached("DELETE FROM claims WHERE until <= iif(value IS NULL, ?1, ?2)")?
        .execute([millis(abandoned), millis(now)])?;
    let found = writing
        .prepare_cached("SELECT fingerprint, value, until FROM claims WHERE key = ?1")?
        .query_row([key], |row| Row::try_from(row))
        .optional()?;
    let claimed = match found {
        Some((other, ..)) if other != fingerprint => Claimed::Other,
        Some((_, Some(value), _)) => Claimed::Done(value),
        Some((_, None, until)) if until > millis(now) => Claimed::Busy,
        Some(_) => Claimed::Abandoned,
        None => {
            let owner: String = writing
                .prepare_cached(
                    "INSERT INTO claims (key, fingerprint, owner, until)
                     VALUES (?1, ?2, hex(randomblob(16)), ?3) RETURNING owner",
                )?
                .query_row(params![key, fingerprint, millis(now + lease)], |row| {
                    row.get(0)
                })?;
            Claimed::Mine(Claim::new(key, owner))
        }
    };
    writing.commit()?;
    Ok(claimed)
}

/// Lengthens a claim, or completes it with a value. Returns `false` if the claim has run out.
fn set(
    connection: &mut Connection,
    claim: &Claim,
    value: Option<&[u8]>,
    time: Duration,
) -> Result<bool, StoreError> {
    let now = now();
    let changed = connection
        .prepare_cached(
            "UPDATE claims SET value = ?3, until = ?4
             WHERE key = ?1 AND owner = ?2 AND value IS NULL AND until > ?5",
        )?
        .execute(params![
            claim.key(),
            claim.owner(),
            value,
            millis(now + time),
            millis(now)
        ])?;
    Ok(changed > 0)
}

/// The time since 1970. The clock of a machine that is set before 1970 is wrong.
fn now() -> Duration {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.unwrap_or_default()
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

fn unavailable(error: StoreError) -> shared::StoreError {
    shared::StoreError::Unavailable(error.into())
}
