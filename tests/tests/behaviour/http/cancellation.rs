//! Cancellation of a call, in each way that a client has.

use fusion_tests::{
    http::{Reply, Served},
    wire::patient,
};
use serde_json::json;

use super::{
    Desk,
    shutdown::{call, listening},
};

#[tokio::test]
async fn a_client_in_a_session_cancels_by_a_notification() {
    let desk = Desk::new();
    let served = Served::with(desk.registry(), |http| http.legacy_sessions(true));
    let (client, stream) = listening(&served).await;
    let waiting = call(&client, 7, "wait").await;
    desk.until_running(1).await;
    let params = json!({"requestId": 7, "reason": "enough"});
    let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params});
    assert_eq!(client.post(cancel.to_string().as_bytes()).await.status, 202);
    desk.until_running(0).await;
    drop((waiting, stream));
    served.end().await;
}

#[tokio::test]
async fn a_client_without_a_session_cancels_by_closing_its_request() {
    let desk = Desk::new();
    let served = Served::new(desk.registry());
    let waiting = call(&served.client, 7, "wait").await;
    desk.until_running(1).await;
    drop(waiting);
    desk.until_running(0).await;
    assert_eq!(
        served.client.call(json!({"action": "echo", "n": 3})).await,
        "3"
    );
    served.end().await;
}

#[tokio::test]
async fn in_a_session_an_id_may_be_used_again_right_after_its_cancellation() {
    let desk = Desk::new();
    let served = Served::with(desk.registry(), |http| http.legacy_sessions(true));
    let (client, stream) = listening(&served).await;
    for _ in 0..10 {
        let waiting = call(&client, 7, "wait").await;
        patient(desk.until_running(1)).await;
        let params = json!({"requestId": 7});
        let cancel =
            json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params});
        assert_eq!(client.post(cancel.to_string().as_bytes()).await.status, 202);
        let reply = Reply::read(call(&client, 7, "echo").await).await;
        assert_eq!(reply.text(), "7");
        patient(desk.until_running(0)).await;
        drop(waiting);
    }
    drop(stream);
    served.end().await;
}
