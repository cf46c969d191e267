//! The rules for `cache` and `invalidates`. Which actions there are is known to `build()` alone; that
//! a pattern is one is known here. The runtime has the alphabet once more, for policies of the
//! builder: the macro crate knows no other crate of ours.

use syn::LitStr;

use super::Hints;
use crate::{
    attr::Stale,
    diag::{Diag, list, nearest},
    model::Method,
};

/// What is said of an action's results and of those of others.
#[derive(Default)]
pub(crate) struct Sync {
    pub(crate) cache: Option<Cache>,
    /// `None` where nothing is said.
    pub(crate) invalidates: Option<Vec<Stale>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cache {
    NoStore,
    Immutable,
}

impl Cache {
    const NAMES: &[&str] = &["no-store", "immutable"];

    fn named(name: &str) -> Option<Self> {
        match name {
            "no-store" => Some(Self::NoStore),
            "immutable" => Some(Self::Immutable),
            _ => None,
        }
    }
}

pub(super) fn check(method: &Method, hints: Hints, diag: &mut Diag) -> Sync {
    let attr = &method.attr;
    let cache = attr.cache.as_ref();
    let cache = cache.and_then(|text| directive(text, method, hints, diag));
    let patterns = attr.invalidates.as_deref();
    for (i, one) in patterns.unwrap_or_default().iter().enumerate() {
        let earlier = attr.invalidates.iter().flatten().take(i);
        let same = |earlier: &Stale| {
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
        changes(first, method, hints, diag);
    }
    Sync {
        cache,
        invalidates: attr.invalidates.clone(),
    }
}

/// A directive is one of two words, and what never changes is read.
///
/// `#[action(cache = "nostore")]`, `#[action(destructive, cache = "immutable")]`
fn directive(text: &LitStr, method: &Method, hints: Hints, diag: &mut Diag) -> Option<Cache> {
    let name = text.value();
    let Some(cache) = Cache::named(&name) else {
        let known = list(Cache::NAMES);
        let same = |word: &&&str| {
            word.replace('-', "") == name.to_lowercase().replace(['-', '_', ' '], "")
        };
        let meant = Cache::NAMES.iter().find(same).copied();
        diag.error(
            text,
            match meant.or_else(|| nearest(&name, Cache::NAMES)) {
                Some(meant) => format!("unknown directive `{name}`; did you mean `{meant}`?"),
                None => format!("unknown directive `{name}`; known are {known}"),
            },
        );
        return None;
    };
    if cache == Cache::Immutable && !hints.read_only {
        let action = method.name();
        let text_of = format!(
            "action `{action}` may change something, so its result is not `immutable`: \
             mark it `read_only`, or write `no-store`"
        );
        diag.error(text, text_of);
    }
    Some(cache)
}

/// What changes nothing makes nothing stale.
///
/// `#[action(read_only, invalidates("self.*"))]`
fn changes(first: &Stale, method: &Method, hints: Hints, diag: &mut Diag) {
    if hints.read_only {
        let action = method.name();
        let text = format!(
            "action `{action}` is read-only, so it makes nothing stale: remove `invalidates`, \
             or `read_only`"
        );
        diag.error(&first.glob, text);
    }
}

/// A pattern is a tool, `/`, and segments with dots between them; from the action's own place it is
/// segments with dots, and so is a name of somebody else's tool.
///
/// `invalidates("spr*nts/list")`, `invalidates("self")`, `invalidates("a/b..c")`
fn pattern(one: &Stale, diag: &mut Diag) {
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
            "`super` is what the group and its siblings stand in; \
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
