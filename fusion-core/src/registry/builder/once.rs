//! The setting of a builder for calls that run once.

use std::{ops::RangeInclusive, time::Duration};

use super::{RegistryBuilder, asking::AskingSettings};
use crate::{
    error::{BuildError, OnceError},
    middleware::Middleware,
};

/// The shortest and the longest time for which a call does not run again.
const KEEP_TIMES: RangeInclusive<Duration> =
    Duration::from_secs(1)..=Duration::from_secs(365 * 24 * 60 * 60);

impl AskingSettings {
    /// Returns the error of a time for which no answer is kept.
    pub(super) fn once_error(&self) -> Option<BuildError> {
        let time = self.once_for.filter(|time| !KEEP_TIMES.contains(time))?;
        Some(OnceError::KeepTime { time }.into())
    }
}

impl<M: Middleware> RegistryBuilder<M> {
    /// Sets the time for which a call of an action with `once` does not run again with the same `idempotency_key`,
    /// 24 hours by default. For so long, the [store](Self::shared) keeps its answer. `build()` refuses less than a
    /// second and more than 365 days. See the [guide](crate::docs::once).
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use fusion_core::Registry;
    ///
    /// let builder = Registry::builder().once_for(Duration::from_secs(60 * 60));
    /// # let _ = builder;
    /// ```
    pub fn once_for(mut self, time: Duration) -> Self {
        self.parts.asking.once_for = Some(time);
        self
    }
}
