//! How arguments are read, for a registry as a whole.

use serde_json::json;

use crate::{
    args::{ReadingRules, Repair},
    definition::ActionDef,
    result::ToolResponse,
};

/// The `_meta` key under which a program finds what was read as another kind than it was sent.
const REPAIRS: &str = "dev.fusion/repairs";

/// What clients are known to put among the arguments of a call.
const NOISE: [&str; 4] = ["chatInput", "sessionId", "tool", "toolCallId"];

/// How arguments are read.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) repair: bool,
    pub(super) noise: Vec<String>,
}

impl Default for Reading {
    fn default() -> Self {
        Self {
            repair: true,
            noise: NOISE.map(str::to_owned).to_vec(),
        }
    }
}

impl Reading {
    /// What the arguments of `def` are held to.
    pub(super) fn contract<'r>(
        &'r self,
        def: &'r ActionDef,
        discriminator: Option<&'static str>,
    ) -> ReadingRules<'r> {
        ReadingRules {
            terms: &def.terms,
            discriminator,
            noise: &self.noise,
            repair: self.repair && def.repair,
        }
    }
}

impl Reading {
    /// What those of a prompt or a resource are held to. They come as texts, all of them, so that
    /// nothing could be a number if none was repaired; and no client puts in names of its own.
    pub(super) fn of_texts(def: &ActionDef) -> ReadingRules<'_> {
        ReadingRules {
            terms: &def.terms,
            discriminator: None,
            noise: &[],
            repair: true,
        }
    }
}

/// Writes down what was repaired: as events, in `place`, and in the answer.
#[cold]
pub(super) fn note(
    response: ToolResponse,
    place: (&str, &ActionDef),
    repairs: &[Repair],
) -> ToolResponse {
    let (tool, def) = place;
    let mut noted = Vec::new();
    for Repair {
        slot,
        path,
        sent,
        read,
    } in repairs
    {
        let name = def.args.get(*slot).map_or("", |arg| arg.name);
        let field = format!("{name}{path}");
        tracing::debug!(
            action = %format_args!("{tool}/{}", def.key),
            field,
            sent,
            read,
            "repaired an argument"
        );
        noted.push(json!({"field": field, "sent": sent, "read": read}));
    }
    response.with_meta(REPAIRS, noted)
}
