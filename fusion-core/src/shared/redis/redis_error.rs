//! The error of a connection to Redis.

/// The error of [`Redis::connect`](super::Redis::connect). Its texts have neither the user nor the password of the URL.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RedisError {
    /// The URL is malformed, or needs a feature that is off, such as `redis-tls`.
    #[error("the URL of Redis cannot be used")]
    Url(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The prefix is no word of 1 to 64 ASCII letters, digits, `-`, `_` and `.`.
    #[error("the prefix of keys must be 1 to 64 ASCII letters, digits, `-`, `_` or `.`")]
    Prefix,
    /// No Redis answers at the address, or it refuses the user.
    #[error("Redis at {address} cannot be used")]
    Unreachable {
        /// The host and the port.
        address: String,
        /// The reason.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}
