//! The document: the tree, the lists with their costs, and the facts about actions.

use fusion_core::{Exposition, Registry, Server, server_info};
use fusion_tests::http::{Client, Served};
use serde_json::{Value, json};

use super::{DOCUMENT, document, get, registry, server};

/// Returns a part of the document for the caller who sees everything.
async fn part(client: &Client, query: &str) -> Value {
    let path = format!("{DOCUMENT}?{query}").leak();
    let reply = client.at(path).header("x-user", "root").get().await;
    assert_eq!(reply.status, 200, "{query}: {reply:?}");
    serde_json::from_str(&reply.body).unwrap()
}

#[tokio::test]
async fn the_served_list_is_what_clients_get() {
    let served = Served::start(server());
    let document = document(&served.client, "root").await;
    let client = served.client.header("x-user", "root");
    let listed = client.modern(1, "tools/list", json!({})).await.message();
    let tools = document["list"]["tools"].as_array().unwrap();
    let wire: Vec<_> = tools.iter().map(|tool| tool["wire"].clone()).collect();
    assert_eq!(json!(wire), listed["result"]["tools"]);
    for (method, member) in [("prompts/list", "prompts"), ("resources/list", "resources")] {
        let listed = client.modern(1, method, json!({})).await.message();
        assert_eq!(document[member], listed["result"][member], "{member}");
    }
    served.end().await;
}

#[tokio::test]
async fn costs_are_those_of_the_preview() {
    let registry = registry();
    let served = Served::start(server());
    for (exposition, name) in [
        (Exposition::Grouped, "grouped"),
        (Exposition::BySafety, "by-safety"),
        (Exposition::Flat, "flat"),
        (Exposition::Search, "search"),
    ] {
        let preview = registry.preview(exposition).unwrap();
        let list = part(&served.client, &format!("exposition={name}&form=compact")).await;
        assert_eq!(list["exposition"], name);
        let total = list["cost"]["total"]["tokens"].as_u64().unwrap();
        assert_eq!(
            usize::try_from(total).unwrap(),
            preview.total().tokens,
            "{name}"
        );
        assert_eq!(list["tools"].as_array().unwrap().len(), preview.tools.len());
        let form = if ["flat", "search"].contains(&name) {
            Value::Null
        } else {
            json!("compact")
        };
        assert_eq!(list["form"], form);
    }
    let brief = part(&served.client, "exposition=grouped&form=brief").await;
    assert!(
        brief["tools"][0]["wire"]["description"]
            .as_str()
            .unwrap()
            .contains("help")
    );
    served.end().await;
}

#[tokio::test]
async fn an_action_costs_what_the_list_loses_without_it() {
    let served = Served::start(server());
    let cost = part(&served.client, "without=shop/buy").await;
    let tokens = |name: &str| cost[name]["tokens"].as_u64().unwrap();
    let list = part(&served.client, "exposition=grouped&form=compact").await;
    assert_eq!(json!(tokens("total")), list["cost"]["total"]["tokens"]);
    assert!(tokens("without") < tokens("total"));
    let flat = part(&served.client, "exposition=flat&form=compact").await;
    let alone = flat["tools"].as_array().unwrap().iter();
    let alone = alone.map(|tool| (&tool["wire"]["name"], &tool["cost"]["total"]));
    let (_, alone) = alone
        .into_iter()
        .find(|(name, _)| **name == "shop_buy")
        .unwrap();
    assert_eq!(cost["alone"], *alone);
    served.end().await;
}

#[tokio::test]
async fn facts_tell_what_makes_a_result_stale_and_which_arguments_are_secret() {
    let served = Served::start(server());
    let facts = document(&served.client, "root").await["actions"].take();
    assert_eq!(
        facts,
        json!({
            "shop/buy": {"staleBy": [], "secrets": ["card"]},
            "shop/prices": {"staleBy": ["shop/buy", "till/delete_all"], "secrets": []},
        })
    );
    let facts = document(&served.client, "all").await["actions"].take();
    assert_eq!(facts["shop/prices"]["staleBy"], json!(["shop/buy"]));
    served.end().await;
}

#[tokio::test]
async fn the_tree_is_the_manifest_and_the_endpoint_is_relative() {
    let served = Served::start(server().path("/tools/{x}"));
    let document = document(&served.client, "root").await;
    let view = registry().view(Exposition::Grouped).unwrap();
    assert_eq!(document["groups"], view.manifest()["groups"]);
    assert_eq!(document["endpoint"], "../tools/{x}");
    assert_eq!(document["server"]["name"], "fusion-tests");
    assert_eq!(
        document["expositions"],
        json!(["grouped", "by-safety", "flat", "search"])
    );
    served.end().await;
}

#[tokio::test]
async fn a_query_that_names_nothing_is_refused() {
    let served = Served::start(server());
    for (path, status) in [
        ("/_fusion/view.json?exposition=none&form=brief", 400),
        ("/_fusion/view.json?x", 400),
        ("/_fusion/view.json?without=shop/none", 404),
        ("/_fusion/view.json?without=", 404),
    ] {
        let reply = served.client.at(path).header("x-user", "root").get().await;
        assert_eq!(reply.status, status, "{path}");
    }
    served.end().await;
}

#[tokio::test]
async fn an_empty_server_has_a_document() {
    let registry = Registry::builder().build().unwrap();
    let served = Served::start(Server::new(registry, server_info!()).http().explorer());
    let reply = get(&served, DOCUMENT).await;
    let document: Value = serde_json::from_str(&reply.body).unwrap();
    assert_eq!(document["groups"], json!([]));
    assert_eq!(document["list"]["tools"], json!([]));
    served.end().await;
}
