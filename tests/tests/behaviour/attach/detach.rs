//! Detaching and reattaching tools for all handlers of a mount.

use fusion_core::Mount;
use fusion_tests::{desk::Desk, full::Full};
use rmcp::ServerHandler;
use serde_json::json;

use super::{Client, ERAS, Era, text};

/// Has nothing at all.
#[derive(Clone)]
struct Nothing;

impl ServerHandler for Nothing {}

const AWAY: &str =
    "Error: desk is not available at the moment. List the tools again for those that are.";

/// A connection on which the next message is that the list has changed, when it has.
async fn listening<H: ServerHandler>(handler: H, era: Era) -> Client {
    let mut client = Client::connect(handler, era).await;
    match era {
        // Answered after the notification that the client is ready.
        Era::Legacy => drop(client.list().await),
        Era::Modern => {
            let wanted = json!({"notifications": {"toolsListChanged": true}});
            client.send("subscriptions/listen", wanted).await;
            let acknowledged = client.wire.receive().await;
            let method = "notifications/subscriptions/acknowledged";
            assert_eq!(acknowledged["method"], method);
        }
    }
    client
}

async fn expect_list_changed(client: &mut Client) {
    let message = client.wire.receive().await;
    assert_eq!(
        message["method"], "notifications/tools/list_changed",
        "{message}"
    );
}

#[tokio::test]
async fn detached_tools_are_neither_listed_nor_called_and_come_back() {
    for era in ERAS {
        let mount = Desk::new().registry().mount();
        let mut full = Client::connect(mount.attach(Full::default()), era).await;
        let mut nothing = Client::connect(mount.attach(Nothing), era).await;
        let (theirs, before) = (
            Client::connect(Full::default(), era).await.names().await,
            nothing.list().await,
        );
        assert_eq!(super::names(&before), ["desk"]);
        let echo = json!({"action": "echo", "n": 5});

        mount.detach();
        mount.detach();
        assert!(!mount.is_attached());
        assert_eq!(full.names().await, theirs);
        assert_eq!(nothing.names().await, [] as [&str; 0]);
        for client in [&mut full, &mut nothing] {
            for arguments in [echo.clone(), json!([1])] {
                let answer = client.call("desk", arguments).await;
                assert_eq!(
                    (text(&answer), &answer["result"]["isError"]),
                    (AWAY, &json!(true))
                );
            }
        }
        // A name that never existed is as unknown as ever.
        let unknown = json!({"code": -32602, "message": "unknown tool `dsk`"});
        assert_eq!(nothing.call("dsk", echo.clone()).await["error"], unknown);
        let answer = full.call("test_simple_text", json!({})).await;
        assert_eq!(text(&answer), "This is a simple text response for testing.");

        mount.reattach();
        mount.reattach();
        assert!(mount.is_attached());
        assert_eq!(nothing.list().await, before);
        for client in [&mut full, &mut nothing] {
            assert_eq!(text(&client.call("desk", echo.clone()).await), "5");
        }
    }
}

#[tokio::test]
async fn a_call_that_runs_when_the_tools_are_taken_away_is_answered() {
    for era in ERAS {
        let desk = Desk::new();
        let mount = desk.registry().mount();
        let mut client = Client::connect(mount.attach(Full::default()), era).await;
        let params = json!({"name": "desk", "arguments": {"action": "wait", "n": 7}});
        let id = client.send("tools/call", params).await;
        desk.until_running(1).await;
        mount.detach();
        let other = client.call("desk", json!({"action": "echo", "n": 1})).await;
        assert_eq!(text(&other), AWAY);
        desk.gate.add_permits(1);
        let answer = client.wire.receive().await;
        assert_eq!((&answer["id"], text(&answer)), (&json!(id), "7"));
    }
}

#[tokio::test]
async fn all_clients_of_all_handlers_are_told_of_every_change_in_both_eras() {
    let mount = Desk::new().registry().mount();
    let mut clients = Vec::new();
    for era in ERAS {
        clients.push(listening(mount.attach(Full::default()), era).await);
        clients.push(listening(mount.attach(Nothing), era).await);
        clients.push(listening(mount.clone().attach(Full::default()), era).await);
    }
    let changes: [fn(&Mount); 3] = [Mount::detach, Mount::reattach, Mount::list_changed];
    for change in changes {
        change(&mount);
        for client in &mut clients {
            expect_list_changed(client).await;
        }
    }
    // A call that changes nothing sends no notification: the next message is the response.
    mount.reattach();
    let echo = json!({"name": "desk", "arguments": {"action": "echo", "n": 1}});
    for client in &mut clients {
        let said = client.exchange("tools/call", echo.clone()).await;
        assert_eq!(said.iter().map(text).collect::<Vec<_>>(), ["1"]);
    }
}

#[tokio::test]
async fn a_list_that_may_change_is_not_kept_for_long() {
    let mount = Desk::new().registry().mount();
    let mut client = Client::connect(mount.attach(Nothing), Era::Modern).await;
    let list = client.list().await;
    assert_eq!(
        (&list["ttlMs"], &list["cacheScope"]),
        (&json!(60_000), &json!("public"))
    );
}
