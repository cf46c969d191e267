//! The registry's settings for reading arguments, and the report of repaired and ignored ones.

use serde_json::json;

use super::foreign_fields::ForeignFields;
use crate::{
    args::{ReaderNotes, ReadingRules, Repair},
    definition::ActionDef,
    error::{BoundedList, MAX_LISTED, on_one_line},
    result::ToolResponse,
};

/// The `_meta` key under which a response lists repaired arguments.
pub(crate) const REPAIRS: &str = "dev.fusion/repairs";

/// The `_meta` key under which a response counts ignored fields of other actions.
const IGNORED: &str = "dev.fusion/ignored";

/// The number of ignored fields that a response names.
const MAX_IGNORED: usize = 16;

/// The names that clients are known to add to the arguments of a call.
const CLIENT_NAMES: [&str; 4] = ["chatInput", "sessionId", "tool", "toolCallId"];

/// The settings by which arguments are read.
#[derive(Clone, Debug)]
pub(crate) struct ReadingSettings {
    pub(crate) repair: bool,
    /// The names that clients add to arguments. They are dropped.
    pub(crate) client_names: Vec<String>,
    pub(crate) foreign_fields: ForeignFields,
}

impl Default for ReadingSettings {
    fn default() -> Self {
        Self {
            repair: true,
            client_names: CLIENT_NAMES.map(str::to_owned).to_vec(),
            foreign_fields: ForeignFields::default(),
        }
    }
}

impl ReadingSettings {
    /// Returns the rules for the arguments of an action.
    pub(super) fn rules<'r>(
        &'r self,
        def: &'r ActionDef,
        discriminator: Option<&'static str>,
    ) -> ReadingRules<'r> {
        ReadingRules {
            terms: def.plans(discriminator),
            discriminator,
            noise: &self.client_names,
            repair: self.repair && def.repair,
        }
    }

    /// Returns the rules for the arguments of a prompt or a resource. All of them arrive as texts, so
    /// that without repair none could be a number; and no client adds names of its own.
    pub(super) fn rules_for_texts(def: &ActionDef) -> ReadingRules<'_> {
        ReadingRules {
            terms: &def.terms,
            discriminator: None,
            noise: &[],
            repair: true,
        }
    }
}

/// Reports repaired arguments and ignored fields in the response's `_meta`.
#[cold]
pub(super) fn report(
    mut response: ToolResponse,
    tool: &str,
    def: &ActionDef,
    notes: &ReaderNotes,
) -> ToolResponse {
    if !notes.repairs.list.is_empty() {
        response = report_repairs(response, tool, def, &notes.repairs.list);
    }
    if !notes.ignored.is_empty() {
        let names = notes.ignored.iter().take(MAX_IGNORED);
        let fields: Vec<_> = names.map(String::as_str).collect();
        let report = json!({"count": notes.ignored.len(), "fields": fields});
        response = response.with_meta(IGNORED, report);
    }
    response
}

/// Reports the first repaired arguments and the number of the others, as events of `tracing`, too.
fn report_repairs(
    response: ToolResponse,
    tool: &str,
    def: &ActionDef,
    repairs: &BoundedList<Repair>,
) -> ToolResponse {
    let mut entries = Vec::new();
    for Repair {
        slot,
        path,
        sent,
        read,
    } in repairs.entries().iter().take(MAX_LISTED)
    {
        let name = def.args.get(*slot).map_or("", |arg| arg.name);
        let field = format!("{name}{path}");
        tracing::debug!(
            action = %format_args!("{tool}/{}", def.key),
            field = &*on_one_line(&field),
            sent,
            read,
            "repaired an argument"
        );
        entries.push(json!({"field": field, "sent": sent, "read": read}));
    }
    let further = repairs.count() - entries.len();
    if further > 0 {
        tracing::debug!(
            action = %format_args!("{tool}/{}", def.key),
            further,
            "repaired more arguments"
        );
        entries.push(json!({"more": further}));
    }
    response.with_meta(REPAIRS, entries)
}
