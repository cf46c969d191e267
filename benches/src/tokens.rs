//! Tokens: what a model reads of the example servers. The example itself counts; its table is taken
//! as it is.

use fusion_bench_kit::{Result, reading::Reading};

use crate::{
    context::{Context, run},
    report::table::cells,
};

/// What the table is called.
pub const NAME: &str = "tokens";

/// The table that the example prints, and its numbers.
pub fn measure(context: &Context) -> Result<(String, Vec<Reading>)> {
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
    let table = run(&mut cargo)?;
    let readings = readings(&table)?;
    Ok((table, readings))
}

/// A reading of each row's tokens: the server, its exposition and its form.
fn readings(table: &str) -> Result<Vec<Reading>> {
    let mut lines = table.lines();
    let head = cells(lines.next().ok_or("an empty table")?);
    let place = head
        .iter()
        .position(|name| *name == "tokens")
        .ok_or("no column of tokens")?;
    let mut readings = Vec::new();
    for line in lines.skip(1).filter(|line| !line.is_empty()) {
        let row = cells(line);
        let [server, exposition, form, ..] = row[..] else {
            return Err(format!("not a row: {line}").into());
        };
        let count = row
            .get(place)
            .ok_or("a short row")?
            .replace(',', "")
            .parse()?;
        let plain = |cell: &str| cell.replace('`', "");
        let column = format!("{} {}", plain(exposition), plain(form)).replace(" –", "");
        readings.extend(Reading::of([NAME, server, &column, "tokens"], vec![count]));
    }
    Ok(readings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tokens_of_each_row_are_read() {
        let table = "| server | exposition | form | tools | bytes | tokens | of flat |\n\
                     |---|---|---|---:|---:|---:|---:|\n\
                     | tracker | `Flat` | – | 20 | 7000 | 1556 | 100 % |\n\
                     | tracker | `Grouped` | `Compact` | 1 | 3000 | 936 | 60 % |\n";
        let told: Vec<_> = readings(table)
            .unwrap()
            .into_iter()
            .map(|reading| (reading.row, reading.column, reading.median))
            .collect();
        let expected = [("Flat", 1556.0), ("Grouped Compact", 936.0)]
            .map(|(column, tokens)| ("tracker".to_owned(), column.to_owned(), tokens));
        assert_eq!(told, expected);
    }
}
