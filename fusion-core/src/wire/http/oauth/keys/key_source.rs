//! The current keys of one issuer, and the requests that renew them: one at a time, and one in a gap of time.

use std::{
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use reqwest::Url;
use tokio::{
    sync::Mutex,
    time::{Instant, timeout},
};

use super::{
    super::{clock, compact_token::CompactToken},
    discovery,
    fetch::{FetchError, IssuerClient},
    key_set::{IssuerKey, KeyFailure, KeySet},
};

/// The time after which keys are requested again, if the response does not name another.
const FRESH: Duration = Duration::from_secs(10 * 60);
/// The maximum of that time, so that a removed key is not accepted for long.
const MAX_FRESH: Duration = Duration::from_secs(60 * 60);
/// The shortest time between two requests while no keys are known at all.
const FIRST_GAP: Duration = Duration::from_secs(5);
/// The timeout of a request with discovery, which may need several.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The place from which keys are requested.
pub(in super::super) enum KeyPlace {
    Discovered(Url),
    At(Url),
    Given,
}

/// The keys of an issuer.
///
/// Keys are *stale* when their time is over: they are requested in the background, and stay in use. They are
/// *overdue* after twice that time, because nobody used them in the meantime: the next token waits for the
/// request, so that none of a removed key is accepted after an idle time. If the request fails, they stay in use.
pub(in super::super) struct KeySource {
    identifier: String,
    place: KeyPlace,
    client: IssuerClient,
    gap: Duration,
    current: RwLock<Arc<KeySet>>,
    /// The seconds for which keys are fresh.
    fresh: AtomicU64,
    /// The second at which the keys are requested again.
    stale_at: AtomicU64,
    /// The second at which the next token waits for newer keys.
    overdue_at: AtomicU64,
    /// The number of requests that have ended. Whoever waited while one ended shares its result.
    ended: AtomicU64,
    requests: Mutex<KeyRequests>,
}

/// The requests for keys so far. The lock is held during a request, so that there is one at a time.
#[derive(Default)]
struct KeyRequests {
    /// The end of the last request. A gap that began with its start could be over when a slow one ends.
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
            fresh: AtomicU64::new(FRESH.as_secs()),
            stale_at: AtomicU64::new(u64::MAX),
            overdue_at: AtomicU64::new(u64::MAX),
            ended: AtomicU64::new(0),
            requests: Mutex::default(),
        }
    }

    /// Returns the identifier of the issuer.
    pub(in super::super) fn identifier(&self) -> &str {
        &self.identifier
    }

    /// Returns the key that signed a token. Requests the keys of the issuer if they are overdue, or if no known one
    /// has the id of the token.
    pub(in super::super) async fn signer(
        self: &Arc<Self>,
        token: &CompactToken<'_>,
    ) -> Result<Arc<IssuerKey>, KeyFailure> {
        let now = clock::seconds();
        let mut ended = self.ended.load(Ordering::Acquire);
        if self.are_overdue(now) {
            self.renew(ended).await;
            ended = self.ended.load(Ordering::Acquire);
        } else {
            self.renew_if_stale(now);
        }
        match self.current().signer(token) {
            Err(KeyFailure::Unknown) => {}
            found => return found,
        }
        self.renew(ended).await;
        let set = self.current();
        match set.signer(token) {
            Err(KeyFailure::Unknown) if set.version == 0 => Err(KeyFailure::Unavailable),
            found => found,
        }
    }

    /// Returns true if the next token must wait for newer keys.
    pub(in super::super) fn are_overdue(&self, now: u64) -> bool {
        now >= self.overdue_at.load(Ordering::Relaxed)
    }

    /// Starts a request in the background if the keys are stale. The old ones stay in use until it has succeeded.
    pub(in super::super) fn renew_if_stale(self: &Arc<Self>, now: u64) {
        let stale_at = self.stale_at.load(Ordering::Relaxed);
        if now < stale_at {
            return;
        }
        let next = now.saturating_add(self.gap.as_secs().max(1));
        let order = Ordering::Relaxed;
        if self
            .stale_at
            .compare_exchange(stale_at, next, order, order)
            .is_ok()
        {
            let ended = self.ended.load(Ordering::Acquire);
            tokio::spawn(Arc::clone(self).request(ended));
        }
    }

    /// Requests the keys and waits for them. The request is a task of its own: a client that leaves must not end
    /// a request that others wait for.
    async fn renew(self: &Arc<Self>, ended: u64) {
        if !matches!(self.place, KeyPlace::Given) {
            let _ = tokio::spawn(Arc::clone(self).request(ended)).await;
        }
    }

    /// Requests the keys, unless a request has ended after the first `ended` ones, or too short ago.
    async fn request(self: Arc<Self>, ended: u64) {
        let mut requests = self.requests.lock().await;
        let gap = if self.current().version == 0 {
            self.gap.min(FIRST_GAP)
        } else {
            self.gap
        };
        let is_too_soon = requests.last.is_some_and(|last| last.elapsed() < gap);
        if is_too_soon || self.ended.load(Ordering::Acquire) != ended {
            return;
        }
        let fetched = timeout(TIMEOUT, self.fetch(&mut requests.found)).await;
        match fetched.unwrap_or_else(|_| Err("the issuer did not answer in time".into())) {
            Ok((keys, fresh)) => self.replace(keys, fresh),
            Err(error) => {
                requests.found = None;
                // Nobody waits again while the issuer is down, unless the server was idle.
                let fresh = self.fresh.load(Ordering::Relaxed);
                let next = clock::seconds().saturating_add(fresh);
                self.overdue_at.fetch_max(next, Ordering::Relaxed);
                let issuer = &*self.identifier;
                tracing::warn!(issuer, %error, "the keys of an issuer cannot be read");
            }
        }
        requests.last = Some(Instant::now());
        self.ended.fetch_add(1, Ordering::Release);
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

    /// Replaces the keys by those that the issuer has now, also if it has none any more.
    fn replace(&self, keys: KeySet, fresh: Duration) {
        let issuer = &*self.identifier;
        if keys.is_empty() {
            tracing::warn!(
                issuer,
                "the issuer has no key for an asymmetric signature, so that none of its tokens is accepted"
            );
        }
        let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
        *current = Arc::new(keys.after(&current));
        let fresh = fresh.as_secs().max(1);
        let stale_at = clock::seconds().saturating_add(fresh);
        self.fresh.store(fresh, Ordering::Relaxed);
        self.stale_at.store(stale_at, Ordering::Relaxed);
        let overdue_at = stale_at.saturating_add(fresh);
        self.overdue_at.store(overdue_at, Ordering::Relaxed);
        let version = current.version;
        tracing::debug!(issuer, version, "read the keys of an issuer");
    }

    fn current(&self) -> Arc<KeySet> {
        let current = self.current.read();
        Arc::clone(&current.unwrap_or_else(PoisonError::into_inner))
    }
}
