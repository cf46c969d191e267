//! Redis over TLS: whose certificates are trusted, and what errors say.

use std::{error::Error, sync::Arc};

use fusion_core::shared::{Bus, Redis, RedisConfig, RedisError, Store};
use fusion_tests::{
    contracts::{self, Kept},
    replicas::changes_reach_the_clients_of_both,
};

use crate::{
    certificates::Certificates,
    server::{RedisServer, free_port},
};

/// A server with a TLS port.
struct TlsServer {
    certificates: Certificates,
    server: RedisServer,
    port: u16,
}

impl TlsServer {
    /// Starts a server with a certificate of the names.
    async fn start(names: &str, auth_clients: &str) -> Self {
        let certificates = Certificates::new(names);
        let arguments = |port: u16| {
            let words = [
                ("--tls-port", port.to_string()),
                ("--tls-cert-file", certificates.path("server.pem")),
                ("--tls-key-file", certificates.path("server.key")),
                ("--tls-ca-cert-file", certificates.path("authority.pem")),
                ("--tls-auth-clients", auth_clients.to_owned()),
            ];
            words.map(|(name, value)| [name.to_owned(), value]).concat()
        };
        let port = free_port();
        let server = RedisServer::start_with(|| (free_port(), arguments(port))).await;
        let user = [
            "ACL", "SETUSER", "ada", "on", ">hunter2", "~*", "&*", "+@all",
        ];
        server.command(&user).await;
        Self {
            certificates,
            server,
            port,
        }
    }

    fn config(&self) -> RedisConfig {
        self.config_of("rediss://ada:hunter2@127.0.0.1")
    }

    fn config_of(&self, url: &str) -> RedisConfig {
        RedisConfig::new(format!("{url}:{}", self.port))
    }

    fn trusting(&self) -> RedisConfig {
        let authority = self.certificates.read("authority.pem");
        self.config().root_certificates(authority)
    }
}

/// Returns the texts of an error and its causes, and its debug form. None of them shows the user or the password.
fn texts(error: &RedisError) -> Vec<String> {
    let mut texts = vec![format!("{error:?} {error:#?}")];
    let mut cause: Option<&dyn Error> = Some(error);
    while let Some(error) = cause {
        texts.push(error.to_string());
        cause = error.source();
    }
    for text in &texts {
        assert!(!text.contains("hunter2") && !text.contains("ada"), "{text}");
        assert!(!text.contains("PRIVATE KEY"), "{text}");
    }
    texts
}

async fn refused(config: RedisConfig) -> RedisError {
    config.connect().await.unwrap_err()
}

#[tokio::test]
async fn the_parts_work_over_tls() -> Kept {
    let server = TlsServer::start("IP:127.0.0.1", "no").await;
    let connect = || server.trusting().connect();
    contracts::bus([connect().await?, connect().await?, connect().await?]).await?;
    contracts::store(Arc::new(connect().await?), "tls").await?;
    changes_reach_the_clients_of_both(connect().await?, connect().await?).await;
    // Each connection of the test is over TLS, except for that which sends this command.
    let redis::Value::BulkString(clients) = server.server.command(&["CLIENT", "LIST"]).await else {
        panic!("no clients");
    };
    let clients = String::from_utf8(clients)?;
    let plain = format!("laddr=127.0.0.1:{} ", server.server.port);
    assert_eq!(clients.matches(&plain).count(), 1, "{clients}");
    Ok(())
}

#[tokio::test]
async fn a_certificate_of_a_stranger_is_refused() {
    let server = TlsServer::start("IP:127.0.0.1", "no").await;
    let stranger = server.certificates.read("stranger.pem");
    let address = format!("127.0.0.1:{}", server.port);
    // The authorities of the platform do not know it either.
    for config in [server.config().root_certificates(stranger), server.config()] {
        let texts = texts(&refused(config).await);
        assert_eq!(texts[1], format!("Redis at {address} cannot be used"));
        assert!(
            texts[2].contains("invalid peer certificate: UnknownIssuer"),
            "{texts:?}"
        );
    }
}

#[tokio::test]
async fn a_certificate_of_another_host_is_refused() {
    let server = TlsServer::start("DNS:redis.example", "no").await;
    let texts = texts(&refused(server.trusting()).await);
    assert!(texts[2].contains("invalid peer certificate: "), "{texts:?}");
    assert!(
        texts[2].contains("not valid for name \"127.0.0.1\""),
        "{texts:?}"
    );
}

#[tokio::test]
async fn a_server_that_requires_certificates_of_clients_gets_one() -> Kept {
    let server = TlsServer::start("IP:127.0.0.1", "yes").await;
    texts(&refused(server.trusting()).await);
    let (pem, key) = ("client.pem", "client.key");
    let (pem, key) = (server.certificates.read(pem), server.certificates.read(key));
    let config = server.trusting().client_certificate(pem, key);
    let shown = format!("{config:?} {config:#?}");
    assert!(
        !shown.contains("hunter2") && !shown.contains("KEY"),
        "{shown}"
    );
    let redis = config.connect().await?;
    assert_eq!(redis.read("a").await?, None);
    let shown = format!("{redis:?} {redis:#?}");
    assert!(
        !shown.contains("hunter2") && !shown.contains("KEY"),
        "{shown}"
    );
    Ok(())
}

#[tokio::test]
async fn certificates_that_cannot_be_used_are_errors_before_a_connection() {
    let server = TlsServer::start("IP:127.0.0.1", "no").await;
    let authority = server.certificates.read("authority.pem");
    let key = server.certificates.read("client.key");
    let broken = "-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n";
    let plain = format!("redis://ada:hunter2@127.0.0.1:{}", server.server.port);
    let configs = [
        server.config().root_certificates(""),
        server.config().root_certificates(&*key),
        server.config().root_certificates(broken),
        server.config().client_certificate("", &*key),
        server.config().client_certificate(&*authority, "no key"),
        RedisConfig::new(plain).root_certificates(&*authority),
    ];
    for config in configs {
        let error = refused(config).await;
        assert!(matches!(error, RedisError::Certificate(_)), "{error:?}");
        texts(&error);
    }
}

/// A plain connection to the TLS port, and TLS to the plain port, fail in time and without the password.
#[tokio::test]
async fn tls_and_plain_ports_that_are_mixed_up_are_errors() {
    let server = TlsServer::start("IP:127.0.0.1", "no").await;
    let plain = server.config_of("redis://ada:hunter2@127.0.0.1");
    let tls = format!("rediss://ada:hunter2@127.0.0.1:{}", server.server.port);
    for config in [plain, RedisConfig::new(tls)] {
        let error = refused(config).await;
        assert!(matches!(error, RedisError::Unreachable { .. }), "{error:?}");
        texts(&error);
    }
}

/// The certificate of Redis is verified each time: a connection that is made again does not reach another server.
#[tokio::test]
async fn a_certificate_that_changes_is_refused_when_the_connection_is_made_again() -> Kept {
    let mut server = TlsServer::start("IP:127.0.0.1", "no").await;
    let redis: Redis = server.trusting().connect().await?;
    assert_eq!(redis.read("a").await?, None);
    server.server.kill();
    for end in ["key", "pem"] {
        let stranger = server.certificates.read(&format!("stranger.{end}"));
        std::fs::write(server.certificates.path(&format!("server.{end}")), stranger)?;
    }
    server.server.run();
    assert!(server.server.answers().await);
    for _ in 0..5 {
        redis.read("a").await.unwrap_err();
        redis
            .publish(fusion_core::shared::Event::Lists)
            .await
            .unwrap_err();
    }
    Ok(())
}
