//! Hostile arguments and hostile clients: what an input may cost is stated as a factor of its size, or
//! as a limit whose refusal is read. No test measures time.
//!
//! A process of its own: `allocation-counter` replaces the global allocator of the program that it
//! is linked to. `cargo test --workspace` leaves it out; it is a step of the whole check.
#![allow(
    missing_docs,
    clippy::needless_pass_by_value,
    clippy::panic,
    clippy::unused_async,
    clippy::unused_self,
    clippy::unwrap_used
)]

mod choices;
mod patterns;
mod repairs;
mod transports;
mod unread;

use fusion_core::{CallError, Ctx, Registry, ToolResponse};
use serde_json::{Map, Value, json};
use tokio::runtime::Builder;

/// Calls the action `take` of the tool `desk`, which has one argument.
fn call(registry: &Registry, argument: &str, value: Value) -> Result<ToolResponse, CallError> {
    let mut arguments = Map::new();
    arguments.insert("action".to_owned(), json!("take"));
    arguments.insert(argument.to_owned(), value);
    let runtime = Builder::new_current_thread().build().unwrap();
    runtime.block_on(registry.call("desk", Value::Object(arguments), Ctx::new()))
}

/// Returns the lines of the problems of a refused call.
fn problems(registry: &Registry, argument: &str, value: Value) -> Vec<String> {
    let error = call(registry, argument, value).unwrap_err().to_string();
    let lines = error.lines().filter_map(|line| line.strip_prefix("- "));
    lines.map(str::to_owned).collect()
}

/// The memory of a call beside that of its arguments, as the SDK parsed them.
struct Memory {
    /// The bytes that the parsed arguments hold.
    held: u64,
    /// The peak of the bytes that the call holds in addition.
    peak: u64,
    /// The bytes that the call allocates, whether it frees them or not.
    total: u64,
}

/// Measures a call whose argument has this JSON. It is small enough for this thread, or nothing of it
/// is checked by the validator, so that all of the call runs here.
fn memory(registry: &Registry, argument: &str, json: &str) -> Memory {
    // The first call allocates what all calls share.
    drop(call(registry, argument, Value::Null));
    let mut value = None;
    let parsed = allocation_counter::measure(|| value = serde_json::from_str(json).ok());
    let value: Value = value.unwrap();
    let called = allocation_counter::measure(|| drop(call(registry, argument, value)));
    Memory {
        held: u64::try_from(parsed.bytes_current).unwrap(),
        peak: called.bytes_max,
        total: called.bytes_total,
    }
}

/// The memory of a call whatever its arguments are: the runtime, texts, and the list of problems.
const CONSTANT: u64 = 64 * 1_024;

impl Memory {
    /// Asserts that the arguments and the call together hold at most twice what the SDK's parse holds.
    fn assert_at_most_twice(&self, what: &str) {
        let Self { held, peak, .. } = self;
        assert!(
            *peak <= held + CONSTANT,
            "{what}: {peak} bytes beside {held} bytes of arguments"
        );
    }
}
