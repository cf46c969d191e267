//! Numbers in JavaScript's layout: the shortest digits, plain decimals from 1e-6 up to 1e21, an
//! exponent for other magnitudes, no negative zero. Integers keep all their digits.

/// Writes a finite number.
pub(crate) fn push_f64(out: &mut String, value: f64) {
    let mut buffer = zmij::Buffer::new();
    let text = buffer.format_finite(value);
    // The formatter of zmij writes no exponent anywhere near this range.
    let is_common = (1e-4..1e15).contains(&value.abs());
    if !is_common && text.as_bytes().contains(&b'e') {
        push_decimal(out, text);
        return;
    }
    match text.strip_suffix(".0") {
        Some("-0") => out.push('0'),
        Some(integer) => out.push_str(integer),
        None => out.push_str(text),
    }
}

/// Writes the number of a JSON text without loss. Returns `None` if the text is not a JSON number.
pub(crate) fn push_decimal(out: &mut String, text: &str) -> Option<()> {
    let number = Decimal::parse(text)?;
    let is_integer = number.fraction.is_empty() && number.exponent.is_empty();
    if is_integer && number.integer != "0" {
        out.push_str(text);
        return Some(());
    }
    number.push(out, text);
    Some(())
}

/// The parts of a JSON number.
struct Decimal<'a> {
    negative: bool,
    integer: &'a str,
    fraction: &'a str,
    /// Includes its sign, but not the `e`.
    exponent: &'a str,
}

impl<'a> Decimal<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let (negative, rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = match rest.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => {
                let unsigned = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
                (mantissa, digits(unsigned).then_some(exponent)?)
            }
            None => (rest, ""),
        };
        let (integer, fraction) = match mantissa.split_once('.') {
            Some((integer, fraction)) => (integer, digits(fraction).then_some(fraction)?),
            None => (mantissa, ""),
        };
        let leads = integer.len() > 1 && integer.starts_with('0');
        (digits(integer) && !leads).then_some(Self {
            negative,
            integer,
            fraction,
            exponent,
        })
    }

    fn push(&self, out: &mut String, text: &str) {
        let all = || self.integer.bytes().chain(self.fraction.bytes());
        let total = self.integer.len() + self.fraction.len();
        let leading = all().take_while(|&b| b == b'0').count();
        if leading == total {
            out.push('0');
            return;
        }
        let trailing = all().rev().take_while(|&b| b == b'0').count();
        let count = total - leading - trailing;
        let shift = match self.exponent {
            "" => Some(0),
            exponent => exponent.parse::<i64>().ok(),
        };
        // The value is 0.DIGITS × 10^point.
        let point = shift.and_then(|shift| {
            let places = i64::try_from(self.integer.len()).ok()?;
            places
                .checked_sub(i64::try_from(leading).ok()?)?
                .checked_add(shift)
        });
        // An exponent beyond i64 has no plain layout; the text itself is a valid number.
        let Some(point) = point else {
            out.push_str(text);
            return;
        };
        if self.negative {
            out.push('-');
        }
        let digits = all().skip(leading).take(count).map(char::from);
        push_layout(out, digits, count, point);
    }
}

/// Writes `0.DIGITS × 10^point` in the layout of ECMAScript's `Number::toString`.
fn push_layout(out: &mut String, mut digits: impl Iterator<Item = char>, count: usize, point: i64) {
    match usize::try_from(point) {
        Ok(places @ 1..=21) => {
            out.extend(digits.by_ref().take(places));
            if count > places {
                out.push('.');
                out.extend(digits);
            } else {
                out.extend(std::iter::repeat_n('0', places - count));
            }
        }
        _ if (-5..=0).contains(&point) => {
            out.push_str("0.");
            out.extend((point..0).map(|_| '0'));
            out.extend(digits);
        }
        _ => {
            out.extend(digits.by_ref().take(1));
            if count > 1 {
                out.push('.');
                out.extend(digits);
            }
            let exponent = point.saturating_sub(1);
            out.push_str(if exponent < 0 { "e-" } else { "e+" });
            out.push_str(itoa::Buffer::new().format(exponent.unsigned_abs()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(text: &str) -> Option<String> {
        let mut out = String::new();
        push_decimal(&mut out, text).map(|()| out)
    }

    fn float(value: f64) -> String {
        let mut out = String::new();
        push_f64(&mut out, value);
        out
    }

    #[test]
    fn floats_are_laid_out_as_javascript_does() {
        let cases = [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (-1.5, "-1.5"),
            (1e6, "1000000"),
            (1e20, "100000000000000000000"),
            (123_456_789_012_345_680_000.0, "123456789012345680000"),
            (1e21, "1e+21"),
            (-1.25e30, "-1.25e+30"),
            (1e-6, "0.000001"),
            (1.5e-5, "0.000015"),
            (1e-7, "1e-7"),
            (-2.5e-9, "-2.5e-9"),
            (f64::MAX, "1.7976931348623157e+308"),
            (5e-324, "5e-324"),
            (1.450_399_171_865_202e18, "1450399171865202000"),
        ];
        for (value, text) in cases {
            assert_eq!(float(value), text);
        }
    }

    #[test]
    fn the_digits_of_a_decimal_text_survive() {
        let cases = [
            ("1.10", "1.1"),
            ("-0", "0"),
            ("-0.00", "0"),
            ("1e400", "1e+400"),
            ("12E-3", "0.012"),
            ("0.1234567890123456789012345", "0.1234567890123456789012345"),
            (
                "1234567890123456789012345678901",
                "1234567890123456789012345678901",
            ),
            ("1e99999999999999999999", "1e99999999999999999999"),
            ("100.00e1", "1000"),
        ];
        for (text, laid_out) in cases {
            assert_eq!(decimal(text).as_deref(), Some(laid_out));
        }
    }

    #[test]
    fn what_is_no_json_number_is_refused() {
        for text in [
            "", "-", "01", "1.", ".5", "1e", "1e+", "+1", "NaN", "1 ", "0x1",
        ] {
            assert_eq!(decimal(text), None, "{text:?}");
        }
    }
}
