//! The tags of a row: those of its tool, of its group and its own together.

use std::sync::{Arc, Mutex};

use fusion_core::{
    Ctx, Registry, ToolResult,
    middleware::{Call, Middleware, Next},
    observe::{CallRecord, Observer, Outcome},
    tool_group,
};
use serde_json::json;

struct Users;

#[tool_group(tags("people", "read"))]
impl Users {
    /// Ban.
    #[action(destructive, tags("admin", "read"))]
    fn ban(&self) {}
}

/// Manage people.
#[tool_group(name = "office", tags("office"))]
struct Office {
    #[group]
    users: Users,
}

type Seen = Arc<Mutex<Vec<String>>>;

fn note(seen: &Seen, who: &str, tags: &[&str]) {
    let line = format!("{who}: {}", tags.join(" "));
    seen.lock().unwrap().push(line);
}

struct Noting(Seen);

impl Middleware for Noting {
    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        note(&self.0, "middleware", call.tags());
        next.run(call).await
    }
}

impl Observer for Noting {
    fn observe(&self, call: &CallRecord<'_>, _: &Outcome<'_>) {
        note(&self.0, "observer", call.tags());
    }
}

#[tokio::test]
async fn guards_middleware_and_observers_see_all_tags_of_a_row() {
    let seen = Seen::default();
    let in_guard = Arc::clone(&seen);
    let registry = Registry::builder()
        .guard(move |call| {
            note(&in_guard, "guard", call.tags());
            note(&in_guard, "own", call.spec().tags);
            Ok(())
        })
        .observe(Noting(Arc::clone(&seen)))
        .middleware(Noting(Arc::clone(&seen)))
        .tool(Office { users: Users })
        .build()
        .unwrap();
    let arguments = json!({"action": "users.ban"});
    registry
        .call("office", arguments, Ctx::new())
        .await
        .unwrap();
    assert_eq!(
        *seen.lock().unwrap(),
        [
            "guard: office people read admin",
            "own: admin read",
            "middleware: office people read admin",
            "observer: office people read admin",
        ]
    );
    seen.lock().unwrap().clear();
    registry
        .call("office", json!({}), Ctx::new())
        .await
        .unwrap_err();
    assert_eq!(*seen.lock().unwrap(), ["observer: "]);
}
