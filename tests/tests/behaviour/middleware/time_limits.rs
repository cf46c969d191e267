//! The time limits of one action: that of its row, and those of middleware around it.

use std::time::Duration;

use fusion_core::{Ctx, Registry, middleware::Timeout, tool_group};
use serde_json::json;

use super::call_text;

struct Exports;

#[tool_group(name = "exports")]
impl Exports {
    #[action(timeout = "90s")]
    async fn whole(&self) -> &'static str {
        tokio::time::sleep(Duration::from_secs(60)).await;
        "exported"
    }

    #[action(timeout = "2s")]
    async fn slow(&self) -> &'static str {
        tokio::time::sleep(Duration::from_secs(3)).await;
        "exported"
    }

    #[action(timeout = "90s", with(Timeout::secs(1)))]
    async fn inner(&self) -> &'static str {
        tokio::time::sleep(Duration::from_secs(3)).await;
        "exported"
    }

    #[action]
    async fn part(&self, secs: u64) -> &'static str {
        tokio::time::sleep(Duration::from_secs(secs)).await;
        "exported"
    }
}

fn registry() -> Registry {
    let builder = Registry::builder().middleware(Timeout::new(Duration::from_millis(7_500)));
    builder.tool(Exports).build().unwrap()
}

#[tokio::test(start_paused = true)]
async fn the_limit_of_an_action_replaces_those_further_outside() {
    let registry = registry();
    let stopped = |key: &str, limit: &str| {
        format!(
            "[exports/{key}] no answer within {limit}, so it was stopped\n\
             Hint: A part of it may have been done: look before you call again."
        )
    };
    for (arguments, expected) in [
        (json!({"action": "whole"}), "exported".to_owned()),
        (json!({"action": "slow"}), stopped("slow", "2 s")),
        (json!({"action": "inner"}), stopped("inner", "1 s")),
        (json!({"action": "part", "secs": 7}), "exported".to_owned()),
        (
            json!({"action": "part", "secs": 8}),
            stopped("part", "7.5 s"),
        ),
    ] {
        let text = call_text(&registry, "exports", arguments, Ctx::new()).await;
        assert_eq!(text, expected);
    }
}

#[test]
fn metadata_name_the_limits_that_apply() {
    let actions = registry().actions();
    let middleware: Vec<_> = actions
        .iter()
        .map(|action| (action.key.as_str(), action.middleware.join(" > ")))
        .collect();
    let expected = [
        ("whole", "Timeout(90 s)"),
        ("slow", "Timeout(2 s)"),
        ("inner", "Timeout(90 s) > Timeout(1 s)"),
        ("part", "Timeout(7.5 s)"),
    ];
    assert_eq!(
        middleware,
        expected.map(|(key, names)| (key, names.to_owned()))
    );
}
