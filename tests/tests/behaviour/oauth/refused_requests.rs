//! Requests without a token, and requests that are malformed whatever their token is.

use fusion_tests::{
    http::{Client, Reply, Served},
    issuer::SigningKey,
    wire::patient,
};
use tokio::{io::AsyncWriteExt, net::TcpStream};

use super::{METADATA, challenge, claims, invalid, served};

fn desk() -> (Served, SigningKey) {
    let key = SigningKey::p256("first");
    (served(&[&key]), key)
}

fn malformed(text: &str) -> String {
    format!(
        "Bearer error=\"invalid_request\", error_description=\"{text}\", resource_metadata=\"{METADATA}\""
    )
}

/// Sends a request whose head has any bytes in place of the headers of a client.
async fn raw(client: &Client, target: &str, headers: &[u8]) -> Reply {
    let mut stream = TcpStream::connect(client.address).await.unwrap();
    let head = format!(
        "POST {target} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-length: 0\r\n",
        client.address
    );
    let bytes = [head.as_bytes(), headers, b"\r\n"].concat();
    patient(stream.write_all(&bytes)).await.unwrap();
    Reply::read(stream).await
}

#[tokio::test]
async fn requests_without_a_token_get_a_challenge_without_an_error() {
    let (served, _) = desk();
    for headers in [
        "",
        "authorization: Basic YWRhOmFkYQ==\r\n",
        "authorization: Bearerx\r\n",
        "authorization: DPoP abc\r\n",
        "authorization:\r\n",
        "proxy-authorization: Bearer abc\r\n",
    ] {
        let reply = raw(&served.client, "/mcp", headers.as_bytes()).await;
        let bare = format!("Bearer resource_metadata=\"{METADATA}\"");
        assert_eq!(challenge(&reply), (401, &*bare), "{headers}");
        assert_eq!(
            reply.body,
            "an access token is required: `Authorization: Bearer <token>`\n"
        );
    }
    served.end().await;
}

#[tokio::test]
async fn malformed_requests_are_refused_whatever_their_token() {
    let (served, key) = desk();
    let good = key.token(&claims());
    let header = format!("authorization: Bearer {good}\r\n");
    let in_query = "an access token must not be sent in the query of the URL";
    let twice = "a request must have one Authorization header";
    for (name, target, headers, text) in [
        ("two headers", "/mcp", format!("{header}{header}"), twice),
        (
            "a second scheme",
            "/mcp",
            format!("authorization: Basic YQ==\r\n{header}"),
            twice,
        ),
        (
            "the query",
            &*format!("/mcp?access_token={good}"),
            String::new(),
            in_query,
        ),
        (
            "the query and the header",
            "/mcp?a=b&access_token=x",
            header.clone(),
            in_query,
        ),
        (
            "no token",
            "/mcp",
            "authorization: Bearer \r\n".to_owned(),
            "the Authorization header has no token",
        ),
    ] {
        let reply = raw(&served.client, target, headers.as_bytes()).await;
        assert_eq!(challenge(&reply), (400, &*malformed(text)), "{name}");
    }
    let long = format!("authorization: Bearer {}\r\n", "a".repeat(16 * 1024 + 1));
    for (name, headers, text) in [
        (
            "not UTF-8",
            &b"authorization: Bearer \xff\xfe.a.b\r\n"[..],
            "the token is malformed",
        ),
        (
            "UTF-8, not ASCII",
            "authorization: Bearer é.a.b\r\n".as_bytes(),
            "the token is malformed",
        ),
        (
            "two words",
            b"authorization: Bearer a.b.c d\r\n",
            "the token is malformed",
        ),
        ("huge", long.as_bytes(), "the token is too long"),
    ] {
        let reply = raw(&served.client, "/mcp", headers).await;
        assert_eq!(challenge(&reply), (401, &*invalid(text)), "{name}");
    }
    served.end().await;
}

#[tokio::test]
async fn every_method_and_path_of_the_endpoint_needs_a_token() {
    let (served, _) = desk();
    for path in ["/mcp", "/mcp/"] {
        for method in ["GET", "POST", "DELETE", "PUT", "OPTIONS", "HEAD"] {
            let client = served.client.at(path);
            let stream = client.head(method, "content-length: 0\r\n\r\n").await;
            let reply = Reply::read(stream).await;
            assert_eq!(reply.status, 401, "{method} {path}");
        }
    }
    served.end().await;
}

#[tokio::test]
async fn the_body_of_a_refused_request_is_not_awaited() {
    let (served, _) = desk();
    let stream = served
        .client
        .head("POST", "content-length: 1000000\r\n\r\n")
        .await;
    assert_eq!(Reply::read(stream).await.status, 401);
    let body = vec![b' '; 3 * 1024 * 1024];
    assert_eq!(served.client.post(&body).await.status, 401);
    served.end().await;
}
