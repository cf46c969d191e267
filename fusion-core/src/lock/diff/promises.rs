//! Hints, scopes, confirmations and `once` before and after.

use std::collections::BTreeMap;

use super::{ChangeRule, ItemChanges};
use crate::{
    lock::{LockedConfirm, LockedItem, words},
    spec::Unasked,
};

pub(super) fn compare(old: &LockedItem, new: &LockedItem, changes: &mut ItemChanges<'_>) {
    let hints = words::hints::names(old.hints)
        .into_iter()
        .zip(words::hints::names(new.hints));
    // `read_only` implies `idempotent`, which comes and goes with it.
    let implies = old.hints.read_only != new.hints.read_only;
    for ((name, before), (_, after)) in hints {
        let is_implied = implies && name == "idempotent" && before == old.hints.read_only;
        if before != after && !is_implied {
            let text = if after { "is new" } else { "is gone" };
            changes.whole(hint_rule(name, after), format!("the hint `{name}` {text}"));
        }
    }
    let listed = |scopes: Vec<&String>| {
        let scopes: Vec<_> = scopes.iter().map(|scope| format!("`{scope}`")).collect();
        scopes.join(", ")
    };
    let added: Vec<_> = new.scopes.difference(&old.scopes).collect();
    let gone: Vec<_> = old.scopes.difference(&new.scopes).collect();
    if !added.is_empty() {
        changes.whole(
            ChangeRule::ScopeAdded,
            format!("needs the scope {}", listed(added)),
        );
    }
    if !gone.is_empty() {
        changes.whole(
            ChangeRule::ScopeGone,
            format!("no longer needs the scope {}", listed(gone)),
        );
    }
    confirm(old.confirm.as_ref(), new.confirm.as_ref(), changes);
    match (old.once, new.once) {
        (true, false) => changes.whole(
            ChangeRule::OnceDropped,
            "a repeated call runs again, and `idempotency_key` is refused",
        ),
        (false, true) => changes.whole(
            ChangeRule::OnceAdded,
            "a call with an `idempotency_key` runs once",
        ),
        _ => {}
    }
}

/// Returns the rule for a hint that is set or no longer set.
fn hint_rule(name: &str, is_set: bool) -> ChangeRule {
    match (name, is_set) {
        ("read_only", false) => ChangeRule::ReadOnlyLost,
        ("idempotent", false) => ChangeRule::IdempotentLost,
        ("destructive", true) => ChangeRule::DestructiveGained,
        ("open_world", true) => ChangeRule::OpenWorldGained,
        _ => ChangeRule::HintGained,
    }
}

/// Compares the hints that an author states for a whole tool. Without a statement, they follow from the
/// actions.
pub(super) fn annotations(
    old: &BTreeMap<String, bool>,
    new: &BTreeMap<String, bool>,
    changes: &mut ItemChanges<'_>,
) {
    for (name, ..) in words::hints::names(crate::spec::Hints::default()) {
        let (before, after) = (old.get(name), new.get(name));
        if before == after {
            continue;
        }
        // The value that promises more.
        let good = matches!(name, "read_only" | "idempotent");
        let is_lost = before == Some(&good) || after == Some(&!good);
        let rule = if is_lost {
            hint_rule(name, !good)
        } else {
            ChangeRule::HintGained
        };
        let stated = |value: Option<&bool>| match value {
            Some(value) => format!("`{value}`"),
            None => "not stated".to_owned(),
        };
        let text = format!(
            "the hint `{name}` of the whole tool is {} instead of {}",
            stated(after),
            stated(before)
        );
        changes.whole(rule, text);
    }
}

fn confirm(
    old: Option<&LockedConfirm>,
    new: Option<&LockedConfirm>,
    changes: &mut ItemChanges<'_>,
) {
    let way = |unasked: Unasked| match unasked {
        Unasked::Refuse => "a client that cannot ask is refused",
        Unasked::Allow => "a client that cannot ask runs it",
        Unasked::Token => "a client that cannot ask confirms with a token",
    };
    match (old, new) {
        (None, None) => {}
        (None, Some(new)) => {
            let rule = match new.unasked {
                Unasked::Refuse => ChangeRule::ConfirmAdded,
                Unasked::Allow | Unasked::Token => ChangeRule::ConfirmWithWay,
            };
            changes.whole(
                rule,
                format!("a user confirms the call; {}", way(new.unasked)),
            );
        }
        (Some(_), None) => changes.whole(ChangeRule::ConfirmDropped, "no user confirms the call"),
        (Some(old), Some(new)) => {
            let rule = match (old.unasked, new.unasked) {
                (one, other) if one == other => None,
                (_, Unasked::Refuse) => Some(ChangeRule::ConfirmAdded),
                (_, Unasked::Allow) => Some(ChangeRule::ConfirmDropped),
                (Unasked::Refuse, _) => Some(ChangeRule::ConfirmEased),
                (_, Unasked::Token) => Some(ChangeRule::ConfirmWithWay),
            };
            if let Some(rule) = rule {
                changes.whole(rule, way(new.unasked));
            }
            let question = |confirm: &LockedConfirm| confirm.question.clone().unwrap_or_default();
            let (before, after) = (question(old), question(new));
            let part = super::ChangedPart::Item;
            changes.prose(
                ChangeRule::QuestionChanged,
                part,
                "question",
                [&before, &after],
            );
        }
    }
}
