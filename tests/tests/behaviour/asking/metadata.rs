//! The `_meta` of a request, and the SDK's handle.

use std::sync::Mutex;

use fusion_core::{Server, ToolError, server_info, wire};
use fusion_tests::{
    http::Served,
    wire::{Wire, is_lane_off, modern, request},
};

use super::*;

/// The values that a provider, a guard and an action saw.
#[derive(Clone, Default)]
struct Seen(Arc<Mutex<Vec<Value>>>);

impl Seen {
    fn add(&self, ctx: &Ctx) {
        let tenant = ctx.meta().get("com.example/tenant").cloned();
        self.0.lock().unwrap().push(tenant.unwrap_or_default());
    }
}

/// The value that a provider saw.
#[derive(Clone)]
struct Tenant(Value);

impl Tenant {
    async fn of_request(ctx: &Ctx) -> Result<Self, ToolError> {
        Ok(Self(
            ctx.meta()
                .get("com.example/tenant")
                .cloned()
                .unwrap_or_default(),
        ))
    }
}

struct Desk(Seen);

/// Reads `_meta`.
#[tool_group(name = "desk")]
impl Desk {
    /// Return what the request says.
    #[action(read_only)]
    async fn meta(&self, ctx: &Ctx) -> String {
        self.0.add(ctx);
        Value::Object(ctx.meta().to_map()).to_string()
    }

    /// Return whether there is a handle.
    #[action(read_only)]
    async fn peer(&self, ctx: &Ctx) -> String {
        wire::peer(ctx).is_some().to_string()
    }
}

fn registry(seen: &Seen) -> Registry {
    let in_guard = seen.clone();
    Registry::builder()
        .provide(Tenant::of_request)
        .guard(move |call| {
            let Tenant(tenant) = call.ctx().get().cloned().unwrap();
            in_guard.0.lock().unwrap().push(tenant);
            in_guard.add(call.ctx());
            Ok(())
        })
        .tool(Desk(seen.clone()))
        .build()
        .unwrap()
}

fn params(action: &str, meta: &Value) -> Value {
    json!({"name": "desk", "arguments": {"action": action}, "_meta": meta})
}

fn parsed(answer: &Value) -> Value {
    serde_json::from_str(answer["result"]["content"][0]["text"].as_str().unwrap()).unwrap()
}

#[tokio::test]
async fn meta_is_the_same_with_and_without_the_lane_in_both_eras() {
    for meta in [
        json!({"com.example/tenant": {"id": 7}, "traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}),
        json!({"progressToken": "p", "x": null}),
        json!({}),
    ] {
        for is_modern in [true, false] {
            let request = |id| {
                let params = params("meta", &meta);
                if is_modern {
                    modern(id, "tools/call", params)
                } else {
                    request(id, "tools/call", params)
                }
            };
            for lane in [true, false] {
                let seen = Seen::default();
                let server = Server::new(registry(&seen), server_info!()).lane(lane);
                let mut wire = Wire::serve(server);
                if is_modern {
                    wire.send(&request(1)).await;
                    wire.receive().await;
                } else {
                    wire.shake_hands().await;
                    wire.answer(1, "desk", json!({"action": "peer"})).await;
                }
                seen.0.lock().unwrap().clear();
                wire.send(&request(2)).await;
                let sent = request(2)["params"]["_meta"].clone();
                assert_eq!(parsed(&wire.receive().await), sent, "lane: {lane}");
                let tenant = meta.get("com.example/tenant").cloned().unwrap_or_default();
                assert_eq!(
                    *seen.0.lock().unwrap(),
                    [tenant.clone(), tenant.clone(), tenant]
                );
            }
        }
    }
}

#[tokio::test]
async fn the_handle_of_the_sdk_is_there_where_there_is_one() {
    for lane in [true, false] {
        let server = || Server::new(registry(&Seen::default()), server_info!()).lane(lane);
        let mut wire = Wire::serve(server());
        wire.shake_hands().await;
        for id in 1..4 {
            let answer = wire.answer(id, "desk", json!({"action": "peer"})).await;
            assert_eq!(parsed(&answer), json!(true), "lane: {lane}");
        }
        let mut wire = Wire::serve(server());
        for id in 1..4 {
            wire.send(&modern(id, "tools/call", params("peer", &json!({}))))
                .await;
            assert_eq!(parsed(&wire.receive().await), json!(true), "lane: {lane}");
        }
        let http = Served::start(server().http());
        let reply = http
            .client
            .modern(1, "tools/call", params("peer", &json!({})))
            .await;
        let has_handle = !lane || is_lane_off();
        assert_eq!(parsed(&reply.message()), json!(has_handle));
        http.end().await;
    }
    let registry = registry(&Seen::default());
    let response = registry
        .call("desk", json!({"action": "peer"}), Ctx::new())
        .await
        .unwrap();
    assert_eq!(text(&response), "false");
}
