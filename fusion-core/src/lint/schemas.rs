//! Rules about schemas that clients refuse. The portable pass emits none of these faults: they come
//! from `Profile::AsIs`, or from a schema that the author wrote.

pub(super) mod faults;
mod keywords;
pub(super) mod walk;

use self::faults::Fault;
use super::{Finding, linted_tool::LintedTool};
use crate::definition::ActionDef;

/// Checks the final schemas of both expositions; a fault of one field is reported once.
pub(super) fn schemas(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    let mut inputs = Vec::new();
    for (action, listed) in subject.flat() {
        add(
            &mut inputs,
            faults::input_faults(&listed.input_schema),
            Some(action),
        );
    }
    if let Some(listed) = subject.grouped {
        let merged = faults::input_faults(&listed.input_schema);
        let new = |fault: &Fault| {
            fault.is_of_whole() || !inputs.iter().any(|(known, _)| is_same_fault(known, fault))
        };
        let new: Vec<_> = merged.into_iter().filter(new).collect();
        add(&mut inputs, new, None);
    }
    for (fault, users) in inputs {
        let place = match users.as_slice() {
            [only] => subject.action_place(only),
            _ => subject.name().to_owned(),
        };
        let place = walk::join_paths(&place, &fault.place);
        found.push(Finding::new(fault.rule, place, fault.reason, fault.fix));
    }
    let mut outputs = Vec::new();
    for (action, listed) in subject.flat() {
        if let Some(schema) = &listed.output_schema {
            add(&mut outputs, faults::output_faults(schema), Some(action));
        }
    }
    for (fault, users) in outputs {
        let inside = match fault.place.trim_start_matches('.') {
            "" => "in its result".to_owned(),
            place => format!("in its result, at `{place}`"),
        };
        let more = match users.len() {
            0 | 1 => String::new(),
            count => format!(" (and in {} more)", count - 1),
        };
        let place = users
            .first()
            .map_or_else(String::new, |first| subject.action_place(first));
        let reason = format!("{inside}{more}, {}", fault.reason);
        found.push(Finding::new(fault.rule, place, reason, fault.fix));
    }
}

/// Fault with the actions that have it; no actions if only the merged schema has it.
type SchemaFault<'r> = (Fault, Vec<&'r ActionDef>);

/// Faults of a whole schema are reported for each action by itself.
fn add<'r>(all: &mut Vec<SchemaFault<'r>>, faults: Vec<Fault>, action: Option<&'r ActionDef>) {
    for fault in faults {
        let known = all
            .iter_mut()
            .find(|(known, _)| !fault.is_of_whole() && is_same_fault(known, &fault));
        match known {
            Some((_, users)) => users.extend(action),
            None => all.push((fault, Vec::from_iter(action))),
        }
    }
}

fn is_same_fault(a: &Fault, b: &Fault) -> bool {
    a.rule == b.rule && a.place == b.place
}
