//! Subscribers to a resource are notified of its changes while they may see it, in both eras.

use std::time::Duration;

use fusion_core::{Registry, Server, server_info};
use fusion_tests::{
    full::Full,
    notes::{Caller, Notes, registry},
    wire::patient,
};
use serde_json::{Value, json};
use tokio::runtime::Handle;

use super::{Client, ERAS, Era, text};

fn server(registry: &Registry) -> Server {
    Server::new(registry.clone(), server_info!())
}

/// Subscribes to all of `uris`, in the way of its era.
async fn subscribed(mut client: Client, uris: &[&str]) -> Client {
    match client.era {
        Era::Legacy => {
            for uri in uris {
                let answer = client.ask("resources/subscribe", json!({"uri": uri})).await;
                assert_eq!(answer["result"], json!({}), "{answer}");
            }
        }
        Era::Modern => {
            let wanted = json!({"notifications": {"resourceSubscriptions": uris}});
            client.send("subscriptions/listen", wanted.clone()).await;
            let told = client.wire.receive().await;
            assert_eq!(told["method"], "notifications/subscriptions/acknowledged");
            assert_eq!(told["params"]["notifications"], wanted["notifications"]);
        }
    }
    client
}

/// Returns the URI of the next resource update.
async fn next_updated_uri(client: &mut Client) -> String {
    let message = client.wire.receive().await;
    assert_eq!(
        message["method"], "notifications/resources/updated",
        "{message}"
    );
    let id = &message["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"];
    assert_eq!(id.is_null(), client.era == Era::Legacy, "{message}");
    message["params"]["uri"].as_str().unwrap().to_owned()
}

/// Returns all messages before the response to a harmless request.
async fn rest(client: &mut Client) -> Vec<Value> {
    let mut said = client.exchange("tools/list", json!({})).await;
    said.pop();
    said
}

#[tokio::test]
async fn a_subscriber_is_told_of_what_it_wants_and_of_nothing_else() {
    for era in ERAS {
        let registry = registry(&Notes::default());
        let client = Client::connect_server(server(&registry), era).await;
        let mut client = subscribed(client, &["notes://all", "notes://1/text"]).await;
        for uri in ["notes://2/text", "notes://all", "nothing://x"] {
            registry.notify_resource(uri);
        }
        assert_eq!(next_updated_uri(&mut client).await, "notes://all");
        registry.notify_resource("notes://1/text");
        assert_eq!(next_updated_uri(&mut client).await, "notes://1/text");
        assert_eq!(rest(&mut client).await, [] as [Value; 0], "{era:?}");
    }
}

#[tokio::test]
async fn a_write_tells_the_subscribers_of_what_it_changes() {
    for era in ERAS {
        let registry = registry(&Notes::default());
        let watched = ["notes://1/text", "notes://2/text"];
        let client = Client::connect_server(server(&registry), era).await;
        let mut client = subscribed(client, &watched).await;
        // By another client.
        let mut writer = Client::connect_server(server(&registry), era).await;
        let mut write = async |arguments: Value| {
            let answer = writer.call("notes", arguments).await;
            assert_eq!(text(&answer), "ok", "{answer}");
        };
        write(json!({"action": "write", "id": "2", "text": "new"})).await;
        assert_eq!(next_updated_uri(&mut client).await, "notes://2/text");
        write(json!({"action": "write", "id": 9, "text": "new"})).await;
        assert_eq!(rest(&mut client).await, [] as [Value; 0]);
        write(json!({"action": "clear"})).await;
        for uri in watched {
            assert_eq!(next_updated_uri(&mut client).await, uri);
        }
        assert_eq!(rest(&mut client).await, [] as [Value; 0]);
    }
}

#[tokio::test]
async fn a_call_that_fails_tells_nobody() {
    let registry = registry(&Notes::default());
    let client = Client::connect_server(server(&registry), Era::Legacy).await;
    let mut client = subscribed(client, &["notes://2/text"]).await;
    client
        .call("notes", json!({"action": "write", "id": 2}))
        .await;
    assert_eq!(rest(&mut client).await, [] as [Value; 0]);
}

#[tokio::test]
async fn who_unsubscribes_is_told_nothing_more() {
    let registry = registry(&Notes::default());
    let client = Client::connect_server(server(&registry), Era::Legacy).await;
    let mut client = subscribed(client, &["notes://all", "notes://1/text"]).await;
    for uri in ["notes://all", "notes://all", "never://subscribed"] {
        let answer = client
            .ask("resources/unsubscribe", json!({"uri": uri}))
            .await;
        assert_eq!(answer["result"], json!({}), "{answer}");
    }
    registry.notify_resource("notes://all");
    registry.notify_resource("notes://1/text");
    assert_eq!(next_updated_uri(&mut client).await, "notes://1/text");
    assert_eq!(rest(&mut client).await, [] as [Value; 0]);
}

