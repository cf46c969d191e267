//! A bus, a store and a quota over Redis. What comes from it is untrusted: others may write to it.

mod breaker;
mod bus;
mod config;
mod connection;
mod failure;
mod feed;
mod keys;
mod later;
mod position;
mod quota;
mod redis_error;
#[cfg(feature = "http")]
mod sessions;
mod store;

use std::{
    fmt,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use ::redis::{FromRedisValue, RedisResult, ScriptInvocation};
use breaker::Breaker;
use bus::Publisher;
pub use config::RedisConfig;
use connection::{RedisClient, RedisConnection};
use failure::RedisFailure;
use keys::KeyNames;
use later::WaitingChanges;
use position::{PositionScripts, StreamPosition};
pub use redis_error::RedisError;
use store::StoreScripts;

#[cfg(feature = "http")]
use super::FailureState;
use super::Shared;

/// The time in which Redis must accept a connection, and answer a command.
const LIMIT: Duration = Duration::from_secs(1);
/// The prefix of keys, if none is given.
const PREFIX: &str = "fusion";

type BoxedSource = Box<dyn std::error::Error + Send + Sync>;

/// A [`Bus`](super::Bus), a [`Store`](super::Store) and a [`Quota`](super::Quota) over one Redis, version 6.2 or later
/// (feature `redis`).
///
/// ```no_run
/// use fusion_core::{Registry, shared::Redis};
///
/// # async fn connect(url: &str) -> Result<(), fusion_core::shared::RedisError> {
/// let redis = Redis::connect_as("tracker", url).await?;
/// let builder = Registry::builder().shared(redis);
/// # let _ = builder;
/// # Ok(())
/// # }
/// ```
///
/// A value is one replica: its clones do not hear each other's events. It connects again by itself. While Redis cannot
/// be reached, most requests fail at once, and one of them tries from time to time, at least every two seconds.
///
/// Events are entries of a stream that holds the last 10,000, so that a connection that is lost for a short time loses
/// none. A number at each entry makes lost ones visible, which is a [`Gap`](super::Gap). All keys of the stream, the
/// store and the quota begin with a prefix and a version.
///
/// [`RedisConfig`] has further settings: the certificates of TLS, and the nodes of a cluster.
#[derive(Clone)]
pub struct Redis(Arc<RedisLink>);

struct RedisLink {
    client: RedisClient,
    /// The host and the port, of each URL of a cluster.
    address: String,
    connection: RedisConnection,
    keys: KeyNames,
    breaker: Breaker,
    publisher: Publisher,
    /// The last entry that a feed has read, from which another one begins.
    latest: Mutex<StreamPosition>,
    /// The connections that feeds made again.
    reconnects: AtomicU64,
    store: StoreScripts,
    waiting: WaitingChanges,
    position: PositionScripts,
    #[cfg(feature = "http")]
    session_failure: FailureState,
    take: ::redis::Script,
}

impl Redis {
    /// Connects to the Redis at a URL such as `redis://user:password@host:6379/0`, with the prefix `fusion` for all
    /// keys. `rediss://` is TLS, and needs the feature `redis-tls`. [`RedisConfig`] has further settings.
    ///
    /// # Errors
    ///
    /// See [`RedisError`]. A Redis that stops later is no error: see [`Redis`].
    pub async fn connect(url: &str) -> Result<Self, RedisError> {
        Self::connect_as(PREFIX, url).await
    }

    /// Connects to the Redis at a URL, with a prefix for all keys. All replicas of a server have the same prefix, and no
    /// other server at this Redis has it.
    ///
    /// # Errors
    ///
    /// See [`RedisError`].
    pub async fn connect_as(prefix: &str, url: &str) -> Result<Self, RedisError> {
        RedisConfig::new(url).prefix(prefix).connect().await
    }

    async fn connect_with(config: &RedisConfig) -> Result<Self, RedisError> {
        let keys = KeyNames::new(config.key_prefix()).ok_or(RedisError::Prefix)?;
        #[cfg(feature = "redis-tls")]
        install_crypto();
        let (client, address) = config.client()?;
        let unreachable = |source: BoxedSource| RedisError::Unreachable {
            address: address.clone(),
            source,
        };
        let refused = |error| unreachable(RedisFailure::from(error).into_source());
        let mut connection = client.connect().await.map_err(refused)?;
        let position = PositionScripts::new();
        let begin = position
            .end(&mut connection, &keys)
            .await
            .map_err(refused)?;
        let publisher = Publisher::new().map_err(|error| unreachable(error.into()))?;
        Ok(Self(Arc::new(RedisLink {
            client,
            address,
            connection,
            keys,
            breaker: Breaker::new(),
            publisher,
            latest: Mutex::new(begin),
            reconnects: AtomicU64::new(0),
            store: StoreScripts::new(),
            waiting: WaitingChanges::new(),
            position,
            #[cfg(feature = "http")]
            session_failure: FailureState::default(),
            take: ::redis::Script::new(include_str!("redis/lua/take.lua")),
        })))
    }
}

impl RedisLink {
    /// Runs a script, unless Redis could not be reached a moment ago.
    async fn run<T: FromRedisValue>(&self, script: &ScriptInvocation<'_>) -> ScriptResult<T> {
        let mut connection = self.connection.clone();
        self.answer_to(script.invoke_async(&mut connection)).await
    }

    /// Waits for the answer to a command or a script, unless Redis could not be reached a moment ago.
    async fn answer_to<T>(&self, sent: impl Future<Output = RedisResult<T>>) -> ScriptResult<T> {
        if !self.breaker.lets_through() {
            return Err(ScriptError::NotSent);
        }
        // A connection that is being made has a limit of its own, and a script may be loaded first.
        let (code, failure) = match tokio::time::timeout(LIMIT * 2, sent).await {
            Ok(Ok(reply)) => {
                self.breaker.succeeded();
                return Ok(reply);
            }
            Ok(Err(error)) => (error.code().map(str::to_owned), error.into()),
            Err(_) => (None, RedisFailure::timed_out()),
        };
        if !failure.is_refusal() {
            self.breaker.failed();
            return Err(ScriptError::Unreachable(failure));
        }
        self.breaker.succeeded();
        Err(match code.as_deref() {
            Some("OOM") => ScriptError::Full(failure),
            Some("WRONGTYPE") => ScriptError::WrongType(failure),
            _ => ScriptError::Refused(failure),
        })
    }

    fn latest(&self) -> MutexGuard<'_, StreamPosition> {
        // The value behind a poisoned lock is still valid.
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn reconnected(&self) {
        self.reconnects.fetch_add(1, Ordering::Relaxed);
    }
}

type ScriptResult<T> = Result<T, ScriptError>;

/// The error of a script or a command.
enum ScriptError {
    /// Redis has no memory left.
    Full(RedisFailure),
    /// The key has a value of another type, which another program has written.
    WrongType(RedisFailure),
    /// Redis has refused the script, which has changed nothing.
    Refused(RedisFailure),
    /// Redis could not be reached a moment ago, and the script was not sent.
    NotSent,
    /// There is no answer. The script may have run, or may run later.
    Unreachable(RedisFailure),
}

impl ScriptError {
    /// Returns the failure, for those who do not tell the errors apart; `None` if nothing was sent.
    fn into_failure(self) -> Option<RedisFailure> {
        match self {
            Self::NotSent => None,
            Self::Full(failure)
            | Self::WrongType(failure)
            | Self::Refused(failure)
            | Self::Unreachable(failure) => Some(failure),
        }
    }

    /// Returns the reason as the source of another error.
    fn into_source(self) -> BoxedSource {
        let failure = self.into_failure().map(RedisFailure::into_source);
        failure.unwrap_or_else(|| "it could not be reached a moment ago".into())
    }
}

/// Installs the cryptography of TLS, unless the application has. The client finds it in a static of the process.
#[cfg(feature = "redis-tls")]
fn install_crypto() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}

impl From<Redis> for Shared {
    fn from(redis: Redis) -> Self {
        let shared = Self::new().bus(redis.clone());
        #[cfg(feature = "ask")]
        let shared = shared.store(redis.clone());
        #[cfg(feature = "rate-limit")]
        let shared = shared.quota(redis);
        shared
    }
}

/// Shows the host and the port, without the user and the password.
impl fmt::Debug for Redis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redis")
            .field("address", &self.0.address)
            .field("keys", &self.0.keys)
            .finish_non_exhaustive()
    }
}
