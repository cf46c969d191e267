//! The texts of assertions that fail.

use std::{
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook},
};

use fusion_core::{
    TestClient,
    testing::{CallOutcome, TestAnswer},
};
use serde_json::json;

use super::shop::{Caller, Shop};

/// Returns the text of an assertion that must fail.
fn text_of<T>(assertion: impl FnOnce() -> T) -> String {
    let payload = catch_unwind(AssertUnwindSafe(|| drop(assertion()))).unwrap_err();
    *payload.downcast::<String>().unwrap()
}

async fn outcome(key: &str, arguments: serde_json::Value) -> CallOutcome {
    let client = TestClient::of(Shop::default().server()).as_caller(Caller("ada"));
    let client = client.answer(|_| TestAnswer::Silent).await;
    client.call(key, arguments).await
}

#[tokio::test]
async fn a_failed_assertion_prints_what_the_model_reads() {
    let missing = outcome("shop/find", json!({"item": 8})).await;
    assert_eq!(
        text_of(|| missing.clone().ok()),
        "the call of `shop/find` did not succeed; the model reads:\n    [shop/find] no item 8"
    );
    let error = missing.error();
    assert_eq!(
        text_of(|| error.clone().code("conflict")),
        "the call of `shop/find` failed with the code `not_found`, not `conflict`; the model reads:\n    [shop/find] no item 8"
    );
    assert_eq!(
        text_of(|| error.names("item")),
        "the call of `shop/find` failed and names no argument, not `item`; the model reads:\n    [shop/find] no item 8"
    );
    let found = outcome("shop/whose", json!({})).await;
    assert_eq!(
        text_of(|| found.clone().ok_text("grace's")),
        "the call of `shop/whose` has not the text\n    grace's\nbut another; the model reads:\n    ada's"
    );
    assert_eq!(
        text_of(|| found.clone().error()),
        "the call of `shop/whose` has no error of a tool; the model reads:\n    ada's"
    );
    assert!(
        text_of(|| found.ok_json::<u8>())
            .starts_with("the call of `shop/whose` is not the expected JSON (")
    );
}

#[tokio::test]
async fn a_key_that_is_not_listed_comes_with_the_nearest_one() {
    let unlisted = outcome("shop/fnd", json!({"item": 7})).await;
    let text = text_of(|| unlisted.ok());
    let begin = "the call of `shop/fnd` did not succeed; no listed tool has `shop/fnd`; did you mean `shop/find`?; the model reads:\n";
    assert!(text.starts_with(begin), "{text}");
}

#[tokio::test]
async fn a_failure_and_a_wire_name_come_with_the_nearest_one() {
    let unlisted = outcome("shop/fnd", json!({"item": 7})).await.error();
    let text = text_of(|| unlisted.code("not_found"));
    let told = "not `not_found`; no listed tool has `shop/fnd`; did you mean `shop/find`?; the model reads:\n";
    assert!(text.contains(told), "{text}");
    for (name, near) in [("shp", "shop"), ("find", "shop/find")] {
        let unlisted = outcome(name, json!({})).await;
        let text = text_of(|| unlisted.ok());
        let told = format!("no tool `{name}` is listed; did you mean `{near}`?; the client gets");
        assert!(text.contains(&told), "{text}");
    }
}

#[tokio::test]
async fn a_client_that_cannot_connect_fails_where_it_is_awaited() {
    thread_local! {
        static PLACE: Cell<Option<(&'static str, u32)>> = const { Cell::new(None) };
    }
    let before = take_hook();
    set_hook(Box::new(move |info| {
        let place = info.location().map(|place| {
            let name = if place.file().ends_with("assertions.rs") {
                "test"
            } else {
                "framework"
            };
            (name, place.line())
        });
        PLACE.set(place);
        before(info);
    }));
    let unread = TestClient::of(Shop::default().server()).as_caller(7_u8);
    let line = line!() + 1;
    let connected = catch_unwind(AssertUnwindSafe(|| unread.into_future()));
    assert!(connected.is_err());
    assert_eq!(PLACE.get(), Some(("test", line)));
    let headers = TestClient::of(Shop::default().server()).bearer("x");
    let line = line!() + 1;
    let connected = catch_unwind(AssertUnwindSafe(|| headers.into_future()));
    assert!(connected.is_err());
    assert_eq!(PLACE.get(), Some(("test", line)));
}

#[tokio::test]
async fn a_question_without_an_answer_is_an_outcome() {
    let asked = outcome("shop/close", json!({"shop": "mine"})).await;
    assert!(!asked.is_ok());
    assert_eq!(asked.questions()[0].message, "Close \"mine\"?");
    assert_eq!(
        text_of(|| asked.ok()),
        "the call of `shop/close` did not succeed; the user is asked:\n    Close \"mine\"?"
    );
}
