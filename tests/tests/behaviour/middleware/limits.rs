//! Concurrency limits: which calls wait, which are refused, and in which order they run.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use fusion_core::{
    Ctx, Registry,
    middleware::{Call, Concurrency, Exclusive},
    tool_group,
};
use serde_json::json;
use tokio::sync::Semaphore;

use super::call_text;

/// A handler that waits at a gate and writes down who passed.
#[derive(Clone)]
struct Gate {
    gate: Arc<Semaphore>,
    passed: Arc<Mutex<Vec<u64>>>,
}

impl Gate {
    fn new() -> Self {
        Self {
            gate: Arc::new(Semaphore::new(0)),
            passed: Arc::default(),
        }
    }
}

#[tool_group(name = "gate")]
impl Gate {
    #[action]
    async fn pass(&self, n: u64) -> String {
        self.gate.acquire().await.unwrap().forget();
        self.passed.lock().unwrap().push(n);
        n.to_string()
    }
}

fn pass(registry: &Registry, n: u64) -> tokio::task::JoinHandle<String> {
    let registry = registry.clone();
    tokio::spawn(async move {
        let arguments = json!({"action": "pass", "n": n});
        call_text(&registry, "gate", arguments, Ctx::new()).await
    })
}

async fn settle() {
    for _ in 0..20 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn so_many_run_so_many_wait_and_the_rest_is_refused_with_a_hint() {
    let gate = Gate::new();
    let limit = Concurrency::new(2)
        .queue(1)
        .retry_after(Duration::from_millis(1_500));
    let registry = Registry::builder()
        .middleware(limit)
        .tool(gate.clone())
        .build()
        .unwrap();
    let calls: Vec<_> = (1..=3).map(|n| pass(&registry, n)).collect();
    settle().await;
    let refused = "[gate/pass] too many calls at once; this one was not begun\nRetry after 1.5 s";
    assert_eq!(pass(&registry, 4).await.unwrap(), refused);
    // The one that waits gives up; then there is a place in the queue.
    calls[2].abort();
    settle().await;
    let fifth = pass(&registry, 5);
    settle().await;
    assert_eq!(pass(&registry, 6).await.unwrap(), refused);
    gate.gate.add_permits(3);
    assert_eq!(fifth.await.unwrap(), "5");
    assert_eq!(*gate.passed.lock().unwrap(), [1, 2, 5]);
}

#[tokio::test]
async fn one_key_is_served_in_order_and_other_keys_beside_it() {
    let gate = Gate::new();
    let exclusive = Arc::new(Exclusive::by(|call: &Call<'_>| {
        let n = call.arguments()?.get("n")?.as_u64()?;
        (n < 100).then_some(n % 2)
    }));
    let builder = Registry::builder().middleware(Arc::clone(&exclusive));
    let registry = builder.tool(gate.clone()).build().unwrap();
    let mut calls = Vec::new();
    // Even ones, then odd ones, then one without a key.
    for n in [2, 4, 6, 8, 1, 3, 101] {
        calls.push(pass(&registry, n));
        settle().await;
    }
    assert_eq!(exclusive.keys(), 2);
    // A waiter that gives up does not let the next call pass.
    calls[1].abort();
    settle().await;
    for _ in 0..6 {
        gate.gate.add_permits(1);
        settle().await;
    }
    let passed = gate.passed.lock().unwrap().clone();
    let of = |parity| {
        passed
            .iter()
            .copied()
            .filter(move |n| *n < 100 && n % 2 == parity)
    };
    assert_eq!(of(0).collect::<Vec<_>>(), [2, 6, 8]);
    assert_eq!(of(1).collect::<Vec<_>>(), [1, 3]);
    // One even, one odd and the free one stood at the gate together.
    let mut first: Vec<_> = passed[..3].to_vec();
    first.sort_unstable();
    assert_eq!(first, [1, 2, 101]);
    assert_eq!(exclusive.keys(), 0);
}
