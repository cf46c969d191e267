//! Actions that the tag of their group opens although their author may think otherwise.

use fusion_core::{Registry, lint::Rule, tool_group};

struct Mixed;

/// Keep files.
#[tool_group(name = "mixed", tags("read"))]
impl Mixed {
    /// Read a file.
    #[action(read_only)]
    fn read(&self) {}

    /// Write a file.
    #[action(tags("read", "write"))]
    fn write(&self) {}

    /// Delete a file.
    #[action(destructive)]
    fn delete(&self) {}

    /// Delete all files.
    #[action(destructive, scope("files:delete"))]
    fn purge(&self) {}

    /// Say how to delete.
    #[prompt(tags("admin"))]
    fn advise(&self) -> &'static str {
        "do not"
    }
}

struct Alike;

/// Administer.
#[tool_group(name = "alike", tags("admin"))]
impl Alike {
    /// Delete all.
    #[action(destructive)]
    fn purge(&self) {}

    /// Delete some.
    #[action(destructive, tags("night"))]
    fn trim(&self) {}
}

struct Untagged;

/// Keep files.
#[tool_group(name = "untagged")]
impl Untagged {
    /// Read a file.
    #[action(read_only, tags("read"))]
    fn read(&self) {}

    /// Delete a file.
    #[action(destructive, tags("admin"))]
    fn delete(&self) {}
}

/// Keep everything.
#[tool_group(name = "whole", tags("all"))]
struct Whole {
    #[group]
    alike: Alike,
    #[group]
    untagged: Untagged,
}

struct Plain;

/// Keep notes.
#[tool_group(name = "plain")]
impl Plain {
    /// Read a note.
    #[action(read_only)]
    fn read(&self) {}
}

/// Keep notes and administer.
#[tool_group(name = "shared", tags("all"))]
struct Shared {
    #[group]
    plain: Plain,
    #[group]
    alike: Alike,
}

#[test]
fn the_tag_of_a_group_is_reported_where_it_opens_unlike_actions() {
    let builder = Registry::builder().tool(Mixed).tool(Alike).tool(Untagged);
    let builder = builder.tool(Whole {
        alike: Alike,
        untagged: Untagged,
    });
    let builder = builder.tool(Shared {
        plain: Plain,
        alike: Alike,
    });
    let mut found = builder.build().unwrap().lint();
    found.retain(|finding| finding.rule == Rule::WidenedTag);
    let found: Vec<_> = found.iter().map(ToString::to_string).collect();
    let fix = "write the tag on the actions that it is meant for, filter by hints, or give the action a `scope` [widened-tag]";
    let told = |place: &str, tag: &str, reason: &str| {
        format!(
            "{place}: `Filter::any_tags([\"{tag}\"])` opens it, by the tag of its group, although {reason}; {fix}"
        )
    };
    assert_eq!(
        found,
        [
            told("mixed/write", "read", "it has the tag `write` of its own"),
            told("mixed/delete", "read", "it is destructive"),
            told("shared/alike.purge", "all", "it is destructive"),
            told("shared/alike.trim", "all", "it is destructive"),
        ]
    );
}
