//! The files of the page: their headers, entity tags, encodings and sizes.

use std::io::Read as _;

use fusion_core::Server;
use fusion_tests::http::{Client, Served};
use tokio::io::AsyncReadExt as _;

use super::{get, registry, server};

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
    img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'; trusted-types 'none'";

/// The head and the bytes of a response.
async fn bytes(client: &Client) -> (String, Vec<u8>) {
    let mut stream = client.head("GET", "\r\n").await;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.unwrap();
    let end = bytes
        .windows(4)
        .position(|four| four == b"\r\n\r\n")
        .unwrap();
    let body = bytes.split_off(end + 4);
    (String::from_utf8(bytes).unwrap(), body)
}

/// Returns the names in the attributes and imports of a file.
fn references(text: &str) -> Vec<String> {
    let parts = text.split("\"./").skip(1);
    let names = parts.filter_map(|part| part.split('"').next());
    names.map(str::to_owned).collect()
}

#[tokio::test]
async fn the_page_and_its_files_have_strict_headers() {
    let served = Served::start(server());
    for (path, kind) in [
        ("/", "text/html; charset=utf-8"),
        ("/_fusion/", "text/html; charset=utf-8"),
        ("/_fusion/app.js", "text/javascript; charset=utf-8"),
        ("/_fusion/style.css", "text/css; charset=utf-8"),
        ("/_fusion/icon.svg", "image/svg+xml"),
    ] {
        let reply = get(&served, path).await;
        assert_eq!(reply.status, 200, "{path}");
        for (name, value) in [
            ("content-type", kind),
            ("content-security-policy", POLICY),
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
            ("cache-control", "no-cache"),
            ("vary", "accept-encoding"),
        ] {
            assert_eq!(reply.header(name), Some(value), "{path}: {name}");
        }
        assert_eq!(reply.header("content-encoding"), None);
    }
    served.end().await;
}

#[tokio::test]
async fn every_link_and_import_of_the_page_is_served_and_all_are_small() {
    let served = Served::start(server());
    let mut missing = vec![String::new()];
    let mut bytes = 0;
    let mut seen = Vec::new();
    while let Some(name) = missing.pop() {
        let path = format!("/_fusion/{name}").leak();
        let reply = get(&served, path).await;
        assert_eq!(reply.status, 200, "{path}");
        bytes += reply.body.len();
        for found in references(&reply.body) {
            // The document is no file.
            if found != "view.json" && !seen.contains(&found) {
                seen.push(found.clone());
                missing.push(found);
            }
        }
    }
    assert!(seen.len() > 10, "{seen:?}");
    assert!(bytes <= 120 * 1024, "{bytes} bytes");
    let root = get(&served, "/").await;
    for name in references(&root.body) {
        let path = format!("/{name}").leak();
        assert_eq!(get(&served, path).await.status, 200, "{path}");
    }
    served.end().await;
}

#[tokio::test]
async fn a_file_is_compressed_on_request_and_a_known_one_is_not_sent_again() {
    let served = Served::start(server());
    let client = served.client.at("/_fusion/app.js");
    let plain = client.get().await;
    let compressing = client.header("accept-encoding", "br, gzip");
    let (head, body) = bytes(&compressing).await;
    assert!(head.contains("content-encoding: gzip\r\n"), "{head}");
    let mut text = String::new();
    flate2::read::GzDecoder::new(&*body)
        .read_to_string(&mut text)
        .unwrap();
    assert_eq!(text, plain.body);
    assert!(body.len() < plain.body.len() / 2);

    let tag = plain.header("etag").unwrap();
    let known = client.header("if-none-match", tag).get().await;
    assert_eq!((known.status, known.body.as_str()), (304, ""));
    assert_eq!(known.header("etag"), Some(tag));
    // The compressed bytes are others, and have a tag of their own.
    let (head, _) = bytes(&compressing.header("if-none-match", tag)).await;
    assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
    let gzip_tag = format!("{}-gzip\"", tag.trim_end_matches('"'));
    let (head, body) = bytes(&compressing.header("if-none-match", gzip_tag)).await;
    assert!(head.starts_with("HTTP/1.1 304 "), "{head}");
    assert!(body.is_empty());
    assert_eq!(
        get(&served, "/").await.header("etag"),
        get(&served, "/").await.header("etag")
    );
    assert_ne!(
        get(&served, "/").await.header("etag"),
        get(&served, "/_fusion/").await.header("etag")
    );
    served.end().await;
}

#[tokio::test]
async fn the_document_is_compressed_and_never_kept() {
    let served = Served::start(server());
    let client = served.client.at(super::DOCUMENT).header("x-user", "root");
    let plain = client.get().await;
    assert_eq!(plain.header("cache-control"), Some("no-store"));
    assert_eq!(plain.header("content-type"), Some("application/json"));
    assert_eq!(plain.header("content-security-policy"), Some(POLICY));
    let (head, body) = bytes(&client.header("accept-encoding", "gzip")).await;
    assert!(head.contains("content-encoding: gzip\r\n"), "{head}");
    let mut text = String::new();
    flate2::read::GzDecoder::new(&*body)
        .read_to_string(&mut text)
        .unwrap();
    assert_eq!(text, plain.body);
    served.end().await;
}

#[tokio::test]
async fn other_methods_and_other_files_are_refused() {
    let served = Served::start(server());
    for path in ["/_fusion/", "/_fusion/app.js", "/_fusion/view.json"] {
        assert_eq!(
            served.client.at(path).post(b"{}").await.status,
            405,
            "{path}"
        );
    }
    for path in [
        "/_fusion",
        "/_fusion/other.js",
        "/_fusion/../Cargo.toml",
        "/app.js",
    ] {
        assert_eq!(get(&served, path).await.status, 404, "{path}");
    }
    served.end().await;
}

#[tokio::test]
async fn a_server_without_the_explorer_has_none_of_it() {
    let http = Server::new(registry(), fusion_core::server_info!()).http();
    let served = Served::start(http.allow_remote());
    for path in ["/", "/_fusion/", "/_fusion/app.js", "/_fusion/view.json"] {
        assert_eq!(get(&served, path).await.status, 404, "{path}");
    }
    served.end().await;
}
