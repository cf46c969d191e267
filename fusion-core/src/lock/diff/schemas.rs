//! One schema before and after: the gaps of both directions, as changes.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{ChangeRule, phrases};
use crate::{
    args::NULL_IS_VALUE,
    lock::covers::{CoverageGap, GapKind, gaps},
};

/// The side of a call that a schema describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DiffedSide {
    /// Clients send what it accepts, so that it may only become wider.
    Input,
    /// Clients read what it accepts, so that it may only become narrower.
    Result,
}

/// Kinds that state the presence of a field, the most telling first.
type PresenceKinds = [GapKind; 4];

const HARMFUL: PresenceKinds = [
    GapKind::FieldUnknown,
    GapKind::FieldGone,
    GapKind::FieldRequired,
    GapKind::FieldTyped,
];

const HARMLESS: PresenceKinds = [
    GapKind::FieldUnknown,
    GapKind::FieldGone,
    GapKind::FieldTyped,
    GapKind::FieldRequired,
];

/// The keywords of numbers, which the text of a changed type states as a range.
const RANGE: [&str; 3] = ["maximum", "minimum", "multipleOf"];

/// The places of a field before and after, where it has another name.
pub(super) type RenamedField = [String; 2];

/// Calls `add` with the rule, the path and the text of each change from one canonical schema to another. Returns the
/// fields that have another name.
pub(super) fn compare(
    [old, new]: [&Value; 2],
    side: DiffedSide,
    mut add: impl FnMut(ChangeRule, &str, String),
) -> Vec<RenamedField> {
    if old == new {
        return Vec::new();
    }
    let (mut harmful, mut harmless) = match side {
        DiffedSide::Input => (gaps(old, new, false), gaps(new, old, false)),
        DiffedSide::Result => (gaps(new, old, true), gaps(old, new, false)),
    };
    let mut fields = renamed(side, &harmful, &harmless);
    for [gone, added] in &fields {
        let name = added.rsplit('.').next().unwrap_or(added);
        let rule = match side {
            DiffedSide::Input => ChangeRule::FieldRenamed,
            DiffedSide::Result => ChangeRule::ResultFieldGone,
        };
        let alias = if side == DiffedSide::Input {
            " without an alias"
        } else {
            ""
        };
        add(rule, gone, format!("renamed to `{name}`{alias}"));
        for gaps in [&mut harmful, &mut harmless] {
            gaps.retain(|gap| !is_below(&gap.path, gone) && !is_below(&gap.path, added));
        }
    }
    let moved = moved(&harmless);
    harmless.retain(|gap| {
        gap.kind != GapKind::FieldRequired || !moved.iter().any(|[former, _]| *former == gap.path)
    });
    fields.extend(moved);
    one_type(&mut harmful);
    one_type(&mut harmless);
    one_presence(&mut harmful, HARMFUL);
    one_presence(&mut harmless, HARMLESS);
    for gap in &harmful {
        let opposite = harmless
            .iter()
            .find(|other| other.path == gap.path && other.kind == gap.kind);
        let text = phrases::harmful(side, gap, opposite);
        add(harmful_rule(side, gap.kind), &gap.path, text);
    }
    let is_stated = |gap: &CoverageGap| {
        harmful.iter().any(|known| {
            let same = known.path == gap.path && known.kind == gap.kind;
            let whole = matches!(
                known.kind,
                GapKind::Type | GapKind::FieldUnknown | GapKind::FieldGone
            ) && is_below(&gap.path, &known.path);
            let presence = known.path == gap.path
                && HARMFUL.contains(&known.kind)
                && HARMFUL.contains(&gap.kind);
            same || whole || presence
        })
    };
    let rule = match side {
        DiffedSide::Input => ChangeRule::InputWidened,
        DiffedSide::Result => ChangeRule::ResultNarrowed,
    };
    for gap in harmless.iter().filter(|gap| !is_stated(gap)) {
        add(rule, &gap.path, phrases::harmless(side, gap));
    }
    let mut defaults = Vec::new();
    inner_defaults("", [old, new], &mut defaults);
    for (path, text) in defaults {
        add(ChangeRule::DefaultChanged, &path, text);
    }
    fields
}

