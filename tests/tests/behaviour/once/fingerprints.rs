//! The fingerprints of arguments in the store, which a reader can neither compare nor try.

use std::sync::Mutex;

use fusion_core::{
    ask::StateKey,
    shared::{Claim, Claimed, Store, StoreError},
};

use super::*;

/// A store that notes the fingerprints of claims.
#[derive(Clone, Default)]
struct Noted(Arc<NotedParts>);

#[derive(Default)]
struct NotedParts {
    store: MemoryStore,
    fingerprints: Mutex<Vec<Vec<u8>>>,
}

impl Store for Noted {
    async fn claim(
        &self,
        key: &str,
        fingerprint: &[u8],
        lease: Duration,
    ) -> Result<Claimed, StoreError> {
        self.0
            .fingerprints
            .lock()
            .unwrap()
            .push(fingerprint.to_vec());
        self.0.store.claim(key, fingerprint, lease).await
    }

    async fn renew(&self, claim: &Claim, lease: Duration) -> Result<bool, StoreError> {
        self.0.store.renew(claim, lease).await
    }

    async fn release(&self, claim: Claim) -> Result<(), StoreError> {
        self.0.store.release(claim).await
    }

    async fn finish(&self, claim: Claim, value: Vec<u8>, ttl: Duration) -> Result<(), StoreError> {
        self.0.store.finish(claim, value, ttl).await
    }

    async fn read(&self, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.0.store.read(key).await
    }
}

#[derive(Clone)]
struct Caller(&'static str);

impl Noted {
    /// A replica over the store, with this `state_key`.
    fn replica(&self, orders: &Orders, key: Option<u8>) -> Registry {
        let shared = Shared::new().store(self.clone());
        let builder = orders.builder().shared(shared).expects::<Caller>();
        let builder = builder.principal(|ctx| ctx.get::<Caller>().map(|one| one.0.to_owned()));
        match key {
            None => builder.build().unwrap(),
            Some(byte) => {
                let key = StateKey::new([byte; 32]).unwrap();
                builder.state_key(key).build().unwrap()
            }
        }
    }

    /// Calls an action, and returns the fingerprint that the store read.
    async fn fingerprint(
        &self,
        registry: &Registry,
        (caller, action, key): (&'static str, &str, &str),
        mut arguments: Value,
    ) -> Vec<u8> {
        arguments["action"] = json!(action);
        arguments["idempotency_key"] = json!(key);
        let mut ctx = Ctx::new();
        ctx.insert(Caller(caller));
        let answer = registry.call("orders", arguments, ctx).await;
        answer.unwrap();
        self.0.fingerprints.lock().unwrap().pop().unwrap()
    }
}

#[tokio::test]
async fn equal_arguments_of_two_calls_have_unequal_fingerprints() {
    let (orders, store) = (Orders::default(), Noted::default());
    let registry = store.replica(&orders, None);
    let pen = json!({"item": "pen"});
    let mut seen = Vec::new();
    for call in [
        ("ada", "place", "k"),
        ("ada", "place", "other"),
        ("eve", "place", "k"),
    ] {
        seen.push(store.fingerprint(&registry, call, pen.clone()).await);
    }
    // Actions whose arguments have one form.
    for call in [("ada", "wait", "k"), ("ada", "note", "k")] {
        orders.open_gate();
        let arguments = if call.1 == "wait" {
            json!({})
        } else {
            json!({"text": "pen"})
        };
        seen.push(store.fingerprint(&registry, call, arguments).await);
    }
    let all = seen.len();
    assert!(seen.iter().all(|one| one.len() == 32));
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), all);
}

#[tokio::test]
async fn replicas_with_one_state_key_have_one_fingerprint_of_a_call() {
    for key in [None, Some(1)] {
        let (orders, store) = (Orders::default(), Noted::default());
        let mut seen = Vec::new();
        for _ in 0..2 {
            let replica = store.replica(&orders, key);
            let call = ("ada", "place", "k");
            seen.push(
                store
                    .fingerprint(&replica, call, json!({"item": "pen"}))
                    .await,
            );
        }
        assert_eq!(seen[0], seen[1]);
        assert_eq!(orders.runs(), 1);
    }
}

#[tokio::test]
async fn a_state_key_keys_the_fingerprints_and_another_one_refuses_repetitions() {
    let mut seen = Vec::new();
    for key in [None, Some(1), Some(2)] {
        let (orders, store) = (Orders::default(), Noted::default());
        let replica = store.replica(&orders, key);
        let call = ("ada", "place", "k");
        seen.push(
            store
                .fingerprint(&replica, call, json!({"item": "pen"}))
                .await,
        );
        let changed = store.replica(&orders, Some(3));
        let arguments = json!({"action": "place", "item": "pen", "idempotency_key": "k"});
        let mut ctx = Ctx::new();
        ctx.insert(Caller("ada"));
        assert_eq!(
            code(changed.call("orders", arguments, ctx).await),
            "key_reused"
        );
        assert_eq!(orders.runs(), 1);
    }
    assert!(seen[0] != seen[1] && seen[1] != seen[2] && seen[0] != seen[2]);
}
