//! The keeper of states: it seals them for one call, and opens each of them once.

use std::{
    collections::BTreeMap,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{AskedState, BoxedSeal, CallBinding, SealError, StateError};
use crate::shared::{BoxedStore, Claimed};

/// The maximum size of a sealed state in bytes, as the client carries it.
const MAX_SEALED: usize = 16 * 1024;
/// The number of random bytes of the identity of a state.
const IDENTITY: usize = 16;
/// The number of random bytes of a token: a model copies it, so it is short, and it is good for one call of one
/// caller only.
const TOKEN: usize = 9;
/// The default of the time for which a question may be answered.
const LIFETIME: Duration = Duration::from_secs(10 * 60);
/// The tolerated difference between the clocks of replicas.
const CLOCKS: Duration = Duration::from_secs(60);

/// Seals states and issues tokens.
#[derive(Debug)]
pub(crate) struct StateKeeper {
    seal: BoxedSeal,
    store: BoxedStore,
    lifetime: Duration,
}

/// The part of a state that makes it good once: two states with the same content are two states.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct StateIdentity {
    #[serde(rename = "i")]
    name: String,
    /// The millisecond since 1970 from which the state is refused.
    #[serde(rename = "e")]
    expires: u64,
}

/// The content of a sealed state.
#[derive(Serialize, Deserialize)]
struct SealedState {
    #[serde(flatten)]
    identity: StateIdentity,
    #[serde(flatten)]
    state: AskedState,
}

impl StateKeeper {
    /// Creates a keeper. `lifetime` is the time for which a question may be answered, 10 minutes by default.
    pub(crate) fn new(seal: BoxedSeal, store: BoxedStore, lifetime: Option<Duration>) -> Self {
        Self {
            seal,
            store,
            lifetime: lifetime.unwrap_or(LIFETIME),
        }
    }

    /// Replaces the key, as in another process that shares the store.
    #[cfg(test)]
    pub(super) fn with_key(self, key: crate::ask::StateKey) -> Self {
        let seal = BoxedSeal::new(key);
        Self { seal, ..self }
    }

    /// Seals a state for one call. `again` is the identity of an earlier one in whose place it comes, so that one of
    /// them is good.
    pub(crate) fn seal(
        &self,
        state: &AskedState,
        call: &CallBinding<'_>,
        again: Option<&StateIdentity>,
    ) -> Result<String, StateError> {
        let identity = match again {
            Some(identity) => identity.clone(),
            None => StateIdentity {
                name: random_text::<IDENTITY>()?,
                expires: now().saturating_add(milliseconds(self.lifetime)),
            },
        };
        let sealed = SealedState {
            identity,
            state: state.clone(),
        };
        let text = serde_json::to_vec(&sealed).map_err(unavailable)?;
        let sealed = self.seal.0.seal(&text, &call.digest(STATE));
        let sealed = URL_SAFE_NO_PAD.encode(sealed.map_err(unavailable)?);
        if sealed.len() > MAX_SEALED {
            return Err(StateError::TooLarge);
        }
        Ok(sealed)
    }

    /// Opens a state of this call that was not [used up](Self::use_up).
    pub(crate) async fn open(
        &self,
        sealed: &str,
        call: &CallBinding<'_>,
    ) -> Result<(AskedState, StateIdentity), StateError> {
        if sealed.len() > MAX_SEALED {
            return Err(StateError::Invalid);
        }
        let bytes = URL_SAFE_NO_PAD
            .decode(sealed)
            .map_err(|_| StateError::Invalid)?;
        let text = self.open_bytes(&bytes, &call.digest(STATE))?;
        let SealedState { identity, state } = serde_json::from_slice(&text).map_err(unavailable)?;
        if identity.expires <= now() {
            return Err(StateError::Expired);
        }
        let used = self.store.read(&state_key(&identity)).await;
        if used.map_err(unavailable)?.is_some() {
            return Err(StateError::Used);
        }
        Ok((state, identity))
    }

    /// Notes that a state is used, so that neither it nor another one with its identity is opened again.
    pub(crate) async fn use_up(&self, identity: &StateIdentity) -> Result<(), StateError> {
        let left = identity.expires.saturating_sub(now());
        self.use_once(&state_key(identity), Duration::from_millis(left))
            .await
    }

    fn open_bytes(&self, sealed: &[u8], bound: &[u8]) -> Result<Vec<u8>, StateError> {
        let opened = self.seal.0.open(sealed, bound);
        opened.map_err(|error| match error {
            SealError::Invalid => StateError::Invalid,
            other => unavailable(other),
        })
    }

    /// Issues a token with which one call may be repeated as confirmed. The repetition gets the results of `steps`
    /// from the first one of its tokens.
    pub(crate) async fn token(
        &self,
        place: &str,
        call: &CallBinding<'_>,
        steps: Option<&BTreeMap<String, Value>>,
    ) -> Result<String, StateError> {
        let token = random_text::<TOKEN>()?;
        let kept = match steps {
            Some(steps) => self.keep_steps(steps, &token, call)?,
            None => Vec::new(),
        };
        let fingerprint = token_fingerprint(place, call);
        let key = token_key(&token);
        let claimed = self.store.claim(&key, &fingerprint, self.lifetime).await;
        let Claimed::Mine(claim) = claimed.map_err(unavailable)? else {
            return Err(unavailable("two tokens are the same"));
        };
        let finished = self.store.finish(claim, kept, self.lifetime).await;
        finished.map_err(unavailable)?;
        Ok(token)
    }

