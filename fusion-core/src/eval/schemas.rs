//! The fields and the hints of the listed tools, as a call of one action meets them.

use serde_json::Value;

use super::{MeasuredAction, Share};
#[cfg(feature = "ask")]
use crate::definition::asking::CONFIRMATION;
use crate::{definition::ActionDef, surface::Surface};

/// Counts the properties of the listed schema that are none of the called action, for each action. The discriminator
/// belongs to every action.
pub(super) fn foreign_properties(surface: &Surface, actions: &[MeasuredAction<'_>]) -> Share {
    let mut foreign = Share::default();
    for one in actions {
        foreign.whole += 1;
        // The arguments of an action that was found are an open object.
        if one.part.is_searched() {
            continue;
        }
        let listed = surface.tools().get(one.listed);
        let properties = listed.and_then(|tool| tool.input_schema.get("properties"));
        let names = properties.and_then(Value::as_object).into_iter().flatten();
        let is_own = |name: &str| {
            one.part.discriminator == Some(name)
                || one.action.args.iter().any(|arg| arg.name == name)
                || takes_token(one.action, name)
        };
        foreign.part += names.filter(|(name, _)| !is_own(name)).count();
    }
    foreign
}

/// Returns `true` for the argument that takes the token of a question.
#[cfg(feature = "ask")]
fn takes_token(action: &ActionDef, name: &str) -> bool {
    name == CONFIRMATION && action.asks()
}

#[cfg(not(feature = "ask"))]
fn takes_token(_: &ActionDef, _: &str) -> bool {
    false
}

/// Counts the actions whose listed tool has the hint that it only reads: a client that approves such tools asks nobody.
/// The hint holds for all actions of a tool, so that a tool that also writes has it for none.
pub(super) fn approvable_share(surface: &Surface, actions: &[MeasuredAction<'_>]) -> Share {
    let mut share = Share::default();
    for one in actions {
        let listed = surface.tools().get(one.listed);
        share.count(listed.is_some_and(|tool| tool.hints.read_only));
    }
    share
}
