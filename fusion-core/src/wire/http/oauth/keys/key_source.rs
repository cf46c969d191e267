//! The current keys of one issuer, and the requests that renew them: one at a time, and one in a gap of time.

use std::{
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use reqwest::Url;
use tokio::{sync::Mutex, time::Instant};

use super::{
    super::clock,
    discovery,
    fetch::{FetchError, IssuerClient},
    key_set::{IssuerKey, KeySet, SelectedKeys},
    public_key::SignatureAlgorithm,
};

/// The time after which keys are requested again, if the response does not name another.
const FRESH: Duration = Duration::from_secs(10 * 60);
/// The maximum of that time, so that a removed key is not accepted for long.
const MAX_FRESH: Duration = Duration::from_secs(60 * 60);
/// The shortest time between two requests while no keys are known at all.
const FIRST_GAP: Duration = Duration::from_secs(5);

/// The reason for which no key was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum KeyFailure {
    /// The issuer has no such key.
    Unknown,
    /// The key of the token is for other algorithms.
    WrongAlgorithm,
    /// The keys of the issuer could not be requested so far.
    Unavailable,
}

/// The place from which keys are requested.
pub(in super::super) enum KeyPlace {
    Discovered(Url),
    At(Url),
    Given,
}

/// The keys of an issuer.
pub(in super::super) struct KeySource {
    identifier: String,
    place: KeyPlace,
    client: IssuerClient,
    gap: Duration,
    current: RwLock<Arc<KeySet>>,
    /// The second at which the keys are requested again.
    stale_at: AtomicU64,
    requests: Mutex<KeyRequests>,
}

/// The requests for keys so far. The lock is held during a request, so that there is one at a time.
#[derive(Default)]
struct KeyRequests {
    last: Option<Instant>,
    /// The URL of the keys, until a request to it fails.
    found: Option<Url>,
}

impl KeySource {
    /// Creates a source. `keys` is the empty set, unless the author gave the keys.
    pub(in super::super) fn new(
        identifier: String,
        place: KeyPlace,
        is_local: bool,
        gap: Duration,
        keys: KeySet,
    ) -> Self {
        Self {
            identifier,
            place,
            client: IssuerClient::new(is_local),
            gap,
            current: RwLock::new(Arc::new(keys)),
            stale_at: AtomicU64::new(u64::MAX),
            requests: Mutex::default(),
        }
    }

    /// Returns the identifier of the issuer.
    pub(in super::super) fn identifier(&self) -> &str {
        &self.identifier
    }

    /// Returns the keys that may have signed a token. Requests the keys of the issuer if none has the id.
    pub(in super::super) async fn keys(
        self: &Arc<Self>,
        id: Option<&str>,
        algorithm: SignatureAlgorithm,
    ) -> Result<Vec<Arc<IssuerKey>>, KeyFailure> {
        let set = self.current();
        match set.select(id, algorithm) {
            SelectedKeys::Some(keys) => return Ok(keys),
            SelectedKeys::WrongAlgorithm => return Err(KeyFailure::WrongAlgorithm),
            SelectedKeys::Unknown => {}
        }
        self.renew(set.version).await;
        let set = self.current();
        match set.select(id, algorithm) {
            SelectedKeys::Some(keys) => Ok(keys),
            SelectedKeys::WrongAlgorithm => Err(KeyFailure::WrongAlgorithm),
            SelectedKeys::Unknown if set.version == 0 => Err(KeyFailure::Unavailable),
            SelectedKeys::Unknown => Err(KeyFailure::Unknown),
        }
    }

    /// Starts a request in the background if the keys are old. The old ones stay in use until it has succeeded.
    pub(in super::super) fn renew_if_stale(self: &Arc<Self>, now: u64) {
        let stale_at = self.stale_at.load(Ordering::Relaxed);
        if now < stale_at {
            return;
        }
        let next = now + self.gap.as_secs().max(1);
        let order = Ordering::Relaxed;
        if self
            .stale_at
            .compare_exchange(stale_at, next, order, order)
            .is_ok()
        {
            let version = self.current().version;
            tokio::spawn(Arc::clone(self).request(version));
        }
    }

    /// Requests the keys and waits for them. The request is a task of its own: a client that leaves must not end
    /// a request that others wait for.
    async fn renew(self: &Arc<Self>, seen: u64) {
        if !matches!(self.place, KeyPlace::Given) {
            let _ = tokio::spawn(Arc::clone(self).request(seen)).await;
        }
    }

    /// Requests the keys, unless there are newer ones than `seen`, or the last request was too short ago.
    async fn request(self: Arc<Self>, seen: u64) {
        let mut requests = self.requests.lock().await;
        let gap = if seen == 0 {
            self.gap.min(FIRST_GAP)
        } else {
            self.gap
        };
        let is_too_soon = requests.last.is_some_and(|last| last.elapsed() < gap);
        if is_too_soon || self.current().version != seen {
            return;
        }
        requests.last = Some(Instant::now());
        match self.fetch(&mut requests.found).await {
            Ok((keys, fresh)) => self.replace(keys, fresh),
            Err(error) => {
                requests.found = None;
                let issuer = &*self.identifier;
                tracing::warn!(issuer, %error, "the keys of an issuer cannot be read");
            }
        }
    }

    async fn fetch(&self, found: &mut Option<Url>) -> Result<(KeySet, Duration), FetchError> {
        let url = match (&self.place, &found) {
            (KeyPlace::At(url), _) | (_, Some(url)) => url.clone(),
            (KeyPlace::Discovered(issuer), None) => {
                discovery::jwks_uri(&self.client, &self.identifier, issuer).await?
            }
            (KeyPlace::Given, None) => return Err("the keys of this issuer do not change".into()),
        };
        let document = self.client.get(&url).await?;
        let keys = KeySet::read(&document.json)?;
        *found = Some(url);
        let fresh = document.max_age.unwrap_or(FRESH).min(MAX_FRESH);
        Ok((keys, fresh.max(self.gap)))
    }

    fn replace(&self, keys: KeySet, fresh: Duration) {
        let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
        *current = Arc::new(keys.after(&current));
        self.stale_at
            .store(clock::seconds() + fresh.as_secs(), Ordering::Relaxed);
        let (issuer, version) = (&*self.identifier, current.version);
        tracing::debug!(issuer, version, "read the keys of an issuer");
    }

    fn current(&self) -> Arc<KeySet> {
        let current = self.current.read();
        Arc::clone(&current.unwrap_or_else(PoisonError::into_inner))
    }
}
