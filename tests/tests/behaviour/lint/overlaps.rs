//! Findings that overlap state no token twice: the sum is what the list has less once all are followed.

use fusion_core::{Exposition, Registry, View, build::Tool, lint::Rule, tool_group};

/// The number of tokens by which the estimates of a whole list may be wrong.
const ROUNDING: usize = 12;

/// Asserts that the findings of `rules` are gone after the change, that the sum of their tokens is what
/// it saved, and that other findings state none.
#[track_caller]
fn assert_sum(exposition: Exposition, rules: &[Rule], before: impl Tool, after: impl Tool) {
    let view = |registry: Registry| registry.view(exposition).unwrap();
    let before = view(Registry::builder().tool(before).build().unwrap());
    let after = view(Registry::builder().tool(after).build().unwrap());
    let mut left = after.lint();
    left.retain(|finding| rules.contains(&finding.rule));
    assert_eq!(left, []);
    let found = before.lint();
    let mut of_rules: Vec<_> = found.iter().map(|one| one.rule).collect();
    of_rules.retain(|rule| rules.contains(rule));
    of_rules.dedup();
    assert_eq!(of_rules, rules, "{found:#?}");
    let stated: usize = found.iter().map(|finding| finding.saved_tokens).sum();
    let tokens = |view: &View| view.preview().total().tokens;
    let saved = tokens(&before) - tokens(&after);
    assert!(
        stated.abs_diff(saved) <= ROUNDING,
        "{stated} are stated and {saved} saved: {found:#?}"
    );
}

/// Defines a tool of three actions: the docs of each, then those of its argument.
macro_rules! repos {
    ($name:ident: $docs:tt, $($action:ident $action_docs:tt $owner:tt)*) => {
        struct $name;

        #[doc = $docs]
        #[tool_group(name = "repos")]
        impl $name {
            $(
                #[doc = $action_docs]
                #[action(read_only)]
                fn $action(#[doc = $owner] owner: String) -> String {
                    owner
                }
            )*
        }
    };
}

#[test]
fn a_list_of_arguments_is_no_repeated_sentence() {
    repos! {
        Before: "Manage repositories.",
        branches "List branches.\n\nArgs:\n    owner: The account that owns the repository, by its login." "The account."
        tags "List tags.\n\nArgs:\n    owner: The account that owns the repository, by its login." "The account."
        forks "List forks.\n\nArgs:\n    owner: The account that owns the repository, by its login." "The account."
    }
    repos! {
        After: "Manage repositories.",
        branches "List branches." "The account."
        tags "List tags." "The account."
        forks "List forks." "The account."
    }

    for exposition in [Exposition::Flat, Exposition::Grouped] {
        assert_sum(exposition, &[Rule::ArgumentList], Before, After);
    }
}

#[test]
fn a_text_that_is_moved_from_several_lists_to_one_field_costs_once() {
    repos! {
        Before: "Manage repositories.",
        branches "List branches.\n\n- owner: The account that owns the repository." ""
        tags "List tags.\n\n- owner: The account that owns the repository." ""
        forks "List forks.\n\n- owner: The account that owns the repository." ""
    }
    repos! {
        After: "Manage repositories.",
        branches "List branches." "The account that owns the repository."
        tags "List tags." "The account that owns the repository."
        forks "List forks." "The account that owns the repository."
    }

    assert_sum(Exposition::Grouped, &[Rule::ArgumentList], Before, After);
}

#[test]
fn nearly_equal_docs_that_differ_from_most_are_stated_once() {
    repos! {
        Before: "Manage repositories.",
        branches "List branches." "The account that owns the repository."
        tags "List tags." "The account that owns the repository."
        forks "List forks." "The account that owns the repository."
        stars "List stars." "The account that owns the repository."
        issues "List issues." "The login of the user or of the organization to which it belongs."
        pulls "List pulls." "A login of the user or of the organization to which it belongs."
    }
    repos! {
        After: "Manage repositories.",
        branches "List branches." "The account that owns the repository."
        tags "List tags." "The account that owns the repository."
        forks "List forks." "The account that owns the repository."
        stars "List stars." "The account that owns the repository."
        issues "List issues." "The account that owns the repository."
        pulls "List pulls." "The account that owns the repository."
    }

    let rules = [Rule::NearEqualDocs, Rule::SplitDocs];
    assert_sum(Exposition::Grouped, &rules, Before, After);
}

