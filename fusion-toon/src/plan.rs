//! What the first pass tells the second: the form of each array and of each keyed table.

use serde_json::Value;

use crate::shapes::{Shape, Shapes};

/// The form of one array or object; plain objects and empty arrays have none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form {
    /// Which container of the document it is, in the order in which they begin.
    pub(crate) ordinal: usize,
    /// The ordinal of the first container after it.
    pub(crate) after: usize,
    /// Members, rows or entries.
    pub(crate) len: usize,
    pub(crate) layout: Layout,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Layout {
    /// An array of cells, on one line.
    Inline,
    /// An array of anything, one item after the other.
    List,
    /// An array or an object of rows.
    Table {
        /// The first row's shape: it gives the columns their order.
        row: Shape,
        /// All rows have their fields in that order.
        in_order: bool,
    },
}

/// The findings of the first pass.
pub(crate) struct Plan {
    pub(crate) shapes: Shapes,
    /// By ordinal. What stands inside of a table has no form.
    pub(crate) forms: Vec<Form>,
    /// The parsed `RawValue`s, in order.
    pub(crate) raws: Vec<Value>,
    /// A key that still waits for its value.
    pub(crate) key: String,
    /// Containers seen.
    pub(crate) containers: usize,
    /// An object has a key twice, so that nothing else here is of use.
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
