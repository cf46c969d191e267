//! Tokens that a model reads of the example servers. The example itself counts them; the numbers
//! are read from its table, and reported like all others.

use fusion_bench_kit::{Result, reading::Reading, words::in_unit};

use crate::{
    context::{Context, run},
    measurements::Measurements,
    report::table::{Column, cells, distinct, markdown},
};

/// The name of the table.
pub const NAME: &str = "tokens";
/// The main unit.
pub const TOKENS: &str = "tokens";
/// The exposition with which the others are compared; it has only one form.
pub const FLAT: &str = "Flat";
/// The exposition whose list has no docs of actions.
const SEARCH: &str = "Search";

/// The units of a row, in the words of the example's table head.
const UNITS: [&str; 3] = ["tools", "bytes", TOKENS];

/// Runs the example, and reads its numbers.
pub fn measure(context: &Context) -> Result<Measurements> {
    let mut cargo = context.cargo();
    cargo
        .args([
            "run",
            "--quiet",
            "--locked",
            "-p",
            "fusion-examples",
            "--example",
            "tokens",
        ])
        .current_dir(context.root());
    Ok(Measurements::complete(readings(&run(&mut cargo)?)?))
}

/// Returns the readings of each row: of a server, in an exposition and a form.
fn readings(table: &str) -> Result<Vec<Reading>> {
    let mut lines = table.lines();
    let head = cells(lines.next().ok_or("an empty table")?);
    let mut readings = Vec::new();
    // A second table has what a model reads until its first call.
    for line in lines.skip(1).take_while(|line| !line.is_empty()) {
        let row = cells(line);
        let [server, exposition, form, ..] = row[..] else {
            return Err(format!("not a row: {line}").into());
        };
        let plain = |cell: &str| cell.replace('`', "");
        let column = format!("{}, {}", plain(exposition), plain(form)).replace(", –", "");
        for unit in UNITS {
            let place = head.iter().position(|name| *name == unit);
            let place = place.ok_or_else(|| format!("no column of {unit}"))?;
            let number = row.get(place).ok_or("a short row")?.replace(',', "");
            readings.extend(Reading::from_samples(
                [NAME, server, &column, unit],
                vec![number.parse()?],
            ));
        }
    }
    Ok(readings)
}

/// Returns the tokens of the reading as a percentage of those of `Flat`.
pub fn percent_of_flat(readings: &[Reading], reading: &Reading) -> String {
    let key = [NAME, &reading.row, FLAT, TOKENS];
    let flat = readings.iter().find(|other| other.has_key(key));
    flat.map_or_else(String::new, |flat| {
        format!("{:.0} %", 100.0 * reading.median / flat.median)
    })
}

/// Writes the table.
pub fn table(readings: &[Reading]) -> String {
    let mut head = ["server", "exposition", "form"].map(Column::words).to_vec();
    head.extend(UNITS.map(Column::numbers));
    head.push(Column::numbers("of `Flat`"));
    let mut rows = Vec::new();
    for server in distinct(readings.iter().map(|reading| reading.row.as_str())) {
        for column in distinct(readings.iter().map(|reading| reading.column.as_str())) {
            let (exposition, form) = column.split_once(", ").unwrap_or((column, ""));
            let form = match form {
                "" if exposition == SEARCH => "none: `find` returns the docs".to_owned(),
                "" => "none: tools have their own docs".to_owned(),
                form => format!("`{form}`"),
            };
            let mut row = vec![server.to_owned(), format!("`{exposition}`"), form];
            for unit in UNITS {
                let own = readings
                    .iter()
                    .filter(|reading| reading.has_key([NAME, server, column, unit]));
                row.extend(own.map(|reading| in_unit(reading.median, unit)));
            }
            let tokens = readings
                .iter()
                .filter(|reading| reading.has_key([NAME, server, column, TOKENS]));
            row.extend(tokens.map(|reading| percent_of_flat(readings, reading)));
            rows.push(row);
        }
    }
    markdown(&head, &rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_the_example_are_read_and_told_as_all_numbers_are() {
        let example = "| server | exposition | form | tools | bytes | tokens | of flat |\n\
                       |---|---|---|---:|---:|---:|---:|\n\
                       | tracker | `Flat` | – | 20 | 7417 | 1702 | 100 % |\n\
                       | tracker | `Grouped` | `Compact` | 1 | 3898 | 896 | 53 % |\n";
        let expected = "| server | exposition | form | tools | bytes | tokens | of `Flat` |\n\
                        | --- | --- | --- | ---: | ---: | ---: | ---: |\n\
                        | tracker | `Flat` | none: tools have their own docs | 20 | 7,417 | 1,702 | 100 % |\n\
                        | tracker | `Grouped` | `Compact` | 1 | 3,898 | 896 | 53 % |\n";
        assert_eq!(table(&readings(example).unwrap()), expected);
    }

    #[test]
    fn a_table_without_what_is_told_is_an_error() {
        let error = readings(
            "| server | exposition | form | tools |\n|---|---|---|---|\n| a | b | c | 1 |\n",
        );
        assert_eq!(error.unwrap_err().to_string(), "no column of bytes");
    }
}
