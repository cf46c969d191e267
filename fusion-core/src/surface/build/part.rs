//! Listing of one part: its description, schemas, title and hints.

use super::input::{discriminator, input_schema};
use crate::{
    definition::{ActionDef, ToolDef},
    describe::{self, DescribedTool},
    error::BuildError,
    result::catch_call,
    schema::{FieldShapeConflict, MergedSchema, given_input, merge, merge_without_notes},
    spec::Describe,
    spec::hint_fold,
    surface::{exposition::SafetyClass, listed_rows::ListedRows, view_surface::ListedTool},
};

/// Longest description of a tool, in Unicode scalar values: the limit of the strictest client.
const DESCRIPTION_BUDGET: usize = 1_024;

/// Lists several actions with a discriminator. Returns `None` if their arguments cannot be merged.
pub(super) fn group_of_actions(
    part: &ListedRows,
    tool: &ToolDef,
    parts: &[ListedRows],
    errors: &mut Vec<BuildError>,
) -> Option<ListedTool> {
    let spec = tool.spec;
    let actions = part.visible(tool);
    let merged = match tool.describe {
        Describe::Compact => merge_without_notes(&actions),
        _ => merge(&actions),
    };
    let merged = merged.map_err(|conflicts| conflict_errors(tool, conflicts, errors));
    let merged = merged.ok()?;
    let siblings = parts.iter().filter(|other| other.name != part.name);
    let siblings: Vec<_> = siblings.map(|other| other.name.as_str()).collect();
    let subject = DescribedTool {
        tool,
        actions: &actions,
        merged: &merged,
        discriminator: spec.discriminator,
        class: part.class.map(SafetyClass::words),
        whole: parts.first().is_some_and(|first| first.name == part.name),
        siblings: &siblings,
    };
    let described = describe::describe(tool.describe, &subject, DESCRIPTION_BUDGET);
    let hints = hint_fold::hints(actions.iter().map(|action| action.spec.hints));
    // Annotations of the author describe the whole tool, so they do not apply to a part of it.
    let hints = match part.class {
        None => hint_fold::with_overrides(hints, spec.annotations),
        Some(_) => hints,
    };
    let title = spec.title.map(|title| match part.class {
        None => title.to_owned(),
        Some(class) => format!("{title} ({})", class.words().to_lowercase()),
    });
    let selector = discriminator(tool, &actions, described.overflow);
    Some(ListedTool {
        name: part.name.clone(),
        title,
        description: described.text,
        input_schema: input_schema(Some((spec.discriminator, selector)), merged).into(),
        output_schema: None,
        hints,
    })
}

/// Lists one action as a tool without a discriminator.
pub(super) fn single_action(
    name: &str,
    tool: &ToolDef,
    action: &ActionDef,
    errors: &mut Vec<BuildError>,
) -> ListedTool {
    let merged = merge_without_notes(&[action]).unwrap_or_else(|conflicts| {
        conflict_errors(tool, conflicts, errors);
        MergedSchema::default()
    });
    let output_schema = action.output.clone().and_then(|schema| {
        let mistake = |reason| errors.push(schema_error(tool, action, "the result", reason));
        schema.map_err(mistake).ok()
    });
    let given = action.spec.input.and_then(|schema| {
        let given = catch_call(schema).map_err(|_| "its expression panicked: fix it".to_owned());
        let mistake = |reason| errors.push(schema_error(tool, action, "the input schema", reason));
        given.and_then(given_input).map_err(mistake).ok()
    });
    ListedTool {
        name: name.to_owned(),
        title: action.spec.title.map(str::to_owned),
        description: describe::describe_action(action),
        input_schema: given.unwrap_or_else(|| input_schema(None, merged)).into(),
        output_schema,
        hints: action.spec.hints,
    }
}

fn schema_error(tool: &ToolDef, action: &ActionDef, place: &str, reason: String) -> BuildError {
    BuildError::Schema {
        tool: tool.spec.name.to_owned(),
        key: action.key.to_string(),
        place: place.to_owned(),
        reason,
    }
}

fn conflict_errors(
    tool: &ToolDef,
    conflicts: Vec<FieldShapeConflict>,
    errors: &mut Vec<BuildError>,
) {
    let conflicts = conflicts.into_iter();
    errors.extend(conflicts.map(|conflict| BuildError::FieldConflict {
        tool: tool.spec.name.to_owned(),
        field: conflict.field.to_owned(),
        first: conflict.first,
        first_shape: conflict.first_shape,
        second: conflict.second,
        second_shape: conflict.second_shape,
    }));
}
