//! The tool that the transport tests call.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use fusion_core::{Cancellation, Ctx, Json, Progress, Registry, tool_group};
use tokio::sync::Semaphore;

/// A desk whose slow action ends when the test opens the gate.
#[derive(Clone, Debug)]
pub struct Desk {
    /// Each permit lets one `wait` go on.
    pub gate: Arc<Semaphore>,
    running: Arc<AtomicUsize>,
}

impl Default for Desk {
    fn default() -> Self {
        Self::new()
    }
}

impl Desk {
    /// A desk with a closed gate.
    pub fn new() -> Self {
        Self {
            gate: Arc::new(Semaphore::new(0)),
            running: Arc::default(),
        }
    }

    /// A registry with the desk as its only tool.
    pub fn registry(&self) -> Registry {
        Registry::builder()
            .tool(self.clone())
            .build()
            .expect("the desk is sound")
    }

    /// Waits until that many calls of `wait` are running.
    pub async fn until_running(&self, count: usize) {
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
                .report_with(
                    f64::from(step),
                    Some(f64::from(steps)),
                    format!("step {step}"),
                )
                .await;
        }
        "done".to_owned()
    }

    /// Tell whether the context can be cancelled.
    #[action(read_only)]
    fn cancellable(cancellation: &Cancellation) -> String {
        cancellation.is_cancelled().to_string()
    }

    /// Panic.
    #[action]
    #[allow(clippy::panic)] // what it is for
    fn boom() {
        panic!("the secret of the boom");
    }

    /// Measure a text.
    #[action(read_only)]
    fn measure(text: String) -> Json<usize> {
        Json(text.len())
    }

    /// Tell who asks.
    #[action(read_only)]
    fn who(ctx: &Ctx) -> String {
        let name = ctx.client().map(|client| client.name.as_str());
        format!("{:?} {name:?}", ctx.era())
    }
}
