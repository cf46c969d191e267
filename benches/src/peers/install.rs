//! Builds and installs contenders, each by its own lock file.

use std::{fs, process::Command};

use fusion_bench_kit::Result;

use super::{Kind, Program};
use crate::context::{Context, run};

pub(super) fn cargo(context: &Context, folder: &str) -> Result<Program> {
    let manifest = context
        .benches
        .join("peers")
        .join(folder)
        .join("Cargo.toml");
    run(context
        .cargo()
        .args(["build", "--release", "--locked", "--manifest-path"])
        .arg(manifest))?;
    Ok(Program::new(context.program(&format!("peer-{folder}"))))
}

pub(super) fn npm(context: &Context, folder: &str) -> Result<Program> {
    let folder = context.benches.join("peers").join(folder);
    run(Command::new("npm")
        .args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"])
        .current_dir(&folder))?;
    let mut program = Program::new("node".into());
    program
        .arguments
        .push(folder.join("server.js").display().to_string());
    Ok(program)
}

pub(super) fn pip(context: &Context, folder: &str) -> Result<Program> {
    let folder = context.benches.join("peers").join(folder);
    let environment = context.target.join("fastmcp");
    let python = environment.join("bin").join("python");
    if !python.exists() {
        run(Command::new("python3")
            .args(["-m", "venv"])
            .arg(&environment))?;
    }
    run(Command::new(&python)
        .args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "-r",
        ])
        .arg(folder.join("requirements.txt")))?;
    let mut program = Program::new(python);
    program
        .arguments
        .push(folder.join("server.py").display().to_string());
    Ok(program)
}

pub(super) fn version(
    context: &Context,
    kind: Kind,
    folder: &str,
    package: &str,
) -> Result<String> {
    let peers = context.benches.join("peers").join(folder);
    let (file, before, after) = match kind {
        Kind::Here(_) => (context.benches.join("Cargo.lock"), locked(package), "\""),
        Kind::Cargo => (peers.join("Cargo.lock"), locked(package), "\""),
        Kind::Npm => (
            peers.join("package.json"),
            format!("\"{package}\": \""),
            "\"",
        ),
        Kind::Pip => (peers.join("requirements.txt"), format!("{package}=="), "\n"),
    };
    let text = fs::read_to_string(&file)?;
    let version = between(&text, &before, after);
    version
        .map(str::to_owned)
        .ok_or_else(|| format!("no {package} in {}", file.display()).into())
}

fn locked(package: &str) -> String {
    format!("name = \"{package}\"\nversion = \"")
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    Some(text.split_once(before)?.1.split_once(after)?.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_read_from_each_kind_of_lock() {
        let lock = "[[package]]\nname = \"rmcp-macros\"\nversion = \"1.0.0\"\n\n\
                    [[package]]\nname = \"rmcp\"\nversion = \"3.11.0\"\n";
        assert_eq!(between(lock, &locked("rmcp"), "\""), Some("3.11.0"));
        assert_eq!(
            between("a==1\nfastmcp==4.2.3\n", "fastmcp==", "\n"),
            Some("4.2.3")
        );
        assert_eq!(between(lock, &locked("pmcp"), "\""), None);
    }
}
