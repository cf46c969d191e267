//! The tasks of a connection end with it.

use std::time::Duration;

use fusion_tests::{desk::Desk, full::Full, wire::patient};
use serde_json::json;
use tokio::runtime::Handle;

use super::{Client, ERAS, Era};

fn tasks() -> usize {
    Handle::current().metrics().num_alive_tasks()
}

/// Fails where tasks stay.
async fn until_tasks(count: usize) {
    patient(async {
        while tasks() != count {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    })
    .await;
}

// Time is paused: the SDK waits five seconds for a stream on which a client listens.
#[tokio::test(start_paused = true)]
async fn the_tasks_of_a_connection_end_with_its_client() {
    let mount = Desk::new().registry().mount();
    // Kept by the server, which serves clones of it.
    let handler = mount.attach(Full::default());
    let before = tasks();
    for era in ERAS {
        for _ in 0..3 {
            let mut client = Client::connect(handler.clone(), era).await;
            client.list().await;
            if era == Era::Modern {
                let wanted = json!({"notifications": {"toolsListChanged": true}});
                client.send("subscriptions/listen", wanted).await;
                client.wire.receive().await;
            }
            let alive = tasks();
            assert!(alive > before, "{alive} tasks");
            client.wire.close().await;
            drop(client);
            until_tasks(before).await;
        }
    }
    // There is no client to notify, which is no error.
    mount.detach();
}

#[tokio::test]
async fn a_client_that_shook_hands_costs_one_task_more_than_without_a_mount() {
    let before = tasks();
    let mut alone = Client::connect(Full::default(), Era::Legacy).await;
    alone.list().await;
    let one = tasks() - before;
    let mut attached = Client::connect(
        Desk::new().registry().mount().attach(Full::default()),
        Era::Legacy,
    )
    .await;
    attached.list().await;
    until_tasks(before + 2 * one + 1).await;
}
