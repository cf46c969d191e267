//! Calls whose action moved or went away, and calls that nobody waits for.

use std::{sync::atomic::Ordering, time::Duration};

use fusion_core::TestClient;
use tokio::time::{sleep, timeout};

use super::{
    desk::{Desk, OfficeClient, Switched, list_only, registry},
    *,
};

#[tokio::test]
async fn an_action_that_moved_is_found_again() {
    let registry = registry(&Desk::default());
    let view = |exposition| registry.view(exposition).unwrap();
    let connection = Switched::to(view(Exposition::Flat));
    let desk = OfficeClient::at(&connection, "office").desk();
    for (exposition, counts) in [
        (Exposition::Flat, (1, 1)),
        (Exposition::Flat, (0, 1)),
        (Exposition::Grouped, (1, 2)),
        (Exposition::BySafety, (1, 2)),
        (Exposition::BySafety, (0, 1)),
    ] {
        connection.switch(view(exposition));
        assert_eq!(desk.list().await.unwrap(), "none", "{exposition:?}");
        assert_eq!(connection.counts(), counts, "{exposition:?}");
    }
}

#[tokio::test]
async fn an_action_that_is_gone_is_unlisted() {
    let registry = registry(&Desk::default());
    for exposition in [Exposition::Grouped, Exposition::BySafety, Exposition::Flat] {
        let view = registry.view(exposition).unwrap();
        let connection = Switched::to(view.clone());
        let desk = OfficeClient::at(&connection, "office").desk();
        desk.list().await.unwrap();
        connection.switch(view.filtered(&list_only()).unwrap());
        for _ in 0..2 {
            let error = desk.block().await.unwrap_err();
            let is_unlisted = matches!(error, ClientError::Unlisted { .. });
            assert!(is_unlisted, "{exposition:?}: {error}");
        }
        desk.list().await.unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn a_dropped_call_ends_its_action() {
    for is_http in [false, true] {
        for is_legacy in [false, true] {
            let desk = Desk::default();
            let mut client = TestClient::of(registry(&desk));
            if is_legacy {
                client = client.legacy();
            }
            let client = if is_http { client.http() } else { client }.await;
            let call = OfficeClient::at(&client, "office").desk().work();
            let late = timeout(Duration::from_millis(2_500), call.into_future()).await;
            late.unwrap_err();
            sleep(Duration::from_secs(30)).await;
            let steps = desk.steps.load(Ordering::SeqCst);
            assert_eq!(steps, 2, "http {is_http}, legacy {is_legacy}");
        }
    }
}
