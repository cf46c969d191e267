//! Reads the JSON that rustdoc writes of a crate, and compares the crate's public API with a golden
//! file: `fusion-public-api JSON GOLDEN [--update]`.

mod check;
#[cfg(test)]
mod tests;

use std::{collections::HashSet, env, error::Error, fs, process::ExitCode};

use rustdoc_types::{Crate, FORMAT_VERSION};

/// The highest number of names at the crate root.
const ROOT_LIMIT: usize = 32;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let result = match &arguments[..] {
        [json, golden] => run(json, golden, false),
        [json, golden, flag] if flag == "--update" => run(json, golden, true),
        _ => Err("usage: fusion-public-api JSON GOLDEN [--update]".into()),
    };
    match result {
        Ok(faults) if faults.is_empty() => ExitCode::SUCCESS,
        Ok(faults) => {
            eprintln!("{}", faults.join("\n\n"));
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Returns one text for each fault.
fn run(json: &str, golden: &str, update: bool) -> Result<Vec<String>, Box<dyn Error>> {
    let text = fs::read_to_string(json)?;
    check_format(&text)?;
    let documented: Crate = serde_json::from_str(&text)?;
    let api = listing(json, &documented)?;
    let mut faults = Vec::new();
    if update {
        fs::write(golden, &api)?;
    } else {
        let accepted = fs::read_to_string(golden).unwrap_or_default();
        faults.extend(differences(&accepted, &api));
    }
    faults.extend(check::unnameable(&documented)?);
    faults.extend(check::root_names(&documented, ROOT_LIMIT));
    Ok(faults)
}

/// Returns the golden text: one line for each public item. Methods and constants of trait impls are
/// left out, because the trait has their signatures; the impl itself has a line, once, although
/// `public-api` lists it beside the trait and beside the type.
fn listing(json: &str, documented: &Crate) -> Result<String, Box<dyn Error>> {
    let api = public_api::Builder::from_rustdoc_json(json)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .include_function_parameter_names(true)
        .build()?;
    let mut seen = HashSet::new();
    let items = api
        .items()
        .filter(|item| !check::is_fixed_by_trait(documented, item));
    let lines = items
        .map(|item| format!("{item}\n"))
        .filter(|line| seen.insert(line.clone()));
    Ok(lines.collect())
}

/// `public-api` does not compare the format itself: another one fails later, at some missing field.
fn check_format(text: &str) -> Result<(), Box<dyn Error>> {
    let root: serde_json::Value = serde_json::from_str(text)?;
    let found = root["format_version"].as_u64();
    if found == Some(u64::from(FORMAT_VERSION)) {
        return Ok(());
    }
    let found = found.map_or("none".to_owned(), |version| version.to_string());
    Err(format!(
        "rustdoc wrote JSON of format {found}, and tests/public-api/Cargo.toml has libraries for \
         format {FORMAT_VERSION}: choose the releases of `rustdoc-types` and `public-api` for it"
    )
    .into())
}

/// Returns the lines that only one of the two has. Both are sorted by path, so that a moved line is
/// a changed one.
fn differences(accepted: &str, found: &str) -> Option<String> {
    if accepted == found {
        return None;
    }
    let removed = lines_missing_in(accepted, found).map(|line| format!("- {line}\n"));
    let added = lines_missing_in(found, accepted).map(|line| format!("+ {line}\n"));
    let lines: String = removed.chain(added).collect();
    Some(format!(
        "the public API of fusion-core is not that of tests/public-api/fusion-core.txt:\n{lines}\
         if the change is intended: tests/public-api/run --update"
    ))
}

fn lines_missing_in<'a>(text: &'a str, other: &'a str) -> impl Iterator<Item = &'a str> {
    let other: HashSet<&str> = other.lines().collect();
    text.lines().filter(move |line| !other.contains(line))
}
