//! Tests of coverage.

use super::{glob, naive};

#[test]
fn a_glob_covers_another_where_every_name_of_it_matches() {
    for (wide, narrow, expected) in [
        ("**", "a.b", true),
        ("**", "**", true),
        ("a.*", "a.b", true),
        ("a.*", "a.*", true),
        ("a.*", "a.**", false),
        ("a.**", "a.*", true),
        ("a.**", "a", true),
        ("a.b", "a.*", false),
        ("*.b", "a.b", true),
        ("*.b", "a.*", false),
        ("*", "**", false),
        ("**.*", "*.**", true),
        ("*.**", "**.*", true),
        ("**.*", "**", false),
        ("*.**", "**.b", true),
        ("**.*", "a.**", true),
        ("*.**.*", "**.a.**", false),
        ("**.*.**", "**.a.**", true),
        ("**.a.**", "a.**.a", true),
        ("**.a.**", "**.b", false),
        ("a.**.c", "a.*.c", true),
        ("a.*.c", "a.**.c", false),
        ("a.*.**.c", "a.b.c", true),
        ("**.a.**.b", "a.*.b", true),
        ("a", "b", false),
        ("a/**", "a/b.*", true),
        ("*/b", "a/b", true),
        ("*/**.b", "a/b", true),
        ("a/*", "a/**", false),
        // Keys and wire names are different names.
        ("**", "a/b", true),
        ("**.**", "a/b", true),
        ("a.*", "a/b", false),
        ("a/*", "a.b", false),
        ("*/**", "**", false),
    ] {
        assert_eq!(
            glob(wide).covers(&glob(narrow)),
            expected,
            "{wide} {narrow}"
        );
    }
}

/// Returns every list of at most `length` items of `letters`.
fn lists(letters: &'static [&'static str], length: usize) -> Vec<Vec<&'static str>> {
    let mut all = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..length {
        last = last
            .iter()
            .flat_map(|list: &Vec<&str>| {
                letters.iter().map(|letter| {
                    let mut longer = list.clone();
                    longer.push(letter);
                    longer
                })
            })
            .collect();
        all.extend(last.clone());
    }
    all
}

/// Compares every pair of patterns up to three segments with every name up to six, which is long
/// enough for the shortest name that one of them matches and the other does not. `z` occurs in no
/// pattern.
#[test]
fn covering_is_inclusion_for_every_pair_of_short_patterns() {
    let patterns = lists(&["a", "b", "*", "**"], 3);
    let names = lists(&["a", "b", "z"], 6);
    let matched: Vec<Vec<bool>> = patterns
        .iter()
        .map(|pattern| names.iter().map(|name| naive(pattern, name)).collect())
        .collect();
    let (mut pairs, mut covered) = (0, 0);
    for (wide, all) in patterns.iter().zip(&matched).skip(1) {
        for (narrow, some) in patterns.iter().zip(&matched).skip(1) {
            let expected = all.iter().zip(some).all(|(all, some)| *all || !some);
            let (wide, narrow) = (wide.join("."), narrow.join("."));
            let covers = glob(&wide).covers(&glob(&narrow));
            assert_eq!(covers, expected, "{wide} {narrow}");
            pairs += 1;
            covered += usize::from(covers);
        }
    }
    assert_eq!(pairs, 84 * 84);
    assert!((84..84 * 84).contains(&covered));
}
