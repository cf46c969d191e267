//! The store over Redis: a hash for each key, which scripts change as a whole.

use std::time::Duration;

use ::redis::{Script, ScriptInvocation};

use super::{BoxedSource, Redis, ScriptError, bus::random_name};
use crate::shared::{Claim, Claimed, Store, StoreError};

/// The largest value in bytes. A larger one is neither written nor read.
const MAX_VALUE: usize = 8 * 1024 * 1024;
/// The time for which a key is kept whose lease ran out, in milliseconds.
const ABANDONED_FOR: u64 = 24 * 60 * 60 * 1_000;
/// The longest time that a key is kept, in milliseconds.
const LONGEST: u64 = 366 * 24 * 60 * 60 * 1_000;

/// The scripts of the store.
pub(super) struct StoreScripts {
    claim: Script,
    renew: Script,
    release: Script,
    finish: Script,
    read: Script,
}

impl StoreScripts {
    pub(super) fn new() -> Self {
        Self {
            claim: Script::new(include_str!("lua/claim.lua")),
            renew: Script::new(include_str!("lua/renew.lua")),
            release: Script::new(include_str!("lua/release.lua")),
            finish: Script::new(include_str!("lua/finish.lua")),
            read: Script::new(include_str!("lua/read.lua")),
        }
    }
}

impl Redis {
    /// Runs a script on a key. Its effect is the same if it runs twice, so that it is repeated once if the answer is lost.
    async fn on_key<T: ::redis::FromRedisValue>(
        &self,
        script: &ScriptInvocation<'_>,
    ) -> Result<T, ScriptError> {
        match self.0.run(script).await {
            Err(ScriptError::Unreachable(source)) => {
                tokio::time::sleep(Duration::from_millis(60)).await;
                match self.0.run(script).await {
                    // The first attempt was sent.
                    Err(ScriptError::NotSent) => Err(ScriptError::Unreachable(source)),
                    ran => ran,
                }
            }
            ran => ran,
        }
    }

    /// Completes a claim. Returns false if it has run out.
    pub(super) async fn try_finish(
        &self,
        claim: &Claim,
        value: &[u8],
        ttl: Duration,
    ) -> Result<bool, ScriptError> {
        let mut script = self.0.store.finish.key(self.0.keys.store(claim.key()));
        script.arg(claim.owner()).arg(value);
        script.arg(milliseconds(ttl).max(1));
        self.on_key(&script).await
    }
}

impl From<ScriptError> for StoreError {
    fn from(error: ScriptError) -> Self {
        match error {
            ScriptError::Full(_) => Self::Full,
            other => Self::Unavailable(other.into_source()),
        }
    }
}

impl Store for Redis {
    async fn claim(
        &self,
        key: &str,
        fingerprint: &[u8],
        lease: Duration,
    ) -> Result<Claimed, StoreError> {
        let owner = random_name().map_err(unavailable)?;
        let mut script = self.0.store.claim.key(self.0.keys.store(key));
        script.arg(fingerprint).arg(&owner).arg(milliseconds(lease));
        script.arg(ABANDONED_FOR).arg(MAX_VALUE);
        let ran = self.on_key::<(String, Option<Vec<u8>>)>(&script).await;
        if matches!(ran, Err(ScriptError::Unreachable(_))) {
            self.release_later(Claim::new(key, owner.clone()), lease);
        }
        let (state, value) = ran?;
        match &*state {
            "mine" => Ok(Claimed::Mine(Claim::new(key, owner))),
            "busy" => Ok(Claimed::Busy),
            "other" => Ok(Claimed::Other),
            "abandoned" => Ok(Claimed::Abandoned),
            "done" => value.map(Claimed::Done).ok_or_else(too_large),
            _ => Err(unavailable("the state of the key is unknown")),
        }
    }

    async fn renew(&self, claim: &Claim, lease: Duration) -> Result<bool, StoreError> {
        let mut script = self.0.store.renew.key(self.0.keys.store(claim.key()));
        script.arg(claim.owner()).arg(milliseconds(lease));
        script.arg(ABANDONED_FOR);
        Ok(self.on_key(&script).await?)
    }

    async fn release(&self, claim: Claim) -> Result<(), StoreError> {
        let mut script = self.0.store.release.key(self.0.keys.store(claim.key()));
        script.arg(claim.owner());
        Ok(self.on_key(&script).await?)
    }

    async fn finish(&self, claim: Claim, value: Vec<u8>, ttl: Duration) -> Result<(), StoreError> {
        if value.len() > MAX_VALUE {
            return Err(StoreError::Full);
        }
        match self.try_finish(&claim, &value, ttl).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(StoreError::Lost),
            Err(error) => {
                self.finish_later(claim, value, ttl);
                Err(error.into())
            }
        }
    }

    async fn read(&self, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let mut script = self.0.store.read.key(self.0.keys.store(key));
        script.arg(MAX_VALUE);
        let (is_done, value): (bool, Option<Vec<u8>>) = self.on_key(&script).await?;
        match value {
            None if is_done => Err(too_large()),
            value => Ok(value),
        }
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).map_or(LONGEST, |time| time.min(LONGEST))
}

fn too_large() -> StoreError {
    unavailable("the value is larger than any that is written")
}

fn unavailable(error: impl Into<BoxedSource>) -> StoreError {
    StoreError::Unavailable(error.into())
}
