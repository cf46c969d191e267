//! The tokens that findings state are those that the list has less once the advice is followed.

use fusion_core::{
    Exposition, Registry,
    build::Tool,
    lint::{Finding, Rule},
    spec::Describe,
    tool_group,
};

/// The number of tokens by which the estimate of a finding may be wrong: what is estimated for each
/// text is rounded up.
const ROUNDING: usize = 3;

fn listed_tokens(registry: &Registry) -> usize {
    let preview = registry.preview(Exposition::Grouped).unwrap();
    preview.total().tokens
}

/// Asserts that the findings of `rule` are gone after the change, and that they state what it saved.
#[track_caller]
fn assert_saves(rule: Rule, before: impl Tool, after: impl Tool) {
    let before = Registry::builder().tool(before).build().unwrap();
    let after = Registry::builder().tool(after).build().unwrap();
    let found = |registry: &Registry| {
        let mut found = registry.lint();
        found.retain(|finding| finding.rule == rule);
        found
    };
    assert_eq!(found(&after), []);
    let found = found(&before);
    let stated: usize = found.iter().map(|finding| finding.saved_tokens).sum();
    let saved = listed_tokens(&before) - listed_tokens(&after);
    assert!(saved > 10, "{rule} saved {saved}");
    assert!(
        stated.abs_diff(saved) <= ROUNDING,
        "{rule} states {stated} and saved {saved}: {found:#?}"
    );
}

/// The docs of arguments and the further sentences of actions are no part of a brief list.
#[test]
fn nothing_of_what_a_brief_list_leaves_out() {
    struct Repos;

    /// Manage repositories.
    #[tool_group(name = "repos")]
    impl Repos {
        /// List branches.
        #[action]
        fn branches(
            /** The account that owns the repository. */
            owner: String,
        ) {
            drop(owner);
        }

        /// List tags.
        #[action]
        fn tags(
            /** The accounts that owns the repository. */
            owner: String,
        ) {
            drop(owner);
        }
    }

    for (form, saves) in [(Describe::Compact, true), (Describe::Brief, false)] {
        let registry = Registry::builder().describe(form).tool(Repos);
        let found = registry.build().unwrap().lint();
        let rule = |finding: &&Finding| finding.rule == Rule::NearEqualDocs;
        let near_equal = found.iter().find(rule).unwrap();
        assert_eq!(near_equal.saved_tokens > 0, saves, "{form:?}");
    }
}

#[test]
fn docs_that_differ_in_the_last_period_stand_once_and_are_not_reported() {
    struct Repos;

    /// Manage repositories.
    #[tool_group(name = "repos")]
    impl Repos {
        /// List branches.
        #[action]
        fn branches(
            /** The account that owns the repository. */
            owner: String,
        ) {
            drop(owner);
        }

        /// List tags.
        #[action]
        fn tags(
            /** The account that owns the repository */
            owner: String,
        ) {
            drop(owner);
        }
    }

    let registry = Registry::builder().tool(Repos).build().unwrap();
    let found = registry.lint();
    assert!(found.iter().all(|one| one.rule != Rule::NearEqualDocs));
    let list = serde_json::to_string(&registry.tools()[0].input_schema).unwrap();
    let text = format!("{}{list}", registry.tools()[0].description);
    assert_eq!(
        text.matches("The account that owns the repository").count(),
        1
    );
}

#[test]
fn one_text_of_an_argument() {
    struct Before;

    /// Manage repositories.
    #[tool_group(name = "repos")]
    impl Before {
        /// List branches.
        #[action]
        fn branches(
            /** The account that owns the repository. */
            owner: String,
        ) {
            drop(owner);
        }

        /// List tags.
        #[action]
        fn tags(
            /** The account that owns the repository. */
            owner: String,
        ) {
            drop(owner);
        }

        /// List forks.
        #[action]
        fn forks(
            /** The login of the user or of the organization to which it belongs. */
            owner: String,
        ) {
            drop(owner);
        }
    }

    struct After;

    /// Manage repositories.
    #[tool_group(name = "repos")]
    impl After {
        /// List branches.
        #[action]
        fn branches(
            /** The account that owns the repository. */
            owner: String,
        ) {
            drop(owner);
        }

        /// List tags.
        #[action]
        fn tags(
            /** The account that owns the repository. */
            owner: String,
        ) {
            drop(owner);
        }

        /// List forks.
        #[action]
        fn forks(
            /** The account that owns the repository. */
            owner: String,
        ) {
            drop(owner);
        }
    }

    assert_saves(Rule::SplitDocs, Before, After);
}

