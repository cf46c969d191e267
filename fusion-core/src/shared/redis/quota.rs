//! The quota over Redis, one round trip for each use.

use std::time::Duration;

use super::{Redis, ScriptError};
use crate::shared::{Allowance, Quota, QuotaError, Taken};

impl Quota for Redis {
    async fn take(&self, key: &str, allowance: &Allowance, cost: u32) -> Result<Taken, QuotaError> {
        let burst = allowance.burst().get();
        if cost > burst {
            return Err(QuotaError::TooCostly);
        }
        let link = &*self.0;
        let interval = allowance.interval_micros();
        let mut script = link.take.key(link.keys.quota(key));
        script.arg(interval.saturating_mul(cost.into()));
        script.arg(interval.saturating_mul(burst.into()));
        match link.run::<u64>(&script).await {
            Ok(0) => Ok(Taken::Granted),
            Ok(wait) => Ok(Taken::Refused {
                wait: Duration::from_micros(wait),
            }),
            Err(ScriptError::Full(_)) => Err(QuotaError::Full),
            Err(error) => Err(QuotaError::Unavailable(error.into_source())),
        }
    }
}
