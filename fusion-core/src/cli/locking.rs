//! The commands about the lock: write it, check the server against it, and compare two of them.

use std::{
    fs,
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
};

use clap::{
    ArgAction, Args,
    builder::{PossibleValuesParser, TypedValueParser},
};
use serde_json::to_value;

use super::{
    arguments::PrintOptions,
    failure::{Failure, REFUSED},
    output::{Output, error_lines, print_text},
};
use crate::{
    lock::{ChangeClass, Diff, Lock, LockError, begins_like_lock},
    registry::View,
};

const FILE: &str = "fusion.lock";
/// The name of a file that stands for standard input.
const STDIN: &str = "-";
/// The word that denies every class.
const ALL: &str = "all";

#[derive(Args, Clone, Debug)]
#[group(skip)]
pub(super) struct LockOptions {
    /// The file.
    #[arg(id = "fusion.file", value_name = "FILE", default_value = FILE)]
    file: PathBuf,
    /// Write nothing, and fail if the server differs from the file.
    #[arg(id = "fusion.check", long = "check", action = ArgAction::SetTrue)]
    check: bool,
    #[command(flatten)]
    pub(super) print: PrintOptions,
}

#[derive(Args, Clone, Debug)]
#[group(skip)]
pub(super) struct DiffOptions {
    /// The earlier lock; `-` is standard input, as in `git show v1:fusion.lock | … diff -`.
    #[arg(id = "fusion.old", value_name = "OLD")]
    old: PathBuf,
    /// The later lock.
    #[arg(id = "fusion.new", value_name = "NEW", default_value = FILE)]
    new: PathBuf,
    /// The classes of changes that fail the command: `all`, or classes, separated by commas.
    #[arg(
        id = "fusion.denied",
        long = "deny",
        value_name = "CLASSES",
        value_delimiter = ',',
        value_parser = denied_classes()
    )]
    deny: Vec<DeniedClass>,
    #[command(flatten)]
    pub(super) print: PrintOptions,
}

/// A word of `--deny`; `None` is `all`.
type DeniedClass = Option<ChangeClass>;

fn denied_classes() -> impl TypedValueParser<Value = DeniedClass> {
    let classes = ChangeClass::ALL.map(ChangeClass::name);
    PossibleValuesParser::new(classes.into_iter().chain([ALL])).map(|word| word.parse().ok())
}

/// Writes the lock of a view, or compares the view with the file. Prints the changes since the file was written.
pub(super) fn lock(program: &str, view: &View, options: &LockOptions) -> Result<(), Failure> {
    let file = &options.file;
    let (lock, output) = (view.lock(), Output::new(&options.print));
    let before = match fs::read_to_string(file) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(unreadable(file, &error)),
    };
    let locked = before.as_deref().map(str::parse::<Lock>);
    if options.check {
        return match locked {
            None => Err(Failure::refused(format!(
                "there is no `{}`: to write it, run `{}`",
                file.display(),
                command(program, file)
            ))),
            Some(Err(error)) => Err(no_lock(Some(program), file, &error)),
            Some(Ok(locked)) => check(program, file, &locked.diff(&lock), &output),
        };
    }
    match (&before, &locked) {
        (_, Some(Err(error @ LockError::Version { .. }))) => {
            return Err(no_lock(None, file, error));
        }
        (Some(text), Some(Err(error))) if is_foreign(text, error) => {
            return Err(foreign(file, error));
        }
        _ => {}
    }
    let text = lock.to_string();
    if before.as_deref() != Some(&text) {
        fs::write(file, text)
            .map_err(|error| Failure::refused(format!("`{}`: {error}", file.display())))?;
    }
    match locked {
        Some(Ok(locked)) => return print(&locked.diff(&lock), &output),
        Some(Err(error)) => {
            let (file, reason) = (file.display(), error.reason());
            let text =
                format!("{program}: {file} was written again without a comparison: {reason}");
            let _ = io::stderr().write_all(error_lines(&text).as_bytes());
        }
        None => {}
    }
    if output.is_json() {
        return print(&Diff::default(), &output);
    }
    print_text(&format!("wrote {}\n", file.display()))
}

/// Returns true for the text of a file that never was a lock.
fn is_foreign(text: &str, error: &LockError) -> bool {
    matches!(error, LockError::Syntax { .. }) && !begins_like_lock(text)
}

/// The mistake of a file that is no lock and is not replaced.
fn foreign(file: &Path, error: &LockError) -> Failure {
    Failure::usage(format!(
        "`{}` is no lock, and is not replaced: {}; give another file, or remove this one",
        file.display(),
        error.reason()
    ))
}

fn check(program: &str, file: &Path, diff: &Diff, output: &Output) -> Result<(), Failure> {
    print(diff, output)?;
    if diff.is_empty() {
        return Ok(());
    }
    Err(Failure::refused(format!(
        "the server differs from `{}`: if that is intended, run `{}`, and commit the file",
        file.display(),
        command(program, file)
    )))
}

/// Returns the command that writes a lock.
fn command(program: &str, file: &Path) -> String {
    if file == Path::new(FILE) {
        format!("{program} lock")
    } else {
        format!("{program} lock {}", file.display())
    }
}

/// Compares two files.
pub(super) fn diff(program: &str, options: &DiffOptions) -> Result<(), Failure> {
    if options.old == Path::new(STDIN) && options.new == Path::new(STDIN) {
        return Err(Failure::usage("one of both files can be standard input"));
    }
    let diff = read(program, &options.old)?.diff(&read(program, &options.new)?);
    print(&diff, &Output::new(&options.print))?;
    let mut denied: Vec<ChangeClass> = options.deny.iter().copied().flatten().collect();
    if options.deny.contains(&None) {
        denied = ChangeClass::ALL.to_vec();
    }
    if diff.denied(&denied) {
        return Err(Failure::Code(REFUSED));
    }
    Ok(())
}

fn read(program: &str, file: &Path) -> Result<Lock, Failure> {
    let is_stdin = file == Path::new(STDIN);
    let text = if is_stdin {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        fs::read_to_string(file)
    };
    let text = text.map_err(|error| unreadable(file, &error))?;
    let lock = text.parse::<Lock>();
    lock.map_err(|error| {
        if is_stdin {
            no_lock(None, Path::new("standard input"), &error)
        } else {
            no_lock(
                (!is_foreign(&text, &error)).then_some(program),
                file,
                &error,
            )
        }
    })
}

/// The mistake of a file that is no lock. `program` writes it again.
fn no_lock(program: Option<&str>, file: &Path, error: &LockError) -> Failure {
    let way = match (error, program) {
        (LockError::Version { .. }, _) => "; update fusion-core".to_owned(),
        (LockError::Conflict { .. }, Some(program)) => {
            let command = command(program, file);
            format!("; resolve it by either side, or run `{command}` to write the lock again")
        }
        (_, Some(program)) => format!("; to write it again, run `{}`", command(program, file)),
        (_, None) => String::new(),
    };
    Failure::usage(format!("{}: {}{way}", file.display(), error.reason()))
}

fn unreadable(file: &Path, error: &io::Error) -> Failure {
    Failure::usage(format!("cannot read `{}`: {error}", file.display()))
}

fn print(diff: &Diff, output: &Output) -> Result<(), Failure> {
    if output.is_json() {
        let value = to_value(diff).map_err(|error| Failure::refused(error.to_string()))?;
        return output.json(&value);
    }
    print_text(&output.prose(&output.text(&format!("{diff}\n"))))
}
