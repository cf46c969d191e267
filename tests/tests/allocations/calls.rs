//! A call runs no schema code and allocates only its boxed future and the values of its arguments.

use allocation_counter::AllocationInfo;
use fusion_core::{
    Ctx, Registry, ToolResult,
    middleware::{Call, Middleware, Next},
    tool_group,
};
use serde_json::{Value, json};
use tokio::runtime::Builder;

struct Desk;

#[tool_group(name = "desk")]
impl Desk {
    /// Takes nothing and gives nothing.
    #[action]
    async fn nothing(&self) -> &'static str {
        ""
    }

    /// Takes nothing, and returns without waiting.
    #[action]
    fn at_once(&self) -> &'static str {
        "done"
    }

    /// Takes four arguments.
    #[action]
    async fn four(&self, name: String, age: Option<u8>, days: u32, tags: Vec<String>) -> String {
        drop((age, days, tags));
        name
    }
}

/// A middleware that does nothing.
struct Idle;

impl Middleware for Idle {
    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        next.run(call).await
    }
}

/// Returns the allocations of one call, without those of its arguments and of its response's text.
fn allocated(registry: &Registry, arguments: &Value) -> AllocationInfo {
    let runtime = Builder::new_current_thread().build().unwrap();
    let run = |arguments: Value| {
        runtime.block_on(async {
            let result = registry.call("desk", arguments, Ctx::new()).await;
            assert!(result.is_ok(), "{result:?}");
        });
    };
    run(arguments.clone());
    let arguments = arguments.clone();
    allocation_counter::measure(|| run(arguments))
}

/// Returns the number of allocations of one call.
pub(super) fn allocations(registry: &Registry, arguments: &Value) -> u64 {
    allocated(registry, arguments).count_total
}

pub(super) fn four() -> Value {
    json!({"action": "four", "name": "ada", "age": 3, "days": 7, "tags": ["a", "b"]})
}

#[test]
fn a_call_allocates_its_box_and_the_values_of_its_arguments() {
    let registry = Registry::builder().tool(Desk).build().unwrap();
    // The box of the call, and the `ok` that replaces an empty text; one block needs no list.
    assert_eq!(allocations(&registry, &json!({"action": "nothing"})), 2);
    // The box and the vector of tags: strings are moved, not copied.
    assert_eq!(allocations(&registry, &four()), 2);
}

#[test]
fn a_plain_function_without_middleware_has_no_box() {
    let sent = json!({"action": "at_once"});
    let registry = Registry::builder().tool(Desk).build().unwrap();
    // The text of the answer.
    assert_eq!(allocations(&registry, &sent), 1);
    let registry = Registry::builder()
        .middleware(Idle)
        .tool(Desk)
        .build()
        .unwrap();
    assert_eq!(allocations(&registry, &sent), 2);
}

/// A box above a kilobyte costs an allocator more than the middleware do.
#[test]
fn every_middleware_makes_the_box_of_a_call_as_much_larger_as_the_first() {
    let bytes =
        |registry: &Registry| allocated(registry, &json!({"action": "nothing"})).bytes_total;
    let new = Registry::builder;
    let none = bytes(&new().tool(Desk).build().unwrap());
    let one = bytes(&new().middleware(Idle).tool(Desk).build().unwrap());
    let five = new()
        .middleware(Idle)
        .middleware(Idle)
        .middleware(Idle)
        .middleware(Idle)
        .middleware(Idle);
    let five = bytes(&five.tool(Desk).build().unwrap());
    assert_eq!(five - none, 5 * (one - none));
}

#[test]
fn ten_middleware_allocate_nothing() {
    let registry = Registry::builder()
        .middleware(Idle)
        .middleware(Idle)
        .middleware(Idle)
        .middleware(Idle)
        .middleware(Idle)
        .middleware(Idle)
        .middleware(Idle)
        .middleware(Idle)
        .middleware(Idle)
        .middleware(Idle)
        .tool(Desk)
        .build()
        .unwrap();
    assert_eq!(allocations(&registry, &four()), 2);
}
