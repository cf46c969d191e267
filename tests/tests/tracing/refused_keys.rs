//! The log of a server over HTTP that refuses the keys of calls that run once.

use fusion_core::{
    Registry, RegistryBuilder, Server,
    auth::{Issuer, ResourceServer},
    server_info, tool_group,
};
use fusion_tests::{
    http::Served,
    issuer::{SigningKey, key_set},
};
use tracing_subscriber::filter::LevelFilter;

use super::calls::captured_log_at;

struct Orders;

#[tool_group(name = "orders")]
impl Orders {
    /// Count the orders.
    #[action(read_only)]
    fn count(&self) {}

    /// Place an order.
    #[action(once)]
    fn place(&self) {}
}

struct Clock;

#[tool_group(name = "clock")]
impl Clock {
    /// Set the clock.
    #[action]
    fn set(&self) {}
}

/// Returns the warnings about keys of a server that starts and ends.
async fn log_of_start(builder: RegistryBuilder, is_oauth: bool) -> Vec<String> {
    let key = SigningKey::p256("a");
    let running = async {
        let server = Server::new(builder.build().unwrap(), server_info!()).http();
        let server = if is_oauth {
            let issuer = Issuer::new("https://idp.example.com").jwks(key_set(&[&key]));
            let resource = ResourceServer::new("https://api.example.com/mcp").issuer(issuer);
            server.oauth(resource)
        } else {
            server
        };
        Served::start(server).end().await;
    };
    let mut lines = captured_log_at(LevelFilter::WARN, running).await;
    lines.retain(|line| line.contains("idempotency_key"));
    lines
}

#[tokio::test]
async fn a_server_over_http_that_refuses_keys_warns_once_at_its_start() {
    let lines = log_of_start(Registry::builder().tool(Clock).tool(Orders), false).await;
    assert_eq!(
        lines,
        [
            "WARN fusion_core::registry::unknown_callers: an action with `once` is served over HTTP, and nothing but an `Authorization` header names the callers: each `idempotency_key` in a request without one is refused; set `principal` of the registry's builder, to `|_| None` for a server without callers action=\"orders/place\""
        ]
    );
}

#[tokio::test]
async fn a_server_that_knows_its_callers_or_takes_no_keys_warns_of_none() {
    let known = Registry::builder().tool(Orders).principal(|_| None);
    for (builder, is_oauth) in [
        (known, false),
        (Registry::builder().tool(Clock), false),
        (Registry::builder().tool(Orders), true),
    ] {
        assert_eq!(log_of_start(builder, is_oauth).await, Vec::<String>::new());
    }
}
