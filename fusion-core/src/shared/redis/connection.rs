//! The connections to Redis: one node with a manager that connects again, or a cluster whose client does.

use std::time::Duration;

use ::redis::{
    AsyncConnectionConfig, Client, Cmd, Pipeline, RedisFuture, RedisResult, Value,
    aio::{ConnectionLike, ConnectionManager, ConnectionManagerConfig, MultiplexedConnection},
};
#[cfg(feature = "redis-cluster")]
use ::redis::{
    cluster::{ClusterClient, ClusterConfig},
    cluster_async::ClusterConnection,
};

use super::LIMIT;

/// A client that is not connected yet.
pub(super) enum RedisClient {
    Node(Box<Client>),
    #[cfg(feature = "redis-cluster")]
    Cluster(Box<ClusterClient>),
}

impl RedisClient {
    /// Connects for commands that are answered at once. The clones of the connection share it.
    pub(super) async fn connect(&self) -> RedisResult<RedisConnection> {
        match self {
            Self::Node(client) => {
                let config = ConnectionManagerConfig::new()
                    .set_connection_timeout(Some(LIMIT))
                    .set_response_timeout(Some(LIMIT))
                    .set_min_delay(Duration::from_millis(20))
                    .set_number_of_retries(1);
                let manager = client.get_connection_manager_with_config(config).await?;
                Ok(RedisConnection::Managed(manager))
            }
            #[cfg(feature = "redis-cluster")]
            Self::Cluster(client) => {
                let connection = client.get_async_connection().await?;
                Ok(RedisConnection::Cluster(connection))
            }
        }
    }

    /// Connects for commands that wait in Redis, for at most `wait`. An error of this connection is its end.
    pub(super) async fn connect_to_wait(&self, wait: Duration) -> RedisResult<RedisConnection> {
        match self {
            Self::Node(client) => {
                let config = AsyncConnectionConfig::new()
                    .set_connection_timeout(Some(LIMIT))
                    .set_response_timeout(Some(wait + LIMIT));
                let connection = client.get_multiplexed_async_connection_with_config(&config);
                Ok(RedisConnection::Single(connection.await?))
            }
            #[cfg(feature = "redis-cluster")]
            Self::Cluster(client) => {
                let config = ClusterConfig::new()
                    .set_connection_timeout(LIMIT)
                    .set_response_timeout(wait + LIMIT);
                let connection = client.get_async_connection_with_config(config);
                Ok(RedisConnection::Cluster(connection.await?))
            }
        }
    }
}

/// A connection to one node or to a cluster.
#[derive(Clone)]
pub(super) enum RedisConnection {
    /// To one node. It connects again by itself.
    Managed(ConnectionManager),
    /// To one node, until it is lost.
    Single(MultiplexedConnection),
    /// To all nodes of a cluster. It connects again by itself.
    #[cfg(feature = "redis-cluster")]
    Cluster(ClusterConnection),
}

impl RedisConnection {
    fn as_dyn(&self) -> &(dyn ConnectionLike + Send + Sync) {
        match self {
            Self::Managed(connection) => connection,
            Self::Single(connection) => connection,
            #[cfg(feature = "redis-cluster")]
            Self::Cluster(connection) => connection,
        }
    }

    fn as_dyn_mut(&mut self) -> &mut (dyn ConnectionLike + Send + Sync) {
        match self {
            Self::Managed(connection) => connection,
            Self::Single(connection) => connection,
            #[cfg(feature = "redis-cluster")]
            Self::Cluster(connection) => connection,
        }
    }
}

impl ConnectionLike for RedisConnection {
    fn req_packed_command<'a>(&'a mut self, cmd: &'a Cmd) -> RedisFuture<'a, Value> {
        self.as_dyn_mut().req_packed_command(cmd)
    }

    fn req_packed_commands<'a>(
        &'a mut self,
        pipeline: &'a Pipeline,
        offset: usize,
        count: usize,
    ) -> RedisFuture<'a, Vec<Value>> {
        self.as_dyn_mut()
            .req_packed_commands(pipeline, offset, count)
    }

    fn get_db(&self) -> i64 {
        self.as_dyn().get_db()
    }
}
