//! A server that breaks the protocol, and a user whose function panics.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::{
    io::{duplex, split},
    sync::Mutex,
};

use super::{
    AnswerQuestion,
    routes::{Arrivals, Routes},
    stream::read_lines,
};

/// Reads lines, and returns the routes with the arrivals for the requests 1 and 2 that waited.
async fn received(lines: &str, user: Option<AnswerQuestion>) -> (Arc<Routes>, [Arrivals; 2]) {
    let routes = Arc::new(Routes::default());
    let waiting = [routes.add(1), routes.add(2)];
    let (_, write) = split(duplex(64).0);
    let writer = Arc::new(Mutex::new(Some(write)));
    read_lines(lines.as_bytes(), Arc::clone(&routes), writer, user).await;
    (routes, waiting)
}

async fn message_of(waiting: &mut Arrivals) -> String {
    waiting.next().await.unwrap().unwrap_err().message
}

#[tokio::test]
async fn a_line_that_is_no_message_ends_every_wait_with_its_text() {
    for line in ["warming up", "[1]", "7", "{\"jsonrpc\""] {
        let (routes, waiting) = received(&format!("{line}\n"), None).await;
        for mut waiting in waiting {
            let expected = format!("the server sent what is no message: {line}");
            assert_eq!(message_of(&mut waiting).await, expected);
            assert!(waiting.next().await.is_none());
        }
        assert!(routes.add(3).next().await.is_none(), "{line}");
    }
}

#[tokio::test]
async fn an_error_without_an_id_reaches_every_request() {
    let error = json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "no"}});
    let (_, waiting) = received(&format!("{error}\n"), None).await;
    for mut waiting in waiting {
        assert_eq!(waiting.next().await.unwrap().unwrap(), error);
    }
}

#[tokio::test]
async fn responses_out_of_order_reach_their_requests_and_late_ones_nobody() {
    let response = |id: u8| json!({"jsonrpc": "2.0", "id": id, "result": {"of": id}});
    let lines = [response(9), response(2), response(1)].map(|line| format!("{line}\n"));
    let (_, [mut first, mut second]) = received(&lines.concat(), None).await;
    assert_eq!(first.next().await.unwrap().unwrap(), response(1));
    assert_eq!(second.next().await.unwrap().unwrap(), response(2));
    assert!(first.next().await.is_none());
}

#[tokio::test]
async fn a_panic_of_the_user_ends_every_wait() {
    let question: Value = json!({
        "jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": {"message": "Sure?"},
    });
    let user: AnswerQuestion = Arc::new(|_| panic!("not this one"));
    let (_, [mut waiting, _]) = received(&format!("{question}\n"), Some(user)).await;
    let expected = "the function that answers questions panicked at `Sure?`";
    assert_eq!(message_of(&mut waiting).await, expected);
}
