//! Dates and times of RFC 3339.

/// Returns `true` for a date of the calendar, such as `2024-02-29`.
pub(super) fn is_date(text: &str) -> bool {
    let Some([year, month, day]) = numbers(text, [4, 2, 2], '-') else {
        return false;
    };
    let is_leap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0;
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        _ => 0,
    };
    (1..=days).contains(&day)
}

/// Returns `true` for a date and a time with the offset from UTC.
pub(super) fn is_date_time(text: &str) -> bool {
    let parts = text.split_once(['T', 't']);
    parts.is_some_and(|(date, time)| is_date(date) && is_time(time))
}

fn is_time(text: &str) -> bool {
    let Some((time, rest)) = text.split_at_checked(8) else {
        return false;
    };
    let Some([hour, minute, second]) = numbers(time, [2, 2, 2], ':') else {
        return false;
    };
    let offset = match rest.strip_prefix('.') {
        None => rest,
        Some(fraction) => {
            let offset = fraction.trim_start_matches(|letter: char| letter.is_ascii_digit());
            if offset.len() == fraction.len() {
                return false;
            }
            offset
        }
    };
    let Some(offset) = minutes_of_offset(offset) else {
        return false;
    };
    // A leap second is the last one of a day in UTC.
    let is_last = || (hour * 60 + minute - offset).rem_euclid(24 * 60) == 24 * 60 - 1;
    hour <= 23 && minute <= 59 && (second <= 59 || second == 60 && is_last())
}

fn minutes_of_offset(text: &str) -> Option<i32> {
    let (sign, offset) = match text.split_at_checked(1)? {
        ("Z" | "z", "") => return Some(0),
        ("+", offset) => (1, offset),
        ("-", offset) => (-1, offset),
        _ => return None,
    };
    let [hours, minutes] = numbers(offset, [2, 2], ':')?;
    (hours <= 23 && minutes <= 59).then_some(sign * (hours * 60 + minutes))
}

/// Returns numbers with these lengths and `separator` between them.
fn numbers<const N: usize>(text: &str, lengths: [usize; N], separator: char) -> Option<[i32; N]> {
    let mut parts = text.split(separator);
    let mut numbers = [0; N];
    for (number, length) in numbers.iter_mut().zip(lengths) {
        let part = parts.next().filter(|part| part.len() == length)?;
        if !part.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        *number = part.parse().ok()?;
    }
    parts.next().is_none().then_some(numbers)
}
