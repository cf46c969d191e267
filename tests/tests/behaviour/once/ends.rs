//! Which ends of a call are kept, and which give the key back.

use fusion_core::middleware::{Call, Middleware, Next};
use fusion_tests::{
    http::Served,
    wire::{MODERN, modern},
};

use super::*;

#[tokio::test]
async fn an_error_is_an_answer() {
    let orders = Orders::default();
    let registry = orders.registry();
    for how in ["plainly", "panic", "internal"] {
        let before = orders.runs();
        let fail = || call(&registry, "fail", how, json!({"how": how}));
        let (first, again) = (fail().await.unwrap_err(), fail().await.unwrap_err());
        assert_eq!(orders.runs(), before + 1, "{how}");
        assert_eq!(first.to_string(), again.to_string(), "{how}");
        assert_eq!(first.data(), again.data(), "{how}");
        let (CallError::Failed { error: one, .. }, CallError::Failed { error: other, .. }) =
            (&first, &again)
        else {
            panic!("{first} {again}");
        };
        assert_eq!(
            (one.is_panic(), one.message(), one.reference()),
            (other.is_panic(), other.message(), other.reference())
        );
    }
}

#[tokio::test]
async fn an_error_of_a_call_that_did_nothing_gives_the_key_back() {
    let orders = Orders::default();
    let registry = orders.registry();
    for how in ["refused", "later", "unauthorized"] {
        let before = orders.runs();
        for _ in 0..2 {
            call(&registry, "fail", how, json!({"how": how}))
                .await
                .unwrap_err();
        }
        assert_eq!(orders.runs(), before + 2, "{how}");
    }
}

