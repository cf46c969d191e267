//! The keyword `multipleOf`. Numbers are divided as the decimals that they are written as: 0.3 is a
//! multiple of 0.1.

use serde_json::Number;

/// Returns `true` if a number is a multiple of another one.
pub(super) fn is_multiple(number: &Number, of: &Number) -> bool {
    if let (Some(number), Some(of)) = (number.as_i64(), of.as_i64())
        && let Some(rest) = number.checked_rem(of)
    {
        return rest == 0;
    }
    let exact =
        WrittenNumber::parse(&number.to_string()).zip(WrittenNumber::parse(&of.to_string()));
    let exact = exact.and_then(|(number, of)| number.is_multiple(of));
    exact.unwrap_or_else(|| {
        let (number, of) = (number.as_f64(), of.as_f64());
        number
            .zip(of)
            .is_some_and(|(number, of)| (number / of).fract() == 0.0)
    })
}

/// The number `digits / 10^places`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct WrittenNumber {
    digits: i128,
    places: i32,
}

impl WrittenNumber {
    /// Parses a JSON number; `None` if it has too many digits.
    fn parse(text: &str) -> Option<Self> {
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse().ok()?),
            None => (text, 0_i32),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let places = i32::try_from(fraction.len()).ok()?;
        Some(Self {
            digits: format!("{whole}{fraction}").parse().ok()?,
            places: places.checked_sub(exponent)?,
        })
    }

    /// Returns `true` if the quotient is an integer; `None` if it cannot be computed exactly.
    fn is_multiple(self, of: Self) -> Option<bool> {
        if self.digits == 0 {
            return Some(true);
        }
        // The quotient is `self.digits * 10^of.places / (of.digits * 10^self.places)`.
        let least = self.places.min(of.places);
        let scale = |digits: i128, places: i32| {
            let places = u32::try_from(places - least).ok()?;
            digits.checked_mul(10_i128.checked_pow(places)?)
        };
        let (number, of) = (
            scale(self.digits, of.places)?,
            scale(of.digits, self.places)?,
        );
        Some(number.checked_rem(of)? == 0)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn decimals_are_divided_as_they_are_written() {
        for (value, of, fits) in [
            (json!(9), json!(3), true),
            (json!(-9), json!(3), true),
            (json!(10), json!(3), false),
            (json!(0), json!(7), true),
            (json!(0.3), json!(0.1), true),
            (json!(0.35), json!(0.1), false),
            (json!(1_070_468.14), json!(0.01), true),
            (json!(19.99), json!(0.01), true),
            (json!(4.0), json!(2), true),
            (json!(4.5), json!(2), false),
            (json!(4.5), json!(1.5), true),
            (json!(1e300), json!(2), true),
            (json!(1e-7), json!(0.5), false),
            (json!(u64::MAX), json!(5), true),
            (json!(u64::MAX), json!(2), false),
        ] {
            let number = |value: &Value| value.as_number().unwrap().clone();
            assert_eq!(
                is_multiple(&number(&value), &number(&of)),
                fits,
                "{value} {of}"
            );
        }
    }
}
