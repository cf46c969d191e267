//! The result of the first pass, which the second pass reads: the form of each array and of each
//! keyed table.

use serde_json::Value;

use crate::shapes::{Shape, Shapes};

/// The form of one array or object. Plain objects and empty arrays have no form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form {
    /// The index of this container among all containers of the document, in the order in which they
    /// begin.
    pub(crate) ordinal: usize,
    /// The ordinal of the first container that follows.
    pub(crate) after: usize,
    /// The number of members, rows or entries.
    pub(crate) len: usize,
    pub(crate) layout: Layout,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Layout {
    /// An array of cells, written on one line.
    Inline,
    /// An array of any values, written as one item after the other.
    List,
    /// An array or an object of rows.
    Table {
        /// The shape of the first row, which determines the order of the columns.
        row: Shape,
        /// All rows have their fields in the order of the first row.
        in_order: bool,
    },
}

/// The result of the first pass.
pub(crate) struct Plan {
    pub(crate) shapes: Shapes,
    /// Ordered by ordinal. Containers inside of a table have no form.
    pub(crate) forms: Vec<Form>,
    /// The parsed `RawValue`s, in the order of the document.
    pub(crate) raws: Vec<Value>,
    /// A key whose value is still to come.
    pub(crate) key: String,
    /// The number of containers so far.
    pub(crate) containers: usize,
    /// An object has a key twice. The other fields of the plan are then unusable.
    pub(crate) has_repeated_keys: bool,
}

impl Plan {
    pub(crate) fn new() -> Self {
        Self {
            shapes: Shapes::new(),
            forms: Vec::new(),
            raws: Vec::new(),
            key: String::new(),
            containers: 0,
            has_repeated_keys: false,
        }
    }
}
