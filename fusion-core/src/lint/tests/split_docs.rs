use serde_json::json;

use super::*;

/// Returns actions that all take `owner`, each with its own docs of it.
fn owners(docs: &[&'static str]) -> [ToolDef; 1] {
    let actions = docs.iter().enumerate().map(|(index, docs)| {
        let key: &str = format!("a{index}").leak();
        let owner = arg("owner", docs, json!({"type": "string"}));
        plain(key, key, vec![owner])
    });
    issues(actions.collect())
}

const OWNER: &str = "The account that owns the repository.";
const LOGIN: &str = "The login of a user or an organization.";

#[test]
fn most_uses_of_an_argument_have_one_text_and_the_others_cost_tokens() {
    assert_eq!(
        findings_of(
            Rule::SplitDocs,
            &owners(&[OWNER, LOGIN, OWNER, OWNER, LOGIN])
        ),
        [
            "issues.owner: 3 of 5 uses say \"The account that owns the repository\"; the docs of `a1` and `a4` cost 32 tokens more; write the same there, or give an argument that means something else another name (saves 32 tokens) [split-docs]"
        ]
    );
    let mut all = all_findings(&owners(&[OWNER, LOGIN, OWNER, OWNER, LOGIN]));
    all.retain(|finding| finding.rule == Rule::SplitDocs);
    assert_eq!(all[0].saved_tokens, 32);
}

#[test]
fn the_text_of_most_uses_counts_even_if_a_longer_one_stands_at_the_field() {
    let long = "The login of the user or of the organization that owns the repository, as its address has it.";
    let found = findings_of(Rule::SplitDocs, &owners(&[OWNER, long, OWNER, long, OWNER]));
    assert_eq!(
        found,
        [
            "issues.owner: 3 of 5 uses say \"The account that owns the repository\"; the docs of `a1` and `a3` cost 64 tokens more; write the same there, or give an argument that means something else another name (saves 64 tokens) [split-docs]"
        ]
    );
}

#[test]
fn docs_may_differ_where_they_cost_little_or_where_no_text_is_that_of_most_uses() {
    for docs in [
        &[OWNER, OWNER, OWNER] as &[_],
        // A use without docs takes those of the field.
        &[OWNER, OWNER, ""],
        &[OWNER, OWNER, "Whose."],
        &[OWNER, LOGIN],
        &[OWNER, OWNER, LOGIN, LOGIN],
        &[
            OWNER,
            OWNER,
            LOGIN,
            LOGIN,
            "The name of the person who has forked it.",
        ],
        // Line breaks make no other text.
        &[OWNER, OWNER, "The account that\nowns the repository."],
    ] {
        assert_eq!(
            findings_of(Rule::SplitDocs, &owners(docs)),
            NOTHING,
            "{docs:?}"
        );
    }
}

#[test]
fn nearly_equal_docs_are_left_to_their_own_rule() {
    let near = "The account that owns the repositroy.";
    let tool = owners(&[OWNER, OWNER, OWNER, near, near]);
    assert_eq!(findings_of(Rule::SplitDocs, &tool), NOTHING);
    assert_eq!(places(Rule::NearEqualDocs, &tool), ["issues.owner"]);
}
