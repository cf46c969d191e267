//! Questions to the user before a found action runs.

use std::sync::{Arc, Mutex};

use fusion_core::{
    Server, TestClient, server_info,
    testing::{TestAnswer, TestCall},
};

use super::*;

type Done = Arc<Mutex<Vec<String>>>;

struct Store(&'static str, Done);

/// Keep things.
#[tool_group(name = "one")]
impl Store {
    /// Delete all.
    #[action(destructive, confirm("Delete {things}?"), unasked = "token")]
    fn delete(&self, things: String) -> String {
        let Self(name, done) = self;
        done.lock().unwrap().push(format!("{name} {things}"));
        "deleted".to_owned()
    }
}

struct Other(Store);

/// Keep other things.
#[tool_group(name = "two")]
impl Other {
    /// Delete all.
    #[action(destructive, confirm("Delete {things}?"), unasked = "token")]
    fn delete(&self, things: String) -> String {
        let Self(Store(name, done)) = self;
        done.lock().unwrap().push(format!("{name} {things}"));
        "deleted".to_owned()
    }
}

fn server(done: &Done, lane: bool) -> Server {
    let registry = Registry::builder()
        .principal(|_| None)
        .tool(Store("one", Arc::clone(done)))
        .tool(Other(Store("two", Arc::clone(done))))
        .build()
        .unwrap();
    let server = Server::new(registry, server_info!()).lane(lane);
    server.exposition(Exposition::Search).unwrap()
}

fn delete<'c>(client: &'c TestClient, tool: &str, arguments: &Value) -> TestCall<'c> {
    let arguments = json!({"action": format!("{tool}/delete"), "arguments": arguments});
    client.call("call_destructive", arguments)
}

#[tokio::test]
async fn a_token_stands_among_the_arguments_and_counts_for_its_action() {
    for lane in [true, false] {
        let done = Done::default();
        let client = TestClient::of(server(&done, lane)).legacy().await;
        let asked = delete(&client, "one", &json!({"things": "a"}))
            .await
            .error();
        let text = asked.text();
        let (before, token) = text.split_once("`confirmation`: \"").unwrap();
        assert_eq!(
            before,
            "[one/delete] not done yet, because the user must confirm it: Delete \"a\"?\n\
             Hint: Show the user this question. If they agree, call again with the same arguments and, inside of \
             `arguments`, "
        );
        let token = token.strip_suffix("\".").unwrap();
        let confirmed = json!({"things": "a", "confirmation": token});
        // Not for the action of the same key in another tool, and not beside the arguments.
        let _ = delete(&client, "two", &confirmed)
            .await
            .error()
            .code("wrong_confirmation");
        let beside =
            json!({"action": "one/delete", "arguments": {"things": "a"}, "confirmation": token});
        let _ = client
            .call("call_destructive", beside)
            .await
            .error()
            .code("invalid_arguments");
        assert_eq!(*done.lock().unwrap(), [""; 0]);
        delete(&client, "one", &confirmed).await.ok_text("deleted");
        let _ = delete(&client, "one", &confirmed)
            .await
            .error()
            .code("wrong_confirmation");
        assert_eq!(*done.lock().unwrap(), ["one a"]);
    }
}

#[tokio::test]
async fn a_client_that_can_ask_asks_its_user() {
    for lane in [true, false] {
        let done = Done::default();
        let client = TestClient::of(server(&done, lane))
            .answer(|_| TestAnswer::yes())
            .await;
        delete(&client, "two", &json!({"things": "b"}))
            .await
            .ok_text("deleted");
        assert_eq!(*done.lock().unwrap(), ["two b"]);
    }
}
