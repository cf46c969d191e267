//! The cases of `tests/ui`, and which of them need a compiler.
//!
//! Two tests include this file: `ui_cases` of `fusion-macros`, and `tests/tests/ui.rs`. The content of
//! a `.stderr` decides which of the two tests runs a case, so that no list can go stale.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Beginnings of errors that have the format of our own and come from rustc.
const RUSTC_TEXTS: [&str; 1] = ["cannot find attribute"];

/// One source file of `tests/ui`.
pub(super) struct Case {
    /// The path from `tests/ui`, as in `action/unknown-key.rs`.
    pub(super) name: String,
    /// The golden file, or `None` for a case that has never been compiled.
    pub(super) stderr: Option<String>,
}

impl Case {
    /// Returns true if the macros alone report everything that the golden file has.
    pub(super) fn has_errors_of_macros_only(&self) -> bool {
        let Some(stderr) = &self.stderr else {
            return false;
        };
        stderr
            .trim_end()
            .split("\n\n")
            .all(|report| is_error_of_a_macro(&report.lines().collect::<Vec<_>>()))
    }
}

/// Returns true for an error at one place on one line, without a code, a label, a note or help.
fn is_error_of_a_macro(report: &[&str]) -> bool {
    let [error, place, _, code, underline] = report else {
        return false;
    };
    let text = error.strip_prefix("error: ");
    let marks = underline.split_once('|').map(|(_, marks)| marks);
    text.is_some_and(|text| !RUSTC_TEXTS.iter().any(|rustc| text.starts_with(rustc)))
        && place.trim_start().starts_with("--> ui/")
        && code.contains(" | ")
        && marks.is_some_and(|marks| marks.chars().all(|mark| matches!(mark, ' ' | '^')))
}

/// Reads all cases, sorted by name.
pub(super) fn cases(folder: &Path) -> Vec<Case> {
    let sources = entries(folder)
        .into_iter()
        .filter(|topic| topic.is_dir())
        .flat_map(|topic| entries(&topic))
        .filter(|file| file.extension().is_some_and(|kind| kind == "rs"));
    let mut cases: Vec<Case> = sources.map(|source| case(folder, &source)).collect();
    cases.sort_by(|one, other| one.name.cmp(&other.name));
    cases
}

fn case(folder: &Path, source: &Path) -> Case {
    let name = source.strip_prefix(folder).unwrap().to_str().unwrap();
    Case {
        name: name.replace('\\', "/"),
        stderr: fs::read_to_string(source.with_extension("stderr")).ok(),
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect()
}
