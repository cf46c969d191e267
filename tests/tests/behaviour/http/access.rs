//! One endpoint lists to each user only that user's tools.

use fusion_core::{Ctx, Exposition, Filter, Registry, Server, ToolError, server_info, tool_group};
use fusion_tests::http::{Client, Served};
use http::request::Parts;
use serde_json::{Value, json};

#[derive(Clone)]
struct User(String);

impl User {
    #[allow(clippy::unused_async)] // as one that asks a database would be
    async fn from_request(ctx: &Ctx) -> Result<Self, ToolError> {
        let parts = ctx.get::<Parts>().ok_or("over HTTP only")?;
        let name = parts.headers.get("x-user").ok_or("who are you?")?;
        Ok(Self(name.to_str().map_err(|_| "no text")?.to_owned()))
    }
}

struct Shop;

/// Sell things.
#[tool_group(name = "shop")]
impl Shop {
    /// Buy a thing.
    #[action(tags("grace"))]
    fn buy() -> &'static str {
        "bought"
    }

    /// Change a price.
    #[action(tags("ada"))]
    fn price() -> &'static str {
        "changed"
    }
}

struct Till;

/// Count the money.
#[tool_group(name = "till", tags("ada"))]
impl Till {
    /// Count it.
    #[action(read_only)]
    fn count() -> &'static str {
        "counted"
    }
}

fn served(exposition: Exposition) -> Served {
    let builder = Registry::builder().provide(User::from_request);
    let registry = builder.tool(Shop).tool(Till).build().unwrap();
    let server = Server::new(registry, server_info!())
        .exposition(exposition)
        .unwrap();
    let server = server.access(|User(name): &User| Filter::any_tags([name.clone()]));
    Served::start(server.unwrap().http())
}

fn users(served: &Served) -> [Client; 2] {
    ["ada", "grace"].map(|name| served.client.header("x-user", name))
}

async fn in_both_eras(client: &Client, method: &str, params: Value) -> [Value; 2] {
    [
        client.legacy(1, method, params.clone()).await.message(),
        client.modern(1, method, params).await.message(),
    ]
}

#[tokio::test]
async fn two_users_of_one_endpoint_see_and_call_their_own_tools() {
    let served = served(Exposition::Flat);
    let [ada, grace] = users(&served);
    for (user, sees) in [
        (&ada, vec!["shop_price", "till_count"]),
        (&grace, vec!["shop_buy"]),
    ] {
        for list in in_both_eras(user, "tools/list", json!({})).await {
            let tools = list["result"]["tools"].as_array().unwrap();
            let names: Vec<_> = tools
                .iter()
                .map(|tool| tool["name"].as_str().unwrap())
                .collect();
            assert_eq!(names, sees);
        }
        let list = user.modern(1, "tools/list", json!({})).await.message();
        let told = (&list["result"]["ttlMs"], &list["result"]["cacheScope"]);
        assert_eq!(told, (&json!(60_000), &json!("private")));
    }
    let call = |name: &str| json!({"name": name, "arguments": {}});
    for answer in in_both_eras(&ada, "tools/call", call("till_count")).await {
        assert_eq!(answer["result"]["content"][0]["text"], "counted");
    }
    let unknown = |name: &str| json!({"code": -32602, "message": format!("unknown tool `{name}`")});
    for name in ["till_count", "shop_price", "till_nothing"] {
        for answer in in_both_eras(&grace, "tools/call", call(name)).await {
            assert_eq!(answer["error"], unknown(name));
        }
    }
    served.end().await;
}

#[tokio::test]
async fn what_a_user_may_not_see_stands_in_no_text() {
    let served = served(Exposition::Grouped);
    let [ada, grace] = users(&served);
    for (user, said) in [
        (&ada, "Error: Unknown action \"buy\". Available: price"),
        (&grace, "Error: Unknown action \"price\". Available: buy"),
    ] {
        let hidden = if said.contains("\"buy\"") {
            "buy"
        } else {
            "price"
        };
        let params = json!({"name": "shop", "arguments": {"action": hidden}});
        for answer in in_both_eras(user, "tools/call", params).await {
            assert_eq!(answer["result"]["content"][0]["text"], said);
        }
        let list = user.modern(1, "tools/list", json!({})).await.body;
        assert!(!list.contains(hidden), "{list}");
    }
    served.end().await;
}

#[tokio::test]
async fn a_server_introduces_to_each_user_what_that_user_sees() {
    let served = served(Exposition::Flat);
    let [ada, grace] = users(&served);
    for (user, words) in [
        (
            &ada,
            json!("shop_*: Sell things.\ntill_*: Count the money."),
        ),
        (&grace, json!("shop_*: Sell things.")),
        // A caller without a token gets no information.
        (&served.client, Value::Null),
    ] {
        let hello = user.initialize().await.message()["result"].clone();
        assert_eq!(
            (&hello["instructions"], &hello["capabilities"]),
            (&words, &json!({"tools": {}}))
        );
        let found = user.modern(1, "server/discover", json!({})).await.message();
        let found = &found["result"];
        assert_eq!(
            (&found["instructions"], &found["cacheScope"]),
            (&words, &json!("private"))
        );
    }
    for answer in in_both_eras(&served.client, "tools/list", json!({})).await {
        assert_eq!(answer["error"]["message"], "Error: who are you?");
    }
    served.end().await;
}
