//! Listing of one part: its description, schemas, title and hints.

use serde_json::{Map, Value};

#[cfg(feature = "ask")]
use super::confirmation::with_confirmation;
use super::input::{discriminator, input_schema};
#[cfg(feature = "ask")]
use crate::definition::once::with_idempotency_key;
use crate::{
    definition::{ActionDef, ToolDef},
    describe::{self, Description, ListedGroup, SafetyPart},
    error::BuildError,
    result::catch_call,
    schema::{FieldShapeConflict, MergedSchema, Profile, given_input, merge, with_published_names},
    spec::{hint_fold, sentence::first_sentence},
    surface::{listed_rows::ListedRows, notices::Notices, view_surface::ListedTool},
};

/// Longest description of a tool, in Unicode scalar values: the limit of the strictest client.
const DESCRIPTION_BUDGET: usize = 1_024;

/// Lists several actions with a discriminator. Returns `None` if their arguments cannot be merged.
pub(super) fn group_of_actions(
    part: &ListedRows,
    tool: &ToolDef,
    parts: &[ListedRows],
    notices: &Notices,
    profile: Profile,
    errors: &mut Vec<BuildError>,
) -> Option<ListedTool> {
    let spec = tool.spec;
    let actions = part.visible(tool);
    let publisher = SchemaPublisher { tool, profile };
    publisher.arguments(&actions, errors)?;
    let merged = merged_fields(tool, &actions);
    let merged = merged.map_err(|conflicts| conflict_errors(tool, conflicts, errors));
    let mut merged = merged.ok()?;
    let group = ListedGroup {
        tool,
        name: &part.name,
        actions: &actions,
        merged: &merged,
        part: safety_part(part, parts),
        invalidates: stale_patterns(part, notices),
        help: part.help(tool).map(help_line),
        budget: DESCRIPTION_BUDGET,
    };
    // Without `help`, the list is the only place for the docs of a part in the brief form.
    let is_alone = tool.is_brief() && part.help(tool).is_none();
    let form = if is_alone {
        describe::compact
    } else {
        describe::form(tool.describe)
    };
    let described = catch_call(|| form(&group.model())).unwrap_or_else(|_| {
        let tool = spec.name.to_owned();
        errors.push(BuildError::FormPanicked { tool });
        Description::default()
    });
    let callable = part.callable(tool);
    if callable.len() > actions.len() {
        // `help` takes none of the fields that all actions require. `build()` has checked that its
        // own argument conflicts with no field.
        merged = merged_fields(tool, &callable).ok()?;
    }
    match (described.opaque, profile.has_opaque_objects()) {
        (true, true) => merged.make_opaque(),
        (true, false) => merged.strip_nested_docs(),
        (false, _) => {}
    }
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
    let selector = discriminator(tool, &callable, described.overflow);
    let selector = Some((spec.discriminator, selector));
    let schema = input_schema(selector, merged, described.fields);
    #[cfg(feature = "ask")]
    let schema = with_confirmation(schema, &actions);
    let schema = publisher.input(actions.first()?, &part.name, schema, errors)?;
    Some(ListedTool {
        name: part.name.clone(),
        key: spec.name.to_owned(),
        actions: Vec::new(),
        title,
        description: described.text,
        input_schema: schema.into(),
        output_schema: None,
        hints,
        icons: tool.host.icons.clone(),
        meta: tool.host.to_meta(),
    })
}

fn merged_fields<'d>(
    tool: &ToolDef,
    actions: &[&'d ActionDef],
) -> Result<MergedSchema<'d>, Vec<FieldShapeConflict>> {
    let mut merged = merge(actions)?;
    if tool.limits_in_words {
        merged.put_limits_into_words();
    }
    Ok(merged)
}

/// Returns the line that describes `help`.
fn help_line(help: &ActionDef) -> String {
    let args = help.args.iter().map(|arg| (arg.name, arg.required));
    let signature = describe::write_signature(&help.key, args);
    let sentence = first_sentence(&help.docs).text;
    format!("{signature} {sentence}")
}

/// Returns the part for a form; `None` if the part is the whole tool. Of the parts with a
/// discriminator, the first states what holds for all.
fn safety_part<'p>(part: &ListedRows, parts: &'p [ListedRows]) -> Option<SafetyPart<'p>> {
    let siblings = parts.iter().filter(|other| other.name != part.name);
    let first = parts.iter().find(|part| part.discriminator.is_some());
    Some(SafetyPart {
        class: part.class?,
        siblings: siblings.map(|other| other.name.as_str()).collect(),
        leads: first.is_some_and(|first| first.name == part.name),
    })
}

