//! Encodes random values, and checks that the text equals that of the reference implementation byte
//! for byte, and that the official crate decodes it without loss. Arguments: the folder of
//! encode.mjs, and the number of values.

#[path = "../../../tests/common/mod.rs"]
mod common;

use std::{
    error::Error,
    io::{BufRead, BufReader, BufWriter, Write},
    path::Path,
    process::{Command, Stdio},
    thread,
};

use common::{json::Json, strategy};
use fusion_toon::{Delimiter, Options};
use proptest::{
    strategy::{Strategy, ValueTree},
    test_runner::TestRunner,
};
use serde_json::{Number, Value};

const DELIMITERS: [Delimiter; 3] = [Delimiter::Comma, Delimiter::Tab, Delimiter::Pipe];

type DiffError = Box<dyn Error + Send + Sync>;

fn main() -> Result<(), DiffError> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("which folder has encode.mjs?")?;
    let count: usize = arguments.next().map_or(Ok(20_000), |count| count.parse())?;
    let mut runner = TestRunner::default();
    let strategy = strategy::json();
    let mut values = Vec::with_capacity(count);
    for _ in 0..count {
        let tree = strategy
            .new_tree(&mut runner)
            .map_err(|reason| reason.to_string())?;
        values.push(for_javascript(tree.current()));
    }
    let theirs = reference(Path::new(&folder), &values)?;
    let mut compared = 0;
    let mut tables = 0;
    for (value, theirs) in values.iter().zip(theirs.chunks(DELIMITERS.len())) {
        let parsed: Value = serde_json::from_str(&serde_json::to_string(value)?)?;
        for (delimiter, theirs) in DELIMITERS.into_iter().zip(theirs) {
            let options = Options::new().delimiter(delimiter);
            let ours = options.to_string(value)?;
            if ours != *theirs || options.value_to_string(&parsed)? != ours {
                return Err(format!("{value:?}\n--- ours\n{ours}\n--- theirs\n{theirs}").into());
            }
            let read: Value = toon_format::decode_strict(&ours)?;
            if !is_same(&read, &parsed) {
                return Err(format!("{value:?}\n--- is read from\n{ours}\n--- as\n{read}").into());
            }
            compared += 1;
            tables += usize::from(ours.contains("]{"));
        }
    }
    if compared != count * DELIMITERS.len() {
        return Err(format!("only {compared} texts were compared").into());
    }
    println!(
        "{compared} texts are those of @toon-format/toon ({tables} with tables); all read back by toon-format"
    );
    Ok(())
}

/// Returns the value as JavaScript can hold it: JavaScript would round long integers, and put keys
/// that are numbers first.
fn for_javascript(value: Json) -> Json {
    match value {
        Json::Number(number) => {
            let is_exact = number.as_i64().is_some_and(|n| n.unsigned_abs() < 1 << 53);
            let rounded = number.as_f64().and_then(Number::from_f64);
            Json::Number(rounded.filter(|_| !is_exact).unwrap_or(number))
        }
        Json::Array(members) => Json::Array(members.into_iter().map(for_javascript).collect()),
        Json::Object(entries) => {
            let entry = |(key, value): (String, Json)| {
                let is_number = key.parse::<u64>().is_ok();
                let key = if is_number { format!("n{key}") } else { key };
                (key, for_javascript(value))
            };
            Json::Object(entries.into_iter().map(entry).collect())
        }
        other => other,
    }
}

/// Returns the texts of the reference implementation, one for each delimiter of each value.
fn reference(folder: &Path, values: &[Json]) -> Result<Vec<String>, DiffError> {
    let mut node = Command::new("node")
        .arg("encode.mjs")
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let (Some(stdin), Some(stdout)) = (node.stdin.take(), node.stdout.take()) else {
        return Err("node has no pipes".into());
    };
    let texts = thread::scope(|scope| {
        let sent = scope.spawn(move || -> Result<(), DiffError> {
            let mut stdin = BufWriter::new(stdin);
            for value in values {
                for delimiter in DELIMITERS {
                    serde_json::to_writer(&mut stdin, &(delimiter.as_char(), value))?;
                    stdin.write_all(b"\n")?;
                }
            }
            Ok(stdin.flush()?)
        });
        let mut texts = Vec::new();
        for line in BufReader::new(stdout).lines() {
            texts.push(serde_json::from_str(&line?)?);
        }
        sent.join().map_err(|_| "the writer panicked")??;
        Ok::<Vec<String>, DiffError>(texts)
    })?;
    match node.wait()?.success() {
        true => Ok(texts),
        false => Err("node failed".into()),
    }
}

/// Compares data: `1.0` and `1` are the same number.
fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            one == other || (one.as_f64() == other.as_f64() && (one.is_f64() || other.is_f64()))
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(a, b)| is_same(a, b))
        }
        (Value::Object(one), Value::Object(other)) => {
            let same = |(key, a)| other.get(key).is_some_and(|b| is_same(a, b));
            one.len() == other.len() && one.iter().all(same)
        }
        _ => one == other,
    }
}
