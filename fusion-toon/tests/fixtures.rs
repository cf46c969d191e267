//! The official fixtures of TOON 4.4, from the folder that `TOON_FIXTURES` names. They are not part
//! of this repository: `fixtures/run` downloads them.

mod common;

use std::{env, fs, path::PathBuf};

use fusion_toon::{Delimiter, Options};
use serde::Deserialize;

use common::json::Json;

#[derive(Deserialize)]
struct File {
    tests: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Case {
    name: String,
    input: Json,
    expected: String,
    #[serde(default)]
    options: CaseOptions,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct CaseOptions {
    delimiter: Option<String>,
    indent_size: Option<u8>,
}

impl CaseOptions {
    /// Returns `None` for a delimiter that does not exist.
    fn get(&self) -> Option<Options> {
        let options = Options::new().indent(self.indent_size.unwrap_or(2));
        let delimiter = match self.delimiter.as_deref() {
            None | Some(",") => Delimiter::Comma,
            Some("\t") => Delimiter::Tab,
            Some("|") => Delimiter::Pipe,
            Some(_) => return None,
        };
        Some(options.delimiter(delimiter))
    }
}

#[test]
fn every_official_encoding_fixture_passes() {
    let folder = env::var_os("TOON_FIXTURES")
        .expect("TOON_FIXTURES must name the folder of the fixtures of TOON 4.4; see fixtures/run");
    let folder = PathBuf::from(folder).join("encode");
    let mut cases = 0;
    let mut failures = Vec::new();
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let file: File = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        for case in file.tests {
            cases += 1;
            let toon = case.options.get().unwrap().to_string(&case.input);
            if !matches!(&toon, Ok(toon) if *toon == case.expected) {
                let Case { name, expected, .. } = case;
                failures.push(format!("{path:?}: {name}\n{expected}\n--- but\n{toon:?}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    assert_eq!(cases, 160, "the fixtures of TOON 4.4 have 160 encodings");
    println!("{cases} encodings");
}
