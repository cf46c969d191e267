//! The same as a Fusion group, called through the registry.

use fusion_core::{Ctx, Registry, tool_group};
use serde_json::{Map, Value};

use crate::handler::{Role, invite};

struct Members;

#[tool_group(name = "members")]
impl Members {
    #[action(read_only)]
    async fn list(&self) -> String {
        String::new()
    }

    #[action]
    async fn invite(
        &self,
        email: String,
        role: Option<Role>,
        #[arg(default = 7)] days: u32,
        tags: Vec<String>,
    ) -> String {
        invite(email, role, days, tags).await
    }
}

pub fn registry() -> Registry {
    match Registry::builder().tool(Members).build() {
        Ok(registry) => registry,
        Err(errors) => panic!("{errors}"),
    }
}

pub async fn run(registry: &Registry, sets: Vec<Map<String, Value>>) {
    for set in sets {
        let result = registry.call("members", set, Ctx::new()).await;
        assert!(std::hint::black_box(result).is_ok());
    }
}
