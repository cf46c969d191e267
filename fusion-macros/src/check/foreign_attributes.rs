//! The rules for attributes of serde and similar crates on arguments: they have no effect, and
//! each of their keys has a counterpart of this crate.

use std::collections::HashSet;

use syn::{Attribute, Meta, Token, punctuated::Punctuated, spanned::Spanned as _};

use crate::{
    diag::{Diag, nearest},
    model::Parameter,
    symbol::{ARG, FOREIGN_ATTRIBUTES},
    types,
};

/// The counterpart of a `rename` on a field or parameter.
pub(super) const RENAME: &str = "#[arg(name = \"…\")]";

/// The keys without effect on how a value is read.
const WITHOUT_EFFECT: &[&str] = &[
    "bound",
    "borrow",
    "content",
    "contains",
    "crate",
    "deny_unknown_fields",
    "deprecated",
    "example",
    "examples",
    "expecting",
    "extend",
    "getter",
    "inline",
    "inner",
    "into",
    "other",
    "required",
    "serialize_with",
    "skip_serializing",
    "skip_serializing_if",
    "title",
    "transform",
    "untagged",
];

/// The keys that have a counterpart, for misspelt ones.
const REPLACED: &[&str] = &[
    "rename",
    "rename_all",
    "default",
    "flatten",
    "skip",
    "skip_deserializing",
    "with",
    "deserialize_with",
    "from",
    "try_from",
    "transparent",
    "tag",
    "remote",
    "alias",
    "schema_with",
    "description",
    "range",
    "length",
    "regex",
    "email",
    "url",
    "format",
];

/// Attributes of serde and schemars have no effect on fields, which are read one by one. A key without
/// a counterpart may be there for another derive.
///
/// `#[serde(default)] limit: u32`, `#[schemars(range(max = 100))] limit: u32`
pub(super) fn on_fields(attrs: &[Attribute], rename: &str, diag: &mut Diag) {
    for attr in attrs {
        let Some(of) = foreign_name(attr).filter(|of| ["serde", "schemars"].contains(of)) else {
            continue;
        };
        let mut seen = HashSet::new();
        for meta in keys(attr) {
            let key = written_key(&meta);
            if let Some(instead) = replacement(&key, rename)
                && seen.insert(key.clone())
            {
                let text = format!("`Fields` does not read `{of}({key})`: {instead}");
                diag.error_at(meta.path().span(), text);
            }
        }
    }
}

/// Attributes of other crates belong on the fields of types. rustc knows none of them on a parameter.
///
/// `#[serde(default)] limit: u32`, `#[schemars(range(max = 100))] limit: u32`
pub(super) fn on_parameter(param: &Parameter, diag: &mut Diag) {
    let is_injected = types::reference(&param.ty).is_some();
    for attr in &param.foreign {
        let of = foreign_name(attr).unwrap_or_default();
        let metas = keys(attr);
        if is_injected || metas.is_empty() {
            let text = format!("`#[{of}]` has no effect on a parameter: remove it");
            diag.error(attr.path(), text);
            continue;
        }
        for meta in metas {
            let key = written_key(&meta);
            let instead = match key.as_str() {
                "flatten" => Some(
                    "write `#[arg(flatten)]`, and `#[derive(Fields)]` on the struct".to_owned(),
                ),
                "skip" | "skip_deserializing" => {
                    Some("every parameter by value is an argument: take this one out".to_owned())
                }
                _ => replacement(&key, RENAME),
            };
            let instead = instead.unwrap_or_else(|| "it belongs on a field of a type".to_owned());
            let text = format!("`{of}({key})` has no effect on a parameter: {instead}");
            diag.error_at(meta.path().span(), text);
        }
    }
}

/// Returns the name of the attribute if it is one of another crate.
fn foreign_name(attr: &Attribute) -> Option<&'static str> {
    let mut names = FOREIGN_ATTRIBUTES.iter().copied();
    names.find(|name| attr.path().is_ident(name))
}

/// Returns the keys of an attribute; none if they are not written as keys.
fn keys(attr: &Attribute) -> Vec<Meta> {
    let keys = attr.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
    keys.map_or_else(|_| Vec::new(), |keys| keys.into_iter().collect())
}

fn written_key(meta: &Meta) -> String {
    let key = meta.path().get_ident();
    key.map_or_else(String::new, ToString::to_string)
}

/// Returns what to write instead of a key, or of the key that was probably meant; `None` for a key
/// without effect on arguments.
fn replacement(key: &str, rename: &str) -> Option<String> {
    if WITHOUT_EFFECT.contains(&key) {
        return None;
    }
    Some(match nearest(key, REPLACED)? {
        "rename" | "rename_all" => format!("write `{rename}`"),
        "default" => format!("write `#[{ARG}(default)]` or `#[{ARG}(default = …)]`"),
        "flatten" => "let the action take the other struct as well, by another parameter \
                      with `#[arg(flatten)]`"
            .to_owned(),
        "skip" | "skip_deserializing" => {
            "every field is an argument: take this one out of the struct".to_owned()
        }
        "with" | "deserialize_with" | "from" | "try_from" | "transparent" | "tag" | "remote" => {
            "give it a type that deserializes this way".to_owned()
        }
        "alias" => format!("write `#[{ARG}(alias(\"…\"))]`"),
        "schema_with" => "write `#[arg(schema = …)]`".to_owned(),
        "description" => "write `#[arg(description = \"…\")]`, or a doc comment".to_owned(),
        limit @ ("range" | "length") => format!("write `#[{ARG}({limit}(…))]`"),
        "regex" => "write `#[arg(pattern = \"…\")]`".to_owned(),
        "email" | "url" | "format" => "write `#[arg(format = \"…\")]`".to_owned(),
        _ => return None,
    })
}
