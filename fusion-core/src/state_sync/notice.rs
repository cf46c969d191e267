//! What a write says: the invalidation, and the notice that a model reads.

use serde_json::Value;

use super::{CheckedPattern, Glob, probe};
use crate::result::{Content, ToolResponse};

/// The `_meta` key under which a program finds the patterns.
pub(crate) const INVALIDATES: &str = "dev.fusion/invalidates";

/// What a successful write has made stale: everything that another process needs to know of it.
/// The arguments of the call are no part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalidation {
    cause: String,
    stale: Vec<CheckedPattern>,
}

impl Invalidation {
    pub(super) fn new(cause: &str, stale: &[CheckedPattern]) -> Self {
        Self {
            cause: cause.to_owned(),
            stale: stale.to_vec(),
        }
    }

    /// The action that did it, as `tool.key`; of a tool that is none of ours, its name.
    pub fn cause(&self) -> &str {
        &self.cause
    }

    /// Globs over `tool.key`: whatever matches one of them is stale. All of them, also those that
    /// match nothing that this caller may see.
    pub fn patterns(&self) -> impl Iterator<Item = &str> {
        self.stale.iter().map(|target| target.glob.as_str())
    }
}

/// What a caller is told of an invalidation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Notice {
    pub(crate) text: String,
    pub(crate) patterns: Vec<String>,
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
        let patterns: Vec<_> = stale
            .filter(|target| target.foreign || sees(&target.glob))
            .map(|target| target.glob.to_string())
            .collect();
        if patterns.is_empty() {
            return None;
        }
        let text = format!(
            "[System: Cache invalidated for {} — caused by {}]",
            patterns.join(", "),
            invalidation.cause
        );
        Some(Self { text, patterns })
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
