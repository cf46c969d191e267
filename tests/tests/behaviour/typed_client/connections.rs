//! Clients over the protocol: the test client in each of its ways, and the client of the SDK.

use fusion_core::{Exposition, Server, TestClient, server_info};
use fusion_tests::wire::is_lane_off;
use rmcp::ServiceExt as _;

use super::{assert_calls, tracker::registry};

fn server(exposition: Exposition) -> Server {
    let server = Server::new(registry(), server_info!());
    server.exposition(exposition).unwrap().lane(!is_lane_off())
}

const EXPOSITIONS: [Exposition; 4] = [
    Exposition::Grouped,
    Exposition::BySafety,
    Exposition::Flat,
    Exposition::Search,
];

#[tokio::test]
async fn the_test_client_is_a_connection() {
    for exposition in EXPOSITIONS {
        for is_http in [false, true] {
            for is_legacy in [false, true] {
                let mut client = if is_http {
                    TestClient::of(server(exposition).http().legacy_sessions(is_legacy))
                } else {
                    TestClient::of(server(exposition))
                };
                if is_legacy {
                    client = client.legacy();
                }
                let way = format!("{exposition:?}, http {is_http}, legacy {is_legacy}");
                assert_calls(&way, &client.await).await;
            }
        }
    }
}

#[tokio::test]
async fn the_client_of_the_sdk_is_a_connection() {
    for exposition in EXPOSITIONS {
        let (ours, theirs) = tokio::io::duplex(4_096);
        let (read, write) = tokio::io::split(theirs);
        tokio::spawn(server(exposition).serve(read, write, std::future::pending()));
        let service = ().serve(tokio::io::split(ours)).await.unwrap();
        assert_calls(&format!("{exposition:?}, service"), &service).await;
        assert_calls(&format!("{exposition:?}, peer"), service.peer()).await;
        service.cancel().await.unwrap();
    }
}
