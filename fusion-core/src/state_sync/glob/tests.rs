mod covering;

use proptest::prelude::*;

use super::{Glob, NAME, current_notation, nearest, nearest_key, run};

pub(super) fn glob(text: &str) -> Glob {
    Glob::parse(text).unwrap()
}

/// Rows of pattern, name and expected match.
const TABLE: &[(&str, &str, bool)] = &[
    // A single segment.
    ("a", "a", true),
    ("a", "b", false),
    ("a", "A", false),
    ("A", "a", false),
    ("a", "aa", false),
    ("aa", "a", false),
    ("a", "", false),
    ("a", "a.b", false),
    ("a", "a.", false),
    ("a-b_C9", "a-b_C9", true),
    ("a-b", "a_b", false),
    // `*` matches exactly one segment.
    ("*", "a", true),
    ("*", "", false),
    ("*", "a.b", false),
    ("*.*", "a.b", true),
    ("*.*", "a", false),
    ("*.*", "a.b.c", false),
    ("a.*", "a.b", true),
    ("a.*", "a", false),
    ("a.*", "b.b", false),
    ("a.*", "a.b.c", false),
    ("*.b", "a.b", true),
    ("*.b", "b", false),
    ("*.b", "a.c", false),
    ("a.*.c", "a.b.c", true),
    ("a.*.c", "a.c", false),
    ("a.*.c", "a.b.b.c", false),
    ("*", ".", false),
    ("*.*", ".", true),
    // `**` matches any number of segments, at either end and inside.
    ("**", "", true),
    ("**", "a", true),
    ("**", "a.b.c", true),
    ("**", "..", true),
    ("a.**", "a", true),
    ("a.**", "a.b", true),
    ("a.**", "a.b.c", true),
    ("a.**", "b.a", false),
    ("a.**", "", false),
    ("**.a", "a", true),
    ("**.a", "b.a", true),
    ("**.a", "c.b.a", true),
    ("**.a", "a.b", false),
    ("**.a", "a.b.a", true),
    ("a.**.c", "a.c", true),
    ("a.**.c", "a.b.c", true),
    ("a.**.c", "a.b.b.c", true),
    ("a.**.c", "a.c.b", false),
    ("a.**.c", "a.c.c", true),
    ("a.**.c", "c", false),
    ("a.**.c", "a", false),
    // Several wildcards, of both kinds.
    ("**.**", "", true),
    ("**.**", "a", true),
    ("**.**.a", "b.b.a", true),
    ("**.*", "", false),
    ("**.*", "a", true),
    ("**.*", "a.b", true),
    ("*.**", "", false),
    ("*.**", "a", true),
    ("*.**", "a.b.c", true),
    ("*.**.*", "a", false),
    ("*.**.*", "a.b", true),
    ("**.a.**", "a", true),
    ("**.a.**", "b.a.b", true),
    ("**.a.**", "b.b", false),
    ("**.a.**.b", "a.b.a", false),
    ("**.a.**.b", "b.a.b.b", true),
    ("**.a.*.a", "a.a.a.a", true),
    ("**.a.b.**.c", "a.a.b.a.c.c", true),
    ("**.a.b.**.c", "a.b.c.d", false),
    ("a.**.b.**.c", "a.c.b", false),
    ("a.*.**.c", "a.c", false),
    ("a.*.**.c", "a.c.c", true),
];

#[test]
fn a_glob_matches_whole_names_segment_by_segment() {
    const { assert!(TABLE.len() >= 60) };
    for (pattern, name, expected) in TABLE {
        assert_eq!(
            glob(pattern).matches_name(name),
            *expected,
            "{pattern} {name}"
        );
        assert_eq!(
            naive(&parts(pattern), &parts(name)),
            *expected,
            "the reference says otherwise of {pattern} {name}"
        );
    }
}

#[test]
fn what_is_no_segment_is_refused_and_named() {
    for (pattern, segment) in [
        ("", ""),
        (".", ""),
        ("a.", ""),
        (".a", ""),
        ("a..b", ""),
        ("a*", "a*"),
        ("*a", "*a"),
        ("a.b*.c", "b*"),
        ("***", "***"),
        ("a.***", "***"),
        ("a/", ""),
        ("/a", ""),
        ("a/b..c", ""),
        ("a/b/c", "b/c"),
        ("a.b/c", "a.b"),
        ("**/a", "**"),
        ("a/b*", "b*"),
        ("a:b", "a:b"),
        ("a.b c", "b c"),
        ("é", "é"),
        ("a.?", "?"),
        ("{a,b}", "{a,b}"),
        (" a", " a"),
        ("!a.b", "!a"),
    ] {
        assert_eq!(Glob::parse(pattern), Err(segment.to_owned()), "{pattern}");
    }
}