#[tokio::test]
async fn an_invalid_call_gives_the_key_back() {
    let orders = Orders::default();
    let registry = orders.registry();
    let invalid = call(&registry, "place", "k", json!({"item": 7})).await;
    assert_eq!(code(invalid), "invalid_arguments");
    let valid = call(&registry, "place", "k", json!({"item": "pen"})).await;
    assert_eq!(text(&valid.unwrap()), r#"{"number":1,"item":"pen"}"#);
}

/// Refuses the first call.
#[derive(Default)]
struct RefuseFirst(AtomicUsize);

impl Middleware for RefuseFirst {
    async fn handle(
        &self,
        call: &mut Call<'_>,
        next: impl Next,
    ) -> Result<ToolResponse, ToolError> {
        if self.0.fetch_add(1, Ordering::SeqCst) == 0 {
            return Err(ToolError::new("too many calls")
                .code("busy")
                .nothing_ran()
                .retry_after(Duration::from_secs(1)));
        }
        next.run(call).await
    }
}

#[tokio::test]
async fn a_call_that_middleware_refuses_gives_the_key_back_and_a_repetition_reaches_none() {
    let orders = Orders::default();
    let middleware = Arc::new(RefuseFirst::default());
    let builder = Registry::builder().middleware_list(vec![middleware.clone()]);
    let registry = builder.tool(orders.clone()).build().unwrap();
    let place = || call(&registry, "place", "k", json!({"item": "pen"}));
    assert_eq!(code(place().await), "busy");
    let first = place().await.unwrap();
    assert_eq!(place().await.unwrap(), first);
    assert_eq!(middleware.0.load(Ordering::SeqCst), 2);
    assert_eq!(orders.runs(), 1);
}

#[tokio::test]
async fn guards_and_scopes_come_before_the_answer() {
    let orders = Orders::default();
    let is_closed = Arc::new(AtomicUsize::new(0));
    let closed = Arc::clone(&is_closed);
    let builder = orders.builder().guard(move |_| {
        if closed.load(Ordering::SeqCst) == 0 {
            Ok(())
        } else {
            Err(ToolError::new("closed").code("closed"))
        }
    });
    let registry = builder.build().unwrap();
    let place = || call(&registry, "place", "k", json!({"item": "pen"}));
    place().await.unwrap();
    is_closed.store(1, Ordering::SeqCst);
    assert_eq!(code(place().await), "closed");
}

#[tokio::test(start_paused = true)]
async fn a_call_that_times_out_keeps_its_error() {
    use fusion_core::middleware::Timeout;

    let orders = Orders::default();
    let builder = Registry::builder().middleware(Timeout::secs(1));
    let registry = builder.tool(orders.clone()).build().unwrap();
    let wait = || call(&registry, "wait", "k", json!({}));
    let (first, again) = (wait().await.unwrap_err(), wait().await.unwrap_err());
    assert_eq!(first.to_string(), again.to_string());
    let CallError::Failed { error, .. } = again else {
        panic!("{again}");
    };
    assert!(error.is_timeout());
    assert_eq!(orders.runs(), 1);
}

#[tokio::test(start_paused = true)]
async fn the_outcome_of_a_call_whose_owner_died_is_unknown() {
    let orders = Orders::default();
    let store = Arc::new(MemoryStore::new());
    let (owner, other) = (orders.sharing(&store), orders.sharing(&store));
    let mut running = Box::pin(call(&owner, "wait", "k", json!({})));
    let stopped = tokio::time::timeout(Duration::from_secs(50), &mut running).await;
    // From here on nobody polls the call and nobody drops it, as in a process that was killed.
    stopped.unwrap_err();
    // The claim is renewed each 10 s, and lasts for 30.
    let since = tokio::time::Instant::now();
    let error = call(&other, "wait", "k", json!({})).await.unwrap_err();
    let waited = since.elapsed().as_secs();
    assert!((19..=31).contains(&waited), "{waited}");
    assert_eq!(
        error.to_string(),
        "[orders/wait] the outcome of the first call with this `idempotency_key` is unknown: it was interrupted, and \
         may or may not have taken effect; this call did nothing\nHint: Find out whether it took effect, and only if \
         not, call with a new key."
    );
    for _ in 0..2 {
        tokio::time::sleep(Duration::from_secs(3_600)).await;
        assert_eq!(
            code(call(&other, "wait", "k", json!({})).await),
            "outcome_unknown"
        );
    }
    assert_eq!(orders.runs(), 1);
}

#[tokio::test(start_paused = true)]
async fn the_outcome_of_a_call_that_was_dropped_is_unknown_at_once() {
    let orders = Orders::default();
    let store = Arc::new(MemoryStore::new());
    let (owner, other) = (orders.sharing(&store), orders.sharing(&store));
    let running = tokio::spawn({
        let owner = owner.clone();
        async move { call(&owner, "wait", "k", json!({})).await }
    });
    tokio::time::sleep(Duration::from_secs(15)).await;
    // One repetition waits already, and is woken.
    let waiting = tokio::spawn({
        let owner = owner.clone();
        async move { code(call(&owner, "wait", "k", json!({})).await) }
    });
    tokio::time::sleep(Duration::from_secs(5)).await;
    running.abort();
    running.await.unwrap_err();
    let since = tokio::time::Instant::now();
    assert_eq!(waiting.await.unwrap(), "outcome_unknown");
    for registry in [&owner, &other] {
        let again = call(registry, "wait", "k", json!({})).await;
        assert_eq!(code(again), "outcome_unknown");
    }
    assert!(since.elapsed() < Duration::from_millis(100));
    assert_eq!(orders.runs(), 1);
}

#[tokio::test]
async fn the_outcome_of_a_call_whose_client_left_is_unknown_at_once() {
    let orders = Orders::default();
    let registry = orders.builder().principal(|_| None).build().unwrap();
    let served = Served::new(registry.clone());
    let body = modern(
        1,
        "tools/call",
        json!({"name": "orders", "arguments": {"action": "wait", "idempotency_key": "k"}}),
    );
    let client = served.client.header("mcp-protocol-version", MODERN);
    let client = client.header("mcp-method", "tools/call");
    let connection = client.header("mcp-name", "orders");
    let connection = connection.sent(body.to_string().as_bytes()).await;
    while orders.runs() == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    drop(connection);
    let since = std::time::Instant::now();
    let again = call(&registry, "wait", "k", json!({})).await;
    assert_eq!(code(again), "outcome_unknown");
    assert!(since.elapsed() < Duration::from_secs(5));
    assert_eq!(orders.runs(), 1);
    served.end().await;
}

#[tokio::test(start_paused = true)]
async fn the_outcome_of_a_cancelled_call_is_unknown_at_once() {
    let orders = Orders::default();
    let registry = orders.registry();
    let cancellation = fusion_core::Cancellation::new();
    let ctx = Ctx::new().with_cancellation(cancellation.clone());
    let arguments = json!({"action": "wait", "idempotency_key": "k"});
    let running = tokio::spawn({
        let registry = registry.clone();
        async move { registry.call("orders", arguments, ctx).await }
    });
    tokio::time::sleep(Duration::from_millis(1)).await;
    cancellation.cancel();
    assert!(matches!(running.await.unwrap(), Err(CallError::Cancelled)));
    let since = tokio::time::Instant::now();
    assert_eq!(
        code(call(&registry, "wait", "k", json!({})).await),
        "outcome_unknown"
    );
    assert!(since.elapsed() < Duration::from_millis(100));
    assert_eq!(orders.runs(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_repetition_that_waits_can_be_cancelled() {
    let orders = Orders::default();
    let registry = orders.registry();
    let first = tokio::spawn({
        let registry = registry.clone();
        async move { call(&registry, "wait", "k", json!({})).await }
    });
    tokio::time::sleep(Duration::from_millis(1)).await;
    let cancellation = fusion_core::Cancellation::new();
    let ctx = Ctx::new().with_cancellation(cancellation.clone());
    let arguments = json!({"action": "wait", "idempotency_key": "k"});
    let again = registry.call("orders", arguments, ctx);
    let cancel = async {
        tokio::time::sleep(Duration::from_secs(3)).await;
        cancellation.cancel();
    };
    let (again, ()) = tokio::join!(again, cancel);
    assert!(matches!(again, Err(CallError::Cancelled)));
    orders.open_gate();
    assert_eq!(text(&first.await.unwrap().unwrap()), "waited 1");
}

#[tokio::test]
async fn an_answer_that_is_too_large_is_told_as_done() {
    let orders = Orders::default();
    let registry = orders.registry();
    let fits = json!({"bytes": 1_000_000});
    let first = call(&registry, "long", "fits", fits.clone()).await.unwrap();
    let again = call(&registry, "long", "fits", fits).await.unwrap();
    assert_eq!(again, first);
    let large = json!({"bytes": 1_100_000});
    let first = call(&registry, "long", "large", large.clone())
        .await
        .unwrap();
    assert_eq!(text(&first).len(), 1_100_000);
    let error = call(&registry, "long", "large", large).await.unwrap_err();
    assert_eq!(error.data()["code"], "answer_not_kept");
    let told = error.to_string();
    assert!(
        told.starts_with(
            "[orders/long] the first call with this `idempotency_key` was done, and its answer is too large to be kept, \
             with 1100"
        ),
        "{told}"
    );
    assert_eq!(orders.runs(), 2);
}
