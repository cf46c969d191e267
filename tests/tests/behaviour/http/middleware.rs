//! Calls inside middleware of every kind leave nothing behind when the client or the server goes
//! away.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use fusion_core::{
    Registry, Server, ToolResult,
    middleware::{
        Call, Concurrency, DynNext, Exclusive, Heartbeat, Middleware, MiddlewareList, Next,
        Timeout, Trace, from_fn,
    },
    server_info, tool_group,
};
use fusion_tests::{
    http::{Reply, Served},
    wire::patient,
};
use tokio::{net::TcpStream, sync::Semaphore};

use super::shutdown::call;

type Key = fn(&Call<'_>) -> Option<u64>;

/// Four keys.
fn key(call: &Call<'_>) -> Option<u64> {
    Some(call.arguments()?.get("n")?.as_u64()? % 4)
}

/// Counts the calls that are inside of it.
#[derive(Clone, Default)]
struct Inside(Arc<AtomicUsize>);

struct One<'i>(&'i AtomicUsize);

impl Drop for One<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Middleware for Inside {
    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        self.0.fetch_add(1, Ordering::SeqCst);
        let _one = One(&self.0);
        next.run(call).await
    }
}

async fn through(call: &mut Call<'_>, next: DynNext<'_>) -> ToolResult {
    next.run(call).await
}

/// Calls with one key wait for each other in a middleware of the action.
#[derive(Clone)]
struct Clerk {
    gate: Arc<Semaphore>,
    /// Around the registry, the block and the action, and in the handler.
    inside: [Inside; 4],
    turns: Arc<Exclusive<u64, Key>>,
}

#[tool_group(
    name = "desk",
    timeout = "60m",
    with(self.inside[1].clone(), Concurrency::new(50), Heartbeat::new(Duration::from_millis(1)))
)]
impl Clerk {
    #[action(with(
        self.inside[2].clone(),
        MiddlewareList::new(vec![Arc::new(Trace::new()), Arc::new(from_fn(through))]),
        Arc::clone(&self.turns)
    ))]
    async fn wait(&self, n: u64) -> String {
        let inside = &self.inside[3].0;
        inside.fetch_add(1, Ordering::SeqCst);
        let _one = One(inside);
        drop(self.gate.acquire().await);
        n.to_string()
    }
}

impl Clerk {
    fn new() -> Self {
        Self {
            gate: Arc::new(Semaphore::new(0)),
            inside: Default::default(),
            turns: Arc::new(Exclusive::by(key as Key)),
        }
    }

    fn registry(&self) -> Registry {
        Registry::builder()
            .middleware(self.inside[0].clone())
            .middleware(Timeout::secs(60 * 60))
            .tool(self.clone())
            .build()
            .unwrap()
    }

    /// Waits until so many calls are in the three middleware and in the handler.
    async fn wait_for_counts(&self, counts: [usize; 4]) {
        let now = || {
            let inside = self.inside.iter();
            inside
                .map(|inside| inside.0.load(Ordering::SeqCst))
                .collect::<Vec<_>>()
        };
        patient(async {
            while now() != counts {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        })
        .await;
    }
}

/// Twelve calls for four keys: four are served, eight wait for their turn.
async fn twelve(served: &Served) -> Vec<(u64, TcpStream)> {
    let mut calls = Vec::new();
    for n in 0..12 {
        calls.push((n, call(&served.client, n, "wait").await));
    }
    calls
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_that_go_away_leave_nothing_in_any_middleware() {
    let clerk = Clerk::new();
    let served = Served::new(clerk.registry());
    for _ in 0..3 {
        let calls = twelve(&served).await;
        clerk.wait_for_counts([12, 12, 12, 4]).await;
        assert_eq!(clerk.turns.keys(), 4);
        drop(calls);
        clerk.wait_for_counts([0; 4]).await;
        assert_eq!(clerk.turns.keys(), 0);
    }
    served.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_ends_answers_those_that_wait_in_a_middleware_as_well() {
    let clerk = Clerk::new();
    let mut served = Served::new(clerk.registry());
    let calls = twelve(&served).await;
    clerk.wait_for_counts([12, 12, 12, 4]).await;
    served.stop();
    clerk.gate.add_permits(1);
    for (n, stream) in calls {
        let reply = Reply::read(stream).await;
        assert_eq!(reply.text(), n.to_string());
    }
    served.end().await;
    clerk.wait_for_counts([0; 4]).await;
    assert_eq!(clerk.turns.keys(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_outlasts_the_grace_is_dropped_from_every_middleware() {
    let clerk = Clerk::new();
    let grace = Duration::from_millis(50);
    let http = Server::new(clerk.registry(), server_info!())
        .grace(grace)
        .http();
    let mut served = Served::start(http);
    let calls = twelve(&served).await;
    clerk.wait_for_counts([12, 12, 12, 4]).await;
    served.stop();
    for (_, stream) in calls {
        assert_eq!(Reply::read(stream).await.status, 503);
    }
    served.end().await;
    clerk.wait_for_counts([0; 4]).await;
    assert_eq!(clerk.turns.keys(), 0);
}
