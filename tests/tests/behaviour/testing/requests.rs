//! The parts of a request: its id, its `_meta`, headers, and parameters that are wrong.

use fusion_core::{Ctx, Registry, Server, TestClient, server_info, tool_group};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

/// A region, which clients repeat in a header.
#[derive(Deserialize, JsonSchema)]
#[schemars(extend("x-mcp-header" = "Region"))]
struct Region(String);

/// The region of a place, in another header.
#[derive(Deserialize, JsonSchema)]
#[schemars(extend("x-mcp-header" = "Place-Region"))]
struct PlaceRegion(String);

#[derive(Deserialize, JsonSchema)]
struct Place {
    region: PlaceRegion,
}

/// An argument of all actions, which is an enum as the discriminator is.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Bin {
    Left,
    Right,
}

struct Depot;

#[tool_group(name = "depot")]
impl Depot {
    /// Look into a bin.
    #[action(read_only)]
    fn look(bin: Bin, region: Region) -> String {
        let side = match bin {
            Bin::Left => "left",
            Bin::Right => "right",
        };
        format!("{side} in {}", region.0)
    }

    /// Find the depot of a place.
    #[action(read_only)]
    fn find(bin: Bin, place: Place) -> String {
        let _ = bin;
        place.region.0
    }

    /// Tell about the request.
    #[action(read_only)]
    fn request(bin: Bin, ctx: &Ctx) -> String {
        let _ = bin;
        let id = ctx.id().unwrap_or("none");
        match ctx.meta().get("example/trace") {
            Some(trace) => format!("{id} {trace}"),
            None => id.to_owned(),
        }
    }
}

fn server() -> Server {
    let registry = Registry::builder().tool(Depot).build().unwrap();
    Server::new(registry, server_info!())
}

#[tokio::test]
async fn annotated_arguments_and_names_are_repeated_in_headers() {
    let client = TestClient::of(server()).http().await;
    for region in ["west", "Zürich", " padded ", "=?base64?eA==?=", "tab\there"] {
        let look = json!({"bin": "left", "region": region});
        let expected = format!("left in {region}");
        client.call("depot/look", look).await.ok_text(&expected);
        let find = json!({"bin": "left", "place": {"region": region}});
        client.call("depot/find", find).await.ok_text(region);
        let by_name = json!({"action": "look", "bin": "left", "region": region});
        client.call("depot", by_name).await.ok_text(&expected);
    }
    let refused = client.call("größe", json!({})).await.protocol_error();
    assert_eq!(refused.message, "unknown tool `größe`");
    // The header of the test replaces that of the client, so that the checks of the server run.
    let wrong = TestClient::of(server())
        .http()
        .header("mcp-param-region", "east");
    let look = json!({"bin": "left", "region": "west"});
    let refused = wrong.await.call("depot/look", look).await.protocol_error();
    assert_eq!(refused.code, Some(-32020));
}

#[tokio::test]
async fn an_id_and_the_meta_of_a_request_reach_the_handler() {
    let client = TestClient::of(server()).await;
    let call = client.call("depot/request", json!({"bin": "right"}));
    let running = call.meta("example/trace", 7).start().await;
    let expected = format!("{} 7", running.id());
    running.outcome().await.ok_text(&expected);
}

#[tokio::test]
async fn the_meta_of_a_test_replaces_that_of_the_client() {
    for is_http in [false, true] {
        let client = TestClient::of(server());
        let client = if is_http { client.http() } else { client };
        let client = client.await;
        let call = client.call("depot", json!({"action": "request", "bin": "left"}));
        let call = call.meta("io.modelcontextprotocol/protocolVersion", "1999-01-01");
        let refused = call.await.protocol_error();
        assert_eq!(refused.code, Some(-32022), "{refused}");
    }
}

#[tokio::test]
async fn a_test_may_send_wrong_parameters() {
    let client = TestClient::of(server()).await;
    for params in [json!([1]), json!(7), json!({"_meta": 7, "name": "depot"})] {
        let refused = client.request("tools/call", params).await.unwrap_err();
        assert!(refused.code.is_some(), "{refused}");
    }
    let call = client.call("depot/look", json!([1])).await;
    assert!(!call.is_ok());
}
