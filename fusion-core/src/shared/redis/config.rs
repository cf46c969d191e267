//! The settings of a connection to Redis: URLs, the prefix of keys, certificates.

use std::fmt;

#[cfg(any(feature = "redis-cluster", feature = "redis-tls"))]
use ::redis::ConnectionInfo;
#[cfg(feature = "redis-cluster")]
use ::redis::cluster::{ClusterClient, ClusterClientBuilder};
use ::redis::{Client, IntoConnectionInfo};
#[cfg(feature = "redis-tls")]
use ::redis::{ClientTlsConfig, TlsCertificates};
#[cfg(feature = "redis-tls")]
use rustls::pki_types::{CertificateDer, pem::PemObject};

#[cfg(feature = "redis-cluster")]
use super::LIMIT;
use super::{BoxedSource, PREFIX, Redis, RedisError, connection::RedisClient};

/// The settings of a connection to [`Redis`], for those that have more than a URL (feature `redis`).
///
/// ```no_run
/// use fusion_core::shared::RedisConfig;
///
/// # async fn connect(url: &str) -> Result<(), fusion_core::shared::RedisError> {
/// let redis = RedisConfig::new(url).prefix("tracker").connect().await?;
/// # let _ = redis;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct RedisConfig {
    urls: Vec<String>,
    #[cfg(feature = "redis-cluster")]
    is_cluster: bool,
    prefix: String,
    #[cfg(feature = "redis-tls")]
    root_certificates: Option<Vec<u8>>,
    #[cfg(feature = "redis-tls")]
    client_certificate: Option<ClientTlsConfig>,
}

impl RedisConfig {
    /// Creates the settings of one Redis, at a URL such as `redis://user:password@host:6379/0`, or `rediss://` for TLS
    /// (feature `redis-tls`).
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            urls: vec![url.into()],
            #[cfg(feature = "redis-cluster")]
            is_cluster: false,
            prefix: PREFIX.to_owned(),
            #[cfg(feature = "redis-tls")]
            root_certificates: None,
            #[cfg(feature = "redis-tls")]
            client_certificate: None,
        }
    }

    /// Creates the settings of a Redis Cluster, at the URLs of some of its nodes. The others are found through these. All
    /// URLs have the same user and password, and all or none of them are `rediss://`.
    #[cfg(feature = "redis-cluster")]
    pub fn cluster(urls: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self {
            urls: urls.into_iter().map(Into::into).collect(),
            is_cluster: true,
            ..Self::new("")
        }
    }

    /// Sets the prefix of all keys, `fusion` by default. All replicas of a server have the same prefix, and no other
    /// server at this Redis has it.
    pub fn prefix(mut self, prefix: impl Into<String>) -> Self {
        self.prefix = prefix.into();
        self
    }

    /// Sets the certificates of the authorities that may sign that of Redis, as PEM, in place of those of the platform.
    /// It needs a URL with `rediss://`.
    #[cfg(feature = "redis-tls")]
    pub fn root_certificates(mut self, pem: impl Into<Vec<u8>>) -> Self {
        self.root_certificates = Some(pem.into());
        self
    }

    /// Sets the certificate by which Redis knows this client, and its private key, both as PEM. A Redis with
    /// `tls-auth-clients yes`, its default, requires one.
    #[cfg(feature = "redis-tls")]
    pub fn client_certificate(mut self, pem: impl Into<Vec<u8>>, key: impl Into<Vec<u8>>) -> Self {
        self.client_certificate = Some(ClientTlsConfig {
            client_cert: pem.into(),
            client_key: key.into(),
        });
        self
    }

    /// Connects.
    ///
    /// # Errors
    ///
    /// See [`RedisError`]. A Redis that stops later is no error: see [`Redis`].
    pub async fn connect(self) -> Result<Redis, RedisError> {
        Redis::connect_with(&self).await
    }

    pub(super) fn key_prefix(&self) -> &str {
        &self.prefix
    }

    /// Returns the client, and the hosts and ports of the URLs.
    pub(super) fn client(&self) -> Result<(RedisClient, String), RedisError> {
        let nodes = self
            .urls
            .iter()
            .map(|url| url.as_str().into_connection_info());
        let nodes: Vec<_> = nodes.collect::<Result<_, _>>().map_err(url_error)?;
        let addresses: Vec<_> = nodes.iter().map(|node| node.addr().to_string()).collect();
        // For a cluster as well, whose client does not check that each URL is one of TLS.
        let mut clients = Vec::new();
        for node in &nodes {
            #[cfg(feature = "redis-tls")]
            let client = self.node_client(node.clone())?;
            #[cfg(not(feature = "redis-tls"))]
            let client = Client::open(node.clone()).map_err(url_error)?;
            clients.push(client);
        }
        #[cfg(feature = "redis-cluster")]
        if self.is_cluster {
            let builder = cluster_builder(nodes);
            #[cfg(feature = "redis-tls")]
            let builder = match self.certificates()? {
                Some(certificates) => builder.certs(certificates),
                None => builder,
            };
            let client = Box::new(builder.build().map_err(url_error)?);
            return Ok((RedisClient::Cluster(client), addresses.join(", ")));
        }
        let client = clients.pop().ok_or_else(|| url_error("there is no URL"))?;
        Ok((RedisClient::Node(Box::new(client)), addresses.join(", ")))
    }

    /// Returns the client of a node, with the certificates, which are checked.
    #[cfg(feature = "redis-tls")]
    fn node_client(&self, node: ConnectionInfo) -> Result<Client, RedisError> {
        match self.certificates()? {
            Some(certificates) => {
                let client = Client::build_with_tls(node, certificates);
                client.map_err(|error| RedisError::Certificate(error.into()))
            }
            None => Client::open(node).map_err(url_error),
        }
    }

    /// Returns the certificates, if there are any.
    #[cfg(feature = "redis-tls")]
    fn certificates(&self) -> Result<Option<TlsCertificates>, RedisError> {
        let Self {
            root_certificates,
            client_certificate,
            ..
        } = self;
        let client_pem = client_certificate
            .as_ref()
            .map(|client| &client.client_cert);
        for pem in root_certificates.iter().chain(client_pem) {
            // Without one, Redis would be refused when it is connected, with a reason that does not lead here.
            if CertificateDer::pem_slice_iter(pem).next().is_none() {
                return Err(RedisError::Certificate(
                    "there is no certificate in the PEM".into(),
                ));
            }
        }
        let is_set = root_certificates.is_some() || client_certificate.is_some();
        Ok(is_set.then(|| TlsCertificates {
            client_tls: client_certificate.clone(),
            root_cert: root_certificates.clone(),
        }))
    }
}

#[cfg(feature = "redis-cluster")]
fn cluster_builder(nodes: Vec<ConnectionInfo>) -> ClusterClientBuilder {
    ClusterClient::builder(nodes)
        .connection_timeout(LIMIT)
        .response_timeout(LIMIT)
        .overall_response_timeout(Some(LIMIT * 2))
        // A command follows a key that moved. The waits are in milliseconds.
        .retries(3)
        .min_retry_wait(10)
        .max_retry_wait(200)
}

fn url_error(error: impl Into<BoxedSource>) -> RedisError {
    RedisError::Url(error.into())
}

/// Shows neither the URLs, which contain passwords, nor the private key.
impl fmt::Debug for RedisConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedisConfig")
            .field("urls", &self.urls.len())
            .field("prefix", &self.prefix)
            .finish_non_exhaustive()
    }
}
