//! The error of a connection to Redis.

/// The error of [`Redis::connect`](super::Redis::connect). Its texts have neither the user nor the password of the URL.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RedisError {
    /// The URL is malformed, or needs a feature that is off, such as `redis-tls`; or those of a cluster have
    /// different users.
    #[error("the URL of Redis cannot be used")]
    Url(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// A certificate or a private key is malformed, or is set for a URL that is not `rediss://` (feature `redis-tls`).
    #[cfg(feature = "redis-tls")]
    #[error("the certificates for Redis cannot be used")]
    Certificate(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The prefix is no word of 1 to 64 ASCII letters, digits, `-`, `_` and `.`.
    #[error("the prefix of keys must be 1 to 64 ASCII letters, digits, `-`, `_` or `.`")]
    Prefix,
    /// No Redis answers at the address, it has a certificate that is not trusted, or it refuses the user or a command.
    #[error("Redis at {address} cannot be used")]
    Unreachable {
        /// The host and the port, or those of the nodes of a cluster.
        address: String,
        /// The reason.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}
