//! Matching in bounded time: by an engine of linear time where the syntax allows it, otherwise by
//! backtracking with a limit for one value and one for a call.

mod budget;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::atomic::{AtomicU64, Ordering},
};

use jsonschema_regex::{RepeatedClass, Search, search_form, to_rust_regex};
use regex_automata::meta;

pub(in crate::args::plan) use self::budget::reset_limit;
use self::budget::{MAX_STEPS, exceed, match_once};
pub(in crate::args) use self::budget::{PatternLimit, exceeded_limit, start_call};
use super::{AnchoredPattern, does_not_compile, needs_backtracking};

/// The size of a compiled pattern, in bytes.
const MAX_COMPILED: usize = 10 * 1_024 * 1_024;

/// The size of what one search keeps for the next one, in bytes.
const MAX_KEPT: usize = 2 * 1_024 * 1_024;

/// The number of the next pattern that is matched by backtracking.
static NEXT_ID: AtomicU64 = AtomicU64::new(0);

/// The pattern of a string, with bounded cost.
#[derive(Debug)]
pub(in crate::args::plan) struct BoundedPattern(Engine);

#[derive(Debug)]
enum Engine {
    /// The parts, each of which is matched in linear time.
    Linear(Box<[LinearPart]>),
    Backtracking {
        pattern: Box<fancy_regex::Regex>,
        id: u64,
    },
}

#[derive(Debug)]
struct LinearPart {
    pattern: LinearPattern,
    /// `true` if the part must not match.
    negative: bool,
}

/// A pattern that is matched in linear time.
#[derive(Debug)]
enum LinearPattern {
    /// A number of characters of one class, which the engine would compile as often as they are counted.
    Class(RepeatedClass),
    Regex(Box<meta::Regex>),
}

/// The pattern of the names of properties, which is matched in linear time.
#[derive(Debug)]
pub(in crate::args::plan) struct NamePattern(LinearPattern);

impl BoundedPattern {
    /// Compiles a pattern; `Err` is the reason why it cannot be enforced.
    pub(in crate::args::plan) fn compile(pattern: &str) -> Result<Self, String> {
        let engine = match linear_parts(pattern) {
            Some(parts) => Some(Engine::Linear(parts)),
            None if needs_backtracking(pattern) => backtracking(pattern),
            None => None,
        };
        engine.map(Self).ok_or_else(|| does_not_compile(pattern))
    }

    /// Returns `true` if a text matches. A text that was not matched within the limits does not.
    pub(in crate::args::plan) fn fits(&self, text: &str) -> bool {
        match &self.0 {
            Engine::Linear(parts) => parts.iter().all(|part| {
                let found = part.pattern.find(text);
                found.map_or_else(exceed, |found| found != part.negative)
            }),
            Engine::Backtracking { pattern, id } => {
                let search = || finish(|| pattern.is_match(text).ok());
                match_once(*id, text, search).unwrap_or_else(exceed)
            }
        }
    }
}

impl NamePattern {
    /// Compiles a pattern; `Err` is the reason why it cannot be enforced.
    pub(in crate::args::plan) fn compile(pattern: &str) -> Result<Self, String> {
        LinearPattern::compile(pattern).map(Self).ok_or_else(|| {
            format!(
                "the pattern `{pattern}` of `patternProperties` takes more than linear time: write it without look-around and back-references"
            )
        })
    }

    /// Returns `true` if a name matches. A name that was not matched within the limits does not.
    pub(in crate::args::plan) fn matches(&self, name: &str) -> bool {
        self.0.find(name).unwrap_or_else(exceed)
    }
}

fn linear_parts(pattern: &str) -> Option<Box<[LinearPart]>> {
    let Some(split) = AnchoredPattern::split(pattern) else {
        let pattern = LinearPattern::compile(pattern)?;
        return Some(Box::new([LinearPart {
            pattern,
            negative: false,
        }]));
    };
    let assertions = split.assertions.iter();
    let parts = assertions.map(|assertion| (assertion.body, assertion.negative));
    let parts = parts.chain([(split.rest, false)]).map(|(part, negative)| {
        let pattern = LinearPattern::compile(&format!("^(?:{part})"))?;
        Some(LinearPart { pattern, negative })
    });
    parts.collect()
}

fn backtracking(pattern: &str) -> Option<Engine> {
    let translated = to_rust_regex(pattern).ok()?;
    let mut builder = fancy_regex::RegexBuilder::new(&translated);
    let pattern = builder.backtrack_limit(MAX_STEPS).build().ok()?;
    Some(Engine::Backtracking {
        pattern: Box::new(pattern),
        id: NEXT_ID.fetch_add(1, Ordering::Relaxed),
    })
}

impl LinearPattern {
    fn compile(pattern: &str) -> Option<Self> {
        let translated = to_rust_regex(pattern).ok()?;
        let pattern = match search_form(pattern, &translated) {
            Some(Search::RepeatedClass(class)) => return Some(Self::Class(class)),
            Some(Search::Collapsed(pattern)) => pattern.into(),
            None => translated,
        };
        let config = meta::Config::new()
            .nfa_size_limit(Some(MAX_COMPILED))
            .hybrid_cache_capacity(MAX_KEPT);
        let pattern = meta::Builder::new()
            .configure(config)
            .build(&pattern)
            .ok()?;
        Some(Self::Regex(Box::new(pattern)))
    }

    fn find(&self, text: &str) -> Result<bool, PatternLimit> {
        match self {
            Self::Class(class) => Ok(class.is_match(text)),
            Self::Regex(pattern) => finish(|| Some(pattern.is_match(text))),
        }
    }
}

/// Returns the answer of an engine. `Err` if it did not finish: it panics for some patterns
/// (rust-lang/regex#1344).
fn finish(search: impl FnOnce() -> Option<bool>) -> Result<bool, PatternLimit> {
    let answer = catch_unwind(AssertUnwindSafe(search)).ok().flatten();
    answer.ok_or(PatternLimit::Steps)
}