#[test]
fn a_description_that_is_too_long_states_only_what_other_fixes_leave() {
    repos! {
        Before: "Manage repositories.",
        branches "List branches.\n\nOnly members of the organization may do this, and anybody else is refused with an error that \
    names the person who grants the permission to them. The order is that of the last commit, and branches without \
    a commit of their own come last, sorted by the name that the author gave them when they were made. A branch \
    that is protected is marked, and so is the one that is the default of the repository or of its parent. The \
    number of commits that a branch is ahead of the default one is counted at most once in an hour, so that it may \
    be older than the list, and a list that is requested again within this hour has the same numbers. Archived \
    repositories have no new branches, and their list is as it was on the day on which somebody archived them. \
    Forks list their own branches only, although those of their parent can be merged into them at any time, if \
    the parent allows it. A page has thirty of them unless more are wanted, and never more than a hundred, \
    however many are there.\n\n- owner: The account that owns the repository, which is a user or an organization, by the login that its address has." "The account."
        tags "List tags.\n\nOnly members of the organization may do this, and anybody else is refused with an error that \
    names the person who grants the permission to them." "The account."
    }
    repos! {
        After: "Manage repositories.\n\nOnly members of the organization may do this, and anybody else is refused with an error that \
    names the person who grants the permission to them.",
        branches "List branches.\n\nThe order is that of the last commit, and branches without \
    a commit of their own come last, sorted by the name that the author gave them when they were made. A branch \
    that is protected is marked, and so is the one that is the default of the repository or of its parent. The \
    number of commits that a branch is ahead of the default one is counted at most once in an hour, so that it may \
    be older than the list, and a list that is requested again within this hour has the same numbers. Archived \
    repositories have no new branches, and their list is as it was on the day on which somebody archived them. \
    Forks list their own branches only, although those of their parent can be merged into them at any time, if \
    the parent allows it. A page has thirty of them unless more are wanted, and never more than a hundred, \
    however many are there." "The account."
        tags "List tags." "The account."
    }

    let rules = [
        Rule::RepeatedSentence,
        Rule::ArgumentList,
        Rule::FlatDescriptionLength,
    ];
    assert_sum(Exposition::Flat, &rules, Before, After);
}

#[test]
fn arguments_of_different_listed_tools_save_nothing_by_one_name() {
    struct Repos;

    /// Manage repositories.
    #[tool_group(name = "repos")]
    impl Repos {
        /// List branches.
        #[action(read_only)]
        fn branches(
            /** The account that owns the repository. */
            owner: String,
        ) -> String {
            owner
        }

        /// List tags.
        #[action(read_only)]
        fn tags(
            /** The account that owns the repository. */
            owner: String,
        ) -> String {
            owner
        }

        /// Create a tag.
        #[action]
        fn tag(
            /** The account that owns the repository. */
            login: String,
        ) -> String {
            login
        }

        /// Create a branch.
        #[action]
        fn branch(
            /** The account that owns the repository. */
            login: String,
        ) -> String {
            login
        }
    }

    let registry = Registry::builder().tool(Repos).build().unwrap();
    for (exposition, saves) in [
        (Exposition::Grouped, true),
        (Exposition::BySafety, false),
        (Exposition::Flat, false),
    ] {
        let found = registry.view(exposition).unwrap().lint();
        let synonyms: Vec<_> = found
            .iter()
            .filter(|one| one.rule == Rule::ArgumentSynonyms)
            .collect();
        assert_eq!(synonyms.len(), 1, "{exposition:?}");
        assert_eq!(synonyms[0].saved_tokens > 0, saves, "{exposition:?}");
    }
}
