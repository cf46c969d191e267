//! The texts of assertions that fail.

use std::panic::{AssertUnwindSafe, catch_unwind};

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
        "the call of `shop/whose` has another text than\n    grace's\n; the model reads:\n    ada's"
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
async fn a_question_without_an_answer_is_an_outcome() {
    let asked = outcome("shop/close", json!({"shop": "mine"})).await;
    assert!(!asked.is_ok());
    assert_eq!(asked.questions()[0].message, "Close \"mine\"?");
    assert_eq!(
        text_of(|| asked.ok()),
        "the call of `shop/close` did not succeed; the user is asked:\n    Close \"mine\"?"
    );
}
