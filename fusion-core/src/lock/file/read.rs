//! The reader of a lock file. Its errors name the line.

use std::collections::BTreeMap;

use serde::{Deserialize, de::DeserializeOwned};

use super::FORMAT;
use crate::lock::{Lock, LockError, LockedItem, LockedTool};

/// The version of a file, whatever else it contains.
#[derive(Deserialize)]
struct VersionedDocument {
    version: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LockDocument {
    #[serde(rename = "version")]
    _version: u64,
    #[serde(default)]
    tools: BTreeMap<String, LockedTool>,
    #[serde(default)]
    actions: BTreeMap<String, LockedItem>,
    #[serde(default)]
    prompts: BTreeMap<String, LockedItem>,
    #[serde(default)]
    resources: BTreeMap<String, LockedItem>,
}

pub(super) fn document(text: &str) -> Result<Lock, LockError> {
    if text.trim().is_empty() {
        return Err(LockError::Empty);
    }
    let is_marker = |line: &str| {
        ["<<<<<<< ", ">>>>>>> "]
            .iter()
            .any(|marker| line.starts_with(marker))
            || line == "======="
    };
    if let Some(line) = text.lines().position(is_marker) {
        return Err(LockError::Conflict { line: line + 1 });
    }
    let VersionedDocument { version } = parse(text)?;
    if version > FORMAT {
        return Err(LockError::Version {
            found: version,
            known: FORMAT,
        });
    }
    let document: LockDocument = parse(text)?;
    Ok(Lock {
        tools: document.tools,
        actions: document.actions,
        prompts: document.prompts,
        resources: document.resources,
    })
}

fn parse<T: DeserializeOwned>(text: &str) -> Result<T, LockError> {
    toml::from_str(text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        let before = text.get(..start).unwrap_or(text);
        LockError::Syntax {
            line: before.matches('\n').count() + 1,
            reason: error.message().to_owned(),
        }
    })
}
