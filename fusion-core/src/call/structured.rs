//! Structured content of a finished call: it is sent exactly where the listed tool has an output schema,
//! and matches that schema.

use super::{Runtime, row::LocatedRow};
use crate::{error::ToolError, result::ToolResponse};

/// Leaves structured content in the answer if and only if the output schema is `listed`.
///
/// The type of a `Json<T>` determines its schema, so that such a result is checked only where the
/// registry requests it. Any other structured content is checked always.
#[inline]
pub(super) fn hold_to_schema(
    runtime: &Runtime,
    row: &LocatedRow<'_, '_>,
    answer: &mut ToolResponse,
    listed: bool,
) -> Result<(), ToolError> {
    let is_structured = answer.structured_content().is_some();
    let must_check = is_structured && (answer.is_hand_built() || runtime.check_results);
    if is_structured == listed && !must_check {
        return Ok(());
    }
    check(row, answer, listed)
}

#[cold]
fn check(
    row: &LocatedRow<'_, '_>,
    answer: &mut ToolResponse,
    listed: bool,
) -> Result<(), ToolError> {
    if !listed {
        answer.drop_structured_content();
        return Ok(());
    }
    let Some(value) = answer.structured_content() else {
        return Err(ToolError::internal(
            "the result has no structured content, and the listed tool has an output schema: add \
             blocks by `ToolResponse::block`, and build another result by `ToolResponse::structured`",
        ));
    };
    let schema = row
        .def
        .output
        .as_ref()
        .and_then(|schema| schema.as_ref().ok());
    let violation = schema.and_then(|schema| row.def.result_check.violation(schema, value));
    match violation {
        None => Ok(()),
        Some(violation) => Err(ToolError::internal(format!(
            "the structured content does not match the output schema: {violation}"
        ))),
    }
}
