//! Merged lists of tools: pages, and equal names on both sides.

use fusion_core::{Exposition, Mount, Registry, error::BuildError, tool_group};
use fusion_tests::{desk::Desk, full::Full};
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock,
        JsonObject, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
        Tool,
    },
    service::RequestContext,
};
use serde_json::{Value, json};

use super::{Client, ERAS, Era, names, text};

/// A handler written by hand: two pages of tools, and no `get_tool`.
struct Pages(&'static [&'static [&'static str]]);

impl ServerHandler for Pages {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        page: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let cursor = page.and_then(|page| page.cursor);
        let index = cursor.map_or(0, |cursor| cursor.parse::<usize>().unwrap());
        let tool = |name: &&'static str| Tool::new(*name, "Theirs", JsonObject::new());
        let mut list = ListToolsResult::with_all_items(self.0[index].iter().map(tool).collect())
            .with_ttl_ms(5)
            .with_cache_scope(CacheScope::Public);
        list.next_cursor = (index + 1 < self.0.len()).then(|| (index + 1).to_string());
        Ok(list)
    }

    async fn call_tool(
        &self,
        params: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if self.0.iter().any(|page| page.contains(&&*params.name)) {
            let said = ContentBlock::text(format!("theirs: {}", params.name));
            return Ok(CallToolResult::success(vec![said]).into());
        }
        let text = format!("no tool {}", params.name);
        Err(ErrorData::invalid_params(text, None))
    }
}

struct Clock;

/// Tell the time.
#[tool_group(name = "clock")]
impl Clock {
    /// Tell the time.
    #[action(read_only, alias("time"))]
    fn now(&self) -> &'static str {
        "noon"
    }
}

fn clock(exposition: Exposition) -> Mount {
    let registry = Registry::builder().tool(Clock).build().unwrap();
    registry.mount().exposition(exposition).unwrap()
}

#[tokio::test]
async fn our_tools_stand_before_theirs_and_theirs_are_as_they_were() {
    for era in ERAS {
        let mount = Desk::new().registry().mount();
        let mut alone = Client::connect(Full::default(), era).await;
        let mut attached = Client::connect(mount.attach(Full::default()), era).await;
        let (theirs, both) = (alone.list().await, attached.list().await);
        let both_tools = both["tools"].as_array().unwrap();
        assert_eq!(names(&both)[0], "desk");
        assert_eq!(json!(both_tools[1..]), theirs["tools"]);
        let mut rest = both.clone();
        rest["tools"] = theirs["tools"].clone();
        assert_eq!(rest, theirs, "{era:?}");
    }
}

#[tokio::test]
async fn ours_are_on_the_first_page_and_the_others_follow() {
    let theirs = || Pages(&[&["a", "b"], &["c"]]);
    let mut client = Client::connect(clock(Exposition::Flat).attach(theirs()), Era::Modern).await;
    let first = client.list().await;
    assert_eq!(names(&first), ["clock_now", "a", "b"]);
    assert_eq!(first["nextCursor"], "1");
    let second = client.ask("tools/list", json!({"cursor": "1"})).await["result"].clone();
    assert_eq!(names(&second), ["c"]);
    assert_eq!(second.get("nextCursor"), None);
    // The shorter time, and one scope on all pages.
    for page in [first, second] {
        assert_eq!(
            (&page["ttlMs"], &page["cacheScope"]),
            (&json!(5), &json!("public"))
        );
    }
}

#[tokio::test]
async fn where_both_have_a_name_ours_is_listed_and_called_and_theirs_when_ours_is_away() {
    for era in ERAS {
        // On the second page, and the name that a tool of ours had before.
        let mount = clock(Exposition::Flat);
        let theirs = Pages(&[&["a"], &["clock_now", "clock_time"]]);
        let mut client = Client::connect(mount.attach(theirs), era).await;
        assert_eq!(client.names().await, ["clock_now", "a"]);
        let second = client.ask("tools/list", json!({"cursor": "1"})).await;
        assert_eq!(names(&second["result"]), [] as [&str; 0]);
        for name in ["clock_now", "clock_time"] {
            assert_eq!(text(&client.call(name, json!({})).await), "noon");
        }
        mount.detach();
        assert_eq!(client.names().await, ["a"]);
        let second = client.ask("tools/list", json!({"cursor": "1"})).await;
        assert_eq!(names(&second["result"]), ["clock_now", "clock_time"]);
        for name in ["clock_now", "clock_time"] {
            let answer = client.call(name, json!({})).await;
            assert_eq!(text(&answer), format!("theirs: {name}"));
        }
    }
}

#[test]
fn a_clash_that_can_be_seen_is_a_mistake_where_that_is_asked_for() {
    /// Says what it has.
    struct Known(&'static str);

    impl ServerHandler for Known {
        fn get_tool(&self, name: &str) -> Option<Tool> {
            (name == self.0).then(|| Tool::new(self.0, "Theirs", JsonObject::new()))
        }
    }

    let mount = clock(Exposition::Flat);
    let clash = |name: &str| BuildError::NameClash {
        name: name.to_owned(),
        first: "clock_now (mounted)".to_owned(),
        second: format!("{name} (the handler's)"),
    };
    for name in ["clock_now", "clock_time"] {
        let errors = mount.try_attach(Known(name)).err().unwrap();
        assert_eq!(errors.iter().collect::<Vec<_>>(), [&clash(name)]);
    }
    assert!(mount.try_attach(Known("clock")).is_ok());
    assert!(
        mount.try_attach(Pages(&[&["clock_now"]])).is_ok(),
        "nobody can see it"
    );
}

#[test]
fn a_tool_is_known_by_its_name_whoever_has_it() {
    let mount = Desk::new().registry().mount();
    let attached = mount.attach(Full::default());
    let name = |name: &str| attached.get_tool(name).map(|tool| tool.name.into_owned());
    assert_eq!(name("desk").as_deref(), Some("desk"));
    assert_eq!(
        name("test_simple_text").as_deref(),
        Some("test_simple_text")
    );
    assert_eq!(name("nothing"), None);
    let schema = |name: &str| json!(attached.get_tool(name).unwrap().input_schema);
    let header = schema("test_custom_header")["properties"]["region"]["x-mcp-header"].clone();
    assert_eq!(header, Value::from("Region"));
    assert_eq!(schema("desk")["required"], json!(["action"]));
}
