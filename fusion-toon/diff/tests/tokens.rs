//! Tests the private structs of `serde_json`, under the features that produce them.

#[cfg(feature = "arbitrary_precision")]
#[test]
fn numbers_keep_all_their_digits() {
    let json = r#"[{"n": 1.10, "m": 123456789012345678901234567890},
        {"n": 0.1234567890123456789012345, "m": -0.0}, {"n": 1e400, "m": 1E-7}]"#;
    let value: serde_json::Value = serde_json::from_str(json).unwrap();
    let rows = "\
[3]{n,m}:
  1.1,123456789012345678901234567890
  0.1234567890123456789012345,0
  1e+400,1e-7";
    let in_order = "\
[3]{m,n}:
  123456789012345678901234567890,1.1
  0,0.1234567890123456789012345
  1e-7,1e+400";
    let expected = if cfg!(feature = "preserve_order") {
        rows
    } else {
        in_order
    };
    assert_eq!(fusion_toon::value_to_string(&value).unwrap(), expected);
    assert_eq!(
        fusion_toon::to_string(&[0.1_f32, 16_777_216.0]).unwrap(),
        "[2]: 0.1,16777216"
    );
}

#[cfg(not(feature = "arbitrary_precision"))]
#[test]
fn a_single_float_is_the_double_that_a_value_holds() {
    let toon = fusion_toon::to_string(&0.1_f32).unwrap();
    assert_eq!(toon, "0.10000000149011612");
}

#[cfg(feature = "raw_value")]
mod raw {
    use fusion_toon::{ErrorKind, to_string};
    use serde::Serialize;
    use serde_json::value::{RawValue, to_raw_value};

    #[derive(Serialize)]
    struct Row {
        id: u8,
        raw: Box<RawValue>,
    }

    fn row(id: u8, raw: &str) -> Row {
        let raw = RawValue::from_string(raw.to_owned()).unwrap();
        Row { id, raw }
    }

    #[test]
    fn raw_values_are_written_as_the_data_they_hold() {
        let rows = [
            row(1, r#"{"a": 1, "b": "x,y"}"#),
            row(2, r#"{"b": null, "a": 2}"#),
        ];
        let toon = to_string(&rows).unwrap();
        assert_eq!(toon, "[2]{id,raw{a,b}}:\n  1,1,\"x,y\"\n  2,2,null");
        let rows = [row(1, "[1, [2]]"), row(2, "true")];
        let toon = to_string(&rows).unwrap();
        assert_eq!(
            toon,
            "[2]:\n  - id: 1\n    raw[2]:\n      - 1\n      - [1]: 2\n  - id: 2\n    raw: true"
        );
        let value = serde_json::to_value(&rows).unwrap();
        assert_eq!(to_string(&value).unwrap(), toon);
        assert_eq!(to_string(&to_raw_value(&3).unwrap()).unwrap(), "3");
    }

    #[test]
    fn a_raw_value_too_deep_is_an_error() {
        let deep = "[".repeat(200) + &"]".repeat(200);
        let raw = RawValue::from_string(deep);
        // serde_json has a limit of its own; in both cases there is an error and no overflow.
        if let Ok(raw) = raw {
            let error = to_string(&raw).unwrap_err();
            assert!(matches!(error.kind(), ErrorKind::Raw(_)), "{error}");
        }
    }
}
