//! The formats, compared with those of the `jsonschema` crate.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::both;

const SAMPLES: [(&str, &[&str]); 7] = [
    (
        "date",
        &[
            "2024-02-29",
            "2023-02-29",
            "1900-02-29",
            "2000-02-29",
            "2024-04-31",
            "2024-12-31",
            "2024-13-01",
            "2024-00-01",
            "2024-01-00",
            "2024-1-01",
            "24-01-01",
            "2024-01-01T",
            "",
            "2024/01/01",
            "+024-01-01",
            "٢٠٢٤-01-01",
            "2024-01-0a",
        ],
    ),
    (
        "date-time",
        &[
            "2024-02-29T12:30:45Z",
            "2024-02-29t12:30:45z",
            "2024-02-29 12:30:45Z",
            "2024-02-29T12:30:45",
            "2024-02-29T12:30:45.123Z",
            "2024-02-29T12:30:45.Z",
            "2024-02-29T12:30:45+01:00",
            "2024-02-29T12:30:45-23:59",
            "2024-02-29T12:30:45+24:00",
            "2024-02-29T12:30:45+0100",
            "2024-02-29T24:00:00Z",
            "2024-02-29T23:59:60Z",
            "2024-02-29T22:59:60Z",
            "2024-02-29T22:59:60-01:00",
            "2024-03-01T00:59:60+01:00",
            "2024-02-29T12:60:00Z",
            "2024-02-29T12:30:61Z",
            "2023-02-29T12:30:45Z",
            "2024-02-29T12:30Z",
            "2024-02-29T",
            "T12:30:45Z",
            "2024-02-29T12:30:45.1é",
            "2024-02-29T1é:30:45Z",
            "2024-02-29T12:30:45é",
        ],
    ),
    (
        "email",
        &[
            "ada@example.org",
            "Ada <ada@example.org>",
            "ada",
            "ada@",
            "@example.org",
            "\"ada l\"@example.org",
            "\"\"@example.org",
            "a.b@example.org",
            ".a@example.org",
            "a..b@example.org",
            "ada@-example.org",
            "ada@example-.org",
            "ada@ex_ample.org",
            "ada@[127.0.0.1]",
            "ada@[IPv6:::1]",
            "ada@[ipv6:::1]",
            "ada@[::1]",
            "ada@[300.0.0.1]",
            "ädä@example.org",
            "ada@exämple.org",
            "ada@localhost",
            "ada@example.org.",
            "a@b..c",
            "ada+tag@example.org",
            "ada@ab--c.org",
            "ada@xn--bcher-kva.example",
            "a b@example.org",
            "ada@example.org ",
            "<ada@example.org>",
        ],
    ),
    (
        "ipv4",
        &[
            "127.0.0.1",
            "256.0.0.1",
            "1.2.3",
            "01.2.3.4",
            "1.2.3.4 ",
            "0x7f.1.1.1",
            "",
            "1.2.3.4.5",
        ],
    ),
    (
        "ipv6",
        &[
            "::1",
            "::",
            "1::2::3",
            "fe80::1%eth0",
            "::ffff:1.2.3.4",
            "12345::",
            "[::1]",
            "1:2:3:4:5:6:7:8:9",
        ],
    ),
    (
        "uri",
        &[
            "https://example.org",
            "https://example.org/a?b=c#d",
            "example.org",
            "//example.org",
            "mailto:ada@example.org",
            "urn:isbn:123",
            "https://exa mple.org",
            "https://[::1]:80/",
            "https://[::1",
            "https://[v1.a:b]/",
            "https://a:b@c:99/",
            "https://a:port/",
            "a:",
            ":a",
            "1a:b",
            "https://example.org/%zz",
            "https://example.org/%20",
            "https://exämple.org",
            "a:b:c",
            "https://example.org/\\",
            "https://a@b@c/",
            "a+b-c.d:e",
            "https://[::1]x/",
            "https://a]b",
            "https://[fe80::1%25eth0]/",
            "http://?#",
            "a:#a#b",
            "",
        ],
    ),
    (
        "uuid",
        &[
            "67e55044-10b1-426f-9247-bb680e5fe0c8",
            "67E55044-10B1-426F-9247-BB680E5FE0C8",
            "67e5504410b1426f9247bb680e5fe0c8",
            "{67e55044-10b1-426f-9247-bb680e5fe0c8}",
            "67e55044-10b1-426f-9247-bb680e5fe0c",
            "67e55044-10b1-426f-9247_bb680e5fe0c8",
            "67e55044-10b1-426f-9247-bb680e5fe0cg",
            "67e550441-0b1-426f-9247-bb680e5fe0c8",
            "",
        ],
    ),
];

#[track_caller]
fn compare(format: &str, text: &str) {
    let schema = json!({"not": {"format": format}});
    let [own, other] = both(&schema, &Value::from(text)).unwrap();
    assert_eq!(own, other, "{format} {text:?}");
}

#[test]
fn the_same_texts_have_a_format() {
    for (format, texts) in SAMPLES {
        for text in texts {
            compare(format, text);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    /// One character of a sample is replaced, added or removed.
    #[test]
    fn changed_texts_have_the_same_formats(
        (format, text) in prop::sample::select(SAMPLES.to_vec())
            .prop_flat_map(|(format, texts)| (Just(format), prop::sample::select(texts.to_vec()))),
        at in any::<prop::sample::Index>(),
        letter in prop::sample::select("0159aZz-+.:/@%[]\"#?é _".chars().collect::<Vec<_>>()),
        how in 0..3_u8,
    ) {
        let mut letters: Vec<char> = text.chars().collect();
        let place = at.index(letters.len() + 1);
        match how {
            0 => letters.insert(place, letter),
            1 if place < letters.len() => letters[place] = letter,
            _ if place < letters.len() => drop(letters.remove(place)),
            _ => {}
        }
        let changed: String = letters.into_iter().collect();
        // A host name in Punycode is not decoded.
        prop_assume!(!changed.contains("xn--"));
        compare(format, &changed);
    }
}
