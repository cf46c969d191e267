//! The text of numbers: digits, commas, plurals. All code that prints a number, here or in a
//! generated program, uses this module.

/// The units of whole numbers, which are printed without decimals.
const COUNTED: [&str; 5] = ["allocations", "bytes", "lines", "tokens", "tools"];

/// Formats a number with three significant digits and commas between thousands.
pub fn number(value: f64) -> String {
    let digits = match value.abs() {
        0.0 => 0,
        size if size < 0.0995 => small_digits(size),
        // A number that would be rounded to 10.00 or 100.0 has the digits of those.
        size if size < 9.995 => 2,
        size if size < 99.95 => 1,
        _ => 0,
    };
    with_commas(&format!("{value:.digits$}"))
}

/// Returns the number of decimals of a small number, of which two are significant.
fn small_digits(mut size: f64) -> usize {
    let mut digits = 2;
    while size < 0.0995 && digits < 9 {
        size *= 10.0;
        digits += 1;
    }
    digits
}

/// Formats a number of this unit, without the unit.
pub fn in_unit(value: f64, unit: &str) -> String {
    if COUNTED.contains(&unit) && value.fract() == 0.0 {
        with_commas(&format!("{value:.0}"))
    } else {
        number(value)
    }
}

/// Formats a number with its unit, in the singular if it is 1.
pub fn amount(value: f64, unit: &str) -> String {
    let told = in_unit(value, unit);
    match unit.strip_suffix('s') {
        Some(one) if told == "1" && COUNTED.contains(&unit) => format!("{told} {one}"),
        _ => format!("{told} {unit}"),
    }
}

/// Formats a range of numbers of this unit, without the unit.
pub fn range(low: f64, high: f64, unit: &str) -> String {
    let between = if low < 0.0 { " to " } else { "–" };
    format!("{}{between}{}", in_unit(low, unit), in_unit(high, unit))
}

/// Formats a count, with commas between thousands.
pub fn count(many: usize) -> String {
    with_commas(&many.to_string())
}

/// Formats a count with its noun, of which `one` is the singular: `1 action`, `1,000 actions`.
pub fn with_noun(many: usize, one: &str) -> String {
    let plural = if many == 1 { "" } else { "s" };
    format!("{} {one}{plural}", count(many))
}

fn with_commas(text: &str) -> String {
    let (sign, text) = text
        .strip_prefix('-')
        .map_or(("", text), |rest| ("-", rest));
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let mut grouped = String::from(sign);
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    if !part.is_empty() {
        grouped.push('.');
        grouped.push_str(part);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits_and_commas() {
        let told = [
            0.0,
            0.0034,
            0.0349,
            0.0999,
            0.123,
            1.0,
            9.999,
            12.34,
            99.96,
            123.4,
            1234.5,
            1_234_567.0,
            -1234.0,
            -123.0,
        ]
        .map(number);
        let expected = [
            "0",
            "0.0034",
            "0.035",
            "0.10",
            "0.12",
            "1.00",
            "10.0",
            "12.3",
            "100",
            "123",
            "1,234",
            "1,234,567",
            "-1,234",
            "-123",
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn what_is_counted_is_whole_and_may_be_one() {
        let told = [
            amount(1.0, "allocations"),
            amount(20.0, "allocations"),
            amount(0.5, "allocations"),
            amount(7_417.0, "bytes"),
            amount(1.0, "ns"),
            amount(1.3, "×"),
        ];
        let expected = [
            "1 allocation",
            "20 allocations",
            "0.50 allocations",
            "7,417 bytes",
            "1.00 ns",
            "1.30 ×",
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn a_range_has_a_dash_that_is_no_minus() {
        let told = [range(2.0, 30.0, "ns"), range(-2.0, 30.0, "ns")];
        assert_eq!(told, ["2.00–30.0", "-2.00 to 30.0"]);
    }

    #[test]
    fn one_is_no_plural_and_thousands_have_commas() {
        let told = [0, 1, 10, 1_000, 12_345].map(|many| with_noun(many, "action"));
        let expected = [
            "0 actions",
            "1 action",
            "10 actions",
            "1,000 actions",
            "12,345 actions",
        ];
        assert_eq!(told, expected);
    }
}