#[test]
fn texts_that_are_nearly_equal() {
    struct Before;

    /// Manage repositories.
    #[tool_group(name = "repos")]
    impl Before {
        /// List branches.
        #[action]
        fn branches(
            /** The account that owns the repository. */
            owner: String,
        ) {
            drop(owner);
        }

        /// List tags.
        #[action]
        fn tags(
            /** The account that owns a repository */
            owner: String,
        ) {
            drop(owner);
        }
    }

    struct After;

    /// Manage repositories.
    #[tool_group(name = "repos")]
    impl After {
        /// List branches.
        #[action]
        fn branches(
            /** The account that owns the repository. */
            owner: String,
        ) {
            drop(owner);
        }

        /// List tags.
        #[action]
        fn tags(
            /** The account that owns the repository. */
            owner: String,
        ) {
            drop(owner);
        }
    }

    assert_saves(Rule::NearEqualDocs, Before, After);
}

#[test]
fn one_name_of_an_argument() {
    struct Before;

    /// Manage repositories.
    #[tool_group(name = "repos")]
    impl Before {
        /// List branches.
        #[action]
        fn branches(
            /** The account that owns the repository. */
            owner: String,
        ) {
            drop(owner);
        }

        /// List tags.
        #[action]
        fn tags(
            /** The account that owns the repository. */
            login: String,
        ) {
            drop(login);
        }

        /// List licenses.
        #[action]
        fn licenses() {}
    }

    struct After;

    /// Manage repositories.
    #[tool_group(name = "repos")]
    impl After {
        /// List branches.
        #[action]
        fn branches(
            /** The account that owns the repository. */
            owner: String,
        ) {
            drop(owner);
        }

        /// List tags.
        #[action]
        fn tags(
            /** The account that owns the repository. */
            owner: String,
        ) {
            drop(owner);
        }

        /// List licenses.
        #[action]
        fn licenses() {}
    }

    assert_saves(Rule::ArgumentSynonyms, Before, After);
}

#[test]
fn a_sentence_in_the_docs_of_the_tool() {
    struct Before;

    /// Manage repositories.
    #[tool_group(name = "repos")]
    impl Before {
        /// List branches. Only members of the organization may do this, others are refused.
        #[action]
        fn branches() {}

        /// List tags. Only members of the organization may do this, others are refused.
        #[action]
        fn tags() {}

        /// List forks. Only members of the organization may do this, others are refused.
        #[action]
        fn forks() {}
    }

    struct After;

    /// Manage repositories.
    ///
    /// Only members of the organization may do this, others are refused.
    #[tool_group(name = "repos")]
    impl After {
        /// List branches.
        #[action]
        fn branches() {}

        /// List tags.
        #[action]
        fn tags() {}

        /// List forks.
        #[action]
        fn forks() {}
    }

    assert_saves(Rule::RepeatedSentence, Before, After);
}

#[test]
fn texts_at_the_arguments() {
    struct Before;

    /// Manage repositories.
    #[tool_group(name = "repos")]
    impl Before {
        /// List branches.
        ///
        /// Args:
        /// - owner: The account that owns the repository.
        /// - page: The number of the page to list.
        #[action]
        fn branches(
            owner: String,
            /** The page to list. */
            page: u32,
        ) {
            drop((owner, page));
        }
    }

    struct After;

    /// Manage repositories.
    #[tool_group(name = "repos")]
    impl After {
        /// List branches.
        #[action]
        fn branches(
            /** The account that owns the repository. */
            owner: String,
            /** The page to list. */
            page: u32,
        ) {
            drop((owner, page));
        }
    }

    assert_saves(Rule::ArgumentList, Before, After);
}
