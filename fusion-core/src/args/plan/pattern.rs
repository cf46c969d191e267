//! The syntax of a pattern, as far as it decides what matching costs. A pattern without look-around
//! and back-references is matched in linear time; so are look-aheads at the start of a value, each by
//! itself.

#[cfg(feature = "validate")]
mod engine;
#[cfg(not(feature = "validate"))]
#[path = "pattern/absent_engine.rs"]
mod engine;
#[cfg(feature = "validate")]
mod syntax;

use serde_json::Value;

pub(super) use engine::{BoundedPattern, NamePattern, reset_limit};
pub(in crate::args) use engine::{exceeded_limit, start_call};

/// A pattern such as `^(?=a)(?!b)c`, which matches exactly if each of its parts does.
#[derive(Debug, PartialEq, Eq)]
struct AnchoredPattern<'p> {
    assertions: Vec<Assertion<'p>>,
    /// The pattern after the assertions.
    rest: &'p str,
}

/// A look-ahead at the start of a value.
#[derive(Debug, PartialEq, Eq)]
struct Assertion<'p> {
    body: &'p str,
    negative: bool,
}

impl<'p> AnchoredPattern<'p> {
    /// Takes a pattern apart; `None` if it does not begin with an anchor and a look-ahead, or if it has
    /// alternatives, of which the anchor concerns the first only.
    fn split(pattern: &'p str) -> Option<Self> {
        let mut rest = pattern.strip_prefix('^')?;
        if find_outside_groups(rest, |letter, depth| letter == '|' && depth == 0).is_some() {
            return None;
        }
        let mut assertions = Vec::new();
        loop {
            let negative = match rest.get(..3) {
                Some("(?=") => false,
                Some("(?!") => true,
                _ => break,
            };
            let body = rest.get(3..)?;
            let end = find_outside_groups(body, |letter, depth| letter == ')' && depth == 0)?;
            assertions.push(Assertion {
                body: body.get(..end)?,
                negative,
            });
            rest = body.get(end + 1..)?;
            if rest.starts_with(['*', '+', '?', '{']) {
                return None;
            }
        }
        (!assertions.is_empty()).then_some(Self { assertions, rest })
    }
}

/// Checks the patterns inside of a schema. `Err` is the reason why one of them cannot be enforced.
pub(super) fn check_patterns(schema: &Value) -> Result<(), String> {
    match schema {
        Value::Object(map) => {
            map.iter()
                .try_for_each(|(keyword, value)| match (keyword.as_str(), value) {
                    ("pattern", Value::String(pattern)) => check_pattern(pattern),
                    ("const" | "default" | "enum" | "examples", _) => Ok(()),
                    ("patternProperties", Value::Object(named)) => {
                        named.iter().try_for_each(|(pattern, schema)| {
                            check_pattern(pattern)?;
                            NamePattern::compile(pattern)?;
                            check_patterns(schema)
                        })
                    }
                    (_, nested) => check_patterns(nested),
                })
        }
        Value::Array(list) => list.iter().try_for_each(check_patterns),
        _ => Ok(()),
    }
}

/// Refuses a pattern that clients refuse.
#[cfg(feature = "validate")]
fn check_pattern(pattern: &str) -> Result<(), String> {
    let portable = syntax::is_portable(pattern).then_some(());
    portable.ok_or_else(|| does_not_compile(pattern))
}

#[cfg(not(feature = "validate"))]
fn check_pattern(pattern: &str) -> Result<(), String> {
    BoundedPattern::compile(pattern).map(|_| ())
}

#[cfg(feature = "validate")]
fn does_not_compile(pattern: &str) -> String {
    format!("the pattern `{pattern}` does not compile: write a regular expression of ECMA-262")
}

/// Returns `true` if a pattern can only be matched by backtracking, because it looks around elsewhere
/// than at the start of the value, or refers back to a group.
pub(crate) fn needs_backtracking(pattern: &str) -> bool {
    match AnchoredPattern::split(pattern) {
        Some(split) => {
            let bodies = split.assertions.iter().map(|assertion| assertion.body);
            bodies.chain([split.rest]).any(looks_around)
        }
        None => looks_around(pattern),
    }
}

/// Returns `true` if a part of a pattern contains a look-around or a back-reference.
fn looks_around(pattern: &str) -> bool {
    const GROUPS: [&str; 4] = ["(?=", "(?!", "(?<=", "(?<!"];

    let found = |at: usize, letter: char| {
        let rest = pattern.get(at..).unwrap_or_default();
        match letter {
            '(' => GROUPS.iter().any(|group| rest.starts_with(group)),
            '\\' => rest
                .chars()
                .nth(1)
                .is_some_and(|next| next == 'k' || ('1'..='9').contains(&next)),
            _ => false,
        }
    };
    letters(pattern).any(|(at, letter)| found(at, letter))
}

/// Returns the position of the first letter outside of classes for which `stop` holds; it gets the
/// number of the groups around the letter. `None` if a group is closed that is not open.
fn find_outside_groups(pattern: &str, stop: impl Fn(char, usize) -> bool) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, letter) in letters(pattern) {
        if stop(letter, depth) {
            return Some(at);
        }
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

/// Returns the letters outside of classes with their positions. An escape is its backslash.
fn letters(pattern: &str) -> impl Iterator<Item = (usize, char)> {
    let mut all = pattern.char_indices();
    let mut in_class = false;
    std::iter::from_fn(move || {
        loop {
            let (at, letter) = all.next()?;
            if letter == '\\' {
                all.next();
            }
            match letter {
                '[' if !in_class => in_class = true,
                ']' if in_class => in_class = false,
                _ if in_class => {}
                _ => return Some((at, letter)),
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn look_aheads_at_the_start_are_taken_apart() {
        let assertion = |body, negative| Assertion { body, negative };
        for (pattern, assertions, rest) in [
            (
                r"^(?=.*[A-Z])(?=.*\d).{8,}$",
                vec![assertion(".*[A-Z]", false), assertion(r".*\d", false)],
                ".{8,}$",
            ),
            (
                r"^(?!xn--|[)(]|\))(?=a(b)c)",
                vec![assertion(r"xn--|[)(]|\)", true), assertion("a(b)c", false)],
                "",
            ),
        ] {
            let split = AnchoredPattern { assertions, rest };
            assert_eq!(AnchoredPattern::split(pattern), Some(split), "{pattern}");
        }
        for pattern in [
            "^a",
            "(?=a)b",
            "^(?=a)b|c",
            "^(?=a)?b",
            "^(?=a",
            "^(?:a)",
            "^é(?=a)",
        ] {
            assert_eq!(AnchoredPattern::split(pattern), None, "{pattern}");
        }
    }

    #[test]
    fn a_pattern_needs_backtracking_if_it_looks_around_or_back() {
        for pattern in [
            r"(?=.*[A-Z])(?=.*\d).{8,}",
            r"^(a+)\1$",
            r"^(?<n>a)\k<n>$",
            "^a(?!b)",
            "^a+(?<=a)$",
            "(?<!a)b",
            "^(?=a(?=b))c",
            "^(?=a)b|c",
        ] {
            assert!(needs_backtracking(pattern), "{pattern}");
        }
        for pattern in [
            r"^(?=.*[A-Z])(?!.*\s).{8,}$",
            "^(?:a|b)+$",
            "(?<year>[0-9]{4})",
            r"\(?=a",
            "[(?=]",
            r"\d\\1",
        ] {
            assert!(!needs_backtracking(pattern), "{pattern}");
        }
    }
}
