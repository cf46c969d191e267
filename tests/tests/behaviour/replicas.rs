//! Several replicas in one process: the contracts of the parts that they share, in memory, and what their clients notice.

mod gaps;

use std::sync::Arc;

use fusion_core::shared::{
    Bus, MemoryBus, MemoryQuota, MemoryStore, Quota, QuotaError, Shared, Taken,
};
use fusion_tests::{
    board::Replica,
    contracts::{self, Kept},
    replicas::{calls_are_counted_together, changes_reach_the_clients_of_both, client},
};
use serde_json::json;

#[tokio::test]
async fn the_bus_in_memory_keeps_its_contract() -> Kept {
    let bus = MemoryBus::new();
    let (two, three) = (bus.replica(), bus.replica());
    contracts::bus([bus, two, three]).await?;
    let bus = MemoryBus::new();
    let feed = bus.replica().subscribe();
    contracts::overflow(&bus, feed, 1_500).await
}

#[tokio::test(start_paused = true)]
async fn the_store_in_memory_keeps_its_contract() -> Kept {
    contracts::store(Arc::new(MemoryStore::new()), "").await
}

#[tokio::test(start_paused = true)]
async fn the_quota_in_memory_keeps_its_contract() -> Kept {
    contracts::quota(&MemoryQuota::new(), "").await
}

#[tokio::test]
async fn changes_in_one_replica_reach_the_clients_of_the_other() {
    let bus = MemoryBus::new();
    let other = Shared::new().bus(bus.replica());
    changes_reach_the_clients_of_both(Shared::new().bus(bus), other).await;
}

#[tokio::test]
async fn calls_of_two_replicas_are_counted_together() {
    let quota = Arc::new(MemoryQuota::new());
    let other = Shared::new().quota(quota.clone());
    calls_are_counted_together(Shared::new().quota(quota), other).await;
}

/// A quota that nobody reaches.
struct NoQuota;

impl Quota for NoQuota {
    async fn take(
        &self,
        _: &str,
        _: &fusion_core::shared::Allowance,
        _: u32,
    ) -> Result<Taken, QuotaError> {
        Err(QuotaError::Unavailable("out of reach".into()))
    }
}

#[tokio::test]
async fn without_the_quota_a_replica_counts_by_itself_or_refuses() {
    let replicas = [
        Replica::new(Shared::new()),
        Replica::new(Shared::new().quota(NoQuota)),
    ];
    for (replica, rings) in replicas.iter().zip([5, 0]) {
        let client = client(replica, true).await;
        for (key, granted) in [("board/knock", 5), ("board/ring", rings)] {
            for number in 0..7 {
                let outcome = client.call(key, json!({})).await;
                if number < granted {
                    outcome.ok_text("ok");
                } else {
                    let code = if granted == 0 {
                        "unavailable"
                    } else {
                        "rate_limited"
                    };
                    outcome.error().code(code);
                }
            }
        }
    }
}
