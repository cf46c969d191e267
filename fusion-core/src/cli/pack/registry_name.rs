//! The name of a server in the MCP registry: a reversed domain, a slash and a name.

use super::cargo_package::CargoPackage;
use crate::cli::failure::Failure;

/// As the registry limits it.
const MAX_CHARS: usize = 200;

/// Returns the name that was given, else the one of the repository on GitHub.
pub(super) fn registry_name(
    given: Option<&str>,
    server: &str,
    package: Result<&CargoPackage, &str>,
) -> Result<String, Failure> {
    let way_out = "give the name with --name, as `io.github.owner/server`";
    let (name, source) = match (given, package) {
        (Some(name), _) => (name.to_owned(), "--name"),
        (None, Err(reason)) => {
            return Err(Failure::usage(format!(
                "the name in the registry is unknown, because {reason}; or {way_out}"
            )));
        }
        (None, Ok(package)) => match package.github() {
            Some((owner, _)) => (format!("io.github.{owner}/{server}"), "Cargo.toml"),
            None => {
                return Err(Failure::usage(format!(
                    "the name in the registry is unknown: `repository` in the Cargo.toml of `{}` is no repository on \
                     GitHub; {way_out}",
                    package.name
                )));
            }
        },
    };
    match mistake(&name) {
        None => Ok(name),
        Some(mistake) => Err(Failure::usage(format!(
            "the name `{name}` of {source} is none of the registry: {mistake}; {way_out}"
        ))),
    }
}

fn mistake(name: &str) -> Option<&'static str> {
    let is_word = |text: &str| {
        let ends = [text.bytes().next(), text.bytes().next_back()];
        let ends_well = ends
            .iter()
            .all(|byte| byte.is_some_and(|byte| byte.is_ascii_alphanumeric()));
        ends_well
            && text
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte))
    };
    let is_label = |label: &str| is_word(label) && !label.contains('_') && label.len() <= 63;
    let Some((domain, server)) = name.split_once('/') else {
        return Some("it has no slash");
    };
    let labels: Vec<_> = domain.split('.').collect();
    if labels.len() < 2 || !labels.into_iter().all(is_label) {
        return Some("before the slash stands no reversed domain, such as `com.example`");
    }
    if !is_word(server) {
        return Some(
            "after the slash stand ASCII letters, digits, dots, dashes and underscores, with a letter or digit at both \
             ends",
        );
    }
    (name.chars().count() > MAX_CHARS).then_some("it has more than 200 characters")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_the_registry_takes_and_refuses() {
        for name in [
            "io.github.ada/desk",
            "com.example/a_b.c-d",
            "a.b/C",
            "com.my-host/x",
        ] {
            assert_eq!(mistake(name), None, "{name}");
        }
        let long = format!("com.example/{}", "a".repeat(MAX_CHARS));
        for name in [
            "desk",
            "desk/desk",
            "com..example/x",
            "com.example/",
            "com.example/x/y",
            "com.example/-x",
            "com.a_b/x",
            "-com.example/x",
            "com.example/x y",
            "com.example/ä",
            &long,
        ] {
            assert!(mistake(name).is_some(), "{name}");
        }
    }
}
