//! The layouts of an object's fields, by the position of the object.

use super::{Place, Text, lines::Lines, loose::LooseGroup, straight, table, text::changed_error};
use crate::{
    error::Error,
    plan::{Form, Layout},
    shapes::Shapes,
    token::Token,
};

#[derive(Clone, Copy)]
pub(super) enum Fields {
    /// Each field on a line of its own.
    Lines(Lines),
    /// Each field is a row that follows its key.
    Entries {
        level: u16,
        cells: usize,
    },
    LooseEntries {
        level: u16,
        columns: LooseGroup,
    },
    /// Each field is the next cell of a row.
    Cells,
    /// Each field is the next cell of a row without a plan: its key is compared with the next
    /// column.
    Checked,
    /// The fields of the first row without a plan, which determine the columns.
    First(table::HeaderGroup),
    /// Lines without a plan.
    Straight(straight::StraightObject),
    /// Each field is a cell of a row, to be put in order at the end of the row.
    Loose(LooseGroup),
    /// A private struct of `serde_json` at this position.
    Token(Token, Place),
    /// A field returned an error; `finish` then returns an error too.
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
            Place::Slot(_) => return Err(changed_error()),
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
            return Err(changed_error());
        };
        if let Place::Field { .. } = place {
            text.take_back_lead();
        }
        text.push_len(form.len, true);
        text.push_columns(shapes, row);
        text.out.push(':');
        text.entries = form.len;
        text.after = form.after;
        let level = place.inner_level();
        if in_order {
            let cells = shapes.cells(row);
            return Ok(Self::Entries { level, cells });
        }
        let columns = text.columns.get_or_insert_default().set(shapes, row)?;
        Ok(Self::LooseEntries { level, columns })
    }
}