/// Returns the patterns that each action of a part makes stale, as far as the view shows them.
fn stale_patterns<'n>(part: &ListedRows, notices: &'n Notices) -> Vec<&'n [String]> {
    let notices = part.actions().map(|action| notices.find(part.tool, action));
    notices
        .map(|notice| notice.map_or(&[][..], |notice| &notice.patterns))
        .collect()
}

/// Lists one action as a tool without a discriminator.
pub(super) fn single_action(
    name: &str,
    tool: &ToolDef,
    action: &ActionDef,
    profile: Profile,
    errors: &mut Vec<BuildError>,
) -> ListedTool {
    let mut merged = merge(&[action]).unwrap_or_else(|conflicts| {
        conflict_errors(tool, conflicts, errors);
        MergedSchema::default()
    });
    if tool.limits_in_words {
        merged.put_limits_into_words();
    }
    let output_schema = action.output.clone().and_then(|schema| {
        let mistake = |reason| errors.push(schema_error(tool, action, "the result", reason));
        schema.map_err(mistake).ok()
    });
    let output_schema = output_schema.map(|schema| profile.output(schema));
    let given = action.spec.input.and_then(|schema| {
        let given = catch_call(schema).map_err(|_| "its expression panicked: fix it".to_owned());
        let mistake = |reason| errors.push(schema_error(tool, action, "the input schema", reason));
        let given = given
            .and_then(given_input)
            .and_then(|given| match &action.given {
                Some(Err(reason)) => Err(reason.clone()),
                _ => Ok(given),
            });
        let given = given.map_err(mistake).ok()?;
        let given = with_published_names(given, action.renames);
        #[cfg(feature = "ask")]
        let given = with_idempotency_key(action.spec, given);
        Some(given)
    });
    let publisher = SchemaPublisher { tool, profile };
    let (checked, schema) = if let Some(given) = given {
        (publisher.nulls(action, errors), given)
    } else {
        let checked = publisher.arguments(&[action], errors);
        (checked, input_schema(None, merged, None))
    };
    #[cfg(feature = "ask")]
    let schema = with_confirmation(schema, &[action]);
    let schema = checked.and_then(|()| publisher.input(action, name, schema, errors));
    ListedTool {
        name: name.to_owned(),
        key: tool.qualified_key(action),
        actions: Vec::new(),
        title: action.spec.title.map(str::to_owned),
        description: describe::describe_action(action),
        input_schema: schema.unwrap_or_default().into(),
        output_schema,
        hints: action.spec.hints,
        icons: action.host.icons.clone(),
        meta: action.host.to_meta(),
    }
}

/// The conversion of the schemas of one tool for a profile.
#[derive(Clone, Copy)]
struct SchemaPublisher<'t> {
    tool: &'t ToolDef,
    profile: Profile,
}

impl SchemaPublisher<'_> {
    /// Checks that the profile can publish each argument of these actions. Returns `None` after a
    /// mistake.
    fn arguments(self, actions: &[&ActionDef], errors: &mut Vec<BuildError>) -> Option<()> {
        let before = errors.len();
        for action in actions {
            for (argument, reason) in self.profile.refused_arguments(action) {
                let place = format!("argument `{argument}`");
                errors.push(schema_error(self.tool, action, &place, reason));
            }
        }
        (errors.len() == before).then_some(())
    }

    /// Checks that the profile can publish the arguments for which `null` is a value in the input schema of
    /// the action's author. Returns `None` after a mistake.
    fn nulls(self, action: &ActionDef, errors: &mut Vec<BuildError>) -> Option<()> {
        let refused = self.profile.refused_nulls(action, action.plans(None));
        for (argument, reason) in &refused {
            let place = format!("argument `{argument}`");
            errors.push(schema_error(self.tool, action, &place, reason.clone()));
        }
        refused.is_empty().then_some(())
    }

    /// Returns the published form of an input schema, or `None` after a mistake. `action` is the
    /// first action of the listed tool.
    fn input(
        self,
        action: &ActionDef,
        listed: &str,
        schema: Map<String, Value>,
        errors: &mut Vec<BuildError>,
    ) -> Option<Map<String, Value>> {
        let mistake = |reason| schema_error(self.tool, action, "the input schema", reason);
        let schema = self.profile.input(schema);
        let schema = schema.map_err(|reason| errors.push(mistake(reason))).ok()?;
        let exceeded = self.profile.exceeded_limits(&schema).into_iter();
        let exceeded: Vec<_> = exceeded
            .map(|limit| BuildError::SchemaTooLarge {
                tool: listed.to_owned(),
                what: limit.what,
                found: limit.found,
                limit: limit.limit,
            })
            .collect();
        let fits = exceeded.is_empty();
        errors.extend(exceeded);
        fits.then_some(schema)
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
