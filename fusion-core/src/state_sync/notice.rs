//! Invalidations, and the notices that models read.

use serde_json::Value;

use super::{CheckedPattern, Glob, entry_counter, wire};
use crate::result::{Content, ToolResponse};

/// The `_meta` key of the stale patterns, for programs.
pub(crate) const INVALIDATES: &str = "dev.fusion/invalidates";

/// The begin of the text of a notice.
const BEGIN: &str = "[System: Cache invalidated for ";

/// Returns true for the text of a notice.
#[cfg(feature = "testing")]
pub(crate) fn is_notice(text: &str) -> bool {
    text.starts_with(BEGIN)
}

/// The place of an invalidation notice in the result of a call.
///
/// The notice is a text block of its own. The output cap does not count it and does not cut it, and the
/// notation of the result does not apply to it. The patterns are in the result's
/// `_meta["dev.fusion/invalidates"]` in every case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notice {
    /// After all other blocks. A client that keeps only the first block keeps the result.
    #[default]
    Last,
    /// Before all other blocks.
    First,
    /// In no block: only programs read it, in `_meta`.
    Meta,
}

impl Notice {
    /// Adds the block of a notice to the blocks of a result.
    pub(crate) fn place<T>(self, blocks: &mut Vec<T>, notice: T) {
        match self {
            Self::Last => blocks.push(notice),
            Self::First => blocks.insert(0, notice),
            Self::Meta => {}
        }
    }
}

/// Results that a successful write made stale, for other processes and caches. The arguments of the
/// call are not included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalidation {
    cause: String,
    /// `true` if the cause is a foreign tool, whose name may contain a `/`.
    foreign: bool,
    stale: Vec<CheckedPattern>,
    /// `true` if another replica caused it.
    from_replica: bool,
}

impl Invalidation {
    pub(super) fn new(cause: &str, foreign: bool, stale: &[CheckedPattern]) -> Self {
        Self {
            cause: cause.to_owned(),
            foreign,
            stale: stale.to_vec(),
            from_replica: false,
        }
    }

    /// Creates the invalidation that another replica caused. Patterns that are malformed, as those of a version
    /// with another notation may be, become the pattern of everything.
    pub(crate) fn from_replica(cause: String, patterns: &[String]) -> Self {
        let parsed: Result<Vec<_>, _> = patterns.iter().map(|text| Glob::parse(text)).collect();
        let globs = parsed.unwrap_or_else(|_| Glob::parse("**").into_iter().collect());
        let pattern = |glob| CheckedPattern {
            glob,
            foreign: false,
        };
        Self {
            cause,
            foreign: false,
            stale: globs.into_iter().map(pattern).collect(),
            from_replica: true,
        }
    }

    /// Returns true if another replica caused the invalidation, which arrived over the
    /// [bus](crate::shared::Bus). The cause is empty if some of theirs were lost.
    pub fn is_from_replica(&self) -> bool {
        self.from_replica
    }

    /// Returns the action that caused the invalidation, such as `tracker/issues.open`; for a
    /// foreign tool, its name.
    pub fn cause(&self) -> &str {
        &self.cause
    }

    /// Returns the cause in the notation of models.
    fn wire_cause(&self) -> String {
        if self.foreign {
            return self.cause.clone();
        }
        wire(&self.cause)
    }

    /// Returns globs such as `tracker/issues.*`, as they were written: every result of a matching
    /// action is stale. The list includes patterns that match nothing in the caller's view.
    pub fn patterns(&self) -> impl Iterator<Item = &str> {
        self.stale.iter().map(|target| target.glob.as_str())
    }
}

/// Notice of an invalidation for one caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InvalidationNotice {
    pub(crate) text: String,
    /// Patterns in the notation of models: `tracker.issues.*`.
    pub(crate) patterns: Vec<String>,
    /// Patterns in the notation of policies: `tracker/issues.*`.
    pub(crate) written: Vec<String>,
}

impl InvalidationNotice {
    /// Creates the notice for a caller; `sees` returns `true` for a pattern that matches an item in
    /// the caller's view, or that is about foreign tools. Returns `None` if no pattern remains.
    pub(crate) fn new(
        invalidation: &Invalidation,
        mut sees: impl FnMut(&CheckedPattern) -> bool,
    ) -> Option<Self> {
        entry_counter::count_entry();
        let stale = invalidation.stale.iter();
        let (patterns, written): (Vec<_>, Vec<_>) = stale
            .filter(|target| sees(target))
            .map(|target| (target.glob.wire(), target.glob.to_string()))
            .unzip();
        if patterns.is_empty() {
            return None;
        }
        let text = format!(
            "{BEGIN}{} — caused by {}]",
            patterns.join(", "),
            invalidation.wire_cause()
        );
        Some(Self {
            text,
            patterns,
            written,
        })
    }

    /// Adds the notice to a response. The caller passes only successful responses of calls that
    /// changed something.
    pub(crate) fn add_to(&self, response: ToolResponse, place: Notice) -> ToolResponse {
        entry_counter::count_entry();
        let patterns: Value = self.patterns.clone().into();
        let response = match place {
            // Without the list that another block needs.
            Notice::Meta => response,
            place => response.replace_blocks(|mut blocks| {
                place.place(&mut blocks, Content::text(&*self.text));
                blocks
            }),
        };
        response.with_meta(INVALIDATES, patterns)
    }
}
