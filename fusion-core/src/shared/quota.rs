//! The quota: how many calls a key may make in a time, counted over all replicas.

use std::{error::Error, future::Future, num::NonZeroU32, sync::Arc, time::Duration};

/// A quota counts the use of keys. It counts by the generic cell rate algorithm: a key that was not used for long may be
/// used [`burst`](Allowance::burst) times at once, and then once in each [`interval`](Allowance::interval).
///
/// ```
/// use std::time::Duration;
///
/// use fusion_core::shared::{Allowance, MemoryQuota, Quota, Taken};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let quota = MemoryQuota::new();
/// let allowance = Allowance::new(Duration::from_secs(60), 2);
/// assert_eq!(quota.take("ada", &allowance, 1).await?, Taken::Granted);
/// assert_eq!(quota.take("ada", &allowance, 1).await?, Taken::Granted);
/// assert!(matches!(quota.take("ada", &allowance, 1).await?, Taken::Refused { .. }));
/// # Ok(())
/// # }
/// ```
pub trait Quota: Send + Sync + 'static {
    /// Takes `cost` uses from what the key has left, all of them or none. A key has one allowance: the count of a key
    /// that is used with several is that of none of them.
    ///
    /// # Errors
    ///
    /// A [`QuotaError`] if the engine cannot be reached, has no room for another key, or if `cost` is above the burst.
    fn take(
        &self,
        key: &str,
        allowance: &Allowance,
        cost: u32,
    ) -> impl Future<Output = Result<Taken, QuotaError>> + Send;
}

/// Several registries of one process share a quota in an [`Arc`].
#[diagnostic::do_not_recommend]
impl<Q: Quota> Quota for Arc<Q> {
    fn take(
        &self,
        key: &str,
        allowance: &Allowance,
        cost: u32,
    ) -> impl Future<Output = Result<Taken, QuotaError>> + Send {
        Q::take(self, key, allowance, cost)
    }
}

/// The uses that a key has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Allowance {
    interval: Duration,
    burst: NonZeroU32,
}

impl Allowance {
    /// The longest time after which a key has its burst again.
    const LONGEST: Duration = Duration::from_secs(366 * 24 * 60 * 60);

    /// Creates an allowance of one use in each `interval`, and of `burst` uses at once after a pause. The interval is
    /// at least a microsecond, the burst at least one, and both together at most a year.
    pub fn new(interval: Duration, burst: u32) -> Self {
        let burst = NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN);
        let most = Self::LONGEST / burst.get();
        Self {
            interval: interval.min(most).max(Duration::from_micros(1)),
            burst,
        }
    }

    /// Returns the time in which a key gets one use.
    pub fn interval(&self) -> Duration {
        self.interval
    }

    /// Returns the number of uses at once after a pause.
    pub fn burst(&self) -> NonZeroU32 {
        self.burst
    }

    /// Returns the interval in microseconds.
    pub(super) fn interval_micros(&self) -> u64 {
        u64::try_from(self.interval.as_micros()).unwrap_or(u64::MAX)
    }
}

/// The answer to a use of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Taken {
    /// The uses were taken.
    Granted,
    /// Nothing was taken, because the key has too little left.
    Refused {
        /// The time after which the key has enough, unless others use it before.
        wait: Duration,
    },
}

/// The error of a quota.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QuotaError {
    /// The cost is above the burst, so that it is never granted.
    #[error("the cost is above the burst")]
    TooCostly,
    /// The quota has no room for another key.
    #[error("the quota is full")]
    Full,
    /// The engine failed.
    #[error("the quota cannot be reached")]
    Unavailable(#[source] Box<dyn Error + Send + Sync>),
}
