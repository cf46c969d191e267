//! The list of tools, which is asked for most: made once, and cloned for nearly nothing.

use std::{
    borrow::Cow,
    collections::BTreeSet,
    sync::{Mutex, PoisonError},
};

use rmcp::model::Tool;

use super::super::convert;
use crate::{ctx::Era, registry::View};

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
