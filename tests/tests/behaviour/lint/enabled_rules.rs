//! Rules that a registry turns on or off.

use fusion_core::{Ask, Exposition, Registry, lint::Rule, tool_group};

struct Files;

/// Keep files.
#[tool_group(name = "files", title = "Files")]
impl Files {
    /// Read a file.
    #[action(read_only)]
    fn read(&self) {}

    /// Delete a file.
    #[action(destructive)]
    fn delete(&self) {}

    /// Delete all files.
    #[action(destructive, confirm("Delete all?"))]
    fn wipe(&self) {}

    /// Restore a file, in place of another one.
    #[action(destructive)]
    async fn restore(&self, ask: &Ask) {
        let _ = ask;
    }

    /// Rename a file.
    #[action]
    fn rename(&self) {}
}

/// Keep notes.
#[tool_group(name = "notes", confirm("Do {action}?"))]
impl Notes {
    /// Delete a note.
    #[action(destructive)]
    fn delete(&self) {}
}

struct Notes;

fn places(registry: &Registry, rule: Rule) -> Vec<String> {
    let found = registry.lint().into_iter();
    let found = found.filter(|finding| finding.rule == rule);
    found.map(|finding| finding.place).collect()
}

#[test]
fn a_destructive_action_that_asks_nobody_is_found_where_the_rule_is_on() {
    let rule = Rule::DestructiveWithoutConfirm;
    assert!(!rule.is_on_by_default());
    let registry = |on: &[bool]| {
        let builder = on
            .iter()
            .fold(Registry::builder(), |builder, on| builder.lint(rule, *on));
        builder.tool(Files).tool(Notes).build().unwrap()
    };
    for off in [&[][..], &[false], &[true, false]] {
        assert_eq!(places(&registry(off), rule), [""; 0], "{off:?}");
    }
    let registry = registry(&[false, true]);
    let mut found = registry.lint();
    found.retain(|finding| finding.rule == rule);
    let found: Vec<_> = found.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "files/delete: it is destructive and asks nobody, so that it depends on the client whether its user is asked; add `confirm(\"…?\")`, or on the block for all of its destructive actions [destructive-without-confirm]"
        ]
    );
    for exposition in [Exposition::Flat, Exposition::BySafety] {
        let view = registry.view(exposition).unwrap().lint();
        assert!(view.iter().any(|finding| finding.rule == rule));
    }
}

#[test]
fn a_rule_that_is_off_reports_nothing_in_any_exposition() {
    let registry = |off: bool| {
        let mut builder = Registry::builder();
        if off {
            builder = builder.lint(Rule::MixedSafety, false);
        }
        builder.tool(Files).build().unwrap()
    };
    assert_eq!(places(&registry(false), Rule::MixedSafety), ["files"]);
    let off = registry(true);
    assert_eq!(places(&off, Rule::MixedSafety), [""; 0]);
    let grouped = off.view(Exposition::Grouped).unwrap();
    assert_eq!(grouped.lint(), []);
}

/// A finding that is turned off does not hide tokens from the others.
#[test]
fn the_tokens_of_a_rule_that_is_off_are_stated_by_the_next_one() {
    struct Repos;

    /// Manage repositories.
    #[tool_group(name = "repos")]
    impl Repos {
        /// List branches.
        #[action(read_only)]
        fn branches(
            /** The account that owns it. */
            owner: String,
            /** The branch to begin after. */
            after_branch: Option<String>,
            /** Whether archived branches are included. */
            archived_branches: Option<bool>,
            /** The number of branches. */
            branches_per_page: Option<u8>,
        ) {
            let _ = (owner, after_branch, archived_branches, branches_per_page);
        }

        /// List tags.
        #[action(read_only)]
        fn tags(
            /** The accounts that owns it. */
            owner: String,
            /** The tag to begin after. */
            after_tag: Option<String>,
            /** Whether archived tags are included. */
            archived_tags: Option<bool>,
            /** The number of tags. */
            tags_per_page: Option<u8>,
        ) {
            let _ = (owner, after_tag, archived_tags, tags_per_page);
        }
    }

    let cost = |on: bool| {
        let builder = Registry::builder().lint(Rule::NearEqualDocs, on);
        let found = builder.tool(Repos).build().unwrap().lint();
        let of = |rule| {
            let found = found.iter().filter(|finding| finding.rule == rule);
            found.map(|finding| finding.saved_tokens).sum::<usize>()
        };
        (of(Rule::NearEqualDocs), of(Rule::GroupingCost))
    };
    let ((near_equal, grouping), off) = (cost(true), cost(false));
    assert!(near_equal > 0 && grouping > 0);
    assert_eq!(off, (0, near_equal + grouping));
}

/// State sync is linted as well.
#[test]
fn a_rule_about_the_registry_is_turned_off() {
    struct Cached;

    /// Keep numbers.
    #[tool_group(name = "cached")]
    impl Cached {
        /// Read a number.
        #[action(read_only, cache = "immutable")]
        fn read(&self) {}
    }

    for (on, expected) in [(true, &["cached"][..]), (false, &[])] {
        let builder = Registry::builder().lint(Rule::IdlePolicy, on);
        let registry = builder.tool(Cached).build().unwrap();
        assert_eq!(places(&registry, Rule::IdlePolicy), expected);
    }
}