#[test]
fn a_pattern_of_wire_names_has_no_slash() {
    for pattern in ["a.b", "*", "**", "a.**"] {
        assert_eq!(Glob::parse_name(pattern), Glob::parse(pattern), "{pattern}");
    }
    assert_eq!(Glob::parse_name("a/b"), Err("a/b".to_owned()));
    assert_eq!(Glob::parse_name("a.b/c"), Err("b/c".to_owned()));
}

/// Rows of pattern, key and expected match.
const KEYS: &[(&str, &str, bool)] = &[
    ("t/a", "t/a", true),
    ("t/a", "t/m.a", false),
    ("t/a", "u/a", false),
    ("t/m.a", "t/m.a", true),
    ("t/*", "t/a", true),
    ("t/*", "t/m.a", false),
    ("t/m.*", "t/m.a", true),
    ("t/m.*", "t/n.a", false),
    ("t/**", "t/a", true),
    ("t/**", "t/m.a", true),
    ("t/**", "u/a", false),
    ("t/*.a", "t/m.a", true),
    ("t/*.a", "t/a", false),
    ("t/**.a", "t/a", true),
    ("t/**.a", "t/m.a", true),
    ("*/a", "t/a", true),
    ("*/a", "t/m.a", false),
    ("*/**.a", "t/a", true),
    ("*/**.a", "t/m.a", true),
    ("*/**", "t/m.a", true),
    ("**", "t/m.a", true),
    // Patterns of wire names match no key, except `**`.
    ("t", "t/a", false),
    ("*", "t/a", false),
    ("*.*", "t/a", false),
    ("*.*", "t/m.a", false),
    ("t.a", "t/a", false),
    ("**.a", "t/m.a", false),
];

#[test]
fn a_pattern_of_keys_matches_keys_and_no_wire_names() {
    for (pattern, key, expected) in KEYS {
        let pattern = glob(pattern);
        assert_eq!(pattern.matches_key(key), *expected, "{pattern} {key}");
        if pattern.is_keyed() {
            let names = [(*key).to_owned(), key.replace('/', ".")];
            assert!(
                !names.iter().any(|name| pattern.matches_name(name)),
                "{pattern}"
            );
        }
    }
    // The name of a foreign tool may contain a `/`, which separates no segments.
    assert!(glob("*").matches_name("odd/name"));
    assert!(!glob("*.*").matches_name("odd/name"));
}

#[test]
fn the_notation_that_was_meant_is_found() {
    for (text, expected) in [
        ("t.m.a", Some("t/m.a")),
        ("t:m.a", Some("t/m.a")),
        ("t:m:a", Some("t/m.a")),
        ("t/m/a", Some("t/m.a")),
        ("t.m/a", Some("t/m.a")),
        ("t.*", Some("t/*")),
        ("t.**", Some("t/**")),
        ("*.a", Some("*/a")),
        ("**.a", Some("*/**.a")),
        ("**/a", Some("*/**.a")),
        ("**/**", Some("**")),
        ("*", Some("**")),
        ("t", Some("t/**")),
        ("t/m.a", Some("t/m.a")),
        ("", None),
        ("t.", None),
        ("t.m*", None),
        ("t/m a", None),
    ] {
        assert_eq!(current_notation(text).as_deref(), expected, "{text}");
    }
}

#[test]
fn a_glob_is_shown_as_it_was_written() {
    assert_eq!(glob("a.**.**.*").to_string(), "a.**.**.*");
    assert!(glob("a.b").is_exact());
    assert!(!glob("a.*").is_exact());
    assert_eq!(Glob::literal("a.b"), Some(glob("a.b")));
    assert_eq!(Glob::literal("a.*"), None);
    assert_eq!(Glob::literal("a/b"), Some(glob("a/b")));
    assert_eq!(Glob::literal("a/b/c"), None);
    assert_eq!(glob("a/*.c").to_string(), "a/*.c");
    assert_eq!(glob("a/*.c").wire(), "a.*.c");
    assert_eq!(glob("**").wire(), "**");
}

