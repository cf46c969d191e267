//! The order of middleware around the registry, a tool, a group and an action, for each way that a
//! call can end.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use fusion_core::{
    CallError, Cancellation, Ctx, Registry, ToolResult,
    middleware::{Call, DynMiddleware, DynNext, Middleware, Next, from_fn},
};
use serde_json::json;

use super::{
    call_text,
    script::{At, Failure, HANDLER, Script, Stage, Theatre, step},
    text,
};

async fn second(call: &mut Call<'_>, next: DynNext<'_>) -> ToolResult {
    step(1, call, next).await
}

/// A registry with a static middleware, a function, a list of two with another function in it, and a
/// static middleware. The others stand at the tool, its group and its action.
fn registry() -> Registry {
    let list: Vec<Arc<dyn DynMiddleware>> = vec![
        Arc::new(At(2)),
        Arc::new(from_fn(async |call: &mut Call<'_>, next: DynNext<'_>| {
            step(3, call, next).await
        })),
    ];
    Registry::builder()
        .expects::<Script>()
        .middleware(At(0))
        .middleware(from_fn(second))
        .middleware_list(list)
        .middleware(At(4))
        .tool(Theatre {
            stage: Arc::new(Stage),
        })
        .build()
        .unwrap()
}

/// Five around the registry, then two around the tool, the group and the action each.
const MIDDLEWARE: usize = 11;

/// Returns the expected log.
fn log(at: usize, what: Failure) -> Vec<String> {
    let stops_before = !matches!(
        what,
        Failure::Nothing | Failure::FailsAfter | Failure::PanicsAfter | Failure::WaitsAfter
    );
    let handler = at == HANDLER;
    let deepest = if handler { MIDDLEWARE } else { at };
    let entered = if stops_before && !handler {
        deepest + 1
    } else {
        MIDDLEWARE
    };
    let mut log: Vec<_> = (0..entered).map(|place| format!("{place}>")).collect();
    if entered == MIDDLEWARE && (handler || !stops_before) {
        log.push("handler".to_owned());
    }
    let back = |places: std::ops::Range<usize>, mark: &str| {
        let places: Vec<_> = places.rev().map(|place| format!("{mark}{place}")).collect();
        places
    };
    match what {
        Failure::Nothing => log.extend(back(0..MIDDLEWARE, "<")),
        Failure::Answers => log.extend(back(0..deepest, "<")),
        Failure::FailsBefore => log.extend(back(0..deepest, "!")),
        Failure::FailsAfter if !handler => {
            log.extend(back(deepest..MIDDLEWARE, "<"));
            log.extend(back(0..deepest, "!"));
        }
        // A handler's panic is a result; a middleware's unwinds through the middleware around it.
        Failure::FailsAfter | Failure::PanicsBefore | Failure::PanicsAfter if handler => {
            log.extend(back(0..MIDDLEWARE, "!"));
        }
        Failure::PanicsAfter | Failure::WaitsAfter if !handler => {
            log.extend(back(deepest..MIDDLEWARE, "<"));
        }
        _ => {}
    }
    log
}

fn result(at: usize, what: Failure) -> String {
    match what {
        Failure::Nothing => "done".to_owned(),
        Failure::Answers => format!("answered at {at}"),
        Failure::FailsBefore | Failure::FailsAfter => format!("[theatre/stage.go] failed at {at}"),
        Failure::PanicsBefore | Failure::PanicsAfter => "panicked".to_owned(),
        Failure::WaitsBefore | Failure::WaitsAfter => "the call was cancelled".to_owned(),
    }
}

async fn run(registry: &Registry, script: &Script) -> String {
    let cancellation = Cancellation::new();
    let ctx = script.ctx().with_cancellation(cancellation.clone());
    let call = registry.call("theatre", json!({"action": "stage.go"}), ctx);
    let cancel = async {
        if matches!(script.what, Failure::WaitsBefore | Failure::WaitsAfter) {
            tokio::time::sleep(Duration::from_millis(2)).await;
            cancellation.cancel();
        }
    };
    match tokio::join!(call, cancel).0 {
        Ok(response) => text(&response),
        Err(CallError::Failed { error, .. }) if error.is_panic() => "panicked".to_owned(),
        Err(error) => error.to_string(),
    }
}

#[tokio::test]
async fn order_answer_error_panic_and_cancel_in_every_place() {
    let registry = registry();
    for at in (0..MIDDLEWARE).chain([HANDLER]) {
        for what in Failure::ALL {
            let script = Script::new(at, what);
            let said = run(&registry, &script).await;
            let place = format!("{what:?} at {at}");
            assert_eq!(said, result(at, what), "{place}");
            assert_eq!(*script.log.lock().unwrap(), log(at, what), "{place}");
            assert_eq!(script.live.load(Ordering::SeqCst), 0, "{place}");
        }
    }
}

#[tokio::test]
async fn a_call_that_is_dropped_in_any_place_leaves_nothing_behind() {
    let registry = registry();
    for at in (0..MIDDLEWARE).chain([HANDLER]) {
        for what in [Failure::WaitsBefore, Failure::WaitsAfter] {
            let script = Script::new(at, what);
            let call = registry.call("theatre", json!({"action": "stage.go"}), script.ctx());
            let dropped = tokio::time::timeout(Duration::from_millis(2), call).await;
            assert!(dropped.is_err());
            assert_eq!(script.live.load(Ordering::SeqCst), 0);
        }
    }
}

#[tokio::test]
async fn an_action_without_middleware_runs_inside_those_of_its_group() {
    let script = Script::new(0, Failure::Nothing);
    let arguments = json!({"action": "stage.other"});
    let answer = call_text(&registry(), "theatre", arguments, script.ctx()).await;
    assert_eq!(answer, "done");
    let log = script.log.lock().unwrap().join(" ");
    assert_eq!(
        log,
        "0> 1> 2> 3> 4> 5> 6> 7> 8> other <8 <7 <6 <5 <4 <3 <2 <1 <0"
    );
}

#[tokio::test]
async fn an_empty_list_is_no_middleware() {
    let builder = Registry::builder()
        .expects::<Script>()
        .middleware_list(Vec::new());
    let registry = builder.tool(Stage).build().unwrap();
    let script = Script::new(0, Failure::Nothing);
    let arguments = json!({"action": "other"});
    assert_eq!(
        call_text(&registry, "stage", arguments, script.ctx()).await,
        "done"
    );
    assert_eq!(script.log.lock().unwrap().join(" "), "7> 8> other <8 <7");
}

/// Says in a list, too, that it wants the arguments.
struct Reads;

impl Middleware for Reads {
    const READS_ARGUMENTS: bool = true;

    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        let sent = json!(call.arguments());
        Ok(next.run(call).await?.with_meta("test/sent", sent))
    }
}

#[tokio::test]
async fn a_middleware_of_a_list_and_one_behind_an_arc_read_arguments() {
    let plain = Registry::builder().middleware_list(vec![Arc::new(Arc::new(Reads))]);
    let registry = plain.tool(super::output_cap::Lines).build().unwrap();
    let arguments = json!({"action": "list", "limit": 1});
    let response = registry.call("lines", arguments, Ctx::new()).await.unwrap();
    assert_eq!(response.meta().unwrap()["test/sent"], json!({"limit": 1}));
}
