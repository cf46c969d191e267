//! Repetitions of a call, at once and later.

use super::*;

#[tokio::test]
async fn a_repetition_gets_the_same_answer_and_does_not_run() {
    let orders = Orders::default();
    let registry = orders.registry();
    let first = call(&registry, "place", "k", json!({"item": "pen"}))
        .await
        .unwrap();
    assert_eq!(text(&first), r#"{"number":1,"item":"pen"}"#);
    for _ in 0..3 {
        let again = call(&registry, "place", "k", json!({"item": "pen"})).await;
        assert_eq!(again.unwrap(), first);
    }
    let noted = call(&registry, "note", "k", json!({"text": "a"}))
        .await
        .unwrap();
    let again = call(&registry, "note", "k", json!({"text": "a"})).await;
    assert_eq!(again.unwrap(), noted);
    assert_eq!(noted.meta().unwrap()["a/number"], 2);
    assert_eq!(orders.runs(), 2);
}

#[tokio::test]
async fn without_a_key_each_call_runs() {
    let orders = Orders::default();
    let registry = orders.registry();
    for number in 0..3 {
        let arguments = json!({"action": "place", "item": "pen", "idempotency_key": null});
        let response = registry
            .call("orders", arguments, Ctx::new())
            .await
            .unwrap();
        assert!(text(&response).contains(&format!(r#""number":{}"#, number + 1)));
    }
    let plain = json!({"action": "place", "item": "pen"});
    registry.call("orders", plain, Ctx::new()).await.unwrap();
    assert_eq!(orders.runs(), 4);
}

/// Calls `place` and `wait` 200 times at once, over these registries.
async fn concurrent(orders: &Orders, registries: &[Registry]) {
    for (action, arguments) in [("place", json!({"item": "pen"})), ("wait", json!({}))] {
        let before = orders.runs();
        let calls: Vec<_> = (0..200)
            .map(|number| {
                let registry = registries[number % registries.len()].clone();
                let arguments = arguments.clone();
                tokio::spawn(async move { call(&registry, action, "same", arguments).await })
            })
            .collect();
        if action == "wait" {
            tokio::time::sleep(Duration::from_millis(200)).await;
            orders.open_gate();
        }
        let mut answers = Vec::new();
        for call in calls {
            answers.push(call.await.unwrap().unwrap());
        }
        assert_eq!(orders.runs(), before + 1, "{action}");
        assert!(answers.iter().all(|answer| *answer == answers[0]));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_200_calls_at_once_one_runs() {
    let orders = Orders::default();
    concurrent(&orders, &[orders.registry()]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_200_calls_at_once_over_two_replicas_one_runs() {
    let orders = Orders::default();
    let store = Arc::new(MemoryStore::new());
    let replicas = [orders.sharing(&store), orders.sharing(&store)];
    concurrent(&orders, &replicas).await;
}

#[tokio::test(start_paused = true)]
async fn a_repetition_is_woken_by_the_end_of_the_first_call_in_its_process() {
    let orders = Orders::default();
    let registry = orders.registry();
    let first = tokio::spawn({
        let registry = registry.clone();
        async move { call(&registry, "wait", "k", json!({})).await }
    });
    tokio::time::sleep(Duration::from_millis(1)).await;
    let again = tokio::spawn({
        let registry = registry.clone();
        async move { call(&registry, "wait", "k", json!({})).await }
    });
    // The pauses between two looks into the store have grown to a second.
    tokio::time::sleep(Duration::from_secs(10)).await;
    orders.open_gate();
    let since = tokio::time::Instant::now();
    let (first, again) = (first.await.unwrap().unwrap(), again.await.unwrap().unwrap());
    assert_eq!(first, again);
    assert!(since.elapsed() < Duration::from_millis(5), "{since:?}");
    assert_eq!(orders.runs(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_repetition_does_not_wait_for_ever() {
    let orders = Orders::default();
    let registry = orders.registry();
    let first = tokio::spawn({
        let registry = registry.clone();
        async move { call(&registry, "wait", "k", json!({})).await }
    });
    tokio::time::sleep(Duration::from_millis(1)).await;
    let since = tokio::time::Instant::now();
    let Err(error) = call(&registry, "wait", "k", json!({})).await else {
        panic!("it has run");
    };
    let waited = since.elapsed().as_secs();
    assert!((45..=46).contains(&waited), "{waited}");
    assert_eq!(
        error.to_string(),
        "[orders/wait] the first call with this `idempotency_key` still runs\nHint: Repeat the call with the same key \
         and arguments to get its answer.\nRetry after 10 s"
    );
    assert_eq!(error.data()["code"], "still_running");
    // The claim was renewed all the time.
    tokio::time::sleep(Duration::from_secs(300)).await;
    orders.open_gate();
    let first = first.await.unwrap().unwrap();
    let again = call(&registry, "wait", "k", json!({})).await.unwrap();
    assert_eq!(again, first);
    assert_eq!(orders.runs(), 1);
}

#[tokio::test(start_paused = true)]
async fn an_answer_is_kept_for_a_day_or_as_long_as_the_registry_says() {
    let day = Duration::from_secs(24 * 60 * 60);
    let hour = Duration::from_secs(60 * 60);
    for (set, kept) in [(None, day), (Some(hour), hour)] {
        let orders = Orders::default();
        let mut builder = orders.builder();
        if let Some(time) = set {
            builder = builder.once_for(time);
        }
        let registry = builder.build().unwrap();
        let place = || call(&registry, "place", "k", json!({"item": "pen"}));
        let first = place().await.unwrap();
        tokio::time::advance(kept * 99 / 100).await;
        assert_eq!(place().await.unwrap(), first);
        tokio::time::advance(kept / 50).await;
        assert_ne!(place().await.unwrap(), first);
        assert_eq!(orders.runs(), 2);
    }
}

#[test]
fn the_time_is_a_second_at_least_and_a_year_at_most() {
    let year = Duration::from_secs(365 * 24 * 60 * 60);
    let second = Duration::from_secs(1);
    for (time, fits) in [
        (Duration::ZERO, false),
        (second, true),
        (year, true),
        (year + second, false),
    ] {
        let built = Orders::default().builder().once_for(time).build();
        assert_eq!(built.is_ok(), fits, "{time:?}");
        if let Err(errors) = built {
            assert_eq!(
                errors.to_string(),
                format!("`once_for` is {time:?}: set a second at least, and 365 days at most")
            );
        }
    }
}
