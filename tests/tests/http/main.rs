//! A server over Streamable HTTP, at the socket.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)] // a helper fails by panicking

mod client;
mod ending;
mod eras;
mod nested;
mod refusing;

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use fusion_core::{Ctx, Json, Progress, Registry, tool_group};
use tokio::sync::Semaphore;

/// A desk whose slow work ends when the test says so.
#[derive(Clone)]
struct Desk {
    gate: Arc<Semaphore>,
    running: Arc<AtomicUsize>,
}

impl Desk {
    fn new() -> Self {
        Self {
            gate: Arc::new(Semaphore::new(0)),
            running: Arc::default(),
        }
    }

    fn registry(&self) -> Registry {
        Registry::builder().tool(self.clone()).build().unwrap()
    }

    async fn until_running(&self, count: usize) {
        while self.running.load(Ordering::SeqCst) != count {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
}

/// Counts while it lives, so that a test sees what a dropped call leaves behind.
struct Running(Arc<AtomicUsize>);

impl Running {
    fn new(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::SeqCst);
        Self(Arc::clone(count))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Do things at a desk.
#[tool_group(name = "desk")]
impl Desk {
    /// Say a number again.
    #[action(read_only)]
    async fn echo(&self, n: u64) -> Json<u64> {
        tokio::task::yield_now().await;
        Json(n)
    }

    /// Wait for the gate.
    #[action]
    async fn wait(&self, n: u64) -> Json<u64> {
        let _running = Running::new(&self.running);
        let permit = self.gate.acquire().await;
        drop(permit);
        Json(n)
    }

    /// Report progress.
    #[action]
    async fn work(&self, steps: u32, progress: &Progress) -> String {
        for step in 1..=steps {
            progress
                .report(f64::from(step), Some(f64::from(steps)))
                .await;
        }
        "done".to_owned()
    }

    /// Tell who asks.
    #[action(read_only)]
    fn who(ctx: &Ctx) -> String {
        let name = ctx.client().map(|client| client.name.as_str());
        format!("{:?} {name:?}", ctx.era())
    }
}
