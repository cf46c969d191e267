//! The work by tower-mcp: tools of its builder. Two programs use it, because counting allocations
//! takes time.

use fusion_bench_kit::{
    floor,
    probe::{Probe, Table},
    work::{self, Case, Choices, Nested, Scalars, Twenty},
};
use serde_json::Value;
use tower_mcp::{CallToolResult, Tool, ToolBuilder, protocol::RequestOutcome};

/// Returns the five actions.
pub fn tools() -> [Tool; 5] {
    let text = |text: String| Ok(CallToolResult::text(text));
    [
        ToolBuilder::new("ping")
            .description("Take no argument.")
            .read_only()
            .no_params_handler(move || async move { text(work::ping()) })
            .build(),
        ToolBuilder::new("scalars")
            .description("Take four scalars.")
            .read_only()
            .handler(move |given: Scalars| async move { text(work::scalars(given)) })
            .build(),
        ToolBuilder::new("nested")
            .description("Take a nested struct and a list.")
            .read_only()
            .handler(move |given: Nested| async move { text(work::nested(given)) })
            .build(),
        ToolBuilder::new("choices")
            .description("Take an enum and optionals.")
            .read_only()
            .handler(move |given: Choices| async move { text(work::choices(given)) })
            .build(),
        ToolBuilder::new("twenty")
            .description("Take twenty numbers.")
            .read_only()
            .handler(move |given: Twenty| async move { text(work::twenty(given)) })
            .build(),
    ]
}

/// Makes the table of calls of a tool that was already found. Calls of unknown tools are not
/// measured here.
pub fn table() -> Table {
    let mut table = Table::new("call", &[floor::NAME]);
    floor::probes(&mut table);
    let tools = std::rc::Rc::new(tools());
    for case in Case::ALL {
        let Some(place) = tools.iter().position(|tool| tool.name == case.action()) else {
            continue;
        };
        let (tools, right) = (std::rc::Rc::clone(&tools), case.answer().is_some());
        let sample = Value::Object(case.arguments());
        table.push(Probe::new(
            case.name(),
            "tower-mcp",
            sample,
            async move |arguments| {
                // Called as its router calls it: `call` would copy the tool and its schema each
                // time.
                let outcome = std::hint::black_box(tools[place].call_outcome(arguments).await);
                matches!(outcome, Ok(RequestOutcome::Complete(result)) if result.is_error != right)
            },
        ));
    }
    table
}
