//! The syntax of patterns, compared with an engine of ECMA-262, and their matches, compared with those of the
//! `jsonschema` crate.

use jsonschema::{Draft, PatternOptions};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::super::super::pattern::{BoundedPattern, check_patterns};
use super::random::cases;

/// Returns `true` if `build()` accepts a pattern.
fn is_accepted(pattern: &str) -> bool {
    check_patterns(&json!({"pattern": pattern})).is_ok() && BoundedPattern::compile(pattern).is_ok()
}

fn is_ecma(pattern: &str) -> bool {
    regress::Regex::with_flags(pattern, "u").is_ok()
}

/// Returns the patterns that another engine or `build()` accepts otherwise than expected.
fn wrong<'p>(patterns: &[&'p str], ecma: bool, accepted: bool) -> Vec<&'p str> {
    let answers = |pattern: &str| [is_ecma(pattern), is_accepted(pattern)];
    let wrong = |pattern: &&&str| answers(pattern) != [ecma, accepted];
    patterns.iter().filter(wrong).copied().collect()
}

#[test]
fn a_pattern_is_accepted_if_clients_compile_it() {
    let none: [&str; 0] = [];
    let accepted = [
        "^[a-z]+$",
        r"\d{4}-\d{2}",
        r"^\p{L}+$",
        r"\p{Lu}\P{Script=Greek}",
        r"\p{sc=Grek}",
        r"\p{Alphabetic}",
        r"[\w.-]+@x\.org",
        r"[\-a]",
        r"\/",
        "(?<year>[0-9]+)",
        "^(?!no).*$",
        "a(?<=a)",
        "é|\u{1F980}",
        r"\u{1F600}",
        r"\x41\u0041\cA\t",
        "(?:a|b)*?",
        "a{2,}",
        "a{2,3}?",
        r"\p{General_Category=Lowercase_Letter}",
        r"\p{ASCII}",
        r"[^\s\S]",
        "a|",
        "()",
        "[[]",
        "[&&]",
        r"^(a)\1$",
    ];
    assert_eq!(wrong(&accepted, true, true), none);
    let refused = [
        r"\-",
        r"\_",
        r"\@",
        r"\ ",
        r"\é",
        r"\A",
        r"\z",
        r"\Z",
        r"\h",
        r"\Q",
        r"\e",
        "(?i)a",
        "(?P<n>a)",
        "(?#a)",
        "a{2,1}",
        "a**",
        "a{",
        "}",
        "]",
        "(",
        ")",
        "[z-a]",
        r"[\d-z]",
        "[[:alpha:]]",
        r"\p{Greek}",
        r"\p{letter}",
        r"\p{l}",
        r"\p{}",
        r"\pL",
        r"\p{Script=greek}",
        r"\p{Foo}",
        r"\p{Alphabetic=Yes}",
        r"\u12",
        r"\x1",
        r"\c1",
        r"\1",
        r"\k<n>",
        "(?<n>a)(?<n>b)",
        "(?<1>a)",
        r"\00",
        "*",
        "(?=a)*",
        "^*",
    ];
    assert_eq!(wrong(&refused, false, false), none);
    // No engine of linear time knows them.
    assert_eq!(
        wrong(&["[]", "[^]", r"\0", r"[\b]", r"(?<n>a)\k<n>"], true, false),
        none
    );
}

/// Returns whether a text matches; `None` for a pattern that this engine does not know, such as `(?:)?`.
fn matches(pattern: &str, text: &str) -> Option<bool> {
    let options = jsonschema::options().with_draft(Draft::Draft202012);
    let fancy = PatternOptions::fancy_regex().backtrack_limit(1_000_000);
    let schema = json!({"pattern": pattern});
    let validator = options.with_pattern_options(fancy).build(&schema).ok()?;
    Some(validator.is_valid(&Value::from(text)))
}

const PARTS: [&str; 34] = [
    "a", "b", ".", r"\d", r"\w", r"\s", r"\S", r"\b", "^", "$", "|", "(?:", "(", ")", "(?=", "(?!",
    "[ab]", "[^a]", r"[\d-]", "*", "+", "?", "{2}", "{1,2}", r"\.", r"\-", r"\p{L}", r"\u{61}",
    "é", "[a-c]", r"\/", "{", "]", "(?<n>",
];

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn random_patterns_are_accepted_by_clients_and_match_the_same_texts(
        parts in prop::collection::vec(prop::sample::select(PARTS.to_vec()), 1..8),
        texts in prop::collection::vec("[ab1 é.\n-]{0,6}", 4),
    ) {
        let pattern = parts.concat();
        // The other engine also accepts some patterns that clients refuse, such as `\b*`.
        if is_accepted(&pattern) {
            prop_assert!(is_ecma(&pattern), "{}", pattern);
            let compiled = BoundedPattern::compile(&pattern).unwrap();
            for text in texts {
                crate::args::plan::start_call();
                let fits = compiled.fits(&text);
                let expected = matches(&pattern, &text).unwrap_or(fits);
                prop_assert_eq!(fits, expected, "{} {:?}", pattern, text);
            }
        }
    }
}
