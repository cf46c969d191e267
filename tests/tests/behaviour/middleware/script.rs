//! Middleware and a handler that record the steps of a call, and fail at the step of a script.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use fusion_core::{
    Ctx, Ext, ToolResponse, ToolResult,
    middleware::{Call, DynNext, Middleware, MiddlewareList, Next, from_fn},
    tool_group,
};

/// The failure of a step, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    Nothing,
    /// A middleware answers by itself.
    Answers,
    FailsBefore,
    FailsAfter,
    PanicsBefore,
    PanicsAfter,
    /// It waits until the call is cancelled.
    WaitsBefore,
    WaitsAfter,
}

impl Failure {
    pub(crate) const ALL: [Self; 8] = [
        Self::Nothing,
        Self::Answers,
        Self::FailsBefore,
        Self::FailsAfter,
        Self::PanicsBefore,
        Self::PanicsAfter,
        Self::WaitsBefore,
        Self::WaitsAfter,
    ];
}

/// A failure with its position, and the log of the steps so far.
#[derive(Clone)]
pub(crate) struct Script {
    pub(crate) at: usize,
    pub(crate) what: Failure,
    pub(crate) log: Arc<Mutex<Vec<String>>>,
    pub(crate) live: Arc<AtomicUsize>,
}

impl Script {
    pub(crate) fn new(at: usize, what: Failure) -> Self {
        Self {
            at,
            what,
            log: Arc::default(),
            live: Arc::default(),
        }
    }

    pub(crate) fn ctx(&self) -> Ctx {
        let mut ctx = Ctx::new();
        ctx.insert(self.clone());
        ctx
    }

    fn enter(&self, line: String) -> Live {
        self.live.fetch_add(1, Ordering::SeqCst);
        self.log.lock().unwrap().push(line);
        Live(Arc::clone(&self.live))
    }

    fn failure_at(&self, place: usize) -> Failure {
        if self.at == place {
            self.what
        } else {
            Failure::Nothing
        }
    }

    /// One of the places before `next`, or after.
    async fn act(&self, place: usize, before: bool) -> Result<(), ToolResult> {
        match (self.failure_at(place), before) {
            (Failure::Answers, true) => Err(Ok(ToolResponse::text(format!("answered at {place}")))),
            (Failure::FailsBefore, true) | (Failure::FailsAfter, false) => {
                Err(Err(format!("failed at {place}").into()))
            }
            (Failure::PanicsBefore, true) | (Failure::PanicsAfter, false) => panic!("at {place}"),
            (Failure::WaitsBefore, true) | (Failure::WaitsAfter, false) => {
                std::future::pending().await
            }
            _ => Ok(()),
        }
    }
}

/// Counts while it lives: what is left over after a call is a leak.
struct Live(Arc<AtomicUsize>);

impl Drop for Live {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// One middleware's work.
pub(crate) async fn step(place: usize, call: &mut Call<'_>, next: impl Next) -> ToolResult {
    let script = call.ctx().get::<Script>().unwrap().clone();
    let _live = script.enter(format!("{place}>"));
    if let Err(result) = script.act(place, true).await {
        return result;
    }
    let result = next.run(call).await;
    script.log.lock().unwrap().push(match &result {
        Ok(_) => format!("<{place}"),
        Err(_) => format!("!{place}"),
    });
    match script.act(place, false).await {
        Ok(()) => result,
        Err(result) => result,
    }
}

/// A static middleware.
pub(crate) struct At(pub(crate) usize);

impl Middleware for At {
    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        step(self.0, call, next).await
    }
}

/// The handler's place.
pub(crate) const HANDLER: usize = 99;

pub(crate) struct Stage;

async fn eighth(call: &mut Call<'_>, next: DynNext<'_>) -> ToolResult {
    step(8, call, next).await
}

#[tool_group(name = "stage", with(At(7), from_fn(eighth)))]
impl Stage {
    #[action(with(At(9), MiddlewareList::new(vec![Arc::new(At(10))])))]
    async fn go(&self, script: &Ext<Script>) -> ToolResult {
        let _live = script.enter("handler".to_owned());
        for before in [true, false] {
            if let Err(result) = script.act(HANDLER, before).await {
                return result;
            }
        }
        Ok(ToolResponse::text("done"))
    }

    #[action]
    async fn other(&self, script: &Ext<Script>) -> ToolResponse {
        let _live = script.enter("other".to_owned());
        ToolResponse::text("done")
    }
}

async fn sixth(call: &mut Call<'_>, next: DynNext<'_>) -> ToolResult {
    step(6, call, next).await
}

/// The stage as a group of a tool that has middleware of its own.
#[tool_group(name = "theatre", with(At(5), from_fn(sixth)))]
pub(crate) struct Theatre {
    #[group]
    pub(crate) stage: Arc<Stage>,
}
