//! Calls with an idempotency key whose claims and answers are in the database of two trackers.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use fusion_core::{Content, Ctx, Registry, shared::Shared, tool_group};
use fusion_examples::tracker::store::Store;
use fusion_tests::contracts::{self, Kept};
use serde_json::json;
use tokio::task::JoinSet;

use super::fixture::Fixture;

/// Orders that are counted, in all registries together.
#[derive(Clone, Default)]
struct Orders(Arc<AtomicUsize>);

/// Take orders.
#[tool_group(name = "orders")]
impl Orders {
    /// Place an order.
    #[action(once)]
    async fn place(&self, item: String) -> String {
        let number = self.0.fetch_add(1, Ordering::SeqCst) + 1;
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        format!("{item} {number}")
    }
}

impl Orders {
    /// Builds a registry with connections of its own to the database.
    fn registry(&self, f: &Fixture) -> Registry {
        let store = Store::open(f.path()).unwrap();
        let builder = Registry::builder().tool(self.clone());
        builder.shared(Shared::new().store(store)).build().unwrap()
    }
}

/// Places an order. Returns the text, or the code of the error.
async fn place(registry: &Registry, key: &str, item: &str) -> String {
    let arguments = json!({"action": "place", "item": item, "idempotency_key": key});
    match registry.call("orders", arguments, Ctx::new()).await {
        Ok(response) => match response.content() {
            [Content::Text(text)] => text.clone(),
            other => panic!("{other:?}"),
        },
        Err(error) => error.data()["code"].as_str().unwrap().to_owned(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_database_keeps_the_contract_of_a_store() -> Kept {
    let f = Fixture::new();
    contracts::store(Arc::new(Store::open(f.path())?), "").await
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_duplicates_over_two_registries_run_once_and_are_answered_after_a_restart() {
    let f = Fixture::new();
    let orders = Orders::default();
    let registries = [orders.registry(&f), orders.registry(&f)];
    let mut calls = JoinSet::new();
    for number in 0..200 {
        let registry = registries[number % 2].clone();
        calls.spawn(async move { place(&registry, "k", "pen").await });
    }
    assert_eq!(calls.join_all().await, vec!["pen 1"; 200]);
    assert_eq!(orders.0.load(Ordering::SeqCst), 1);
    for registry in &registries {
        assert_eq!(place(registry, "k", "ink").await, "key_reused");
    }
    drop(registries);
    let restarted = orders.registry(&f);
    assert_eq!(place(&restarted, "k", "pen").await, "pen 1");
    assert_eq!(place(&restarted, "other", "pen").await, "pen 2");
}
