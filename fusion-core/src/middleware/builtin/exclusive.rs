//! Mutual exclusion of calls with the same key.

use std::{
    collections::HashMap,
    fmt,
    hash::Hash,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::Semaphore;

use crate::{
    error::ToolError,
    middleware::{Call, Middleware, Next},
    result::ToolResult,
};

/// Runs calls with the same key one at a time, in order of arrival. Calls with different keys run
/// concurrently, and calls without a key are not limited.
///
/// A call that is cancelled while it waits leaves the queue. A key is removed with its last call. A call that
/// waits for the answer of its user in the middle of the call keeps its place, and others wait with it; the
/// question of `confirm` is asked before.
///
/// ```
/// use std::collections::BTreeSet;
///
/// use fusion_core::{middleware::{Call, Exclusive}, Ctx, Registry, tool_group};
/// use serde_json::json;
/// use tokio::sync::Mutex;
///
/// struct Issues(Mutex<BTreeSet<u64>>);
///
/// // The arguments are as the client sent them: `5`, `5.0` and `"5"` are the same id.
/// fn id(call: &Call<'_>) -> Option<u64> {
///     let id = call.arguments()?.get("id")?;
///     let number: f64 = id.as_f64().or_else(|| id.as_str()?.parse().ok())?;
///     Some(number.to_bits())
/// }
///
/// #[tool_group(name = "issues")]
/// impl Issues {
///     /// Delete an issue.
///     #[action(destructive, idempotent, with(Exclusive::by(id)))]
///     async fn delete(&self, id: u64) -> String {
///         // No other call deletes this issue between the two locks.
///         let exists = self.0.lock().await.contains(&id);
///         tokio::task::yield_now().await;
///         let deleted = self.0.lock().await.remove(&id);
///         assert_eq!(exists, deleted);
///         format!("{deleted}")
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let issues = Issues(Mutex::new([7].into()));
/// let registry = Registry::builder().tool(issues).build()?;
/// let delete = || registry.call("issues", json!({"action": "delete", "id": 7}), Ctx::new());
/// let (first, second) = tokio::join!(delete(), delete());
/// assert_eq!(first?, fusion_core::ToolResponse::text("true"));
/// assert_eq!(second?, fusion_core::ToolResponse::text("false"));
/// # Ok(())
/// # }
/// ```
///
/// A middleware reads the arguments as the client sent them: `"7"` and `7` are different keys, although
/// repair may read both as the same number. If that matters, map both to one key, or turn repair off.
pub struct Exclusive<K, F> {
    key: F,
    lanes: KeyQueues<K>,
}

impl<K, F> Exclusive<K, F>
where
    K: Clone + Eq + Hash + Send + Sync + 'static,
    F: Fn(&Call<'_>) -> Option<K> + Send + Sync + 'static,
{
    /// Sets the function that returns the key of a call. It can read [`Call::arguments`].
    pub fn by(key: F) -> Self {
        let lanes = KeyQueues(Mutex::default());
        Self { key, lanes }
    }
}

impl<K, F> Exclusive<K, F> {
    /// Returns the number of keys in use, which are those of the calls that run or wait.
    pub fn keys(&self) -> usize {
        self.lanes.lock().len()
    }
}

impl<K, F> fmt::Debug for Exclusive<K, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exclusive")
            .field("keys", &self.keys())
            .finish_non_exhaustive()
    }
}

impl<K, F> Middleware for Exclusive<K, F>
where
    K: Clone + Eq + Hash + Send + Sync + 'static,
    F: Fn(&Call<'_>) -> Option<K> + Send + Sync + 'static,
{
    const READS_ARGUMENTS: bool = true;

    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        let Some(key) = (self.key)(call) else {
            return next.run(call).await;
        };
        let place = self.lanes.enter(key);
        let turn = Arc::clone(&place.turn).acquire_owned().await;
        let Ok(_turn) = turn else {
            // The semaphore is never closed.
            return Err(ToolError::internal("the queue of a key was closed"));
        };
        next.run(call).await
    }
}

/// The queues of the keys in use.
struct KeyQueues<K>(Mutex<HashMap<K, KeyQueue>>);

struct KeyQueue {
    /// A semaphore with one permit, which is granted in order of arrival.
    turn: Arc<Semaphore>,
    // Invariant: the number of calls with this key that run or wait; never 0 in the map.
    calls: usize,
}

impl<K> KeyQueues<K> {
    fn lock(&self) -> MutexGuard<'_, HashMap<K, KeyQueue>> {
        // The only user code that runs under the lock is `Hash` and `Eq`. A panic there leaves the map
        // valid, so the poison is ignored.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Clone + Eq + Hash> KeyQueues<K> {
    fn enter(&self, key: K) -> QueuedCall<'_, K> {
        let mut lanes = self.lock();
        let lane = lanes.entry(key.clone()).or_insert_with(|| KeyQueue {
            turn: Arc::new(Semaphore::new(1)),
            calls: 0,
        });
        lane.calls += 1;
        let turn = Arc::clone(&lane.turn);
        drop(lanes);
        QueuedCall {
            lanes: self,
            key,
            turn,
        }
    }
}

/// A call's place in the queue of its key, released on drop.
struct QueuedCall<'l, K: Eq + Hash> {
    lanes: &'l KeyQueues<K>,
    key: K,
    turn: Arc<Semaphore>,
}

impl<K: Eq + Hash> Drop for QueuedCall<'_, K> {
    fn drop(&mut self) {
        let mut lanes = self.lanes.lock();
        if let Some(lane) = lanes.get_mut(&self.key) {
            lane.calls -= 1;
            if lane.calls == 0 {
                lanes.remove(&self.key);
            }
        }
    }
}
