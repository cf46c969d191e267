//! The profiles of published schemas, which trade fidelity for client support.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::{
    open,
    strict::{self, ExceededLimit},
};
use crate::{
    args::{ArgumentPlans, Plan},
    definition::ActionDef,
};

/// The conversion of the schemas of argument and result types.
///
/// A profile decides how schemas are published. Arguments are checked in the same way under all
/// profiles but [`AsIs`](Self::AsIs), whose schemas of types accept more: schemars closes an object only
/// if its type has `#[serde(deny_unknown_fields)]`, so that other nested objects accept unknown fields
/// and drop them.
///
/// `#[arg(schema = …)]` and `#[action(schema = …)]` are published unchanged under
/// [`Portable`](Self::Portable) and [`AsIs`](Self::AsIs); the other two convert them as they convert
/// the schemas of types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Profile {
    /// The subset that every known client accepts: references are inlined, numeric formats are
    /// bounds, optional fields are omitted rather than `null`, objects are closed, and there are no
    /// boolean schemas. A type that this subset cannot express, such as one that contains itself,
    /// is an error of `build()`.
    #[default]
    Portable,
    /// The subset of OpenAI's strict function calling: every field of every object is required, and
    /// an optional one also accepts `null`, which stands for its absence. Where one listed tool has
    /// several actions, only what all of them require does not accept `null`.
    ///
    /// Keywords outside of the subset are not published: a default, a length and an unknown format
    /// are written into the description instead. Maps, objects with further fields, arguments that
    /// accept any JSON, `Option<Option<T>>`, compositions and references are errors, as are schemas
    /// beyond the limits of the subset: 5,000 fields, 1,000 enum values, 10 levels, 120,000
    /// characters of names and values. Schemas of results are those of [`Portable`](Self::Portable).
    OpenAiStrict,
    /// The schemas of [`Portable`](Self::Portable) without `additionalProperties`, for clients that
    /// fail at the keyword. Unknown fields are refused all the same, with an error that names them.
    /// A map is published as an object without fields.
    Open,
    /// The schemas that schemars emits, unchanged. A type that contains itself is published under
    /// `$defs` at the root of the tool's schema. Use it for clients that are known to support JSON
    /// Schema 2020-12; some others drop such a tool, or all tools of the server.
    AsIs,
}

impl Profile {
    /// Returns the profile of the schemas of types, which this profile converts further.
    pub(crate) fn types_profile(self) -> Self {
        match self {
            Self::AsIs => Self::AsIs,
            Self::Portable | Self::OpenAiStrict | Self::Open => Self::Portable,
        }
    }

    /// Returns `true` if an object may be published without its fields.
    pub(crate) fn has_opaque_objects(self) -> bool {
        self != Self::OpenAiStrict
    }

    /// Returns the arguments of an action that this profile cannot publish, each with the reason
    /// and the fix.
    pub(crate) fn refused_arguments(self, action: &ActionDef) -> Vec<(&'static str, String)> {
        if self != Self::OpenAiStrict {
            return Vec::new();
        }
        let args = action.args.iter();
        args.filter_map(|arg| Some((arg.name, strict::refusal(arg)?)))
            .collect()
    }

    /// Returns the arguments for which `null` is a value under `plans`, if this profile has no notation for
    /// it, each with the reason and the fix.
    pub(crate) fn refused_nulls(
        self,
        action: &ActionDef,
        plans: &ArgumentPlans,
    ) -> Vec<(&'static str, String)> {
        let args = action.args.iter().enumerate();
        let args = args.filter(|(slot, arg)| {
            let plan = plans.plan(*slot);
            let takes_null = plan.is_some_and(Plan::takes_null) && !plans.is_required(*slot);
            self == Self::OpenAiStrict && arg.leaf.nested_option && takes_null
        });
        args.map(|(_, arg)| (arg.name, strict::null_refusal()))
            .collect()
    }

    /// Returns the published form of a whole input schema. `Err` describes the part that this
    /// profile cannot publish, and the fix.
    pub(crate) fn input(
        self,
        mut schema: Map<String, Value>,
    ) -> Result<Map<String, Value>, String> {
        match self {
            Self::Portable | Self::AsIs => Ok(schema),
            Self::OpenAiStrict => strict::input(&schema),
            Self::Open => {
                open::open_objects(&mut schema);
                Ok(schema)
            }
        }
    }

    /// Returns the limits of this profile that a published input schema exceeds.
    pub(crate) fn exceeded_limits(self, schema: &Map<String, Value>) -> Vec<ExceededLimit> {
        match self {
            Self::OpenAiStrict => strict::exceeded(schema),
            Self::Portable | Self::Open | Self::AsIs => Vec::new(),
        }
    }

    /// Returns the published form of the schema of a result.
    pub(crate) fn output(self, schema: Arc<Map<String, Value>>) -> Arc<Map<String, Value>> {
        match self {
            Self::Portable | Self::AsIs | Self::OpenAiStrict => schema,
            Self::Open => {
                let mut schema = Arc::unwrap_or_clone(schema);
                open::open_objects(&mut schema);
                Arc::new(schema)
            }
        }
    }
}