    /// Returns the results of the steps that ran before the first token of a call was issued. The token is not
    /// used up.
    pub(crate) async fn steps_before(
        &self,
        token: &str,
        call: &CallBinding<'_>,
    ) -> Result<BTreeMap<String, Value>, StateError> {
        let kept = self.read_token(token).await?;
        let bound = call.digest(&steps_purpose(token));
        let sealed = kept
            .strip_prefix(bound.as_slice())
            .ok_or(StateError::WrongToken)?;
        if sealed.is_empty() {
            return Ok(BTreeMap::new());
        }
        let text = self
            .open_bytes(sealed, &bound)
            .map_err(|error| match error {
                StateError::Invalid => StateError::WrongToken,
                other => other,
            })?;
        serde_json::from_slice(&text).map_err(unavailable)
    }

    /// Returns what the store keeps for a token: the digest of its call, and the results of steps. These are sealed,
    /// because other processes may read the store. A token without any is good in each process that shares the store,
    /// also with another key.
    fn keep_steps(
        &self,
        steps: &BTreeMap<String, Value>,
        token: &str,
        call: &CallBinding<'_>,
    ) -> Result<Vec<u8>, StateError> {
        let bound = call.digest(&steps_purpose(token));
        let mut kept = bound.to_vec();
        if !steps.is_empty() {
            let text = serde_json::to_vec(steps).map_err(unavailable)?;
            kept.extend(self.seal.0.seal(&text, &bound).map_err(unavailable)?);
        }
        if kept.len() > MAX_SEALED {
            return Err(StateError::TooLarge);
        }
        Ok(kept)
    }

    /// Returns what was kept for a token.
    async fn read_token(&self, token: &str) -> Result<Vec<u8>, StateError> {
        check_form(token)?;
        let kept = self.store.read(&token_key(token)).await;
        kept.map_err(unavailable)?.ok_or(StateError::WrongToken)
    }

    /// Refuses a token that was accepted before, so that its call does not begin.
    pub(crate) async fn check_unused(&self, token: &str) -> Result<(), StateError> {
        check_form(token)?;
        let used = self.store.read(&used_key(token)).await;
        match used.map_err(unavailable)? {
            Some(_) => Err(StateError::WrongToken),
            None => Ok(()),
        }
    }

    /// Accepts a token of this call. It cannot be used again.
    pub(crate) async fn redeem(
        &self,
        token: &str,
        place: &str,
        call: &CallBinding<'_>,
    ) -> Result<(), StateError> {
        self.read_token(token).await?;
        let key = token_key(token);
        let fingerprint = token_fingerprint(place, call);
        // The lease counts only if the token has run out since it was read.
        let claimed = self.store.claim(&key, &fingerprint, Duration::ZERO).await;
        if !matches!(claimed.map_err(unavailable)?, Claimed::Done(_)) {
            return Err(StateError::WrongToken);
        }
        let used = self.use_once(&used_key(token), self.lifetime).await;
        used.map_err(|error| match error {
            StateError::Used => StateError::WrongToken,
            other => other,
        })
    }

    /// Takes a key that nobody has taken before. It has no fingerprint, so that a
    /// [`MemoryStore`](crate::shared::MemoryStore) that is full of other keys has room for it.
    async fn use_once(&self, key: &str, left: Duration) -> Result<(), StateError> {
        let keep = left + CLOCKS;
        match self.store.claim(key, &[], keep).await {
            Ok(Claimed::Mine(claim)) => {
                let finished = self.store.finish(claim, Vec::new(), keep).await;
                finished.map_err(unavailable)
            }
            Ok(_) => Err(StateError::Used),
            Err(error) => Err(unavailable(error)),
        }
    }
}

const STATE: &str = "state";

fn state_key(identity: &StateIdentity) -> String {
    format!("asked/{}", identity.name)
}

fn steps_purpose(token: &str) -> String {
    format!("steps {token}")
}

/// Refuses a text that is no token, so that no key of the store contains it.
fn check_form(token: &str) -> Result<(), StateError> {
    match URL_SAFE_NO_PAD.decode(token) {
        Ok(bytes) if bytes.len() == TOKEN => Ok(()),
        _ => Err(StateError::WrongToken),
    }
}

fn token_key(token: &str) -> String {
    format!("token/{token}")
}

fn used_key(token: &str) -> String {
    format!("used/{token}")
}

/// Returns the digest of a call and one of its questions.
fn token_fingerprint(place: &str, call: &CallBinding<'_>) -> [u8; 32] {
    call.digest(&format!("token {place}"))
}

fn random_text<const BYTES: usize>() -> Result<String, StateError> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(unavailable)?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

/// Returns the number of milliseconds since 1970.
fn now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, milliseconds)
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

fn unavailable(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> StateError {
    StateError::Unavailable(error.into())
}
