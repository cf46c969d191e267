//! The place of a feed in the stream of events.

use ::redis::{
    RedisResult, Script, Value,
    aio::ConnectionLike,
    cmd,
    streams::{StreamId, StreamRangeReply, StreamReadReply},
};

use super::keys::KeyNames;

/// The number of entries that are read at once.
const BATCH: usize = 256;

/// The last entry that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StreamPosition {
    /// The id of the entry in the stream.
    pub(super) id: String,
    /// The number of its event, counted over all replicas.
    pub(super) number: u64,
}

/// The scripts that read the stream and the number of its last event at one moment. They are no transactions, because the
/// client panics if Redis refuses to begin one.
pub(super) struct PositionScripts {
    end: Script,
    behind: Script,
}

impl PositionScripts {
    pub(super) fn new() -> Self {
        Self {
            end: Script::new(include_str!("lua/end.lua")),
            behind: Script::new(include_str!("lua/behind.lua")),
        }
    }

    /// Returns the end of the stream.
    pub(super) async fn end(
        &self,
        connection: &mut impl ConnectionLike,
        keys: &KeyNames,
    ) -> RedisResult<StreamPosition> {
        let mut script = self.end.key(&keys.events);
        script.key(&keys.sequence);
        let (number, last): (Option<u64>, StreamRangeReply) =
            script.invoke_async(connection).await?;
        let last = last.ids.into_iter().next();
        Ok(StreamPosition {
            id: last.map_or_else(|| "0-0".to_owned(), |entry| entry.id),
            number: number.unwrap_or_default(),
        })
    }

    /// Returns the entries behind a position, and the number of the last event; `None` for the number if there may be
    /// more entries.
    pub(super) async fn behind(
        &self,
        position: &StreamPosition,
        connection: &mut impl ConnectionLike,
        keys: &KeyNames,
    ) -> RedisResult<(Vec<StreamId>, Option<u64>)> {
        let mut script = self.behind.key(&keys.events);
        script.key(&keys.sequence).arg(&position.id).arg(BATCH);
        let (reply, number): (Option<StreamReadReply>, Option<u64>) =
            script.invoke_async(connection).await?;
        let entries = entries(reply);
        let number = (entries.len() < BATCH).then(|| number.unwrap_or_default());
        Ok((entries, number))
    }
}

impl StreamPosition {
    /// Waits for entries behind this one, for at most `wait` milliseconds.
    pub(super) async fn wait(
        &self,
        connection: &mut impl ConnectionLike,
        keys: &KeyNames,
        wait: usize,
    ) -> RedisResult<Vec<StreamId>> {
        let mut read = cmd("XREAD");
        read.arg("COUNT").arg(BATCH).arg("BLOCK").arg(wait);
        read.arg("STREAMS").arg(&keys.events).arg(&self.id);
        let reply: Option<StreamReadReply> = read.query_async(connection).await?;
        Ok(entries(reply))
    }
}

fn entries(reply: Option<StreamReadReply>) -> Vec<StreamId> {
    let keys = reply.map(|reply| reply.keys).unwrap_or_default();
    keys.into_iter().flat_map(|key| key.ids).collect()
}

/// An entry of the stream.
pub(super) struct StreamEntry<'e> {
    pub(super) number: u64,
    /// The replica that published the event, and how many it had published with it.
    pub(super) replica: &'e str,
    pub(super) own_number: u64,
    pub(super) event: &'e [u8],
}

impl<'e> StreamEntry<'e> {
    /// Returns `None` for an entry that no replica of this version has written.
    pub(super) fn new(entry: &'e StreamId) -> Option<Self> {
        let field = |name: &str| match entry.map.get(name) {
            Some(Value::BulkString(bytes)) => Some(&**bytes),
            _ => None,
        };
        let text = |name: &str| std::str::from_utf8(field(name)?).ok();
        Some(Self {
            number: text("number")?.parse().ok()?,
            replica: text("replica").filter(|name| name.len() <= 64)?,
            own_number: text("own")?.parse().ok()?,
            event: field("event")?,
        })
    }
}
