//! Where the explorer stands: at the root of a host, below a prefix, and beside routes in its place.

use axum::{Router, routing::get as on_get};
use fusion_tests::http::Served;

use super::{get, server};

#[tokio::test]
async fn an_endpoint_at_the_root_leaves_the_folder_to_the_explorer() {
    let served = Served::start(server().path("/"));
    assert_eq!(get(&served, "/_fusion/").await.status, 200);
    let root = get(&served, "/").await;
    assert_ne!(
        root.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    served.end().await;
}

#[tokio::test]
async fn a_route_in_the_place_of_the_files_wins() {
    let served = Served::start(server().path("/_fusion/mcp"));
    assert_eq!(get(&served, "/_fusion/").await.status, 404);
    assert_eq!(get(&served, "/").await.status, 404);
    served.end().await;
}

#[tokio::test]
async fn a_router_leaves_the_root_to_the_application() {
    let app = Router::new().route("/", on_get(async || "the application"));
    let nested = Router::new().nest("/api", server().allow_remote().router());
    let app = app.merge(nested).merge(
        server()
            .allow_remote()
            .path("/other")
            .health_path("/alive")
            .router(),
    );
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let client = fusion_tests::http::Client::to(listener.local_addr().unwrap());
    let task = tokio::spawn(axum::serve(listener, app).into_future());
    assert_eq!(client.at("/").get().await.body, "the application");
    for path in ["/api/_fusion/", "/api/_fusion/app.js", "/_fusion/"] {
        assert_eq!(client.at(path).get().await.status, 200, "{path}");
    }
    let document = client
        .at("/api/_fusion/view.json")
        .header("x-user", "root")
        .get()
        .await;
    assert_eq!(document.status, 200);
    task.abort();
}

#[tokio::test]
async fn layers_of_the_application_do_not_stand_before_the_files() {
    let http = server().map_router(|router| {
        router.layer(axum::middleware::map_response(
            async |mut response: axum::response::Response| {
                *response.status_mut() = http::StatusCode::UNAUTHORIZED;
                response
            },
        ))
    });
    let served = Served::start(http);
    assert_eq!(get(&served, "/").await.status, 200);
    assert_eq!(get(&served, "/_fusion/app.js").await.status, 200);
    assert_eq!(get(&served, "/_fusion/view.json").await.status, 401);
    served.end().await;
}
