//! Random texts of arguments, from right ones to broken ones.

use std::env;

/// The names of arguments, some of them with escapes, or of no action.
const NAMES: [&str; 19] = [
    "email",
    "order",
    "days",
    "tags",
    "age",
    "large",
    "signed",
    "ratio",
    "urgent",
    "range",
    "code",
    "orders",
    "label",
    "note",
    "sorts",
    "\\u0064ays",
    "sessionId",
    "emial",
    "action",
];

/// Values of every kind, and what reads as another kind.
const VALUES: [&str; 45] = [
    "null",
    "true",
    "false",
    "0",
    "1",
    "-0",
    "-1",
    "5",
    "255",
    "256",
    "365",
    "366",
    "5.0",
    "5.5",
    "-0.0",
    "1e2",
    "1e-2",
    "4294967296",
    "9007199254740993",
    "9223372036854775807",
    "-9223372036854775808",
    "-9223372036854775809",
    "18446744073709551615",
    "18446744073709551616",
    r#""""#,
    r#""a""#,
    r#""abcd""#,
    r#""\u00e9\n\"\ud834\udd1e""#,
    r#""newest""#,
    r#""Newest""#,
    r#""new\u0065st""#,
    r#""5""#,
    r#""5.0""#,
    r#""true""#,
    r#""null""#,
    r#""[\"a\"]""#,
    "[]",
    r#"["a"]"#,
    r#"["oldest", "newest"]"#,
    r#"["a", 1, null]"#,
    "[1, 2]",
    "{}",
    r#"{"from": 1}"#,
    r#"{"from": "1", "to": null}"#,
    r#"{"to": 2, "from": 1, "from": 3, "at": 1}"#,
];

/// A right value for each of the first names.
const RIGHT: [(&str, &str); 11] = [
    ("email", r#""abc""#),
    ("order", r#""oldest""#),
    ("days", "30"),
    ("tags", r#"["a", "b"]"#),
    ("age", "41"),
    ("large", "18446744073709551615"),
    ("signed", "-3"),
    ("ratio", "0.25"),
    ("urgent", "true"),
    ("range", r#"{"from": 1, "to": 2}"#),
    ("note", "[1]"),
];

/// Returns the number of texts.
pub(super) fn cases() -> usize {
    let cases = env::var("PROPTEST_CASES").ok();
    cases.and_then(|cases| cases.parse().ok()).unwrap_or(3_000)
}

/// Returns random texts with the actions that they are for.
pub(super) fn texts(count: usize) -> impl Iterator<Item = (&'static str, String)> {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    (0..count).map(move |_| random.arguments())
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        usize::try_from(number).unwrap() % limit
    }

    fn one_of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    fn arguments(&mut self) -> (&'static str, String) {
        let action = self.one_of(&["mixed", "nested", "either"]);
        let mut members = vec![format!(r#""action": "{action}""#)];
        let own = match action {
            "mixed" => &RIGHT[..9],
            "nested" => &RIGHT[9..],
            _ => &RIGHT[4..5],
        };
        members.extend(
            own.iter()
                .map(|(name, value)| format!(r#""{name}": {value}"#)),
        );
        // Some arguments are omitted, others replaced or added, and some occur twice.
        for _ in 0..self.below(4) {
            let place = self.below(members.len());
            members.swap_remove(place);
            if members.is_empty() {
                break;
            }
        }
        for _ in 0..[0, 0, 1, 2, 5, 40][self.below(6)] {
            let name = self.one_of(&NAMES);
            let value = self.one_of(&VALUES);
            members.push(format!(r#""{name}": {value}"#));
        }
        for end in (1..members.len()).rev() {
            let place = self.below(end + 1);
            members.swap(end, place);
        }
        (action, format!("{{{}}}", members.join(", ")))
    }
}
