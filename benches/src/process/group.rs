//! The group that the calls through middleware and with state sync use.

use fusion_bench_kit::work::{self, Scalars};
use fusion_core::tool_group;

pub(super) struct Work;

#[tool_group(name = "work")]
impl Work {
    #[action]
    async fn scalars(&self, name: String, age: u8, days: u32, active: bool) -> String {
        work::scalars(Scalars {
            name,
            age,
            days,
            active,
        })
    }
}
