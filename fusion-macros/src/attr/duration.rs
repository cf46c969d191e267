//! Parses durations such as `"5s"`.

use std::time::Duration;

use proc_macro2::Span;
use syn::LitStr;

/// Parses `"500ms"`, `"5s"` or `"2m"`.
pub(super) fn duration(text: &LitStr) -> syn::Result<Duration> {
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
        return Err("a duration is longer than zero");
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
