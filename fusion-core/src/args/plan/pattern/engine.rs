//! Matching in bounded time: by an engine of linear time where the syntax allows it, otherwise by
//! backtracking with a limit for one value and one for a call.

use std::{cell::Cell, fmt};

use jsonschema::{
    Draft, Keyword, PatternOptions, ValidationError, Validator, error::ValidationErrorKind,
};
use serde_json::{Value, json};

use super::{AnchoredPattern, needs_backtracking};

/// The length of a value, in characters, up to which backtracking is tried.
const MAX_LENGTH: usize = 1_024;

/// The number of steps back for one value. A step may scan the rest of the value, so that the cost of
/// one is bounded by the length.
const MAX_STEPS: usize = 8_192;

/// The number of bytes in the values of one call that are matched by backtracking.
const MAX_BYTES: usize = 64 * 1_024;

/// The limit because of which a value was not matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::args) enum PatternLimit {
    /// The value is too long.
    Length,
    /// The value takes too many steps.
    Steps,
    /// The values of the call are too long together.
    Call,
}

impl fmt::Display for PatternLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length => write!(
                f,
                "too long to be checked against its pattern, which allows {MAX_LENGTH} characters"
            ),
            Self::Steps => {
                f.write_str("takes too many steps to be checked against its pattern: simplify it")
            }
            Self::Call => write!(
                f,
                "not checked against its pattern, because a call may hold {MAX_BYTES} bytes of such values"
            ),
        }
    }
}

/// The rest of the budget of this thread's call. It is no argument of the check, because a keyword of
/// the validator gets nothing but the value; reading the arguments of a call never leaves its thread.
#[derive(Clone, Copy)]
struct Budget {
    bytes: usize,
    exceeded: Option<PatternLimit>,
}

thread_local! {
    static BUDGET: Cell<Budget> = const {
        Cell::new(Budget {
            bytes: MAX_BYTES,
            exceeded: None,
        })
    };
}

/// Starts the budget of a call.
pub(in crate::args) fn start_call() {
    BUDGET.set(Budget {
        bytes: MAX_BYTES,
        exceeded: None,
    });
}

/// Forgets the limit that the check of another value exceeded.
pub(in crate::args::plan) fn reset_limit() {
    BUDGET.set(Budget {
        exceeded: None,
        ..BUDGET.get()
    });
}

/// Returns the limit that the check of a value exceeded. The answer of the check means nothing then:
/// under `not`, a value that was not matched would pass.
pub(in crate::args::plan) fn exceeded_limit() -> Option<PatternLimit> {
    BUDGET.get().exceeded
}

fn exceed(limit: PatternLimit) -> bool {
    BUDGET.set(Budget {
        exceeded: Some(limit),
        ..BUDGET.get()
    });
    false
}

/// The keyword `pattern` with bounded cost.
pub(in crate::args::plan) struct BoundedPattern(Engine);

enum Engine {
    /// The parts, each of which is matched in linear time.
    Linear(Box<[LinearPart]>),
    Backtracking(Validator),
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
        Some(Self(Engine::Backtracking(validator.ok()?)))
    }

    fn matches(&self, value: &Value) -> bool {
        let Some(text) = value.as_str() else {
            return true;
        };
        match &self.0 {
            Engine::Linear(parts) => parts.iter().all(|part| {
                search(&part.validator, value).is_some_and(|found| found != part.negative)
            }),
            Engine::Backtracking(validator) => match spend(text) {
                Ok(()) => search(validator, value).unwrap_or_default(),
                Err(limit) => exceed(limit),
            },
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

/// Takes the length of a value from the budget of the call.
fn spend(text: &str) -> Result<(), PatternLimit> {
    let Budget { bytes, exceeded } = BUDGET.get();
    if let Some(limit) = exceeded {
        return Err(limit);
    }
    // A string has at most one character for each byte, so that short ones are not counted.
    if text.len() > MAX_LENGTH && text.chars().nth(MAX_LENGTH).is_some() {
        return Err(PatternLimit::Length);
    }
    let bytes = bytes.checked_sub(text.len()).ok_or(PatternLimit::Call)?;
    BUDGET.set(Budget { bytes, exceeded });
    Ok(())
}

/// Returns `true` if a pattern matches; `None` if the engine did not finish.
fn search(validator: &Validator, value: &Value) -> Option<bool> {
    let Err(error) = validator.validate(value) else {
        return Some(true);
    };
    if matches!(error.kind(), ValidationErrorKind::Pattern { .. }) {
        return Some(false);
    }
    exceed(PatternLimit::Steps);
    None
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
