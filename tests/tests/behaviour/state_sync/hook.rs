//! The hook runs once for each success that changed something.

use std::sync::{Arc, Mutex};

use fusion_core::{Ctx, Exposition, Registry, spec::OutputCap};
use serde_json::json;

use super::{Desk, SyncDeclaration, call_outcome};

type Seen = Arc<Mutex<Vec<String>>>;

fn watched(cap: Option<OutputCap>) -> (Registry, Seen) {
    let seen = Seen::default();
    let written = Arc::clone(&seen);
    let sync = SyncDeclaration::Both
        .sync()
        .on_invalidation(move |invalidation| {
            let patterns: Vec<_> = invalidation.patterns().collect();
            let line = format!("{}: {}", invalidation.cause(), patterns.join(" "));
            written.lock().unwrap().push(line);
        });
    let mut builder = Registry::builder().state_sync(sync);
    if let Some(cap) = cap {
        builder = builder.output_cap(cap);
    }
    (builder.tool(Desk).build().unwrap(), seen)
}

#[tokio::test]
async fn the_hook_hears_of_every_success_and_of_nothing_else() {
    let (registry, seen) = watched(None);
    for how in ["unchanged", "fails", "panics", "wrong"] {
        let arguments = json!({"action": "sort", "how": how});
        let _ = call_outcome(&registry, Exposition::Grouped, arguments, Ctx::new()).await;
        assert_eq!(*seen.lock().unwrap(), [""; 0], "{how}");
    }
    let grouped = json!({"action": "sort", "how": "good"});
    call_outcome(&registry, Exposition::Grouped, grouped, Ctx::new())
        .await
        .unwrap();
    let flat = json!({"how": "good"});
    call_outcome(&registry, Exposition::Flat, flat, Ctx::new())
        .await
        .unwrap();
    assert_eq!(
        *seen.lock().unwrap(),
        ["desk/sort: desk/*", "desk/sort: desk/*"]
    );
}

#[tokio::test]
async fn a_hook_that_panics_takes_no_answer_away() {
    let sync = SyncDeclaration::Invalidates.sync();
    let sync = sync.on_invalidation(|_| panic!("the bus is down"));
    let registry = Registry::builder().state_sync(sync).tool(Desk).build();
    let arguments = json!({"action": "sort", "how": "good"});
    let answer = call_outcome(
        &registry.unwrap(),
        Exposition::Grouped,
        arguments,
        Ctx::new(),
    )
    .await;
    assert_eq!(answer.unwrap().content().len(), 2);
}
