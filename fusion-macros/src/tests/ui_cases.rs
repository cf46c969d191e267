//! Compares the errors that the macros report for the sources of `tests/ui` with the `.stderr`
//! files beside them, whole file by whole file, without a compiler.
//!
//! Only `tests/tests/ui.rs` writes these files. It also compiles each case whose `.stderr` has
//! more than the errors of our macros; `selection` decides which case belongs to which test.

mod expansion;
mod report;
mod selection;

use std::{
    fs,
    path::{Path, PathBuf},
};

use self::selection::Case;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/ui")
}

/// Describes how the report of a case differs from its `.stderr`.
fn difference(case: &Case) -> Option<String> {
    let source = fs::read_to_string(folder().join(&case.name)).unwrap();
    let reported = report::render(&case.name, &source, &expansion::mistakes(&source));
    let wanted = case.stderr.as_deref()?;
    (reported != wanted).then(|| {
        format!(
            "ui/{}\nthe macros report:\n{reported}\nthe golden file has:\n{wanted}",
            case.name
        )
    })
}

#[test]
fn the_macros_report_what_the_golden_files_have() {
    let cases = selection::cases(&folder());
    let differences: Vec<String> = cases
        .iter()
        .filter(|case| case.has_errors_of_macros_only())
        .filter_map(difference)
        .collect();
    assert!(
        differences.is_empty(),
        "{}\nIf a change of the macros is intended, write the files anew with\n\
         `TRYBUILD=overwrite UI=all cargo test -p fusion-tests --test ui`. If rustc reports the error, add \
         its beginning to `RUSTC_TEXTS` in `{}/selection.rs`.",
        differences.join("\n\n"),
        file!().trim_end_matches(".rs")
    );
}

#[test]
fn a_mistake_in_another_place_or_with_another_text_is_a_difference() {
    let mut case = selection::cases(&folder())
        .into_iter()
        .find(|case| case.name == "action/alias-as-a-value.rs")
        .unwrap();
    assert_eq!(difference(&case), None);
    let golden = case.stderr.clone().unwrap();
    for (part, other) in [
        (":7:14", ":7:15"),
        ("^^^^^", "^^^^"),
        ("`alias` takes", "`alias` wants"),
    ] {
        case.stderr = Some(golden.replace(part, other));
        assert!(case.has_errors_of_macros_only(), "{part}");
        assert!(difference(&case).is_some(), "{part}");
    }
}
