//! The list of tools on the wire: ours as the SDK's, and beside those of a handler.

use std::{
    borrow::Cow,
    collections::BTreeSet,
    sync::{Mutex, Once, PoisonError},
};

use rmcp::model::{CacheScope, ListToolsResult, Tool};

use super::convert;
use crate::{Era, View};

/// What `view` lists. Made once; of a view without a filter a list copies nothing but titles.
pub(super) fn tools(view: &View, era: Era) -> Vec<Tool> {
    let made = view.made(|whole| {
        let tools = view.tools().iter().map(convert::tool);
        let tools = tools.map(|tool| if whole { lasting(tool) } else { tool });
        tools.collect::<Vec<_>>()
    });
    // Nobody else makes anything of a view.
    let mut tools = made.cloned().unwrap_or_default();
    for (tool, listed) in tools.iter_mut().zip(view.tools()) {
        if listed.output_schema_for(era).is_none() {
            tool.output_schema = None;
        }
    }
    tools
}

/// Our tools, then those of the handler whose names are not ours.
pub(super) fn merged(
    mut ours: ListToolsResult,
    theirs: ListToolsResult,
    seen: Option<&View>,
    clash: &Once,
) -> ListToolsResult {
    for tool in theirs.tools {
        // Not only what is listed: a call of a name that a tool had before is ours, too.
        if seen.is_some_and(|seen| seen.find(&tool.name).is_some()) {
            clash.call_once(|| {
                tracing::warn!(
                    tool = &*tool.name,
                    "the handler has a tool of a mounted tool's name: it is hidden; rename one of them"
                );
            });
        } else {
            ours.tools.push(tool);
        }
    }
    ours.next_cursor = theirs.next_cursor;
    ours.meta = theirs.meta;
    if ours.cache_scope.is_none() {
        // We say nothing to the legacy era.
        ours.ttl_ms = theirs.ttl_ms;
        ours.cache_scope = theirs.cache_scope;
        return ours;
    }
    // Both must be fresh; what is not said is the SDK's to fill in.
    ours.ttl_ms = ours.ttl_ms.zip(theirs.ttl_ms).map(|(a, b)| a.min(b));
    if theirs.cache_scope != Some(CacheScope::Public) {
        ours.cache_scope = theirs.cache_scope;
    }
    ours
}

/// The SDK clones a list for each answer, and clones for nothing only what lives as long as the
/// program does.
fn lasting(mut tool: Tool) -> Tool {
    tool.name = Cow::Borrowed(kept(&tool.name));
    tool.description = tool.description.map(|text| Cow::Borrowed(kept(&text)));
    tool
}

/// The same text, kept for good. Only texts of whole views come here, each once: they are bounded
/// by what the program registers, not by what callers may see.
fn kept(text: &str) -> &'static str {
    static KEPT: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());

    let mut all = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = all.get(text) {
        return known;
    }
    let text = Box::leak(Box::from(text));
    all.insert(text);
    text
}
