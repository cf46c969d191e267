//! Prompts, resources, completions and subscriptions of a caller without their scopes: they answer as those
//! that do not exist.

use fusion_core::{CallError, Exposition, prompt::Reference};
use fusion_tests::http::{Client, Served};
use serde_json::{Map, Value, json};

use super::*;

fn registry() -> Registry {
    builder().tool(Vault).build().unwrap()
}

#[tokio::test]
async fn hidden_prompts_and_resources_are_in_no_list_and_answer_as_unknown_ones() {
    let registry = registry();
    for exposition in [Exposition::Grouped, Exposition::BySafety, Exposition::Flat] {
        let view = registry.view(exposition).unwrap();
        let seen = view.seen_by(&mut ctx("vault:audit")).await.unwrap();
        assert_eq!((seen.prompts(), seen.resources()), (&[][..], &[][..]));
        assert_eq!(seen.templates(), []);
        let same = |one: CallError, other: CallError, names: [&str; 2]| {
            let [one, other] = [(one, names[0]), (other, names[1])]
                .map(|(error, name)| (error.to_string().replace(name, "…"), error.data()));
            assert_eq!(one, other, "{exposition:?}");
        };
        let prompt = async |name| view.prompt(name, Map::new(), ctx("")).await.unwrap_err();
        let names = ["vault_describe", "vault_nothing"];
        same(prompt(names[0]).await, prompt(names[1]).await, names);
        let read = async |uri| view.read(uri, ctx("")).await.unwrap_err();
        for names in [
            ["vault://gold", "vault://gould"],
            ["vault://bars/true", "vault://burs/true"],
            ["vault://bars/x", "vault://burs/x"],
        ] {
            same(read(names[0]).await, read(names[1]).await, names);
        }
        let complete = async |of, argument| {
            let completing = view.complete(of, argument, "", Map::new(), ctx(""));
            completing.await.unwrap_err()
        };
        let names = ["vault_describe", "vault_nothing"];
        let [one, other] = names.map(Reference::Prompt);
        same(
            complete(one, "drawer").await,
            complete(other, "drawer").await,
            names,
        );
        let names = ["vault://bars/{bar}", "vault://burs/{bar}"];
        let [one, other] = names.map(Reference::Resource);
        same(
            complete(one, "bar").await,
            complete(other, "bar").await,
            names,
        );
    }
    let registry = self::registry();
    registry
        .prompt("vault_describe", Map::new(), ctx("vault:open"))
        .await
        .unwrap();
    registry
        .read("vault://gold", ctx("vault:open"))
        .await
        .unwrap();
}

/// The answers over HTTP, in both eras, with `name` replaced.
async fn answers(client: &Client, method: &str, params: Value, name: &str) -> Vec<String> {
    let mut answers = Vec::new();
    let client = match params["uri"].as_str() {
        Some(uri) => &client.header("mcp-name", uri),
        None => client,
    };
    for reply in [
        client.legacy(1, method, params.clone()).await,
        client.modern(1, method, params.clone()).await,
    ] {
        answers.push(format!(
            "{} {}",
            reply.status,
            reply.body.replace(name, "…")
        ));
    }
    answers
}

#[tokio::test]
async fn over_http_hidden_items_answer_byte_for_byte_as_unknown_ones() {
    let served = Served::new(registry());
    let nobody = &served.client;
    let other = served.client.header("x-scopes", "vault:audit openid");
    let owner = served.client.header("x-scopes", "vault:open vault:audit");
    for (method, params, name, unknown) in [
        (
            "tools/call",
            json!({"name": "vault", "arguments": {"action": "open", "key": "k"}}),
            "open",
            "opon",
        ),
        (
            "tools/call",
            json!({"name": "vault", "arguments": {"action": "crack"}}),
            "crack",
            "crick",
        ),
        (
            "prompts/get",
            json!({"name": "vault_describe"}),
            "vault_describe",
            "vault_descrybe",
        ),
        (
            "resources/read",
            json!({"uri": "vault://gold"}),
            "vault://gold",
            "vault://gild",
        ),
        (
            "resources/read",
            json!({"uri": "vault://bars/true"}),
            "vault://bars/true",
            "vault://bors/true",
        ),
        (
            "completion/complete",
            json!({"ref": {"type": "ref/prompt", "name": "vault_describe"}, "argument": {"name": "drawer", "value": ""}}),
            "vault_describe",
            "vault_descrybe",
        ),
        (
            "resources/subscribe",
            json!({"uri": "vault://gold"}),
            "vault://gold",
            "vault://gild",
        ),
    ] {
        let text = params.to_string().replace(name, unknown);
        let instead: Value = serde_json::from_str(&text).unwrap();
        for client in [nobody, &other] {
            assert_eq!(
                answers(client, method, params.clone(), name).await,
                answers(client, method, instead.clone(), unknown).await,
                "{method}"
            );
        }
        if method != "resources/subscribe" && name != "crack" {
            let [theirs, owners] = [
                answers(nobody, method, params.clone(), name).await,
                answers(&owner, method, params, name).await,
            ];
            assert_ne!(theirs, owners, "{method}");
        }
    }
    for method in [
        "tools/list",
        "prompts/list",
        "resources/list",
        "resources/templates/list",
    ] {
        let lists = answers(&other, method, json!({}), "-").await;
        assert_eq!(lists, answers(nobody, method, json!({}), "-").await);
        for word in ["\"open\"", "crack", "vault_describe", "gold", "bars"] {
            assert!(!lists.concat().contains(word), "{word} {lists:?}");
        }
    }
    served.end().await;
}
