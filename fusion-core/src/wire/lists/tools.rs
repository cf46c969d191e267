//! The list of tools. Clients request it most often, so it is built once per view and is cheap to clone.

use std::{
    borrow::Cow,
    collections::BTreeSet,
    sync::{Mutex, PoisonError},
};

use rmcp::model::Tool;

use super::super::convert;
use crate::{ctx::Era, registry::View};

/// Returns the tools of `view`. They are built once; the list of an unfiltered view then copies only
/// titles.
pub(super) fn tools(view: &View, era: Era) -> Vec<Tool> {
    let cached = view.cached(|whole| {
        let tools = view.tools().iter().map(convert::tool);
        let tools = tools.map(|tool| if whole { with_leaked_texts(tool) } else { tool });
        tools.collect::<Vec<_>>()
    });
    // Only this function stores a value in the view, so the downcast succeeds.
    let mut tools = cached.cloned().unwrap_or_default();
    for (tool, listed) in tools.iter_mut().zip(view.tools()) {
        if listed.output_schema_for(era).is_none() {
            tool.output_schema = None;
        }
        // Before 2025-06-18, only the annotations had a title, and directories of servers still read it there.
        if era == Era::Legacy
            && let Some(annotations) = &mut tool.annotations
        {
            annotations.title.clone_from(&tool.title);
        }
    }
    tools
}

/// Replaces the texts of a tool by `&'static str`, because the SDK clones a list for each response and
/// only borrowed `Cow`s are cloned for free.
fn with_leaked_texts(mut tool: Tool) -> Tool {
    tool.name = Cow::Borrowed(leak_text(&tool.name));
    tool.description = tool.description.map(|text| Cow::Borrowed(leak_text(&text)));
    tool
}

/// Leaks a text. Only the texts of unfiltered views are leaked, each once, so the leak is bounded by the
/// registered text and does not grow with the number of callers.
fn leak_text(text: &str) -> &'static str {
    static KEPT: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());

    let mut all = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = all.get(text) {
        return known;
    }
    let text = Box::leak(Box::from(text));
    all.insert(text);
    text
}
