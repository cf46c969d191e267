//! Shows the tracker's tools to people: the tree of its actions, and the tools as a model reads
//! them.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use fusion_core::catalog::{Catalog, Prompt, Resource, Tool};

/// Writes a line for each group, action, prompt and resource, indented by level.
pub(super) fn tree(catalog: &Catalog) -> String {
    let mut lines = String::new();
    let mut line = |depth: usize, name: &str, description: Option<&str>, mark: &str| {
        let about = description.and_then(|text| text.lines().next());
        let about = about.map_or_else(String::new, |about| format!(": {about}"));
        let _ = writeln!(
            lines,
            "{:indent$}{name}{about}{mark}",
            "",
            indent = depth * 2
        );
    };
    for (depth, group) in catalog.walk() {
        if let Some(group) = catalog.get(group) {
            line(depth, &group.name, group.description.as_deref(), "");
        }
        for tool in catalog.children::<Tool>(group) {
            if let Some(tool) = catalog.get(tool) {
                // A destructive action already has that mark at the end of its description.
                let hints = tool.annotations.as_ref();
                let read_only = hints.and_then(|hints| hints.read_only_hint) == Some(true);
                let mark = if read_only { " [READ-ONLY]" } else { "" };
                line(depth + 1, &tool.name, tool.description.as_deref(), mark);
            }
        }
        for prompt in catalog.children::<Prompt>(group) {
            if let Some(prompt) = catalog.get(prompt) {
                let about = prompt.description.as_deref();
                line(depth + 1, &prompt.name, about, " [PROMPT]");
            }
        }
        for resource in catalog.children::<Resource>(group) {
            if let Some(resource) = catalog.get(resource) {
                let about = resource.description.as_deref();
                let mark = format!(" [{}]", resource.uri);
                line(depth + 1, &resource.name, about, &mark);
            }
        }
    }
    lines
}

/// Prints to standard output, which carries no protocol if nothing is served.
pub(super) fn print(text: &str) -> io::Result<()> {
    io::stdout().write_all(text.as_bytes())
}
