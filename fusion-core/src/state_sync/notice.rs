//! What a write says: the invalidation, and the notice that a model reads.

use serde_json::Value;

use super::{CheckedPattern, Glob, probe, wire};
use crate::result::{Content, ToolResponse};

/// The `_meta` key under which a program finds the patterns.
pub(crate) const INVALIDATES: &str = "dev.fusion/invalidates";

/// What a successful write has made stale: everything that another process needs to know of it.
/// The arguments of the call are no part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalidation {
    cause: String,
    /// Whether the cause is a tool of somebody else, whose name may have a `/` in it.
    foreign: bool,
    stale: Vec<CheckedPattern>,
}

impl Invalidation {
    pub(super) fn new(cause: &str, foreign: bool, stale: &[CheckedPattern]) -> Self {
        Self {
            cause: cause.to_owned(),
            foreign,
            stale: stale.to_vec(),
        }
    }

    /// The action that did it, such as `tracker/issues.open`; of a tool that is none of ours, its
    /// name.
    pub fn cause(&self) -> &str {
        &self.cause
    }

    /// The cause as a model reads it.
    fn wire_cause(&self) -> String {
        if self.foreign {
            return self.cause.clone();
        }
        wire(&self.cause)
    }

    /// Globs such as `tracker/issues.*`, as they were written: whatever matches one of them is stale.
    /// All of them, also those that match nothing that this caller may see.
    pub fn patterns(&self) -> impl Iterator<Item = &str> {
        self.stale.iter().map(|target| target.glob.as_str())
    }
}

/// What a caller is told of an invalidation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Notice {
    pub(crate) text: String,
    /// As models read them: `tracker.issues.*`.
    pub(crate) patterns: Vec<String>,
    /// As people write them: `tracker/issues.*`.
    pub(crate) written: Vec<String>,
}

impl Notice {
    /// The notice for a caller who sees something of what a pattern matches. `None` where there is
    /// nothing to tell.
    pub(crate) fn new(
        invalidation: &Invalidation,
        mut sees: impl FnMut(&Glob) -> bool,
    ) -> Option<Self> {
        probe::ran();
        let stale = invalidation.stale.iter();
        let (patterns, written): (Vec<_>, Vec<_>) = stale
            .filter(|target| target.foreign || sees(&target.glob))
            .map(|target| (target.glob.wire(), target.glob.to_string()))
            .unzip();
        if patterns.is_empty() {
            return None;
        }
        let text = format!(
            "[System: Cache invalidated for {} — caused by {}]",
            patterns.join(", "),
            invalidation.wire_cause()
        );
        Some(Self {
            text,
            patterns,
            written,
        })
    }

    /// The response with the notice before everything else. Only a success comes here, and only
    /// one that changed something.
    pub(crate) fn put(&self, response: ToolResponse) -> ToolResponse {
        probe::ran();
        let patterns: Value = self.patterns.clone().into();
        response
            .replace_blocks(|mut blocks| {
                blocks.insert(0, Content::text(&*self.text));
                blocks
            })
            .with_meta(INVALIDATES, patterns)
    }
}
