//! The texts of objects and of the branches that they may have: by names, because all of them are
//! objects.

use serde_json::{Map, Value};

use crate::{
    args::{
        expected::keyed,
        plan::{Choice, Fields, PlanNode},
    },
    error::{cut, nearest},
};

/// The maximum number of fields of an object that an error text names.
const MAX_NAMED: usize = 8;

/// Returns the required properties of each branch, `{x: …, y: …} or {q: …}`, if several branches are
/// objects: the types of such branches do not tell them apart.
pub(super) fn object_shapes(choice: &Choice) -> Option<String> {
    let objects = choice.branches.iter().filter_map(PlanNode::fields);
    (objects.count() > 1).then(|| shapes(choice.branches.iter()))
}

/// Returns the shapes of branches, each one once.
pub(super) fn shapes<'c>(branches: impl Iterator<Item = &'c PlanNode>) -> String {
    let mut shapes: Vec<String> = Vec::new();
    for branch in branches {
        let fields = branch.fields().into_iter().flat_map(|fields| &fields.known);
        let required: Vec<_> = fields.filter(|field| field.required).collect();
        let names: Vec<_> = required.iter().map(|field| field.name.as_str()).collect();
        let shape = if names.is_empty() {
            branch.expected.to_string()
        } else {
            keyed(&names.join(": …, "))
        };
        if !shapes.contains(&shape) {
            shapes.push(shape);
        }
    }
    shapes.join(" or ")
}

/// Returns the fields that were sent: `{x: …, y: …}`.
pub(super) fn sent_shape(map: &Map<String, Value>) -> String {
    if map.is_empty() {
        return "{}".to_owned();
    }
    let names: Vec<_> = map.keys().take(MAX_NAMED).map(|name| cut(name)).collect();
    keyed(&names.join(": …, "))
}

/// Returns the known field nearest to one that was sent, if any of these is a typing error.
pub(super) fn nearest_name<'c>(map: &Map<String, Value>, choice: &'c Choice) -> Option<&'c str> {
    let mut sent = map.keys().take(MAX_NAMED);
    sent.find_map(|name| {
        let near = nearest(name, choice.names())?;
        (near != name).then_some(near)
    })
}

/// Returns the branches whose required fields were all sent, and that exclude the nearest one: each has a
/// required field that the other refuses. They include the nearest one.
pub(super) fn excluding_branches<'c>(
    map: &Map<String, Value>,
    choice: &'c Choice,
    nearest: &PlanNode,
) -> Option<Vec<&'c PlanNode>> {
    let nearest = nearest.fields().filter(|fields| is_complete(map, fields))?;
    let excludes = |branch: &&PlanNode| {
        let other = branch.fields().filter(|fields| is_complete(map, fields));
        other.is_some_and(|other| {
            std::ptr::eq(nearest, other) || refuses(nearest, other) && refuses(other, nearest)
        })
    };
    let branches: Vec<_> = choice.branches.iter().filter(excludes).collect();
    (branches.len() > 1).then_some(branches)
}

fn is_complete(map: &Map<String, Value>, fields: &Fields) -> bool {
    let mut required = fields.known.iter().filter(|field| field.required);
    fields.required > 0 && required.all(|field| field.names().any(|name| map.contains_key(name)))
}

/// Returns `true` if `fields` do not have a field that the other ones require.
fn refuses(fields: &Fields, other: &Fields) -> bool {
    let mut required = other.known.iter().filter(|field| field.required);
    fields.closed && required.any(|field| fields.find(&field.name).is_none())
}
