//! A quota behind a box, so that a registry has no type parameter for it.

use std::{fmt, pin::Pin, sync::Arc};

use super::{Allowance, Quota, QuotaError, Taken};

type BoxedTaken<'a> = Pin<Box<dyn Future<Output = Result<Taken, QuotaError>> + Send + 'a>>;

/// A type-erased quota. Cloning it is cheap, so that each call has it.
#[derive(Clone)]
pub(crate) struct BoxedQuota(Arc<dyn DynQuota>);

/// The object-safe twin of [`Quota`].
trait DynQuota: Send + Sync {
    fn take<'a>(&'a self, key: &'a str, allowance: &'a Allowance, cost: u32) -> BoxedTaken<'a>;
}

impl<Q: Quota> DynQuota for Q {
    fn take<'a>(&'a self, key: &'a str, allowance: &'a Allowance, cost: u32) -> BoxedTaken<'a> {
        Box::pin(Quota::take(self, key, allowance, cost))
    }
}

impl BoxedQuota {
    pub(super) fn new(quota: impl Quota) -> Self {
        Self(Arc::new(quota))
    }

    pub(crate) fn take<'a>(
        &'a self,
        key: &'a str,
        allowance: &'a Allowance,
        cost: u32,
    ) -> BoxedTaken<'a> {
        self.0.take(key, allowance, cost)
    }
}

impl fmt::Debug for BoxedQuota {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoxedQuota").finish_non_exhaustive()
    }
}
