//! The document has what its caller may see, and nothing else.

use fusion_core::{
    Server,
    auth::{Issuer, ResourceServer},
    server_info,
};
use fusion_tests::{
    http::Served,
    issuer::{SigningKey, key_set, now},
};
use serde_json::json;

use super::{DOCUMENT, document, server};

/// The words by which a hidden item could be known.
const HIDDEN: [&str; 7] = [
    "till",
    "delete_all",
    "Empty",
    "robbery",
    "money",
    "amount",
    "tally",
];

#[tokio::test]
async fn what_is_hidden_from_a_caller_is_in_no_part_of_the_document() {
    let served = Served::start(server());
    let client = &served.client;
    let whole = document(client, "root").await.to_string();
    for word in HIDDEN {
        assert!(whole.contains(word), "{word}");
    }
    for query in [
        "",
        "?exposition=grouped&form=brief",
        "?exposition=grouped&form=workflow",
        "?exposition=by-safety&form=compact",
        "?exposition=flat&form=compact",
        "?without=shop/buy",
    ] {
        let path = format!("{DOCUMENT}{query}").leak();
        let reply = client.at(path).header("x-user", "all").get().await;
        assert_eq!(reply.status, 200, "{query}");
        for word in HIDDEN {
            assert!(
                !reply.body.contains(word),
                "{query}: {word} in {}",
                reply.body
            );
        }
    }
    let hidden = client.at("/_fusion/view.json?without=till/delete_all");
    let unknown = client.at("/_fusion/view.json?without=till/other");
    let (hidden, unknown) = (
        hidden.header("x-user", "all").get().await,
        unknown.header("x-user", "all").get().await,
    );
    assert_eq!((hidden.status, &hidden.body), (404, &unknown.body));
    served.end().await;
}

#[tokio::test]
async fn findings_are_those_about_what_the_caller_sees() {
    let served = Served::start(server());
    let places = |document: &serde_json::Value| {
        let findings = document["findings"].as_array().unwrap();
        let places = findings
            .iter()
            .map(|one| one["place"].as_str().unwrap().to_owned());
        places.collect::<Vec<_>>()
    };
    let all = places(&document(&served.client, "root").await);
    assert!(
        all.iter().any(|place| place == "till/delete_all"),
        "{all:?}"
    );
    let own = places(&document(&served.client, "admin").await);
    assert!(
        own.iter().any(|place| place == "till/delete_all"),
        "{own:?}"
    );
    assert!(own.iter().all(|place| all.contains(place)), "{own:?}");
    served.end().await;
}

#[tokio::test]
async fn a_caller_whom_a_provider_refuses_gets_no_document() {
    let served = Served::start(server());
    let client = served.client.at(DOCUMENT);
    let nobody = client.get().await;
    assert_eq!(nobody.status, 401);
    assert_eq!(nobody.header("www-authenticate"), Some("Bearer"));
    let banned = client.header("x-user", "mallory").get().await;
    assert_eq!(
        (banned.status, banned.body.as_str()),
        (403, "Error: mallory is banned\n")
    );
    // The files are the same for everyone, and tell nothing.
    assert_eq!(served.client.at("/").get().await.status, 200);
    served.end().await;
}

#[tokio::test]
async fn a_token_of_oauth_opens_the_document_and_not_the_files() {
    let key = SigningKey::p256("a");
    let issuer = Issuer::new("https://idp.example.com").jwks(key_set(&[&key]));
    let resource = ResourceServer::new("https://api.example.com/mcp").issuer(issuer);
    let registry = {
        struct Open;

        /// Be open.
        #[fusion_core::tool_group(name = "open")]
        impl Open {
            /// Say so.
            #[action(read_only)]
            fn tell() -> &'static str {
                "open"
            }
        }
        fusion_core::Registry::builder().tool(Open).build().unwrap()
    };
    let http = Server::new(registry, server_info!())
        .http()
        .oauth(resource)
        .explorer();
    let served = Served::start(http);
    assert_eq!(served.client.at("/").get().await.status, 200);
    let client = served.client.at(DOCUMENT);
    let refused = client.get().await;
    assert_eq!(refused.status, 401);
    assert!(
        refused
            .header("www-authenticate")
            .unwrap()
            .starts_with("Bearer")
    );
    let claims = json!({
        "iss": "https://idp.example.com", "aud": "https://api.example.com/mcp", "sub": "ada", "client_id": "app",
        "exp": now() + 600, "iat": now(),
    });
    let token = key.token(&claims);
    let reply = client
        .header("authorization", format!("Bearer {token}"))
        .get()
        .await;
    assert_eq!(reply.status, 200, "{reply:?}");
    assert!(reply.body.contains("\"key\":\"tell\""), "{}", reply.body);
    served.end().await;
}

#[tokio::test]
async fn values_that_layers_insert_reach_the_providers() {
    let http = server().map_router(|router| {
        router.layer(axum::middleware::map_request(
            async |mut request: axum::extract::Request| {
                request
                    .headers_mut()
                    .insert("x-user", http::HeaderValue::from_static("all"));
                request
            },
        ))
    });
    let served = Served::start(http);
    assert_eq!(served.client.at(DOCUMENT).get().await.status, 200);
    served.end().await;
}
