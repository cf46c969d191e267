//! Who may open the explorer, and which pages may call the endpoint.

use fusion_core::HttpServer;
use fusion_tests::http::{Client, Served};
use serde_json::json;
use tokio::net::TcpListener;

use super::{DOCUMENT, server};

const PATHS: [&str; 4] = ["/", "/_fusion/", "/_fusion/app.js", DOCUMENT];

async fn statuses(client: &Client) -> Vec<u16> {
    let mut all = Vec::new();
    for path in PATHS {
        all.push(client.at(path).header("x-user", "root").get().await.status);
    }
    all
}

/// The status of a call from a page of an origin.
async fn called_from(client: &Client, origin: &str) -> u16 {
    let client = client.header("x-user", "root").header("origin", origin);
    client.modern(1, "tools/list", json!({})).await.status
}

#[tokio::test]
async fn a_foreign_host_is_refused_as_at_the_endpoint() {
    let served = Served::start(server());
    assert_eq!(statuses(&served.client).await, [200; 4]);
    assert_eq!(
        statuses(&served.client.header("host", "localhost:1")).await,
        [200; 4]
    );
    for host in ["evil.example", "127.0.0.1.evil.example", ""] {
        let client = served.client.header("host", host);
        assert_eq!(statuses(&client).await, [403; 4], "{host:?}");
    }
    let twice = served
        .client
        .at("/")
        .head("GET", "host: localhost\r\n\r\n")
        .await;
    assert_eq!(fusion_tests::http::Reply::read(twice).await.status, 400);
    served.end().await;
}

#[tokio::test]
async fn other_machines_are_refused_unless_they_are_allowed() {
    let set = |http: HttpServer| http.allowed_hosts(["tools.example.com", "localhost"]);
    let served = Served::start(set(server()));
    let local = served.client.header("host", "localhost");
    assert_eq!(statuses(&local).await, [200; 4]);
    // A host that is not this machine, and requests that a proxy has forwarded.
    let remote = served.client.header("host", "tools.example.com");
    assert_eq!(statuses(&remote).await, [403; 4]);
    for (name, value) in [
        ("forwarded", "for=192.0.2.1"),
        ("x-forwarded-for", "192.0.2.1"),
        ("x-real-ip", "192.0.2.1"),
        ("via", "1.1 proxy"),
    ] {
        assert_eq!(
            statuses(&local.header(name, value)).await,
            [403; 4],
            "{name}"
        );
    }
    served.end().await;

    let served = Served::start(set(server()).allow_remote());
    let remote = served.client.header("host", "tools.example.com");
    let remote = remote.header("x-forwarded-for", "192.0.2.1");
    assert_eq!(statuses(&remote).await, [200; 4]);
    assert_eq!(
        statuses(&remote.header("host", "evil.example")).await,
        [403; 4]
    );
    served.end().await;
}

#[tokio::test]
async fn a_router_that_does_not_know_its_peers_refuses_them() {
    for (http, expected) in [(server(), 403), (server().allow_remote(), 200)] {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = Client::to(listener.local_addr().unwrap());
        let task = tokio::spawn(axum::serve(listener, http.router()).into_future());
        let reply = client.at("/_fusion/").get().await;
        assert_eq!(reply.status, expected);
        task.abort();
    }
}

#[tokio::test]
async fn the_page_may_call_the_endpoint_and_pages_of_others_may_not() {
    let served = Served::start(server());
    let client = &served.client;
    let own = format!("http://{}", client.address);
    assert_eq!(called_from(client, &own).await, 200);
    assert_eq!(
        called_from(&client.header("host", "localhost:8"), "http://localhost:8").await,
        200
    );
    for origin in [
        "http://evil.example".to_owned(),
        format!("https://{}", client.address),
        format!("{own}.evil.example"),
        format!("{own}/"),
        "http://127.0.0.1".to_owned(),
        "http://localhost:8".to_owned(),
        "null".to_owned(),
    ] {
        assert_eq!(called_from(client, &origin).await, 403, "{origin}");
    }
    // A name that leads to this machine is no host of the server: DNS rebinding.
    let rebound = client.header("host", "evil.example");
    assert_eq!(called_from(&rebound, "http://evil.example").await, 403);
    let forwarded = client.header("x-forwarded-for", "192.0.2.1");
    assert_eq!(called_from(&forwarded, &own).await, 403);
    served.end().await;
}

#[tokio::test]
async fn two_origins_are_not_dropped() {
    let served = Served::start(server());
    let own = format!("origin: http://{}\r\n", served.client.address);
    let body = fusion_tests::wire::modern(1, "tools/list", json!({})).to_string();
    let more = format!(
        "{own}origin: http://evil.example\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let client = served
        .client
        .header("mcp-protocol-version", fusion_tests::wire::MODERN);
    let stream = client
        .header("mcp-method", "tools/list")
        .head("POST", &more)
        .await;
    assert_eq!(fusion_tests::http::Reply::read(stream).await.status, 403);
    served.end().await;
}

#[tokio::test]
async fn behind_tls_an_origin_with_https_is_the_servers_own() {
    let hosts = ["tools.example.com"];
    let served = Served::start(server().allowed_hosts(hosts).allow_remote());
    let client = served.client.header("host", "tools.example.com");
    assert_eq!(called_from(&client, "https://tools.example.com").await, 200);
    assert_eq!(called_from(&client, "http://tools.example.com").await, 200);
    assert_eq!(
        called_from(&client, "https://tools.example.com.evil.example").await,
        403
    );
    served.end().await;
}

#[tokio::test]
async fn a_page_of_another_origin_cannot_request_the_document() {
    let served = Served::start(server());
    let client = served.client.at(DOCUMENT).header("x-user", "root");
    for (site, mode, status) in [
        ("same-origin", "cors", 200),
        ("none", "navigate", 200),
        ("cross-site", "no-cors", 403),
        ("same-site", "cors", 403),
        // A link on another page.
        ("cross-site", "navigate", 200),
    ] {
        let client = client
            .header("sec-fetch-site", site)
            .header("sec-fetch-mode", mode);
        assert_eq!(client.get().await.status, status, "{site} {mode}");
    }
    served.end().await;
}

#[tokio::test]
async fn without_the_explorer_no_page_may_call_the_endpoint() {
    let http = fusion_core::Server::new(super::registry(), fusion_core::server_info!()).http();
    let served = Served::start(http);
    let own = format!("http://{}", served.client.address);
    assert_eq!(called_from(&served.client, &own).await, 403);
    served.end().await;
}
