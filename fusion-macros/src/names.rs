//! Validates and converts names, and makes identifiers unique.

use std::collections::HashSet;

use proc_macro2::Span;
use syn::{Ident, ext::IdentExt as _};

/// The characters of a wire name. The runtime repeats these rules for `build()`, because the macro
/// crate depends on no other crate of this workspace.
#[derive(Clone, Copy)]
pub(crate) enum Alphabet {
    /// Tools, keys of flat groups and discriminators.
    Word,
    /// Arguments: a word that may have dots.
    Argument,
}

impl Alphabet {
    /// Describes what is wrong with `name`, as the end of a sentence; `None` for a legal name.
    pub(crate) fn problem(self, name: &str) -> Option<String> {
        if name.is_empty() {
            return Some("is empty".to_owned());
        }
        let length = name.chars().count();
        if length > 64 {
            return Some(format!("has {length} characters; at most 64 are allowed"));
        }
        let (extra, allowed) = match self {
            Self::Word => ("_-", "letters, digits, `_` and `-`"),
            Self::Argument => ("_-.", "letters, digits, `_`, `-` and `.`"),
        };
        let wrong = name
            .chars()
            .find(|c| !c.is_ascii_alphanumeric() && !extra.contains(*c))?;
        let wrong = match wrong {
            ' ' => "a space".to_owned(),
            other => format!("`{other}`"),
        };
        Some(format!("contains {wrong}; ASCII {allowed} are allowed"))
    }
}

/// The style in which Rust names become wire names: one of serde's eight.
#[derive(Clone, Copy)]
pub(crate) enum NameStyle {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

impl NameStyle {
    /// The styles as an author writes them.
    pub(crate) const NAMES: &[&str] = &[
        "lowercase",
        "UPPERCASE",
        "PascalCase",
        "camelCase",
        "snake_case",
        "SCREAMING_SNAKE_CASE",
        "kebab-case",
        "SCREAMING-KEBAB-CASE",
    ];

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "lowercase" => Self::Lower,
            "UPPERCASE" => Self::Upper,
            "PascalCase" => Self::Pascal,
            "camelCase" => Self::Camel,
            "snake_case" => Self::Snake,
            "SCREAMING_SNAKE_CASE" => Self::ScreamingSnake,
            "kebab-case" => Self::Kebab,
            "SCREAMING-KEBAB-CASE" => Self::ScreamingKebab,
            _ => return None,
        })
    }

    /// Renames a `snake_case` name as serde renames a field.
    pub(crate) fn apply(self, name: &str) -> String {
        match self {
            // serde leaves fields unchanged here: they are in lower case already.
            Self::Lower | Self::Snake => name.to_owned(),
            Self::Upper | Self::ScreamingSnake => name.to_ascii_uppercase(),
            Self::Pascal => pascal(name),
            Self::Camel => {
                let name = pascal(name);
                let mut rest = name.chars();
                rest.next()
                    .map(|first| first.to_ascii_lowercase().to_string() + rest.as_str())
                    .unwrap_or_default()
            }
            Self::Kebab => name.replace('_', "-"),
            Self::ScreamingKebab => name.to_ascii_uppercase().replace('_', "-"),
        }
    }
}

fn pascal(name: &str) -> String {
    name.split('_')
        .map(|word| {
            let mut rest = word.chars();
            rest.next()
                .map(|first| first.to_uppercase().to_string() + rest.as_str())
                .unwrap_or_default()
        })
        .collect()
}

