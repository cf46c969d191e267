//! Static middleware allocates nothing; boxed middleware allocates its boxes.

use std::sync::Arc;

use fusion_core::{
    Ctx, Registry, ToolResult,
    middleware::{
        Call, Concurrency, DynMiddleware, DynNext, Heartbeat, Middleware, Next, Timeout, Trace,
        from_fn,
    },
    observe::{CallRecord, Observer, Outcome},
    spec::OutputCap,
    tool_group,
};
use serde_json::{Value, json};
use tokio::runtime::Builder;

struct Desk;

#[tool_group(name = "desk")]
impl Desk {
    #[action]
    async fn four(&self, name: String, age: Option<u8>, days: u32, tags: Vec<String>) -> String {
        drop((age, days, tags));
        name
    }
}

struct Idle;

impl Middleware for Idle {
    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        next.run(call).await
    }
}

/// A desk with five middleware around the block and five around the action.
struct Wrapped;

#[tool_group(name = "desk", with(Idle, Idle, Idle, Idle, Idle), output_cap = OutputCap::bytes(1_000))]
impl Wrapped {
    #[action(with(Idle, Idle, Idle, Idle, Idle))]
    async fn four(&self, name: String, age: Option<u8>, days: u32, tags: Vec<String>) -> String {
        drop((age, days, tags));
        name
    }

    #[action]
    async fn other(&self) {}
}

struct Timed;

#[tool_group(name = "desk")]
impl Timed {
    #[action(timeout = "1m")]
    async fn four(&self, name: String, age: Option<u8>, days: u32, tags: Vec<String>) -> String {
        drop((age, days, tags));
        name
    }
}

struct Blind;

impl Observer for Blind {
    fn observe(&self, _: &CallRecord<'_>, _: &Outcome<'_>) {}
}

fn allocations(registry: &Registry) -> u64 {
    let arguments =
        json!({"action": "four", "name": "ada", "age": 3, "days": 7, "tags": ["a", "b"]});
    let runtime = Builder::new_current_thread().build().unwrap();
    let run = |arguments: Value| {
        runtime.block_on(async {
            let result = registry.call("desk", arguments, Ctx::new()).await;
            assert!(result.is_ok(), "{result:?}");
        });
    };
    run(arguments.clone());
    allocation_counter::measure(|| run(arguments)).count_total
}

/// The box of the call, and the vector of its tags.
const BARE: u64 = 2;

/// A token of the call's own, to cancel what takes too long.
const TIMEOUT: u64 = 1;

#[test]
fn ten_static_middleware_allocate_nothing_and_neither_do_those_that_only_look() {
    let ten = Registry::builder()
        .middleware(Idle)
        .middleware(Idle)
        .middleware(Idle)
        .middleware(Idle)
        .middleware(Idle)
        .middleware(Idle)
        .middleware(Idle)
        .middleware(Idle)
        .middleware(Idle)
        .middleware(Idle);
    assert_eq!(allocations(&ten.tool(Desk).build().unwrap()), BARE);

    let keys = Registry::builder().tool(Wrapped).build().unwrap();
    assert_eq!(allocations(&keys), BARE);

    let looking = Registry::builder()
        .middleware(Concurrency::new(1))
        .middleware(Heartbeat::secs(1))
        .middleware(Trace::new())
        .guard(|_| Ok(()))
        .output_cap(OutputCap::bytes(1_000));
    assert_eq!(allocations(&looking.tool(Desk).build().unwrap()), BARE);
}

#[test]
fn a_timeout_costs_its_token() {
    let stated = Registry::builder().tool(Timed).build().unwrap();
    assert_eq!(allocations(&stated), BARE + TIMEOUT);
    let middleware = Registry::builder().middleware(Timeout::secs(60)).tool(Desk);
    assert_eq!(allocations(&middleware.build().unwrap()), BARE + TIMEOUT);
}

#[test]
fn a_boxed_middleware_costs_its_box_and_the_list_or_the_function_one_more() {
    for length in [1, 3, 10] {
        let idle: Arc<dyn DynMiddleware> = Arc::new(Idle);
        let builder = Registry::builder().middleware_list(vec![idle; length]);
        let registry = builder.tool(Desk).build().unwrap();
        assert_eq!(allocations(&registry), BARE + length as u64 + 1);
    }
    let function = from_fn(async |call: &mut Call<'_>, next: DynNext<'_>| next.run(call).await);
    let registry = Registry::builder()
        .middleware(function)
        .tool(Desk)
        .build()
        .unwrap();
    assert_eq!(allocations(&registry), BARE + 1);
}

#[test]
fn an_observer_costs_one_box() {
    let registry = Registry::builder()
        .observe(Blind)
        .tool(Desk)
        .build()
        .unwrap();
    // What is noted of the call, in one box.
    assert_eq!(allocations(&registry), BARE + 1);
}