#[tokio::test]
async fn what_is_no_resource_cannot_be_subscribed_to() {
    let registry = registry(&Notes::default());
    let mut client = Client::connect_server(server(&registry), Era::Legacy).await;
    for uri in [
        "nothing://x",
        "notes://../text",
        &format!("notes://{}/text", "1".repeat(3_000)),
    ] {
        let error = client
            .error("resources/subscribe", json!({"uri": uri}))
            .await;
        assert_eq!(error["code"], -32002, "{error}");
    }
    let mut client = Client::connect_server(server(&registry), Era::Modern).await;
    let uris = json!(["nothing://x", "notes://all", "notes://../text"]);
    let wanted = json!({"notifications": {"resourceSubscriptions": uris}});
    client.send("subscriptions/listen", wanted).await;
    let told = client.wire.receive().await;
    let accepted = json!({"resourceSubscriptions": ["notes://all"]});
    assert_eq!(told["params"]["notifications"], accepted);
}

#[tokio::test]
async fn what_is_hidden_from_a_subscriber_is_accepted_like_what_does_not_exist_and_never_told() {
    let registry = registry(&Notes::default());
    let mut client =
        Client::connect_server(server(&registry).access(Caller::sees).unwrap(), Era::Modern).await;
    let uris = json!(["vault://gold", "nothing://x", "notes://all"]);
    let wanted = json!({"notifications": {"resourceSubscriptions": uris}});
    client.send("subscriptions/listen", wanted.clone()).await;
    let acknowledged = client.wire.receive().await;
    assert_eq!(
        acknowledged["params"]["notifications"],
        wanted["notifications"]
    );
    for uri in ["vault://gold", "nothing://x", "notes://all"] {
        registry.notify_resource(uri);
    }
    assert_eq!(next_updated_uri(&mut client).await, "notes://all");
    assert_eq!(rest(&mut client).await, [] as [Value; 0]);
}

#[tokio::test]
async fn what_is_away_changes_for_nobody() {
    for era in ERAS {
        let registry = registry(&Notes::default());
        let mount = registry.mount();
        let client = Client::connect(mount.attach(Full::default()), era).await;
        let mut client = subscribed(client, &["notes://all"]).await;
        mount.detach();
        registry.notify_resource("notes://all");
        // Time for notifications that must not come; list changes reach clients after a handshake.
        tokio::time::sleep(Duration::from_millis(50)).await;
        let said = rest(&mut client).await;
        assert!(
            !json!(said).to_string().contains("resources/updated"),
            "{said:?}"
        );
        mount.reattach();
        tokio::time::sleep(Duration::from_millis(50)).await;
        rest(&mut client).await;
        registry.notify_resource("notes://all");
        assert_eq!(next_updated_uri(&mut client).await, "notes://all");
    }
}

#[tokio::test]
async fn a_handler_has_its_own_subscribers_beside_ours() {
    let full = Full::default();
    let registry = registry(&Notes::default());
    let client = Client::connect(registry.mount().attach(full.clone()), Era::Legacy).await;
    let mut client = subscribed(client, &["test://watched-resource", "notes://all"]).await;
    assert_eq!(full.subscribed(), ["test://watched-resource"]);
    registry.notify_resource("test://watched-resource");
    registry.notify_resource("notes://all");
    assert_eq!(next_updated_uri(&mut client).await, "notes://all");
    let uri = json!({"uri": "test://watched-resource"});
    client.result("resources/unsubscribe", uri).await;
    assert_eq!(full.subscribed(), [""; 0]);
}

#[tokio::test]
async fn the_lists_of_prompts_and_resources_change_with_the_mount() {
    for era in ERAS {
        let mount = registry(&Notes::default()).mount();
        let mut client = Client::connect(mount.attach(Full::default()), era).await;
        if era == Era::Modern {
            let wanted = json!({"promptsListChanged": true, "resourcesListChanged": true});
            let params = json!({"notifications": wanted});
            client.send("subscriptions/listen", params).await;
            let told = client.wire.receive().await;
            assert_eq!(told["params"]["notifications"], wanted);
        } else {
            client.list().await;
        }
        mount.detach();
        let mut expected = vec![
            "notifications/prompts/list_changed",
            "notifications/resources/list_changed",
        ];
        if era == Era::Legacy {
            expected.insert(0, "notifications/tools/list_changed");
        }
        for method in expected {
            let message = client.wire.receive().await;
            assert_eq!(message["method"], method, "{era:?}");
        }
    }
}

// Time is paused: the SDK waits five seconds for a stream on which a client listens.
#[tokio::test(start_paused = true)]
async fn nothing_of_a_subscriber_is_left_behind_its_connection() {
    let tasks = || Handle::current().metrics().num_alive_tasks();
    let registry = registry(&Notes::default());
    let handler = registry.mount().attach(Full::default());
    let before = tasks();
    for era in ERAS {
        let client = Client::connect(handler.clone(), era).await;
        let mut client = subscribed(client, &["notes://all"]).await;
        registry.notify_resource("notes://all");
        next_updated_uri(&mut client).await;
        client.wire.close().await;
        drop(client);
        patient(async {
            while tasks() != before {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        })
        .await;
        // There is no client to notify, which is no error.
        registry.notify_resource("notes://all");
    }
}
