//! A store that fails.

use std::sync::Mutex;

use fusion_core::shared::{Claim, Claimed, Store, StoreError};

use super::*;

/// A store whose methods fail while they are named.
#[derive(Clone, Default)]
struct Faulty(Arc<FaultyParts>);

#[derive(Default)]
struct FaultyParts {
    store: MemoryStore,
    failing: Mutex<Vec<(&'static str, bool)>>,
    renewals: AtomicUsize,
}

impl Faulty {
    /// Lets a method fail, with a full store or one that is gone.
    fn fail(&self, method: &'static str, is_full: bool) {
        self.0.failing.lock().unwrap().push((method, is_full));
    }

    fn mend(&self) {
        self.0.failing.lock().unwrap().clear();
    }

    fn check(&self, method: &str) -> Result<(), StoreError> {
        let failing = self.0.failing.lock().unwrap();
        match failing.iter().find(|(name, _)| *name == method) {
            None => Ok(()),
            Some((_, true)) => Err(StoreError::Full),
            Some((_, false)) => Err(StoreError::Unavailable("connection refused".into())),
        }
    }

    fn registry(&self, orders: &Orders) -> Registry {
        let shared = Shared::new().store(self.clone());
        orders.builder().shared(shared).build().unwrap()
    }
}

impl Store for Faulty {
    async fn claim(
        &self,
        key: &str,
        fingerprint: &[u8],
        lease: Duration,
    ) -> Result<Claimed, StoreError> {
        self.check("claim")?;
        self.0.store.claim(key, fingerprint, lease).await
    }

    async fn renew(&self, claim: &Claim, lease: Duration) -> Result<bool, StoreError> {
        self.0.renewals.fetch_add(1, Ordering::SeqCst);
        self.check("renew")?;
        self.0.store.renew(claim, lease).await
    }

    async fn release(&self, claim: Claim) -> Result<(), StoreError> {
        self.check("release")?;
        self.0.store.release(claim).await
    }

    async fn finish(&self, claim: Claim, value: Vec<u8>, ttl: Duration) -> Result<(), StoreError> {
        self.check(if value.len() > 200 {
            "finish large"
        } else {
            "finish"
        })?;
        self.0.store.finish(claim, value, ttl).await
    }

    async fn read(&self, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.0.store.read(key).await
    }
}

#[tokio::test]
async fn nothing_runs_if_the_claim_fails() {
    for is_full in [false, true] {
        let (orders, store) = (Orders::default(), Faulty::default());
        let registry = store.registry(&orders);
        store.fail("claim", is_full);
        let place = || call(&registry, "place", "k", json!({"item": "pen"}));
        let error = place().await.unwrap_err();
        assert_eq!(
            error.to_string(),
            "[orders/place] the `idempotency_key` cannot be checked at the moment; nothing was done\nHint: Repeat the \
             call with the same key and arguments later."
        );
        assert_eq!(error.data()["code"], "keys_unavailable");
        // Calls without a key go on.
        let arguments = json!({"action": "place", "item": "pen"});
        registry
            .call("orders", arguments, Ctx::new())
            .await
            .unwrap();
        assert_eq!(orders.runs(), 1);
        store.mend();
        place().await.unwrap();
        assert_eq!(orders.runs(), 2);
    }
}

#[tokio::test(start_paused = true)]
async fn a_renewal_that_fails_is_tried_again() {
    let (orders, store) = (Orders::default(), Faulty::default());
    let registry = store.registry(&orders);
    let first = tokio::spawn({
        let registry = registry.clone();
        async move { call(&registry, "wait", "k", json!({})).await }
    });
    tokio::time::sleep(Duration::from_secs(5)).await;
    store.fail("renew", false);
    tokio::time::sleep(Duration::from_secs(20)).await;
    store.mend();
    tokio::time::sleep(Duration::from_secs(100)).await;
    assert_eq!(store.0.renewals.load(Ordering::SeqCst), 18);
    orders.open_gate();
    let first = first.await.unwrap().unwrap();
    let again = call(&registry, "wait", "k", json!({})).await.unwrap();
    assert_eq!(again, first);
}

#[tokio::test(start_paused = true)]
async fn a_call_whose_claim_runs_out_ends_for_its_caller_and_is_unknown_to_others() {
    let (orders, store) = (Orders::default(), Faulty::default());
    let registry = store.registry(&orders);
    let first = tokio::spawn({
        let registry = registry.clone();
        async move { call(&registry, "wait", "k", json!({})).await }
    });
    tokio::time::sleep(Duration::from_secs(5)).await;
    store.fail("renew", false);
    tokio::time::sleep(Duration::from_secs(30)).await;
    let wait = || call(&registry, "wait", "k", json!({}));
    assert_eq!(code(wait().await), "outcome_unknown");
    store.mend();
    orders.open_gate();
    assert_eq!(text(&first.await.unwrap().unwrap()), "waited 1");
    assert_eq!(code(wait().await), "outcome_unknown");
    assert_eq!(orders.runs(), 1);
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_cannot_be_kept_reaches_its_caller_and_is_unknown_to_others() {
    let (orders, store) = (Orders::default(), Faulty::default());
    let registry = store.registry(&orders);
    store.fail("finish", false);
    let place = || call(&registry, "place", "k", json!({"item": "pen"}));
    assert_eq!(
        text(&place().await.unwrap()),
        r#"{"number":1,"item":"pen"}"#
    );
    store.mend();
    assert_eq!(code(place().await), "outcome_unknown");
    assert_eq!(orders.runs(), 1);
}

#[tokio::test]
async fn a_store_without_room_for_an_answer_notes_that_the_call_was_done() {
    let (orders, store) = (Orders::default(), Faulty::default());
    let registry = store.registry(&orders);
    store.fail("finish large", true);
    let long = || call(&registry, "long", "k", json!({"bytes": 300}));
    assert_eq!(text(&long().await.unwrap()).len(), 300);
    assert_eq!(code(long().await), "answer_not_kept");
    assert_eq!(orders.runs(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_key_that_cannot_be_given_back_is_unknown_after_its_lease() {
    let (orders, store) = (Orders::default(), Faulty::default());
    let registry = store.registry(&orders);
    store.fail("release", false);
    let invalid = || call(&registry, "place", "k", json!({"item": 7}));
    assert_eq!(code(invalid().await), "invalid_arguments");
    assert_eq!(code(invalid().await), "outcome_unknown");
    assert_eq!(orders.runs(), 0);
}

#[tokio::test]
async fn a_value_that_is_no_answer_is_told_and_nothing_runs() {
    /// A store in which somebody else has written.
    struct Foreign;

    impl Store for Foreign {
        async fn claim(&self, _: &str, _: &[u8], _: Duration) -> Result<Claimed, StoreError> {
            Ok(Claimed::Done(b"{\"no\":1}".to_vec()))
        }

        async fn renew(&self, _: &Claim, _: Duration) -> Result<bool, StoreError> {
            Ok(true)
        }

        async fn release(&self, _: Claim) -> Result<(), StoreError> {
            Ok(())
        }

        async fn finish(&self, _: Claim, _: Vec<u8>, _: Duration) -> Result<(), StoreError> {
            Ok(())
        }

        async fn read(&self, _: &str) -> Result<Option<Vec<u8>>, StoreError> {
            Ok(None)
        }
    }

    let orders = Orders::default();
    let shared = Shared::new().store(Foreign);
    let registry = orders.builder().shared(shared).build().unwrap();
    let placed = call(&registry, "place", "k", json!({"item": "pen"})).await;
    assert_eq!(code(placed), "answer_not_kept");
    assert_eq!(orders.runs(), 0);
}