/// Converts the name of a type to `snake_case`, the default name of its tool.
pub(crate) fn snake(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let mut out = String::new();
    for (i, c) in chars.iter().enumerate() {
        let last = i.checked_sub(1).and_then(|i| chars.get(i));
        let next = chars.get(i + 1);
        let begins_word = last.is_some_and(|last| {
            let ends_capitals = last.is_uppercase() && next.is_some_and(|c| c.is_lowercase());
            last.is_lowercase() || last.is_numeric() || ends_capitals
        });
        if c.is_uppercase() && begins_word {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}

/// Derives the variants of methods. Methods of one name are under different `cfg`s and share their
/// variant.
pub(crate) fn variants(methods: &[&Ident]) -> Vec<Ident> {
    let names: Vec<String> = methods
        .iter()
        .map(|method| method.unraw().to_string())
        .collect();
    let wanted: Vec<String> = names
        .iter()
        .map(|name| match pascal(name) {
            // These are no identifiers, or none that a variant may have.
            name if name.is_empty() || name.starts_with(|c: char| c.is_numeric()) => {
                format!("_{name}_")
            }
            name if name == "Self" => "Self_".to_owned(),
            name => name,
        })
        .collect();
    unique_names(&names, &wanted)
        .into_iter()
        .zip(methods)
        .map(|(name, method)| Ident::new(&name, method.span().resolved_at(Span::call_site())))
        .collect()
}

/// Appends a number to each of the `wanted` names that another key already has.
pub(crate) fn unique_names(keys: &[String], wanted: &[String]) -> Vec<String> {
    let mut taken = HashSet::new();
    let mut out: Vec<String> = Vec::new();
    for (i, (key, wanted)) in keys.iter().zip(wanted).enumerate() {
        let twin = keys.iter().take(i).position(|earlier| earlier == key);
        let name = if let Some(name) = twin.and_then(|twin| out.get(twin)) {
            name.clone()
        } else {
            free_name(wanted, &taken)
        };
        taken.insert(name.clone());
        out.push(name);
    }
    out
}

fn free_name(wanted: &str, taken: &HashSet<String>) -> String {
    let mut name = wanted.to_owned();
    let mut number = 1;
    while taken.contains(&name) {
        number += 1;
        name = format!("{wanted}{number}");
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_are_serdes() {
        let all: Vec<String> = NameStyle::NAMES
            .iter()
            .filter_map(|name| Some(NameStyle::from_name(name)?.apply("list_open_issues")))
            .collect();
        assert_eq!(
            all,
            [
                "list_open_issues",
                "LIST_OPEN_ISSUES",
                "ListOpenIssues",
                "listOpenIssues",
                "list_open_issues",
                "LIST_OPEN_ISSUES",
                "list-open-issues",
                "LIST-OPEN-ISSUES",
            ]
        );
    }

    #[test]
    fn types_become_snake_case() {
        for (name, wanted) in [
            ("Issues", "issues"),
            ("IssueTracker", "issue_tracker"),
            ("HTTPServer", "http_server"),
            ("Db2", "db2"),
            ("S3Bucket", "s3_bucket"),
            ("X", "x"),
        ] {
            assert_eq!(snake(name), wanted);
        }
    }

    #[test]
    fn alphabets_name_the_first_wrong_character() {
        assert_eq!(Alphabet::Word.problem("a-B_9"), None);
        assert_eq!(Alphabet::Argument.problem("a.b"), None);
        assert_eq!(Alphabet::Word.problem(&"x".repeat(64)), None);
        assert_eq!(Alphabet::Word.problem("").as_deref(), Some("is empty"));
        assert_eq!(
            Alphabet::Word.problem("a.b").as_deref(),
            Some("contains `.`; ASCII letters, digits, `_` and `-` are allowed")
        );
        assert_eq!(
            Alphabet::Argument.problem("größe").as_deref(),
            Some("contains `ö`; ASCII letters, digits, `_`, `-` and `.` are allowed")
        );
        assert_eq!(
            Alphabet::Word.problem(&"x".repeat(65)).as_deref(),
            Some("has 65 characters; at most 64 are allowed")
        );
    }

    #[test]
    fn variants_never_meet() {
        let methods = [
            "list", "a_b", "ab", "aB", "list", "self_", "_1", "__", "r#type",
        ];
        let methods: Vec<Ident> = methods
            .iter()
            .filter_map(|name| {
                syn::parse_str::<Ident>(name)
                    .or_else(|_| syn::parse_str(name))
                    .ok()
            })
            .collect();
        let variants = variants(&methods.iter().collect::<Vec<_>>());
        let variants: Vec<String> = variants.iter().map(ToString::to_string).collect();
        assert_eq!(
            variants,
            [
                "List", "AB", "Ab", "AB2", "List", "Self_", "_1_", "__", "Type"
            ]
        );
    }
}
