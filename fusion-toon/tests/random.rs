//! Random JSON, compared with the plain rules of the reference encoder.

mod common;

use std::io;

use fusion_toon::{Delimiter, Options};
use proptest::prelude::*;

use common::{
    calls::{calls, wild_calls},
    json::Json,
    model::{model, ordered},
    oracle::Oracle,
    strategy,
};

fn expected(value: &Json, delimiter: Delimiter, indent: u8) -> String {
    Oracle::new(delimiter.as_char(), usize::from(indent)).encode(value)
}

/// A writer that accepts a few bytes at a time.
struct SlowWriter(Vec<u8>);

impl io::Write for SlowWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let some = bytes.len().min(7);
        self.0.extend_from_slice(&bytes[..some]);
        Ok(some)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

proptest! {
    #![proptest_config(strategy::cases())]

    #[test]
    fn any_json_is_written_by_the_rules_of_the_reference(
        value in strategy::json(),
        delimiter in strategy::delimiter(),
        indent in 1..5_u8,
    ) {
        let options = Options::new().delimiter(delimiter).indent(indent);
        prop_assert_eq!(options.to_string(&value).unwrap(), expected(&value, delimiter, indent));
    }

    #[test]
    fn a_value_of_serde_json_is_written_in_its_own_order(value in strategy::json()) {
        let value = serde_json::to_value(&value).unwrap();
        let ordered = ordered(&value);
        let toon = fusion_toon::value_to_string(&value).unwrap();
        prop_assert_eq!(toon, expected(&ordered, Delimiter::Comma, 2));
    }

    #[test]
    fn whatever_a_type_says_is_written_as_serde_json_would_hold_it(
        call in calls(),
        delimiter in strategy::delimiter(),
    ) {
        let value = serde_json::to_value(&call).unwrap();
        let ours = match model(&call) {
            // The order of the keys is then that of serde_json.
            None => ordered(&value),
            Some(ours) => {
                prop_assert_eq!(serde_json::to_value(&ours).unwrap(), value);
                ours
            }
        };
        let toon = Options::new().delimiter(delimiter).to_string(&call).unwrap();
        prop_assert_eq!(toon, expected(&ours, delimiter, 2));
    }

    #[test]
    fn whatever_a_type_does_is_a_text_or_an_error_by_either_way(
        call in wild_calls(),
        depth in 1..9_u16,
    ) {
        let options = Options::new().depth(depth);
        // In one pass, if possible.
        let text = options.to_string(&call);
        // Always in two passes.
        let mut bytes = Vec::new();
        let written = options.to_writer(&mut bytes, &call);
        match (&text, written) {
            (Ok(text), Ok(())) => prop_assert_eq!(text.as_bytes(), bytes),
            (Err(one), Err(other)) => prop_assert_eq!(one.to_string(), other.to_string()),
            (one, other) => prop_assert!(false, "{one:?}, but {other:?}"),
        }
        let is_out_of_range = |error: &str| error.contains("out of range");
        match serde_json::to_value(&call) {
            Err(error) if !is_out_of_range(&error.to_string()) => prop_assert!(text.is_err()),
            _ => {}
        }
    }

    #[test]
    fn a_writer_gets_the_same_text(value in strategy::json()) {
        let mut slow = SlowWriter(Vec::new());
        fusion_toon::to_writer(&mut slow, &value).unwrap();
        prop_assert_eq!(String::from_utf8(slow.0).unwrap(), fusion_toon::to_string(&value).unwrap());
    }
}

#[test]
fn a_writer_gets_a_long_text_in_pieces() {
    let rows: Vec<_> = (0..20_000)
        .map(|id| serde_json::json!({"id": id, "even": id % 2 == 0}))
        .collect();
    let mut slow = SlowWriter(Vec::new());
    fusion_toon::to_writer(&mut slow, &rows).unwrap();
    assert_eq!(
        String::from_utf8(slow.0).unwrap(),
        fusion_toon::to_string(&rows).unwrap()
    );
}
