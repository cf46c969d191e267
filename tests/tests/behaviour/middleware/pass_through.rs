//! Middleware passes on the parts of a response that it does not read.

use std::{sync::Arc, time::Duration};

use fusion_core::{
    Content, Ctx, Exposition, Json, Registry, ToolResponse, ToolResult,
    middleware::{
        Call, Concurrency, DynNext, Exclusive, Heartbeat, MiddlewareList, Next as _, Timeout,
        Trace, from_fn,
    },
    spec::OutputCap,
    tool_group,
};
use serde_json::json;

struct Sender;

async fn through(call: &mut Call<'_>, next: DynNext<'_>) -> ToolResult {
    next.run(call).await
}

/// The chain knows nothing of what a response says: whatever a handler can answer one day, such as
/// a question to the user in mid-call, passes all of this.
#[tool_group(
    name = "sender",
    timeout = "1m",
    output_cap = OutputCap::bytes(1_000),
    with(Heartbeat::secs(1), from_fn(through))
)]
impl Sender {
    #[action(with(Exclusive::by(|_: &Call<'_>| Some(1)), MiddlewareList::new(vec![Arc::new(Trace::new())])))]
    async fn everything(&self) -> ToolResponse {
        everything()
    }

    #[action]
    async fn nothing(&self) -> ToolResponse {
        ToolResponse::blocks(Vec::new()).with_meta("test/asks", json!("your name"))
    }

    #[action]
    async fn structured(&self) -> Json<Vec<u8>> {
        Json(vec![1, 2])
    }
}

fn everything() -> ToolResponse {
    let (uri, mime_type) = ("test:1".to_owned(), "image/png".to_owned());
    ToolResponse::blocks(vec![
        Content::text("a"),
        Content::Image {
            data: "AAAA".to_owned(),
            mime_type,
        },
        Content::resource_link(uri).name("one").title("One").into(),
    ])
    .with_meta("test/meta", json!({"deep": [1]}))
    .unchanged()
}

fn registry() -> Registry {
    let second = Duration::from_secs(1);
    Registry::builder()
        .middleware(Timeout::new(second))
        .middleware(Concurrency::new(1))
        .middleware(Exclusive::by(|call: &Call<'_>| Some(call.key().to_owned())))
        .middleware(Heartbeat::new(second))
        .middleware(Trace::new())
        .middleware(from_fn(async |call: &mut Call<'_>, next: DynNext<'_>| {
            next.run(call).await
        }))
        .middleware_list(vec![Arc::new(Trace::new())])
        .output_cap(OutputCap::bytes(1_000))
        .tool(Sender)
        .build()
        .unwrap()
}

#[tokio::test]
async fn a_response_comes_through_every_middleware_as_it_was_sent() {
    let arguments = json!({"action": "everything"});
    let response = registry()
        .call("sender", arguments, Ctx::new())
        .await
        .unwrap();
    assert_eq!(response, everything());
    assert!(response.is_unchanged());
}

#[tokio::test]
async fn a_response_without_any_content_is_no_empty_text() {
    let arguments = json!({"action": "nothing"});
    let response = registry().call("sender", arguments, Ctx::new()).await;
    let nothing = ToolResponse::blocks(Vec::new()).with_meta("test/asks", json!("your name"));
    assert_eq!(response.unwrap(), nothing);
}

#[tokio::test]
async fn structured_content_comes_through_every_middleware_as_it_was_sent() {
    let view = registry().view(Exposition::Flat).unwrap();
    let response = view
        .call("sender_structured", json!({}), Ctx::new())
        .await
        .unwrap();
    assert_eq!(response.structured_content(), Some(&json!([1, 2])));
    assert_eq!(response.content(), [Content::text("[1,2]")]);
}
