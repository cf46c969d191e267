//! Each misuse of the macros gives one error, with the expected text and span.
//!
//! Errors of single keys are tested in `fusion-macros/src/tests/matrix.rs`, for every key of every
//! attribute. Here stands one case of each kind for each attribute, and every error that rustc
//! reports itself or that is about items, types and bounds.
//!
//! `ui/<topic>/<the-mistake>.rs` with its `.stderr`, which nobody edits by hand:
//! `TRYBUILD=overwrite UI=all cargo test -p fusion-tests --test ui`, then read the diff as a user would.
//!
//! A compiler run for each case is slow. Where a `.stderr` has errors of our macros only,
//! `fusion-macros/src/tests/ui_cases.rs` compares it with what the macros report, in process. This
//! test compiles all other cases and the first of each topic; `UI=all` compiles all of them, which
//! proves that rustc adds no second error. So do `TRYBUILD=overwrite` and a filter by name.
#![allow(clippy::unwrap_used)]

#[path = "../../fusion-macros/src/tests/ui_cases/selection.rs"]
mod selection;

use std::{collections::BTreeSet, env, path::Path};

use self::selection::Case;

fn cases() -> Vec<Case> {
    selection::cases(&Path::new(env!("CARGO_MANIFEST_DIR")).join("ui"))
}

/// Returns the cases that need rustc, and the first of each topic.
fn compiled_cases(cases: &[Case]) -> Vec<&Case> {
    let mut topics = BTreeSet::new();
    cases
        .iter()
        .filter(|case| topics.insert(topic(case)) || !case.has_errors_of_macros_only())
        .collect()
}

fn topic(case: &Case) -> Option<&str> {
    case.name.split('/').next()
}

/// Returns true if the caller wants every case, or names those to run.
fn compiles_all() -> bool {
    env::var("UI").is_ok_and(|cases| cases == "all")
        || env::var_os("TRYBUILD").is_some()
        || env::args().any(|argument| argument.starts_with("trybuild="))
}

#[test]
fn each_mistake_is_said_once_at_its_place() {
    let cases = cases();
    let compiled = if compiles_all() {
        cases.iter().collect()
    } else {
        compiled_cases(&cases)
    };
    let tests = trybuild::TestCases::new();
    for case in compiled {
        tests.compile_fail(format!("ui/{}", case.name));
    }
}

#[test]
fn each_case_is_compiled_or_compared_in_process() {
    let cases = cases();
    let compiled = compiled_cases(&cases);
    let names: BTreeSet<&str> = compiled.iter().map(|case| case.name.as_str()).collect();
    let (in_process, by_rustc): (Vec<&Case>, Vec<&Case>) = cases
        .iter()
        .partition(|case| case.has_errors_of_macros_only());
    assert!(!in_process.is_empty() && !by_rustc.is_empty());
    let untested = by_rustc
        .iter()
        .map(|case| case.name.as_str())
        .filter(|name| !names.contains(name));
    assert_eq!(untested.collect::<Vec<_>>(), [""; 0]);
    let topics = |cases: &mut dyn Iterator<Item = &Case>| -> BTreeSet<String> {
        cases.filter_map(topic).map(str::to_owned).collect()
    };
    assert_eq!(
        topics(&mut compiled.into_iter()),
        topics(&mut cases.iter()),
        "each topic has a case that is compiled"
    );
}

/// A case that has never been compiled has no golden file to compare with.
#[test]
fn a_case_without_a_golden_file_is_compiled() {
    let mut cases = cases();
    for case in &mut cases {
        case.stderr = None;
    }
    assert_eq!(compiled_cases(&cases).len(), cases.len());
}

#[test]
fn labels_notes_codes_and_errors_of_rustc_need_the_compiler() {
    let plain = "error: text\n --> ui/a/b.rs:3:1\n  |\n3 | code\n  | ^^^^\n";
    let is_in_process = |stderr: &str| {
        let case = Case {
            name: "a/b.rs".to_owned(),
            stderr: Some(stderr.to_owned()),
        };
        case.has_errors_of_macros_only()
    };
    assert!(is_in_process(plain));
    assert!(is_in_process(&format!("{plain}\n{plain}")));
    for (part, other) in [
        ("error: ", "error[E0277]: "),
        ("error: ", "warning: "),
        ("text", "cannot find attribute `group` in this scope"),
        ("ui/a", "$WORKSPACE/a"),
        ("^^^^", "^^^^ label"),
        ("^^^^", "^^^^\n  = note: text"),
        ("3 | code", "2 | / code\n3 | | code"),
    ] {
        let needs_rustc = plain.replace(part, other);
        assert!(!is_in_process(&needs_rustc), "{needs_rustc}");
        assert!(
            !is_in_process(&format!("{plain}\n{needs_rustc}")),
            "{needs_rustc}"
        );
    }
}
