//! The `initialize` and `server/discover` responses of a handler with tools attached.

use fusion_core::{Exposition, Mount, Registry, tool_group};
use fusion_tests::full::Full;
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        DiscoverResult, Implementation, InitializeRequestParams, InitializeResult, ProtocolVersion,
        ServerCapabilities, ServerConfig,
    },
    service::RequestContext,
};
use serde_json::{Value, json};

use super::{ERAS, Era};

type Cx = RequestContext<RoleServer>;

struct Clock;

/// Tell the time.
#[tool_group(name = "clock")]
impl Clock {
    /// Tell the time.
    #[action(read_only)]
    fn now(&self) {}

    /// Set the time.
    #[action]
    fn set(&self) {}
}

/// Its instructions carry the docs of the tool.
fn flat() -> Mount {
    let registry = Registry::builder().tool(Clock).build().unwrap();
    registry.mount().exposition(Exposition::Flat).unwrap()
}

fn prompts() -> ServerConfig {
    ServerConfig::new(ServerCapabilities::builder().enable_prompts().build())
        .with_server_info(Implementation::new("own", "1"))
        .with_instructions("Its own words.")
}

/// Makes up every answer by itself, from what it knows.
struct Own;

impl ServerHandler for Own {
    fn get_info(&self) -> ServerConfig {
        prompts()
    }

    async fn initialize(
        &self,
        _: InitializeRequestParams,
        _: Cx,
    ) -> Result<InitializeResult, ErrorData> {
        Ok(prompts().with_protocol_version(ProtocolVersion::V_2025_11_25))
    }

    async fn discover(&self, _: Cx) -> Result<DiscoverResult, ErrorData> {
        let versions = vec![ProtocolVersion::V_2026_07_28];
        Ok(DiscoverResult::from_server_info(versions, prompts()))
    }
}

/// Negotiates by itself, and initializes by default.
struct Negotiating;

impl ServerHandler for Negotiating {
    fn negotiate_initialize(
        &self,
        _: &InitializeRequestParams,
    ) -> Result<InitializeResult, ErrorData> {
        Ok(prompts().with_protocol_version(ProtocolVersion::V_2025_11_25))
    }
}

async fn hello<H: ServerHandler>(handler: H, era: Era) -> Value {
    let mut wire = fusion_tests::wire::Wire::handler(handler);
    let request = match era {
        Era::Legacy => {
            let params = json!({
                "protocolVersion": "2025-11-25",
                "capabilities": {},
                "clientInfo": {"name": "wire", "version": "1"}
            });
            fusion_tests::wire::request(1, "initialize", params)
        }
        Era::Modern => fusion_tests::wire::modern(1, "server/discover", json!({})),
    };
    wire.send(&request).await;
    wire.receive().await["result"].clone()
}

#[tokio::test]
async fn capabilities_are_those_of_both_even_where_the_handler_makes_up_the_answer() {
    let words = "Its own words.\n\nclock_*: Tell the time.";
    let both = json!({"prompts": {}, "tools": {"listChanged": true}});
    for era in ERAS {
        let told = hello(flat().attach(Own), era).await;
        assert_eq!(
            (&told["capabilities"], &told["instructions"]),
            (&both, &json!(words))
        );
    }
    let told = hello(flat().attach(Negotiating), Era::Legacy).await;
    assert_eq!(
        (&told["capabilities"], &told["instructions"]),
        (&both, &json!(words))
    );
    let info = flat().attach(Own).get_info();
    assert_eq!(json!(info.capabilities), both);
    assert_eq!(info.instructions.as_deref(), Some(words));
    assert_eq!(info.server_info.name, "own");
}

#[tokio::test]
async fn the_rest_of_the_introduction_is_the_handlers() {
    for era in ERAS {
        let alone = hello(Full::default(), era).await;
        let registry = Registry::builder().tool(Clock).build().unwrap();
        let attached = hello(registry.mount().attach(Full::default()), era).await;
        assert_eq!(attached, alone, "it has all that a mount adds");
    }
}

#[tokio::test]
async fn tools_that_are_away_are_not_told_of() {
    for era in ERAS {
        let mount = flat();
        mount.detach();
        let told = hello(mount.attach(Own), era).await;
        assert_eq!(told["instructions"], "Its own words.");
        // They may come back.
        assert_eq!(told["capabilities"]["tools"], json!({"listChanged": true}));
    }
}