/// Returns `true` for a place and for those inside of it.
pub(super) fn is_below(path: &str, place: &str) -> bool {
    path.strip_prefix(place)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// Leaves out the bounds of numbers where their type is another one.
fn one_type(gaps: &mut Vec<CoverageGap>) {
    let types = gaps.iter().filter(|gap| gap.kind == GapKind::Type);
    let places: BTreeSet<_> = types.map(|gap| gap.path.clone()).collect();
    gaps.retain(|gap| {
        let is_range = matches!(gap.kind, GapKind::Bound(keyword) if RANGE.contains(&keyword));
        !is_range || !places.contains(&gap.path)
    });
}

/// Leaves one gap about the presence of each field.
fn one_presence(gaps: &mut Vec<CoverageGap>, kinds: PresenceKinds) {
    let rank = |gap: &CoverageGap| kinds.iter().position(|kind| *kind == gap.kind);
    let mut known = BTreeSet::new();
    let mut order: Vec<_> = gaps
        .iter()
        .filter_map(|gap| Some((rank(gap)?, gap.path.clone(), gap.kind)))
        .collect();
    order.sort();
    order.retain(|(_, path, _)| known.insert(path.clone()));
    gaps.retain(|gap| {
        rank(gap).is_none()
            || order
                .iter()
                .any(|(_, path, kind)| *path == gap.path && *kind == gap.kind)
    });
}

/// Returns the places of fields before and after, for each that has another name and an equal schema.
fn renamed(
    side: DiffedSide,
    harmful: &[CoverageGap],
    harmless: &[CoverageGap],
) -> Vec<RenamedField> {
    let schemas = |gaps: &[CoverageGap], kind: GapKind| {
        let found = gaps.iter().filter(|gap| gap.kind == kind);
        let found = found.filter_map(|gap| {
            let schema = if kind == GapKind::FieldGone {
                &gap.wide
            } else {
                &gap.narrow
            };
            Some((gap.path.clone(), schema.clone()?))
        });
        found.collect::<Vec<_>>()
    };
    let (gone, added) = match side {
        DiffedSide::Input => (
            schemas(harmful, GapKind::FieldUnknown),
            schemas(harmless, GapKind::FieldUnknown),
        ),
        DiffedSide::Result => (
            schemas(harmful, GapKind::FieldGone),
            schemas(harmful, GapKind::FieldUnknown),
        ),
    };
    let parent = |path: &str| path.rsplit_once('.').map(|(parent, _)| parent.to_owned());
    let mut pairs: Vec<RenamedField> = Vec::new();
    for (path, schema) in gone {
        let same = added.iter().find(|(other, candidate)| {
            parent(other) == parent(&path)
                && *candidate == schema
                && !pairs.iter().any(|[_, known]| known == other)
        });
        if let Some((other, _)) = same {
            pairs.push([path, other.clone()]);
        }
    }
    pairs
}

/// Returns the places before and after of fields that have another name, and their former one as an alias.
fn moved(gaps: &[CoverageGap]) -> Vec<RenamedField> {
    let moved = gaps.iter().filter(|gap| gap.kind == GapKind::FieldMoved);
    let fields = moved.filter_map(|gap| {
        let alias = gap.narrow.as_ref()?.as_str()?;
        let (parent, _) = gap.path.rsplit_once('.')?;
        Some([format!("{parent}.{alias}"), gap.path.clone()])
    });
    fields.collect()
}

fn harmful_rule(side: DiffedSide, kind: GapKind) -> ChangeRule {
    use ChangeRule as R;
    match (side, kind) {
        (DiffedSide::Input, kind) => match kind {
            GapKind::Type => R::TypeNarrowed,
            GapKind::Null => R::NullRefused,
            GapKind::Values => R::ValueGone,
            GapKind::Alias => R::AliasGone,
            GapKind::Bound(_) => R::BoundTightened,
            GapKind::Pattern => R::PatternSet,
            GapKind::Format => R::FormatSet,
            GapKind::FieldUnknown | GapKind::FieldGone | GapKind::FieldMoved => R::FieldGone,
            GapKind::FieldRequired => R::FieldRequired,
            GapKind::FieldTyped => R::FieldRestricted,
            GapKind::UnlistedFields => R::UnlistedRefused,
            GapKind::Incomparable(_) => R::SchemaIncomparable,
        },
        (DiffedSide::Result, kind) => match kind {
            GapKind::Type => R::ResultTypeWidened,
            GapKind::Null => R::ResultNullable,
            GapKind::Values => R::ResultValueAdded,
            GapKind::Bound(_) | GapKind::Pattern | GapKind::Format => R::ResultBoundLoosened,
            GapKind::FieldUnknown => R::ResultFieldAdded,
            GapKind::FieldRequired => R::ResultFieldOptional,
            GapKind::FieldGone | GapKind::FieldTyped => R::ResultFieldGone,
            GapKind::UnlistedFields => R::ResultOpened,
            GapKind::Alias | GapKind::FieldMoved | GapKind::Incomparable(_) => {
                R::ResultIncomparable
            }
        },
    }
}

/// Collects the changes of the defaults of fields, and of the meaning of their `null`.
fn inner_defaults(path: &str, [old, new]: [&Value; 2], changes: &mut Vec<(String, String)>) {
    let (Value::Object(old), Value::Object(new)) = (old, new) else {
        return;
    };
    let both = |keyword: &str| [old.get(keyword), new.get(keyword)];
    let [before, after] = both("default");
    if before != after {
        changes.push((path.to_owned(), phrases::default(before, after)));
    }
    if let [before, after] = both(NULL_IS_VALUE)
        && before != after
    {
        let text = if after.is_some() {
            "a value"
        } else {
            "an omission"
        };
        changes.push((path.to_owned(), format!("`null` is {text}")));
    }
    if let [Some(Value::Object(fields)), Some(Value::Object(later))] = both("properties") {
        for (name, field) in fields {
            let later = later.get(name).map(|later| [field, later]);
            let later = later.into_iter();
            later.for_each(|both| inner_defaults(&format!("{path}.{name}"), both, changes));
        }
    }
    for (keyword, step) in [("items", "[]"), ("additionalProperties", ".*")] {
        if let [Some(one), Some(other)] = both(keyword) {
            inner_defaults(&format!("{path}{step}"), [one, other], changes);
        }
    }
    for keyword in ["allOf", "anyOf", "oneOf", "prefixItems"] {
        branch_defaults(path, keyword, [old, new], changes);
    }
}

/// Compares the branches of a composition in their order, if both have as many.
fn branch_defaults(
    path: &str,
    keyword: &str,
    [old, new]: [&Map<String, Value>; 2],
    changes: &mut Vec<(String, String)>,
) {
    if let (Some(Value::Array(branches)), Some(Value::Array(later))) =
        (old.get(keyword), new.get(keyword))
        && branches.len() == later.len()
    {
        for (one, other) in branches.iter().zip(later) {
            inner_defaults(path, [one, other], changes);
        }
    }
}
