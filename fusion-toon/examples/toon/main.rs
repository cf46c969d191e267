//! Shows how to write JSON as TOON, or counts the bytes and tokens of both. Run it with a file or
//! with standard input:
//!
//! ```text
//! cargo run -p fusion-toon --example toon -- FILE.json
//! cargo run -p fusion-toon --example toon -- --stats --tab < FILE.json
//! ```

mod ordered;

use std::{
    error::Error,
    fs,
    io::{self, Write},
    process::ExitCode,
};

use fusion_toon::{Delimiter, Options};

use self::ordered::OrderedValue;

const USAGE: &str = "usage: toon [--stats] [--tab | --pipe] [FILE.json | -]";

struct Arguments {
    stats: bool,
    options: Options,
    file: Option<String>,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("toon: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let Some(Arguments {
        stats,
        options,
        file,
    }) = arguments()?
    else {
        println!("{USAGE}");
        return Ok(());
    };
    let json = match file {
        Some(path) if path != "-" => {
            fs::read_to_string(&path).map_err(|error| format!("cannot read {path}: {error}"))?
        }
        _ => io::read_to_string(io::stdin())?,
    };
    // The byte order mark that some editors write is not part of JSON.
    let json = json.strip_prefix('\u{FEFF}').unwrap_or(&json);
    let value: OrderedValue =
        serde_json::from_str(json).map_err(|error| format!("this is not JSON: {error}"))?;
    if stats {
        return print_stats(&value, options);
    }
    let mut stdout = io::stdout().lock();
    options.to_writer(&mut stdout, &value)?;
    writeln!(stdout)?;
    Ok(())
}

/// Returns `None` if the arguments ask for help.
fn arguments() -> Result<Option<Arguments>, Box<dyn Error>> {
    let mut parsed = Arguments {
        stats: false,
        options: Options::new(),
        file: None,
    };
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--stats" => parsed.stats = true,
            "--tab" => parsed.options = parsed.options.delimiter(Delimiter::Tab),
            "--pipe" => parsed.options = parsed.options.delimiter(Delimiter::Pipe),
            "--help" | "-h" => return Ok(None),
            flag if flag.starts_with('-') && flag != "-" => {
                return Err(format!("unknown option {flag}\n{USAGE}").into());
            }
            path => match &parsed.file {
                None => parsed.file = Some(path.to_owned()),
                Some(first) => {
                    let two = format!("one file at a time, not {first} and {path}\n{USAGE}");
                    return Err(two.into());
                }
            },
        }
    }
    Ok(Some(parsed))
}

fn print_stats(value: &OrderedValue, options: Options) -> Result<(), Box<dyn Error>> {
    let tokens = tiktoken_rs::o200k_base()?;
    let forms = [
        ("JSON, compact", serde_json::to_string(value)?),
        ("JSON, pretty", serde_json::to_string_pretty(value)?),
        ("TOON", options.to_string(value)?),
    ];
    println!("{:<14} {:>10} {:>10}", "", "bytes", "tokens");
    for (name, text) in &forms {
        let count = tokens.encode_ordinary(text).len();
        println!("{name:<14} {:>10} {count:>10}", text.len());
    }
    Ok(())
}
