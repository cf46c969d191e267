//! Matching in bounded time: by an engine of linear time where the syntax allows it, otherwise by
//! backtracking with a limit for one value and one for a call.

mod budget;

use std::sync::atomic::{AtomicU64, Ordering};

use jsonschema::{
    Draft, Keyword, PatternOptions, ValidationError, Validator, error::ValidationErrorKind,
};
use serde_json::{Value, json};

use self::budget::{MAX_STEPS, exceed, match_once};
pub(in crate::args) use self::budget::{PatternLimit, start_call};
pub(in crate::args::plan) use self::budget::{exceeded_limit, reset_limit};
use super::{AnchoredPattern, needs_backtracking};

/// The number of the next pattern that is matched by backtracking.
static NEXT_ID: AtomicU64 = AtomicU64::new(0);

/// The keyword `pattern` with bounded cost.
pub(in crate::args::plan) struct BoundedPattern(Engine);

enum Engine {
    /// The parts, each of which is matched in linear time.
    Linear(Box<[LinearPart]>),
    Backtracking {
        validator: Validator,
        id: u64,
    },
}

struct LinearPart {
    validator: Validator,
    /// `true` if the part must not match.
    negative: bool,
}

impl BoundedPattern {
    /// Compiles a pattern; `None` if it is no pattern.
    pub(in crate::args::plan) fn compile(pattern: &str) -> Option<Self> {
        if let Some(parts) = linear_parts(pattern) {
            return Some(Self(Engine::Linear(parts)));
        }
        if !needs_backtracking(pattern) {
            return None;
        }
        let options = PatternOptions::fancy_regex().backtrack_limit(MAX_STEPS);
        let validator = jsonschema::options()
            .with_draft(Draft::Draft202012)
            .with_pattern_options(options)
            .build(&json!({"pattern": pattern}));
        Some(Self(Engine::Backtracking {
            validator: validator.ok()?,
            id: NEXT_ID.fetch_add(1, Ordering::Relaxed),
        }))
    }

    fn matches(&self, value: &Value) -> bool {
        let Some(text) = value.as_str() else {
            return true;
        };
        match &self.0 {
            Engine::Linear(parts) => parts.iter().all(|part| {
                let found = search(&part.validator, value);
                found.map_or_else(exceed, |found| found != part.negative)
            }),
            Engine::Backtracking { validator, id } => {
                let found = match_once(*id, text, || search(validator, value));
                found.unwrap_or_else(exceed)
            }
        }
    }
}

/// Returns `true` if a pattern is matched in linear time.
pub(in crate::args::plan) fn is_linear(pattern: &str) -> bool {
    linear(pattern).is_some()
}

fn linear_parts(pattern: &str) -> Option<Box<[LinearPart]>> {
    let Some(split) = AnchoredPattern::split(pattern) else {
        let validator = linear(pattern)?;
        return Some(Box::new([LinearPart {
            validator,
            negative: false,
        }]));
    };
    let assertions = split.assertions.iter();
    let parts = assertions.map(|assertion| (assertion.body, assertion.negative));
    let parts = parts.chain([(split.rest, false)]).map(|(part, negative)| {
        let validator = linear(&format!("^(?:{part})"))?;
        Some(LinearPart {
            validator,
            negative,
        })
    });
    parts.collect()
}

fn linear(pattern: &str) -> Option<Validator> {
    let options = jsonschema::options()
        .with_draft(Draft::Draft202012)
        .with_pattern_options(PatternOptions::regex());
    options.build(&json!({"pattern": pattern})).ok()
}

/// Returns `true` if a pattern matches. `Err` if the engine did not finish.
fn search(validator: &Validator, value: &Value) -> Result<bool, PatternLimit> {
    let Err(error) = validator.validate(value) else {
        return Ok(true);
    };
    if matches!(error.kind(), ValidationErrorKind::Pattern { .. }) {
        return Ok(false);
    }
    Err(PatternLimit::Steps)
}

impl<'i> Keyword<'i> for BoundedPattern {
    fn validate(&self, value: &'i Value) -> Result<(), ValidationError<'i>> {
        if self.matches(value) {
            Ok(())
        } else {
            Err(ValidationError::custom("the pattern does not match"))
        }
    }

    fn is_valid(&self, value: &'i Value) -> bool {
        self.matches(value)
    }
}
