//! How the fields of an object are written, by the place of the object.

use super::{Place, Text, lines::Lines, loose::Group, straight, table, text::changed};
use crate::{
    error::Error,
    plan::{Form, Layout},
    shapes::Shapes,
    token::Token,
};

#[derive(Clone, Copy)]
pub(super) enum Fields {
    /// Each on a line of its own.
    Lines(Lines),
    /// Each a row after its key.
    Entries {
        level: u16,
        cells: usize,
    },
    LooseEntries {
        level: u16,
        columns: Group,
    },
    /// Each the next cell of a row.
    Cells,
    /// The same without a plan: each must be what the next column is.
    Checked,
    /// Those of the first row without a plan, which tell the columns.
    First(table::Group),
    /// Lines without a plan.
    Straight(straight::Object),
    /// Each a cell of a row, to be put in order.
    Loose(Group),
    /// One of `serde_json`'s own structs, which stands at this place.
    Token(Token, Place),
    /// One of them was an error, so that the end is one, too, if it comes at all.
    Failed,
}

impl Fields {
    #[inline(never)]
    pub(super) fn begin(text: &mut Text<'_>, place: Place) -> Result<Self, Error> {
        Ok(match place {
            Place::First => Self::First(text.straight.table.begin_group(false)),
            Place::Cell if text.is_checked() => Self::Checked,
            Place::Cell if text.is_straight() => {
                Self::First(text.straight.table.begin_group(false))
            }
            Place::Cell => Self::Cells,
            Place::Loose(group) => Self::Loose(group),
            Place::Slot(_) => return Err(changed()),
            _ => match text.next_form() {
                None => Self::Lines(Lines::begin(text, place)),
                Some((form, shapes)) => Self::entries(text, place, form, shapes)?,
            },
        })
    }

    /// Writes the header of a keyed table.
    fn entries<'p>(
        text: &mut Text<'p>,
        place: Place,
        form: Form,
        shapes: &'p Shapes,
    ) -> Result<Self, Error> {
        let Layout::Table { row, in_order } = form.layout else {
            return Err(changed());
        };
        if let Place::Field { .. } = place {
            text.take_back_lead();
        }
        text.push_len(form.len, true);
        text.push_columns(shapes, row);
        text.out.push(':');
        text.entries = form.len;
        text.after = form.after;
        let level = place.inside();
        if in_order {
            let cells = shapes.cells(row);
            return Ok(Self::Entries { level, cells });
        }
        let columns = text.columns.get_or_insert_default().set(shapes, row)?;
        Ok(Self::LooseEntries { level, columns })
    }
}
