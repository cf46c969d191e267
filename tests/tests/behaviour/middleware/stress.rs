//! Limits under ten thousand calls, a third of them cancelled at random.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use fusion_core::{
    Ctx, Registry,
    middleware::{Call, Concurrency, Exclusive},
    tool_group,
};
use serde_json::json;
use tokio::sync::Barrier;

const CALLS: usize = 10_000;
const LIMIT: usize = 8;
const KEYS: u64 = 7;

/// Counts who is inside.
#[derive(Clone)]
struct Room {
    inside: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
    by_key: Arc<Mutex<HashMap<u64, usize>>>,
    all_of_them: Arc<Barrier>,
}

impl Room {
    fn new() -> Self {
        Self {
            inside: Arc::default(),
            most: Arc::default(),
            by_key: Arc::default(),
            all_of_them: Arc::new(Barrier::new(LIMIT)),
        }
    }
}

/// One who is inside.
struct Guest<'r>(&'r Room, u64);

impl<'r> Guest<'r> {
    fn new(room: &'r Room, key: u64) -> Self {
        let inside = room.inside.fetch_add(1, Ordering::SeqCst) + 1;
        room.most.fetch_max(inside, Ordering::SeqCst);
        *room.by_key.lock().unwrap().entry(key).or_default() += 1;
        Self(room, key)
    }

    fn calls_with_same_key(&self) -> usize {
        self.0.by_key.lock().unwrap()[&self.1]
    }
}

impl Drop for Guest<'_> {
    fn drop(&mut self) {
        *self.0.by_key.lock().unwrap().get_mut(&self.1).unwrap() -= 1;
        self.0.inside.fetch_sub(1, Ordering::SeqCst);
    }
}

#[tool_group(name = "room")]
impl Room {
    #[action]
    async fn enter(&self, key: u64, steps: u64) -> String {
        let guest = Guest::new(self, key);
        let mut most = 0;
        for _ in 0..steps {
            most = most.max(guest.calls_with_same_key());
            tokio::task::yield_now().await;
        }
        most.max(guest.calls_with_same_key()).to_string()
    }

    /// Ends when all that may be inside are.
    #[action]
    async fn meet(&self) -> String {
        self.all_of_them.wait().await;
        "met".to_owned()
    }
}

/// Knuth's numbers: the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// Returns the responses to all calls that were not cancelled, so that a starving call would block here.
async fn rush(registry: &Registry) -> Vec<String> {
    let mut random = Random(7);
    let mut calls = Vec::new();
    for _ in 0..CALLS {
        let (key, steps) = (random.below(KEYS), random.below(4));
        let patience = (random.below(3) == 0).then(|| random.below(40));
        let registry = registry.clone();
        calls.push(tokio::spawn(async move {
            let arguments = json!({"action": "enter", "key": key, "steps": steps});
            let call = registry.call("room", arguments, Ctx::new());
            let give_up = async {
                match patience {
                    None => std::future::pending().await,
                    Some(patience) => {
                        for _ in 0..patience {
                            tokio::task::yield_now().await;
                        }
                    }
                }
            };
            tokio::select! {
                result = call => Some(super::text(&result.unwrap())),
                () = give_up => None,
            }
        }));
    }
    let mut answers = Vec::new();
    for call in calls {
        let answer = tokio::time::timeout(Duration::from_secs(60), call).await;
        answers.extend(answer.unwrap().unwrap());
    }
    answers
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn never_more_than_the_limit_and_no_permit_is_lost() {
    let room = Room::new();
    let limit = Concurrency::new(LIMIT).queue(usize::MAX);
    let registry = Registry::builder()
        .middleware(limit)
        .tool(room.clone())
        .build()
        .unwrap();
    let answers = rush(&registry).await;
    assert!(answers.len() > CALLS / 2, "{}", answers.len());
    assert!(room.most.load(Ordering::SeqCst) <= LIMIT);
    assert_eq!(room.inside.load(Ordering::SeqCst), 0);
    // Every permit is there: so many can be inside together.
    let together: Vec<_> = (0..LIMIT)
        .map(|_| {
            let registry = registry.clone();
            tokio::spawn(async move {
                registry
                    .call("room", json!({"action": "meet"}), Ctx::new())
                    .await
                    .is_ok()
            })
        })
        .collect();
    for call in together {
        let met = tokio::time::timeout(Duration::from_secs(10), call).await;
        assert!(met.unwrap().unwrap());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn never_two_of_one_key_and_no_key_is_kept() {
    let room = Room::new();
    let exclusive = Arc::new(Exclusive::by(|call: &Call<'_>| {
        call.arguments()?.get("key")?.as_u64()
    }));
    let builder = Registry::builder().middleware(Arc::clone(&exclusive));
    let registry = builder.tool(room.clone()).build().unwrap();
    let answers = rush(&registry).await;
    assert!(answers.len() > CALLS / 2, "{}", answers.len());
    // Each of them was alone with its key from its first step to its last.
    assert!(answers.iter().all(|most| most == "1"));
    assert!(room.most.load(Ordering::SeqCst) <= usize::try_from(KEYS).unwrap());
    assert_eq!(room.inside.load(Ordering::SeqCst), 0);
    assert_eq!(exclusive.keys(), 0);
}
