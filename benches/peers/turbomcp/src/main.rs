//! The work by turbomcp: methods of its `#[server]` block.

use fusion_bench_kit::{
    self as kit,
    program::Task,
    work::{self, Filter, Order, Range, State},
};
use turbomcp::{
    http::{HttpConfig, serve_http},
    prelude::*,
};

#[derive(Clone)]
struct Work;

#[server(name = "work", version = "0.1.0")]
impl Work {
    /// Take no argument.
    #[tool(description = "Take no argument")]
    async fn ping(&self) -> String {
        work::ping()
    }

    /// Take four scalars.
    #[tool(description = "Take four scalars")]
    async fn scalars(&self, name: String, age: u8, days: u32, active: bool) -> String {
        work::scalars(work::Scalars {
            name,
            age,
            days,
            active,
        })
    }

    /// Take a nested struct and a list.
    #[tool(description = "Take a nested struct and a list")]
    async fn nested(&self, filter: Filter, ranges: Vec<Range>) -> String {
        work::nested(work::Nested { filter, ranges })
    }

    /// Take an enum and optionals.
    #[tool(description = "Take an enum and optionals")]
    async fn choices(
        &self,
        state: State,
        label: Option<String>,
        limit: Option<u32>,
        order: Option<Order>,
    ) -> String {
        work::choices(work::Choices {
            state,
            label,
            limit,
            order,
        })
    }

    /// Take twenty numbers.
    #[allow(clippy::too_many_arguments, reason = "it is what is measured")]
    #[tool(description = "Take twenty numbers")]
    async fn twenty(
        &self,
        a00: u32,
        a01: u32,
        a02: u32,
        a03: u32,
        a04: u32,
        a05: u32,
        a06: u32,
        a07: u32,
        a08: u32,
        a09: u32,
        a10: u32,
        a11: u32,
        a12: u32,
        a13: u32,
        a14: u32,
        a15: u32,
        a16: u32,
        a17: u32,
        a18: u32,
        a19: u32,
    ) -> String {
        work::twenty(work::Twenty {
            a00,
            a01,
            a02,
            a03,
            a04,
            a05,
            a06,
            a07,
            a08,
            a09,
            a10,
            a11,
            a12,
            a13,
            a14,
            a15,
            a16,
            a17,
            a18,
            a19,
        })
    }
}

#[tokio::main]
async fn main() -> kit::Result<()> {
    match Task::from_process_arguments()? {
        Task::Stdio => Work.run_stdio().await?,
        Task::Http(port) => {
            let service = Work.into_server().build();
            serve_http(([127, 0, 0, 1], port).into(), service, HttpConfig::new()).await?;
        }
        Task::Time(_) => return Err("this peer is measured on the wire".into()),
    }
    Ok(())
}
