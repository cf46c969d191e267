//! The keeper of states: it seals them for one call, and opens each of them once.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};

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

/// The content of a sealed state.
#[derive(Serialize, Deserialize)]
struct SealedState {
    /// The identity: two states with the same content are two states.
    #[serde(rename = "i")]
    identity: String,
    /// The second since 1970 from which the state is refused.
    #[serde(rename = "e")]
    expires: u64,
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

    /// Seals a state for one call.
    pub(crate) fn seal(
        &self,
        state: &AskedState,
        call: &CallBinding<'_>,
    ) -> Result<String, StateError> {
        let sealed = SealedState {
            identity: random_text::<IDENTITY>()?,
            expires: seconds_now().saturating_add(self.lifetime.as_secs()),
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

    /// Opens a state of this call. It cannot be opened again.
    pub(crate) async fn open(
        &self,
        sealed: &str,
        call: &CallBinding<'_>,
    ) -> Result<AskedState, StateError> {
        if sealed.len() > MAX_SEALED {
            return Err(StateError::Invalid);
        }
        let bytes = URL_SAFE_NO_PAD
            .decode(sealed)
            .map_err(|_| StateError::Invalid)?;
        let bound = call.digest(STATE);
        let text = self
            .seal
            .0
            .open(&bytes, &bound)
            .map_err(|error| match error {
                SealError::Invalid => StateError::Invalid,
                other => unavailable(other),
            })?;
        let sealed: SealedState = serde_json::from_slice(&text).map_err(unavailable)?;
        let now = seconds_now();
        if sealed.expires <= now {
            return Err(StateError::Expired);
        }
        let left = Duration::from_secs(sealed.expires - now);
        self.use_once(&format!("asked/{}", sealed.identity), left)
            .await?;
        Ok(sealed.state)
    }

    /// Issues a token with which one call may be repeated as confirmed.
    pub(crate) async fn token(
        &self,
        place: &str,
        call: &CallBinding<'_>,
    ) -> Result<String, StateError> {
        let token = random_text::<TOKEN>()?;
        let fingerprint = token_fingerprint(place, call);
        let key = token_key(&token);
        let claimed = self.store.claim(&key, &fingerprint, self.lifetime).await;
        let Claimed::Mine(claim) = claimed.map_err(unavailable)? else {
            return Err(unavailable("two tokens are the same"));
        };
        let finished = self.store.finish(claim, Vec::new(), self.lifetime).await;
        finished.map_err(unavailable)?;
        Ok(token)
    }

    /// Accepts a token of this call. It cannot be used again.
    pub(crate) async fn redeem(
        &self,
        token: &str,
        place: &str,
        call: &CallBinding<'_>,
    ) -> Result<(), StateError> {
        let is_token = |token: &str| {
            let bytes = URL_SAFE_NO_PAD.decode(token);
            bytes.is_ok_and(|bytes| bytes.len() == TOKEN)
        };
        let key = token_key(token);
        if !is_token(token) || self.store.read(&key).await.map_err(unavailable)?.is_none() {
            return Err(StateError::WrongToken);
        }
        let fingerprint = token_fingerprint(place, call);
        // The lease counts only if the token has run out since it was read.
        let claimed = self.store.claim(&key, &fingerprint, Duration::ZERO).await;
        if !matches!(claimed.map_err(unavailable)?, Claimed::Done(_)) {
            return Err(StateError::WrongToken);
        }
        let used = self.use_once(&format!("used/{token}"), self.lifetime).await;
        used.map_err(|error| match error {
            StateError::Used => StateError::WrongToken,
            other => other,
        })
    }

    /// Takes a key that nobody has taken before.
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

fn token_key(token: &str) -> String {
    format!("token/{token}")
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

fn seconds_now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_secs())
}

fn unavailable(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> StateError {
    StateError::Unavailable(error.into())
}
