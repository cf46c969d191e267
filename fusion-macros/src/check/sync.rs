//! The rules for `cache` and `invalidates`. This module checks the syntax of patterns; `build()`
//! checks that they match an action. The runtime repeats the alphabet for policies of the builder,
//! because the macro crate depends on no other crate of this workspace.

use syn::LitStr;

use super::Hints;
use crate::{
    attr::StalePattern,
    diag::{Diag, list, nearest},
    model::Method,
};

/// The state-sync declarations of an action.
#[derive(Default)]
pub(crate) struct StateSyncAttributes {
    pub(crate) cache: Option<CacheDirective>,
    /// `None` if the action does not declare `invalidates`.
    pub(crate) invalidates: Option<Vec<StalePattern>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CacheDirective {
    NoStore,
    Immutable,
}

impl CacheDirective {
    const NAMES: &[&str] = &["no-store", "immutable"];

    fn from_name(name: &str) -> Option<Self> {
        match name {
            "no-store" => Some(Self::NoStore),
            "immutable" => Some(Self::Immutable),
            _ => None,
        }
    }
}

pub(super) fn check(method: &Method, hints: Hints, diag: &mut Diag) -> StateSyncAttributes {
    let attr = &method.attr;
    let cache = attr.cache.as_ref();
    let cache = cache.and_then(|text| directive(text, method, hints, diag));
    let patterns = attr.invalidates.as_deref();
    for (i, one) in patterns.unwrap_or_default().iter().enumerate() {
        let earlier = attr.invalidates.iter().flatten().take(i);
        let same = |earlier: &StalePattern| {
            earlier.foreign == one.foreign && earlier.glob.value() == one.glob.value()
        };
        if earlier.into_iter().any(same) {
            let text = format!("pattern `{}` is given twice", one.glob.value());
            diag.error(&one.glob, text);
        } else {
            pattern(one, diag);
        }
    }
    if let Some([first, ..]) = patterns {
        read_only_invalidates(first, method, hints, diag);
    }
    StateSyncAttributes {
        cache,
        invalidates: attr.invalidates.clone(),
    }
}

/// A directive is one of two words, and only read-only actions are `immutable`.
///
/// `#[action(cache = "nostore")]`, `#[action(destructive, cache = "immutable")]`
fn directive(
    text: &LitStr,
    method: &Method,
    hints: Hints,
    diag: &mut Diag,
) -> Option<CacheDirective> {
    let name = text.value();
    let Some(cache) = CacheDirective::from_name(&name) else {
        let known = list(CacheDirective::NAMES);
        let same = |word: &&&str| {
            word.replace('-', "") == name.to_lowercase().replace(['-', '_', ' '], "")
        };
        let meant = CacheDirective::NAMES.iter().find(same).copied();
        diag.error(
            text,
            match meant.or_else(|| nearest(&name, CacheDirective::NAMES)) {
                Some(meant) => format!("unknown directive `{name}`; did you mean `{meant}`?"),
                None => format!("unknown directive `{name}`; known are {known}"),
            },
        );
        return None;
    };
    if cache == CacheDirective::Immutable && !hints.read_only {
        let action = method.name();
        let text_of = format!(
            "action `{action}` may change something, so its result is not `immutable`: \
             mark it `read_only`, or write `no-store`"
        );
        diag.error(text, text_of);
    }
    Some(cache)
}

/// A read-only action invalidates nothing.
///
/// `#[action(read_only, invalidates("self.*"))]`
fn read_only_invalidates(first: &StalePattern, method: &Method, hints: Hints, diag: &mut Diag) {
    if hints.read_only {
        let action = method.name();
        let text = format!(
            "action `{action}` is read-only, so it makes nothing stale: remove `invalidates`, \
             or `read_only`"
        );
        diag.error(&first.glob, text);
    }
}

/// A pattern is a tool, `/`, and segments with dots between them. Relative to the action's own place
/// it is segments with dots, and so is the name of a tool of another server.
///
/// `invalidates("spr*nts/list")`, `invalidates("self")`, `invalidates("a/b..c")`
fn pattern(one: &StalePattern, diag: &mut Diag) {
    let value = one.glob.value();
    if !one.foreign
        && let Some(text) = wrong_notation(&value)
    {
        diag.error(&one.glob, text);
        return;
    }
    let key = value.split_once('/').filter(|_| !one.foreign);
    let segments = match key {
        Some((tool, key)) => [tool].into_iter().chain(key.split('.')).collect::<Vec<_>>(),
        None => value.split('.').collect(),
    };
    let wrong = segments.into_iter().find(|segment| !is_segment(segment));
    if let Some(wrong) = wrong {
        let what = if wrong.is_empty() {
            "a segment is empty".to_owned()
        } else {
            format!("`{wrong}` is no segment")
        };
        let names = if one.foreign && wrong.contains('/') {
            "; `foreign` takes names of tools, whose segments are separated by dots alone"
        } else {
            ""
        };
        let text = format!(
            "{what} in `{value}`; write `*` for any one segment, `**` for any number of them, \
             or a name of letters, digits, `_` and `-`{names}"
        );
        diag.error(&one.glob, text);
        return;
    }
    let text = match value.as_str() {
        _ if one.foreign => return,
        "self" => "`self` is the action's own group; write `self.*` for all of its actions",
        "super" => {
            "`super` is the parent of the group and its siblings; \
             write `super.labels.*` for all actions of a sibling `labels`"
        }
        _ => return,
    };
    diag.error(&one.glob, text);
}

/// One `/` stands between a tool and its action, and dots between all other segments.
///
/// `invalidates("tracker.issues.*")`, `invalidates("tracker:issues.*")`, `invalidates("self/list")`
fn wrong_notation(value: &str) -> Option<String> {
    let segments: Vec<_> = value.split(['/', '.', ':']).collect();
    let relative = matches!(*segments.as_slice(), ["self" | "super", ..]);
    if segments.iter().any(|segment| !is_segment(segment)) || (relative && segments.len() == 1) {
        return None;
    }
    let instead = match *segments.as_slice() {
        ["*" | "**"] => "**".to_owned(),
        [tool] => format!("{tool}/**"),
        ["**", ref key @ ..] if key.iter().all(|segment| *segment == "**") => "**".to_owned(),
        ["**", ..] => format!("*/{}", segments.join(".")),
        _ if relative => segments.join("."),
        [tool, ref key @ ..] => format!("{tool}/{}", key.join(".")),
        [] => return None,
    };
    if instead == value {
        return None;
    }
    let rule = if relative {
        "dots stand between all segments of a pattern from the action's own place"
    } else {
        "`/` stands between a tool and its action, and dots between all other segments"
    };
    let foreign = if relative || value.contains(['/', ':']) {
        String::new()
    } else {
        format!(", or `foreign(\"{value}\")` for tools of somebody else")
    };
    Some(format!(
        "{rule}: write `{instead}` instead of `{value}`{foreign}"
    ))
}

fn is_segment(segment: &str) -> bool {
    let literal = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    matches!(segment, "*" | "**") || (!segment.is_empty() && segment.chars().all(literal))
}
