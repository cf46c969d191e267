//! The settings of a builder for questions to the user.

use std::{ops::RangeInclusive, time::Duration};

use super::RegistryBuilder;
use crate::{
    call::{Asking, BoxedSeal, OnceKeeper, Principal, ProcessKey, Seal, StateKeeper, StateKey},
    ctx::Ctx,
    error::{AskError, BuildError},
    middleware::Middleware,
    shared::BoxedStore,
    spec::Unasked,
};

/// The settings for questions to the user.
#[derive(Default)]
pub(super) struct AskingSettings {
    seal: Option<BoxedSeal>,
    /// The key of the seal, unless the author brought a seal.
    state_key: Option<StateKey>,
    lifetime: Option<Duration>,
    principal: Principal,
    pub(super) unasked: Unasked,
    /// The time for which a call with an `idempotency_key` does not run again.
    pub(super) once_for: Option<Duration>,
}

/// The shortest and the longest time for which a question may be answered.
const LIFETIMES: RangeInclusive<Duration> =
    Duration::from_millis(1)..=Duration::from_secs(365 * 24 * 60 * 60);

impl AskingSettings {
    /// Returns the error of a lifetime with which no question can be answered.
    pub(super) fn lifetime_error(&self) -> Option<BuildError> {
        let lifetime = self.lifetime.filter(|time| !LIFETIMES.contains(time))?;
        Some(AskError::Lifetime { lifetime }.into())
    }

    /// Returns the parts that calls need.
    pub(super) fn build(self, store: BoxedStore) -> Asking {
        let seal = self
            .seal
            .unwrap_or_else(|| BoxedSeal::new(ProcessKey::default()));
        Asking {
            once: OnceKeeper::new(store.clone(), self.once_for, self.state_key),
            keeper: StateKeeper::new(seal, store, self.lifetime),
            principal: self.principal,
        }
    }
}

impl<M: Middleware> RegistryBuilder<M> {
    /// Sets the behaviour of actions that ask their user, for clients that cannot be asked: those that do not
    /// declare elicitation with forms, and those of older revisions without a session. An action replaces it by
    /// `unasked = "…"`. The default is [`Unasked::Refuse`]. A form is refused in any case, because nobody fills
    /// it in.
    pub fn unasked(mut self, behaviour: Unasked) -> Self {
        self.parts.asking.unasked = behaviour;
        self
    }

    /// Sets the key of the state that a client carries between a question and its answer. Several replicas of one
    /// server need the same key. The default is a random key for each process.
    ///
    /// The store's fingerprints of [calls that run once](crate::docs::once) are keyed by it as well: after a change of
    /// the key, repetitions of earlier calls are refused, and do not run.
    pub fn state_key(self, key: StateKey) -> Self {
        let mut builder = self.seal(key.clone());
        builder.parts.asking.state_key = Some(key);
        builder
    }

    /// Sets the encryption of the state that a client carries between a question and its answer, in place of
    /// [`state_key`](Self::state_key).
    pub fn seal(mut self, seal: impl Seal) -> Self {
        self.parts.asking.seal = Some(BoxedSeal::new(seal));
        self.parts.asking.state_key = None;
        self
    }

    /// Sets the time for which a question may be answered by another request, or confirmed with a token, 10 minutes by
    /// default. An answer that comes later is refused, and the model may call again. `build()` refuses less than a
    /// millisecond and more than 365 days.
    pub fn state_lifetime(mut self, lifetime: Duration) -> Self {
        self.parts.asking.lifetime = Some(lifetime);
        self
    }

    /// Sets the function that names the caller of a request. An answer or a confirmation counts only for the caller
    /// who was asked, and each caller has its own keys of [calls that run once](crate::docs::once). `None` means that
    /// all callers are one, as over stdio. Over HTTP, a session of a registry that asks belongs to the caller who opened
    /// it, and the function runs for each request in it.
    ///
    /// The providers have run before, so that the function can use their values. By default the `iss` and `sub` of
    /// the verified access token name the caller (feature `oauth`), or else the `Authorization` header.
    ///
    /// ```
    /// use fusion_core::Registry;
    ///
    /// #[derive(Clone)]
    /// struct Caller(String);
    ///
    /// let builder = Registry::builder()
    ///     .expects::<Caller>()
    ///     .principal(|ctx| ctx.get::<Caller>().map(|caller| caller.0.clone()));
    /// # let _ = builder;
    /// ```
    pub fn principal<F>(mut self, name: F) -> Self
    where
        F: Fn(&Ctx) -> Option<String> + Send + Sync + 'static,
    {
        self.parts.asking.principal = Principal::named_by(name);
        self
    }
}
