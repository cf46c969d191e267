//! A table at the root of a `Value`, in one walk: each row is looked at and written while it is
//! in the cache. Two walks over a large table wait for the memory twice.

use serde::Serialize;
use serde_json::Value;

use super::{Place, Text, Write};
use crate::{depth::Depth, options::Options, plan::Plan, scan::scan_row};

/// `None` for all but rows of one shape; nothing is lost then but the time for the first rows.
pub(crate) fn write_table(value: &Value, options: Options) -> Option<String> {
    let rows = value.as_array().filter(|rows| rows.len() > 1)?;
    let depth = Depth::new(options).deeper().ok()?;
    let first = rows.first()?;
    // The text reads the shapes of one plan while those of another still grow.
    let (mut plan, mut rest) = (Plan::new(), Plan::new());
    let row = scan_row(first, &mut plan, depth).filter(|row| row.is_row())?;
    let like = scan_row(first, &mut rest, depth)?;
    let mut text = Text::new(options, &plan, None);
    text.push_len(rows.len(), false);
    text.push_columns(row);
    text.out.push(':');
    for row in rows {
        if scan_row(row, &mut rest, depth)? != like {
            return None;
        }
        text.line(1).ok()?;
        text.cells = 0;
        row.serialize(Write::new(&mut text, Place::Cell, depth))
            .ok()?;
    }
    text.finish().ok()
}
