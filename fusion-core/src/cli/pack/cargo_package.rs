//! The crate of the running program, as `cargo metadata` describes it in the current folder.

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use http::Uri;
use serde_json::Value;

/// The crate that has the running program.
#[derive(Debug)]
pub(super) struct CargoPackage {
    pub(super) name: String,
    pub(super) version: String,
    /// The name of the program.
    pub(super) binary: String,
    /// The features that the program requires.
    pub(super) features: Vec<String>,
    pub(super) description: Option<String>,
    pub(super) repository: Option<String>,
    pub(super) homepage: Option<String>,
    pub(super) license: Option<String>,
    pub(super) author: Option<String>,
    pub(super) is_publishable: bool,
    pub(super) workspace: PathBuf,
    /// A dependency by a path that is outside of the workspace.
    pub(super) outside: Option<(String, String)>,
}

impl CargoPackage {
    /// Finds the crate with a program. The error is a sentence with the reason, and how to mend it.
    pub(super) fn find(program: &str) -> Result<Self, String> {
        // Set for programs that cargo runs.
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let output = Command::new(cargo)
            .args([
                "metadata",
                "--no-deps",
                "--offline",
                "--format-version",
                "1",
            ])
            .stdin(Stdio::null())
            .output();
        let output = output.map_err(|error| format!("cargo cannot be run: {error}"))?;
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr);
            let line = text.lines().next().unwrap_or_default();
            let line = line.trim_start_matches("error: ");
            return Err(format!(
                "cargo finds no crate here ({line}); run this in the folder of the crate"
            ));
        }
        let metadata: Value = serde_json::from_slice(&output.stdout)
            .map_err(|error| format!("cargo printed no JSON: {error}"))?;
        Self::read(&metadata, program).ok_or_else(|| {
            let workspace = text(&metadata["workspace_root"]).unwrap_or_default();
            format!(
                "no crate in `{workspace}` has the program `{program}`; run this in the folder of its crate"
            )
        })
    }

    fn read(metadata: &Value, program: &str) -> Option<Self> {
        let packages = metadata["packages"].as_array()?;
        let target_of = |package: &Value| {
            let targets = package["targets"].as_array()?;
            let is_program = |target: &&Value| {
                let mut kinds = target["kind"].as_array().into_iter().flatten();
                target["name"] == program && kinds.any(|kind| kind == "bin")
            };
            targets.iter().find(is_program).cloned()
        };
        let (package, target) = packages
            .iter()
            .find_map(|package| Some((package, target_of(package)?)))?;
        let workspace = PathBuf::from(metadata["workspace_root"].as_str()?);
        let authors = package["authors"].as_array();
        let author = authors.and_then(|authors| author(authors.first()?.as_str()?));
        let features = target["required-features"].as_array().into_iter().flatten();
        Some(Self {
            name: text(&package["name"])?,
            version: text(&package["version"])?,
            binary: program.to_owned(),
            features: features.filter_map(text).collect(),
            description: text(&package["description"]),
            repository: text(&package["repository"]).filter(|url| is_url(url)),
            homepage: text(&package["homepage"]).filter(|url| is_url(url)),
            license: text(&package["license"]),
            author,
            is_publishable: package["publish"]
                .as_array()
                .is_none_or(|on| !on.is_empty()),
            outside: outside(packages, &workspace),
            workspace,
        })
    }

    /// Returns the owner and the name of the repository on GitHub.
    pub(super) fn github(&self) -> Option<(&str, &str)> {
        github(self.repository.as_deref()?)
    }
}

fn github(url: &str) -> Option<(&str, &str)> {
    let path = url.strip_prefix("https://github.com/")?;
    let mut parts = path.split('/');
    let (owner, name) = (parts.next()?, parts.next()?);
    let name = name.strip_suffix(".git").unwrap_or(name);
    (!owner.is_empty() && !name.is_empty()).then_some((owner, name))
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

/// Returns the name in `Name <address>`.
fn author(text: &str) -> Option<String> {
    let name = text.split('<').next().unwrap_or(text).trim();
    (!name.is_empty()).then(|| name.to_owned())
}

/// Returns true for a URL of HTTP with a host.
pub(in crate::cli) fn is_url(text: &str) -> bool {
    let url = text.parse::<Uri>();
    url.is_ok_and(|url| {
        let scheme = url.scheme_str();
        matches!(scheme, Some("http" | "https")) && url.host().is_some()
    })
}

fn outside(packages: &[Value], workspace: &Path) -> Option<(String, String)> {
    let dependencies = packages
        .iter()
        .flat_map(|package| package["dependencies"].as_array().into_iter().flatten());
    dependencies
        .filter_map(|dependency| Some((text(&dependency["name"])?, text(&dependency["path"])?)))
        .find(|(_, path)| !Path::new(path).starts_with(workspace))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repositories_on_github() {
        for (url, expected) in [
            ("https://github.com/ada/desk", Some(("ada", "desk"))),
            ("https://github.com/ada/desk.git", Some(("ada", "desk"))),
            (
                "https://github.com/ada/desk/tree/main/x",
                Some(("ada", "desk")),
            ),
            ("https://github.com/ada", None),
            ("https://github.com//desk", None),
            ("https://gitlab.com/ada/desk", None),
        ] {
            assert_eq!(github(url), expected, "{url}");
        }
    }

    #[test]
    fn the_name_of_an_author_is_without_the_address() {
        assert_eq!(
            author("Ada L. <ada@example.com>").as_deref(),
            Some("Ada L.")
        );
        assert_eq!(author("Ada").as_deref(), Some("Ada"));
        assert_eq!(author("<ada@example.com>"), None);
    }
}
