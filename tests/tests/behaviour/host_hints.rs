//! Hints for hosts: titles, icons, entries of `_meta`, and the instructions of a server.

mod errors;
mod inheritance;
mod instructions;
mod lint;
mod search;
mod wire;

use fusion_core::{
    Registry, RegistryBuilder,
    resource::ResourceContents,
    spec::{Icon, Theme},
    tool_group,
};
use serde_json::{Value, json};

struct Issues;

/// Track issues.
#[tool_group(
    title = "Issues",
    icons = [Icon::new("https://desk.example/issues.png")],
    meta("example.com/team" = "core", "example.com/tier" = 2),
    search_hint = "bug reports"
)]
impl Issues {
    /// List issues.
    #[action(title = "List issues", read_only)]
    fn list() -> String {
        "none".to_owned()
    }

    /// Close an issue.
    #[action(
        icons = [Icon::new("data:image/png;base64,AAAA").of_type("image/png").sized("48x48")],
        meta("example.com/tier" = json!({"level": 1})),
        always_load,
        search_hint = "resolve"
    )]
    fn close(issue: u64) -> String {
        format!("closed {issue}")
    }

    /// Delete an issue.
    #[action(destructive, always_load = false)]
    fn delete(issue: u64) -> String {
        format!("deleted {issue}")
    }

    /// Sum up the issues.
    #[prompt(icons = [Icon::new("https://desk.example/sum.png")], meta("example.com/team" = "web"))]
    fn sum_up() -> String {
        "Sum up.".to_owned()
    }

    /// All issues.
    #[resource(uri = "issues://all", meta("example.com/pages" = 3))]
    fn all() -> ResourceContents {
        ResourceContents::text("none")
    }

    /// One issue.
    #[resource(uri = "issues://{issue}", meta("example.com/pages" = 1))]
    fn one(issue: u64) -> ResourceContents {
        ResourceContents::text(issue.to_string())
    }
}

struct Labels;

/// Name what issues are about.
#[tool_group]
impl Labels {
    /// Create a label.
    #[action]
    fn create(label: String) -> String {
        label
    }
}

/// Everything about a project.
#[tool_group(
    name = "desk",
    title = "Desk",
    icons = [Icon::new("https://desk.example/desk.svg").sized("any").for_theme(Theme::Dark)],
    meta("example.com/team" = "all", "example.com/since" = "2026"),
    always_load
)]
struct Desk {
    #[group]
    issues: Issues,
    #[group]
    labels: Labels,
}

struct Files;

/// Keep files.
#[tool_group(name = "files")]
impl Files {
    /// Read a file.
    #[action(read_only)]
    fn read(path: String) -> String {
        path
    }

    /// Delete a file.
    #[action(destructive)]
    fn delete(path: String) -> String {
        path
    }
}

fn builder() -> RegistryBuilder {
    let desk = Desk {
        issues: Issues,
        labels: Labels,
    };
    Registry::builder().tool(desk).tool(Files)
}

fn registry() -> Registry {
    builder().build().unwrap()
}

/// The icon of the whole tool, as it is sent.
fn desk_icon() -> Value {
    json!({"src": "https://desk.example/desk.svg", "sizes": ["any"], "theme": "dark"})
}
