//! `_meta["dev.fusion/format"] = "json"`: one whole JSON text, with the lane and without it, and in process.

use fusion_core::{Ctx, Server, TestClient, server_info};
use serde_json::{Map, Value, json};

use super::tracker::registry;

fn arguments() -> Value {
    json!({"action": "issues.find", "limit": 3, "team": "core"})
}

fn meta(format: &str) -> Map<String, Value> {
    let mut meta = Map::new();
    meta.insert("dev.fusion/format".to_owned(), format.into());
    meta
}

/// The text of the list without a format, and under any format but `json`.
const CUT: &str = "[3]{id,title}:\n  1,core 1 Closed 7\n  2,core 2 Closed 7\n";
const WHOLE: &str = r#"[{"id":1,"title":"core 1 Closed 7"},{"id":2,"title":"core 2 Closed 7"},{"id":3,"title":"core 3 Closed 7"}]"#;

#[tokio::test]
async fn a_program_gets_the_whole_json_over_every_transport() {
    for lane in [true, false] {
        for is_http in [true, false] {
            let server = Server::new(registry(), server_info!()).lane(lane);
            let client = if is_http {
                TestClient::of(server.http()).await
            } else {
                TestClient::of(server).await
            };
            let way = format!("lane {lane}, http {is_http}");
            let call = || client.call("tracker", arguments());
            let cut = call().await.text();
            assert!(
                cut.starts_with(CUT) && cut.contains("[Cut: "),
                "{way}: {cut}"
            );
            assert_eq!(
                call().meta("dev.fusion/format", "toon").await.text(),
                cut,
                "{way}"
            );
            assert_eq!(
                call().meta("dev.fusion/format", 1).await.text(),
                cut,
                "{way}"
            );
            let whole = call().meta("dev.fusion/format", "json").await;
            assert_eq!(whole.text(), WHOLE, "{way}");
            assert_eq!(whole.meta("dev.fusion/output"), None, "{way}");
            let closing =
                json!({"action": "issues.close", "issue": 7, "_why": "-", "team": "core"});
            let closed = client.call("tracker", closing.clone()).await;
            assert!(closed.notice().is_some(), "{way}");
            let closed = client
                .call("tracker", closing)
                .meta("dev.fusion/format", "json")
                .await;
            assert_eq!(closed.notice(), None, "{way}");
            assert_eq!(closed.text(), "ok", "{way}");
            assert_eq!(closed.invalidated(), ["tracker.issues.*"], "{way}");
        }
    }
}

#[tokio::test]
async fn a_program_in_process_gets_the_whole_json() {
    let registry = registry();
    let ctx = Ctx::new().with_meta(meta("json"));
    let response = registry.call("tracker", arguments(), ctx).await.unwrap();
    assert_eq!(response.content(), [WHOLE.into()]);
    let ctx = Ctx::new().with_meta(meta("JSON"));
    let response = registry.call("tracker", arguments(), ctx).await.unwrap();
    assert_eq!(response.content().len(), 2);
}

#[tokio::test]
async fn a_format_opens_nothing_that_is_refused() {
    let registry = registry();
    let ctx = Ctx::new().with_meta(meta("json"));
    let arguments = json!({"action": "issues.find", "limit": 3});
    let error = registry.call("tracker", arguments, ctx).await.unwrap_err();
    assert_eq!(error.data()["code"], "invalid_arguments");
}
