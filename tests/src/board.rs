//! A board whose notes are resources, for tests of several replicas.

use std::sync::{Arc, Mutex, PoisonError};

use fusion_core::{
    Ctx, Registry, Server, StateSync, ToolError, ToolResponse,
    middleware::{OnFailure, RateLimit},
    observe::{BusRecord, CallRecord, Observer, Outcome},
    server::ListChanges,
    server_info,
    shared::Shared,
    state_sync::Policy,
    tool_group,
};

/// A board without a state.
#[derive(Clone, Copy, Debug)]
pub struct Board;

/// Keep notes on a board.
#[tool_group(name = "board")]
impl Board {
    /// Write a note.
    #[action(invalidates("self.*"))]
    fn write(note: u32, outcome: Option<String>) -> Result<ToolResponse, ToolError> {
        match outcome.as_deref() {
            Some("fail") => Err(ToolError::new("no chalk")),
            Some("unchanged") => Ok(ToolResponse::text("as it was").unchanged()),
            _ => Ok(ToolResponse::text(format!("wrote {note}"))),
        }
    }

    /// Knock on the board, at most five times an hour.
    #[action(with(limit(OnFailure::Local)))]
    fn knock() {}

    /// Knock on the board, at most five times an hour, counted by all.
    #[action(with(limit(OnFailure::Refuse)))]
    fn ring() {}

    /// A note.
    #[resource(uri = "board://{note}")]
    fn note(note: u32) -> String {
        note.to_string()
    }
}

fn limit(on_failure: OnFailure) -> impl fusion_core::middleware::Middleware {
    let name = if on_failure == OnFailure::Local {
        "knocks"
    } else {
        "rings"
    };
    RateLimit::per_minute(1)
        .burst(5)
        .shared(name, |_: &Ctx| String::new())
        .on_failure(on_failure)
}

/// What happened in a replica, in its order.
#[derive(Clone, Debug, Default)]
pub struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    fn push(&self, line: String) {
        self.lines().push(line);
    }

    fn lines(&self) -> std::sync::MutexGuard<'_, Vec<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the lines so far, and removes them.
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.lines())
    }

    /// Returns the number of lines that begin with a text.
    pub fn count(&self, begin: &str) -> usize {
        let lines = self.lines();
        lines.iter().filter(|line| line.starts_with(begin)).count()
    }
}

/// Writes the records of the bus into the log.
impl Observer for Log {
    fn observe(&self, _: &CallRecord<'_>, _: &Outcome<'_>) {}

    fn observe_bus(&self, record: &BusRecord) {
        self.push(match record {
            BusRecord::Gap(gap) => format!("gap {}", gap.name()),
            BusRecord::Dropped { events } => format!("dropped {events}"),
            record => record.name().to_owned(),
        });
    }
}

/// A server of the board.
#[derive(Clone, Debug)]
pub struct Replica {
    /// The registry.
    pub registry: Registry,
    /// The lists of the server.
    pub lists: ListChanges,
    /// The invalidations that the hook has seen: the cause, or `own`, and the patterns.
    pub invalidations: Log,
    /// The records of the bus.
    pub bus: Log,
}

impl Replica {
    /// Builds a replica.
    pub fn new(shared: impl Into<Shared>) -> Self {
        let (invalidations, bus) = (Log::default(), Log::default());
        let seen = invalidations.clone();
        let sync = StateSync::new()
            .policy(Policy::new("board/write").notifies(["board://{note}"]))
            .on_invalidation(move |invalidation| {
                let patterns: Vec<_> = invalidation.patterns().collect();
                let cause = if invalidation.is_from_replica() {
                    invalidation.cause()
                } else {
                    "own"
                };
                seen.push(format!("{cause}: {}", patterns.join(" ")));
            });
        let registry = Registry::builder()
            .shared(shared)
            .observe(bus.clone())
            .state_sync(sync)
            .tool(Board)
            .build()
            .expect("the board is sound");
        Self {
            registry,
            lists: ListChanges::new(),
            invalidations,
            bus,
        }
    }

    /// Returns a server for one client.
    pub fn server(&self) -> Server {
        Server::new(self.registry.clone(), server_info!()).list_changes(&self.lists)
    }
}
