//! The paths of this package and its target folder, and the way to run other programs.

use std::{
    env,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use fusion_bench_kit::{Result, rounds::Effort};

/// The paths of this package, and the amount of measuring.
#[derive(Clone, Debug)]
pub struct Context {
    /// The folder of this package.
    pub benches: PathBuf,
    /// The folder into which programs are built.
    pub target: PathBuf,
    /// The amount of measuring.
    pub effort: Effort,
}

impl Context {
    /// Finds this package where it was built, and the target folder: `CARGO_TARGET_DIR`, or that of
    /// the package.
    pub fn new(effort: Effort) -> Self {
        let benches = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let target = env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| benches.join("target"), |target| benches.join(target));
        Self {
            benches,
            target,
            effort,
        }
    }

    /// Returns the root of the repository.
    pub fn root(&self) -> &Path {
        self.benches.parent().unwrap_or(&self.benches)
    }

    /// Removes the folders of this machine from a text.
    pub fn without_folders(&self, text: &str) -> String {
        [self.target.as_path(), self.root()]
            .iter()
            .fold(text.to_owned(), |text, folder| {
                text.replace(&format!("{}/", folder.display()), "")
            })
    }

    /// Returns the path of a program that was built for release.
    pub fn program(&self, name: &str) -> PathBuf {
        self.target.join("release").join(name)
    }

    /// Returns a command of Cargo that builds into [`target`](Self::target).
    pub fn cargo(&self) -> Command {
        let mut command = Command::new(env!("CARGO"));
        command.env("CARGO_TARGET_DIR", &self.target);
        command
    }

    /// Returns true for a run that only tests the program itself.
    pub fn is_quick(&self) -> bool {
        self.effort == Effort::Quick
    }
}

/// Runs a command to its end. The error contains the last line that the command printed.
pub fn run(command: &mut Command) -> Result<String> {
    let program = Path::new(command.get_program());
    let name = program
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{name}: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8(output.stdout)?);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<_> = said
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let last = lines[lines.len().saturating_sub(12)..].join("\n");
    Err(format!("{name} ended with {}: {last}", output.status).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_this_machine_are_told_to_nobody() {
        let context = Context {
            benches: "/somewhere/fusion/benches".into(),
            target: "/somewhere/fusion/target".into(),
            effort: Effort::Quick,
        };
        let text = "no /somewhere/fusion/target/release/x, no /somewhere/fusion/benches/y";
        assert_eq!(context.without_folders(text), "no release/x, no benches/y");
    }

    #[test]
    fn what_a_command_prints_is_returned() {
        let said = run(Command::new("sh").args(["-c", "echo out; echo err >&2"]));
        assert_eq!(said.unwrap(), "out\n");
    }

    #[test]
    fn a_command_that_fails_is_blamed_with_its_last_words() {
        let error = run(Command::new("sh").args(["-c", "echo why >&2; exit 3"])).unwrap_err();
        assert_eq!(error.to_string(), "sh ended with exit status: 3: why");
    }
}
