//! State sync around a handler that is written with the SDK alone.

use std::sync::{Arc, Mutex};

use fusion_core::{
    StateSync,
    error::PolicyPlace,
    server::StateSyncHandler,
    state_sync::{Cache, Notice, Policy},
};
use fusion_tests::wire::modern;
use rmcp::{
    ErrorData, RoleServer, ServerHandler, ServiceExt,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ListToolsResult,
        MetaObject, PaginatedRequestParams, PromptsCapability, ServerCapabilities, ServerConfig,
        Tool,
    },
    service::RequestContext,
    transport::async_rw::AsyncRwTransport,
};
use serde_json::{Map, Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

#[derive(Clone)]
struct Theirs;

fn tool(name: &'static str, description: &'static str) -> Tool {
    Tool::new(name, description, Map::new())
}

impl ServerHandler for Theirs {
    fn get_info(&self) -> ServerConfig {
        let mut capabilities = ServerCapabilities::builder().enable_tools().build();
        capabilities.prompts = Some(PromptsCapability::default());
        ServerConfig::new(capabilities).with_instructions("theirs")
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(vec![
            tool("search", "Find things."),
            tool("search.deep", "Find more [Cache-Control: immutable]"),
            tool("update", "Change a thing."),
            tool("odd/name", ""),
        ]))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let how = request.arguments.and_then(|mut all| all.remove("how"));
        let mut result = CallToolResult::success(vec![ContentBlock::text("done")]);
        match how.as_ref().and_then(Value::as_str) {
            Some("fails") => result = CallToolResult::error(vec![ContentBlock::text("it fell")]),
            Some("refused") => return Err(ErrorData::invalid_params("no such tool", None)),
            Some("said") => {
                let mut meta = Map::new();
                let patterns = json!(["search.*", "board.*", "search"]);
                meta.insert("dev.fusion/invalidates".to_owned(), patterns);
                result.meta = Some(MetaObject(meta));
            }
            _ => result.structured_content = Some(json!({"changed": 1})),
        }
        Ok(result.into())
    }
}

fn sync() -> StateSync {
    StateSync::new()
        .policy(Policy::new("search.**").cache(Cache::NoStore))
        .policy(Policy::foreign("update").invalidates(["search.*", "search"]))
}

/// Returns the response of a server to each request, one after the other.
async fn answers(handler: impl ServerHandler, requests: Vec<(&str, Value)>) -> Vec<Value> {
    let (client, server) = tokio::io::duplex(1 << 20);
    let serving = tokio::spawn(async move {
        let (read, write) = tokio::io::split(server);
        let transport = AsyncRwTransport::<RoleServer, _, _>::new(read, write);
        let running = handler.serve(transport).await.unwrap();
        running.waiting().await.unwrap();
    });
    let (read, mut write) = tokio::io::split(client);
    let (mut lines, mut answers) = (BufReader::new(read).lines(), Vec::new());
    for (id, (method, params)) in (1..).zip(requests) {
        let request = modern(id, method, params);
        write
            .write_all(format!("{request}\n").as_bytes())
            .await
            .unwrap();
        let line = lines.next_line().await.unwrap().unwrap();
        answers.push(serde_json::from_str(&line).unwrap());
    }
    write.shutdown().await.unwrap();
    serving.await.unwrap();
    answers
}

fn call(name: &str, how: &str) -> (&'static str, Value) {
    let params = json!({"name": name, "arguments": {"how": how}});
    ("tools/call", params)
}

#[tokio::test]
async fn the_list_of_a_wrapped_handler_is_marked_once_however_often_it_is_wrapped() {
    let once: StateSyncHandler<Theirs> = sync().wrap(Theirs).unwrap();
    let twice = sync().wrap(once.clone()).unwrap();
    let list = || vec![("tools/list", json!({}))];
    let told = answers(once, list()).await;
    assert_eq!(answers(twice, list()).await, told);
    let plain = answers(Theirs, list()).await;
    let descriptions = |answers: &[Value]| -> Vec<Value> {
        let tools = answers[0]["result"]["tools"].as_array().unwrap();
        tools
            .iter()
            .map(|tool| tool["description"].clone())
            .collect()
    };
    assert_eq!(
        descriptions(&told),
        [
            "Find things. [Cache-Control: no-store]",
            // The policy replaces the mark that the handler wrote.
            "Find more [Cache-Control: no-store]",
            "Change a thing.",
            "",
        ]
    );
    // Apart from these texts nothing is different.
    let mut told = told;
    told[0]["result"]["tools"][0]["description"] = json!("Find things.");
    told[0]["result"]["tools"][1]["description"] = json!("Find more [Cache-Control: immutable]");
    assert_eq!(told, plain);
}

