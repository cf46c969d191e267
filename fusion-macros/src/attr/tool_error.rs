//! `#[tool_error(…)]`: what a variant of an error says to the model.

use std::time::Duration;

use proc_macro2::Span;
use syn::{Attribute, LitStr, Path};

use super::{content, keys, set};
use crate::{
    diag::Diag,
    symbol::{CODE, CRATE, ERROR_KEYS, HINT, Keys, RETRY_AFTER, SUGGEST, TOOL_ERROR},
};

/// What stands in `#[tool_error(…)]`.
#[derive(Default)]
pub(crate) struct ErrorAttr {
    pub(crate) code: Option<LitStr>,
    pub(crate) hint: Option<LitStr>,
    pub(crate) suggest: Option<Vec<LitStr>>,
    pub(crate) retry_after: Option<Duration>,
    pub(crate) krate: Option<Path>,
}

impl ErrorAttr {
    /// Reads the attribute; `None` if there is none. `known` says which keys it takes here.
    pub(crate) fn read(attrs: &[Attribute], known: Keys, diag: &mut Diag) -> Option<Self> {
        let mut found = attrs.iter().filter(|attr| attr.path().is_ident(TOOL_ERROR));
        let first = found.next()?;
        let mut out = Self::default();
        keys(content(first, known, diag), known, diag, |key, _| {
            if !known.known.contains(&key.name()) {
                return Err(match key.name() {
                    CRATE => key.error("key `crate` belongs on the type".to_owned()),
                    name if ERROR_KEYS.known.contains(&name) => {
                        key.error(format!("key `{name}` belongs on a variant"))
                    }
                    _ => key.unknown(),
                });
            }
            match key.name() {
                CODE => set(&mut out.code, key, key.text()?),
                HINT => set(&mut out.hint, key, key.text()?),
                SUGGEST => set(&mut out.suggest, key, key.texts("\"…\"")?),
                RETRY_AFTER => {
                    let text = key.text()?;
                    set(&mut out.retry_after, key, duration(&text)?)
                }
                CRATE => set(&mut out.krate, key, key.path()?),
                _ => Err(key.unknown()),
            }
        });
        for again in found {
            let text = "`#[tool_error]` is given twice; write all keys into one";
            diag.error(again.path(), text);
        }
        Some(out)
    }
}

/// `"500ms"`, `"5s"` or `"2m"`.
pub(crate) fn duration(text: &LitStr) -> syn::Result<Duration> {
    parse_duration(&text.value()).map_err(|reason| error(text.span(), reason))
}

fn error(span: Span, reason: &str) -> syn::Error {
    syn::Error::new(
        span,
        format!("{reason}: write a whole number and its unit, as in \"500ms\", \"5s\" or \"2m\""),
    )
}

fn parse_duration(text: &str) -> Result<Duration, &'static str> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(digits);
    if number.is_empty() {
        return Err("a duration begins with a number");
    }
    let number: u64 = number.parse().map_err(|_| "this duration is too long")?;
    if number == 0 {
        return Err("a duration is longer than nothing");
    }
    match unit {
        "ms" => Ok(Duration::from_millis(number)),
        "s" => Ok(Duration::from_secs(number)),
        "m" => number
            .checked_mul(60)
            .map(Duration::from_secs)
            .ok_or("this duration is too long"),
        "" => Err("a duration needs a unit"),
        _ => Err("unknown unit of a duration"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_a_whole_number_and_a_unit() {
        assert_eq!(parse_duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_duration("5s"), Ok(Duration::from_secs(5)));
        assert_eq!(parse_duration("2m"), Ok(Duration::from_secs(120)));
        for wrong in ["", "5", "s", "5 s", "1.5s", "-5s", "0s", "5h", "5S", "ms"] {
            assert!(parse_duration(wrong).is_err(), "{wrong}");
        }
        assert!(parse_duration("99999999999999999999s").is_err());
        assert!(parse_duration("18446744073709551615m").is_err());
    }
}
