//! Contents of `resources/read` for each return type.

use std::time::Duration;

use fusion_core::{
    Cancellation, Content, ToolResponse, ToolResult,
    middleware::{Call, Middleware, Next},
    observe::{CallRecord, Observer, Outcome},
};

use super::*;

#[tokio::test]
async fn what_is_returned_stands_at_the_uri_in_the_stated_type() {
    for (uri, expected) in [
        (
            "notes://help",
            json!([["notes://help", "text/markdown", "# In Markdown"]]),
        ),
        (
            "notes://desk/7",
            json!([["notes://desk/7", "application/json", "{\"id\":7}"]]),
        ),
        (
            "notes://picture",
            json!([["notes://picture", null, [0, 159, 146, 150]]]),
        ),
        (
            "notes://all",
            json!([
                ["notes://desk/1", "text/plain", "one"],
                ["notes://all", "image/png", [1]],
            ]),
        ),
        (
            "notes://failing/not%20at%20all",
            json!([[
                "notes://failing/not%20at%20all",
                "application/vnd.example+json",
                "\"not at all\""
            ]]),
        ),
    ] {
        assert_eq!(shown(&read(uri).await.unwrap()), expected, "{uri}");
    }
}

/// The error is the same for a resource that a handler does not find and for an unknown URI.
#[tokio::test]
async fn what_is_not_there_is_unknown() {
    for uri in [
        "notes://desk/10",
        "notes://nothing",
        "notes://help/",
        "notes://",
        "other://help",
        "",
    ] {
        let error = read(uri).await.unwrap_err();
        assert_eq!(error.to_string(), format!("unknown resource `{uri}`"));
        assert_eq!(error.data(), json!({"code": "unknown_resource"}));
        assert!(matches!(error, CallError::UnknownResource { .. }));
    }
    let long = format!("notes://{}", "x".repeat(500));
    let cut = format!("unknown resource `{}…`", &long[..50]);
    assert_eq!(read(&long).await.unwrap_err().to_string(), cut);
}

#[tokio::test]
async fn what_an_author_says_is_told_and_what_only_happened_is_not() {
    let error = read("notes://failing/said").await.unwrap_err();
    assert_eq!(error.to_string(), "[notes_failing] the shelf is locked");
    for how in ["leak", "panic"] {
        let error = read(&format!("notes://failing/{how}")).await.unwrap_err();
        let (text, data) = (error.to_string(), error.data());
        let reference = data["reference"].as_str().unwrap();
        let expected = format!("[notes_failing] internal error (reference {reference})");
        assert_eq!(text, expected);
    }
}

#[tokio::test]
async fn nobody_waits_for_a_resource_that_is_no_longer_wanted() {
    let registry = registry();
    let cancel = Cancellation::new();
    let ctx = Ctx::new().with_cancellation(cancel.clone());
    let asked = registry.read("notes://failing/hang", ctx);
    let stopped = async {
        tokio::time::sleep(Duration::from_millis(20)).await;
        cancel.cancel();
    };
    let (response, ()) = tokio::join!(asked, stopped);
    assert!(matches!(response, Err(CallError::Cancelled)));
}

/// A response of middleware is read as text; other content of a tool's response is not allowed.
#[tokio::test]
async fn what_a_middleware_answers_instead_is_read_as_text() {
    struct Instead;

    impl Middleware for Instead {
        async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
            if call.key() == "help" {
                let link = Content::resource_link("notes://all");
                let blocks = vec![Content::text("from the cache"), link.into()];
                return Ok(ToolResponse::blocks(blocks));
            }
            let response = next.run(call).await?;
            assert_eq!(response.resource_contents().len(), 1);
            assert_eq!(response.content(), []);
            Ok(response)
        }
    }

    let registry = Registry::builder().middleware(Instead).tool(Notes);
    let registry = registry.build().unwrap();
    let contents = registry.read("notes://help", Ctx::new()).await.unwrap();
    assert_eq!(
        shown(&contents),
        json!([["notes://help", "text/markdown", "from the cache"]])
    );
    let contents = registry.read("notes://picture", Ctx::new()).await.unwrap();
    assert_eq!(contents.len(), 1);
}

#[tokio::test]
async fn observers_and_guards_see_which_resource_it_is() {
    use std::sync::{Arc, Mutex};

    struct Seen(Arc<Mutex<Vec<String>>>);

    impl Observer for Seen {
        const READS_ARGUMENTS: bool = true;

        fn observe(&self, call: &CallRecord<'_>, outcome: &Outcome<'_>) {
            let sent = json!(call.arguments());
            let line = format!(
                "{} {:?} {sent} {}",
                call.name(),
                call.key(),
                outcome.ending().name()
            );
            self.0.lock().unwrap().push(line);
        }
    }

    let seen = Arc::default();
    let registry = Registry::builder()
        .observe(Seen(Arc::clone(&seen)))
        .guard(|call| match call.key() {
            "picture" => Err(ToolError::new("not for you")),
            _ => Ok(()),
        })
        .tool(Notes)
        .build()
        .unwrap();
    for uri in [
        "notes://desk/7",
        "notes://desk/77",
        "notes://desk/x",
        "notes://picture",
        "notes://nothing",
    ] {
        let _ = registry.read(uri, Ctx::new()).await;
    }
    assert_eq!(
        *seen.lock().unwrap(),
        [
            r#"notes://desk/7 Some("note") {"id":"7","shelf":"desk"} answered"#,
            r#"notes://desk/77 Some("note") {"id":"77","shelf":"desk"} unknown_resource"#,
            r#"notes://desk/x Some("note") {"id":"x","shelf":"desk"} invalid"#,
            r#"notes://picture Some("picture") {} refused"#,
            "notes://nothing None null unknown_resource",
        ]
    );
}