#[tokio::test]
async fn a_success_ends_with_the_notice_and_nothing_else_does() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let hook = Arc::clone(&heard);
    let wrapped = sync()
        .on_invalidation(move |one| hook.lock().unwrap().push(one.cause().to_owned()))
        .wrap(Theirs)
        .unwrap();
    let calls = || {
        vec![
            call("update", "good"),
            call("update", "fails"),
            call("update", "refused"),
            call("update", "said"),
            call("search", "good"),
            call("nobody/knows", "good"),
            ("prompts/list", json!({})),
            ("server/discover", json!({})),
        ]
    };
    let told = answers(wrapped, calls()).await;
    let mut wanted = answers(Theirs, calls()).await;
    wanted[0]["result"]["content"] = json!([
        {"type": "text", "text": "done"},
        {"type": "text", "text": "[System: Cache invalidated for search.*, search — caused by update]"},
    ]);
    let patterns = json!({"dev.fusion/invalidates": ["search.*", "search"]});
    wanted[0]["result"]["_meta"] = patterns;
    assert_eq!(told, wanted);
    assert_eq!(
        told[0]["result"]["structuredContent"],
        json!({"changed": 1})
    );
    assert_eq!(told[7]["result"]["instructions"], "theirs");
    assert_eq!(*heard.lock().unwrap(), ["update", "update"]);
}

#[tokio::test]
async fn the_notice_of_a_wrapped_handler_stands_where_it_is_put() {
    let notice = json!({"type": "text", "text": "[System: Cache invalidated for search.*, search — caused by update]"});
    let done = json!({"type": "text", "text": "done"});
    for (place, blocks) in [
        (Notice::Last, json!([done, notice])),
        (Notice::First, json!([notice, done])),
        (Notice::Meta, json!([done])),
    ] {
        let wrapped = sync().notice(place).wrap(Theirs).unwrap();
        let told = answers(wrapped, vec![call("update", "good")]).await;
        assert_eq!(told[0]["result"]["content"], blocks, "{place:?}");
        assert_eq!(
            told[0]["result"]["_meta"],
            json!({"dev.fusion/invalidates": ["search.*", "search"]})
        );
        assert_eq!(
            told[0]["result"]["structuredContent"],
            json!({"changed": 1})
        );
    }
}

#[tokio::test]
async fn what_only_one_of_two_says_is_added_to_the_other() {
    let more = StateSync::new().policy(Policy::new("update").invalidates(["search", "wiki.*"]));
    let twice = more.wrap(sync().wrap(Theirs).unwrap()).unwrap();
    let told = answers(twice, vec![call("update", "good")]).await;
    assert_eq!(
        told[0]["result"]["content"],
        json!([
            {"type": "text", "text": "done"},
            {"type": "text", "text": "[System: Cache invalidated for search.*, search — caused by update]"},
            {"type": "text", "text": "[System: Cache invalidated for search, wiki.* — caused by update]"},
        ])
    );
    assert_eq!(
        told[0]["result"]["_meta"],
        json!({"dev.fusion/invalidates": ["search.*", "search", "wiki.*"]})
    );
}

#[test]
fn a_wrong_pattern_wraps_nothing() {
    let wrong = StateSync::new().policy(Policy::new("search"));
    let wrong = wrong.policy(Policy::new("up*"));
    let Err(error) = wrong.wrap(Theirs) else {
        panic!("it was wrapped");
    };
    assert_eq!(error.place, PolicyPlace::Policy { index: 1 });
    assert_eq!((&*error.pattern, &*error.segment), ("up*", "up*"));
}

#[test]
fn a_pattern_of_keys_is_about_nothing_that_is_wrapped() {
    let told = |sync: StateSync| {
        assert_eq!(sync.check(), Ok(()));
        sync.wrap(Theirs).err().map(|error| error.to_string())
    };
    let is_about = "is about actions of a registry, and a wrapped handler has tools: write the name of a tool, or a pattern of names without `/`";
    let search = || StateSync::new().policy(Policy::new("search"));
    assert_eq!(told(search()), None);
    assert_eq!(
        told(search().policy(Policy::new("search/*"))),
        Some(format!("policy 1: `search/*` {is_about}"))
    );
    assert_eq!(
        told(search().policy(Policy::new("update").invalidates(["search", "search/deep"]))),
        Some(format!("policy 1: `search/deep` {is_about}"))
    );
}
