//! The limits of matching by backtracking: for one value, and for all values of a call.

use std::{cell::RefCell, collections::HashMap, fmt, hash::BuildHasher as _, hash::RandomState};

/// The length of a value, in characters, up to which backtracking is tried.
const MAX_LENGTH: usize = 1_024;

/// The number of steps back for one value. A step may scan the rest of the value, so that the cost of
/// one is bounded by the length.
pub(super) const MAX_STEPS: usize = 8_192;

/// The number of bytes in the values of one call that are matched by backtracking.
const MAX_BYTES: usize = 64 * 1_024;

/// The number of bytes that the shortest value counts as, because a short value may take as many steps
/// as a long one. It also bounds the number of values.
const MIN_BYTES: usize = 256;

/// The limit because of which a value was not matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::args) enum PatternLimit {
    /// The value is too long.
    Length,
    /// The value takes too many steps.
    Steps,
    /// The values of the call are too many, or too long together.
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
                "not checked against its pattern, because a call may hold {} such values, or {MAX_BYTES} bytes of them",
                MAX_BYTES / MIN_BYTES
            ),
        }
    }
}

/// The budget of this thread's call. It is no argument of the check, because a keyword of the validator
/// gets nothing but the value; reading the arguments of a call never leaves its thread.
struct Budget {
    /// The number of bytes that may still be matched.
    bytes: usize,
    exceeded: Option<PatternLimit>,
    /// The answers by pattern and value, so that a value is matched and counted once, however often an
    /// invalid call is read. A key is a hash: the values of a call do not outlive it here.
    answers: HashMap<u64, Result<bool, PatternLimit>>,
    hasher: RandomState,
}

thread_local! {
    static BUDGET: RefCell<Budget> = RefCell::new(Budget {
        bytes: MAX_BYTES,
        exceeded: None,
        answers: HashMap::new(),
        hasher: RandomState::new(),
    });
}

/// Starts the budget of a call.
pub(in crate::args) fn start_call() {
    BUDGET.with_borrow_mut(|budget| {
        budget.bytes = MAX_BYTES;
        budget.exceeded = None;
        budget.answers.clear();
    });
}

/// Forgets the limit that the check of another value exceeded.
pub(in crate::args::plan) fn reset_limit() {
    BUDGET.with_borrow_mut(|budget| budget.exceeded = None);
}

/// Returns the limit that the check of a value exceeded. The answer of the check means nothing then:
/// under `not`, a value that was not matched would pass.
pub(in crate::args) fn exceeded_limit() -> Option<PatternLimit> {
    BUDGET.with_borrow(|budget| budget.exceeded)
}

/// Records a limit that a value exceeded. Returns `false`.
pub(super) fn exceed(limit: PatternLimit) -> bool {
    BUDGET.with_borrow_mut(|budget| budget.exceeded = Some(limit));
    false
}

/// Matches a value with the pattern `id`, unless this call did so before, and takes its length from the
/// budget.
pub(super) fn match_once(
    id: u64,
    text: &str,
    search: impl FnOnce() -> Result<bool, PatternLimit>,
) -> Result<bool, PatternLimit> {
    if let Some(limit) = exceeded_limit() {
        return Err(limit);
    }
    // A string has at most one character for each byte, so that short ones are not counted.
    if text.len() > MAX_LENGTH && text.chars().nth(MAX_LENGTH).is_some() {
        return Err(PatternLimit::Length);
    }
    let key = BUDGET.with_borrow_mut(|budget| {
        let key = budget.hasher.hash_one((id, text));
        if let Some(answer) = budget.answers.get(&key) {
            return Err(*answer);
        }
        match budget.bytes.checked_sub(text.len().max(MIN_BYTES)) {
            Some(bytes) => {
                budget.bytes = bytes;
                Ok(key)
            }
            None => Err(Err(PatternLimit::Call)),
        }
    });
    match key {
        Ok(key) => {
            let answer = search();
            BUDGET.with_borrow_mut(|budget| budget.answers.insert(key, answer));
            answer
        }
        Err(answer) => answer,
    }
}