fn steps(pattern: &str, name: &str) -> (bool, usize) {
    let mut steps = 0;
    let matched = run(&glob(pattern).tokens, name, NAME, &mut |_| steps += 1);
    (matched, steps)
}

#[test]
fn many_double_stars_cost_one_step_a_segment() {
    for length in [1, 10, 100, 1_000] {
        let stars = vec!["**"; length].join(".");
        let name = vec!["a"; length].join(".");
        assert_eq!(steps(&format!("{stars}.b"), &name), (false, length + 1));
        assert_eq!(steps(&stars, &name), (true, 1));
        // Every `**` but the last is passed once, also between literals.
        let pattern = vec!["**.a"; length].join(".");
        assert_eq!(steps(&pattern, &name), (true, 2 * length));
        assert_eq!(steps(&format!("{pattern}.b"), &name), (false, 2 * length));
    }
}

#[test]
fn the_worst_pattern_costs_the_product_of_both_lengths_and_no_more() {
    let name = vec!["a"; 400].join(".");
    let pattern = format!("**.{}.b", vec!["a"; 200].join("."));
    let (matched, steps) = steps(&pattern, &name);
    assert!(!matched);
    assert!((40_000..=202 * 400).contains(&steps), "{steps}");
}

#[test]
fn the_nearest_name_differs_by_the_fewest_letters() {
    let names = [
        "sprints.list",
        "sprints.create",
        "tasks.create",
        "tracker.issues.list",
    ];
    for (pattern, expected) in [
        ("sprnts.*", "sprints.list"),
        ("sprints.crate", "sprints.create"),
        ("task.*", "tasks.create"),
        ("task.**", "tasks.create"),
        ("tracker.isues.*", "tracker.issues.list"),
        ("tracker.issues", "tracker.issues.list"),
        ("**.creat", "sprints.create"),
        ("issues.list", "tracker.issues.list"),
        ("*", "sprints.list"),
    ] {
        assert_eq!(nearest(&glob(pattern), names), Some(expected), "{pattern}");
    }
    assert_eq!(nearest(&glob("a"), []), None);
    let keys = ["tracker/issues.list", "tracker/labels.list", "notes/list"];
    for (text, expected) in [
        ("tracker/isues.*", "tracker/issues.list"),
        ("tracker.labels.*", "tracker/labels.list"),
        ("*/lst", "notes/list"),
    ] {
        assert_eq!(nearest(&glob(text), keys), Some(expected), "{text}");
    }
    for (text, expected) in [
        ("tracker:labels.list", "tracker/labels.list"),
        ("labels.list", "tracker/labels.list"),
        ("note/list", "notes/list"),
        ("what ever", "notes/list"),
    ] {
        assert_eq!(nearest_key(text, keys), Some(expected), "{text}");
    }
}

pub(super) fn parts(text: &str) -> Vec<&str> {
    if text.is_empty() {
        Vec::new()
    } else {
        text.split('.').collect()
    }
}

/// Matches by the definition of a glob, at any cost.
pub(super) fn naive(pattern: &[&str], name: &[&str]) -> bool {
    match (pattern, name) {
        ([], name) => name.is_empty(),
        (["**", rest @ ..], _) => {
            naive(rest, name) || (!name.is_empty() && naive(pattern, &name[1..]))
        }
        ([first, rest @ ..], [segment, behind @ ..]) => {
            (*first == "*" || first == segment) && naive(rest, behind)
        }
        _ => false,
    }
}

fn pattern() -> impl Strategy<Value = String> {
    let token = prop_oneof![Just("*"), Just("**"), Just("a"), Just("b")];
    prop::collection::vec(token, 1..7).prop_map(|tokens| tokens.join("."))
}

fn name() -> impl Strategy<Value = String> {
    let segment = prop_oneof![Just("a"), Just("b"), Just("c"), Just("")];
    prop::collection::vec(segment, 0..8).prop_map(|segments| segments.join("."))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_096))]

    #[test]
    fn a_glob_agrees_with_the_naive_reference(pattern in pattern(), name in name()) {
        let expected = naive(&parts(&pattern), &parts(&name));
        prop_assert_eq!(glob(&pattern).matches_name(&name), expected);
    }
}
