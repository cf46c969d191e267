//! Starting: the time of `build()`, the size of a registry, and the effect of the number of actions
//! on a call. A generated program measures it, because thousands of actions take long to compile,
//! and a check of this package should not wait for them.

use std::process::Command;

use fusion_bench_kit::{Result, reading};

use crate::{
    context::{Context, run},
    generate::{self, Package},
    measurements::Measurements,
    runs,
};

/// The name of the table of `build()` and the size of the registry.
pub const BUILD: &str = "build()";
/// The name of the table of calls of registries of several sizes.
pub const CALLS: &str = "many actions";
/// The column with which the others are compared.
pub const TEN: &str = "10 actions";
/// `build()` of the same number of actions in one group and in five.
pub const GROUPS: &str = "groups";
/// The column of the same actions in five groups.
pub const FIVE: &str = "five groups";

/// Generates, builds and runs the program.
pub fn measure(context: &Context) -> Result<Measurements> {
    let sizes: &[usize] = if context.is_quick() {
        &[1, 10, 100]
    } else {
        &[1, 10, 100, 1_000]
    };
    let package = Package::with_both(context, "start", &source(sizes))?;
    run(context
        .cargo()
        .args(["build", "--release"])
        .current_dir(&package.folder))?;
    let readings = runs::merge_runs(context, || {
        let mut program = Command::new(context.program(&package.name));
        if context.is_quick() {
            program.arg("quick");
        }
        reading::from_lines(&run(&mut program)?)
    })?;
    Ok(Measurements::complete(readings))
}

/// Returns the source of the program: the groups, one tool of five of the greatest, one of five
/// that have as many actions as the greatest, and the measurements.
fn source(sizes: &[usize]) -> String {
    let greatest = sizes.iter().max().copied().unwrap_or_default();
    let mut source = String::from(HEAD);
    for size in sizes {
        source += &generate::group(*size);
    }
    let part = greatest / 5;
    source += &generate::group(part);
    source += &tool("Five", greatest);
    source += &tool("Divided", part);
    source += "fn registries() -> Vec<(usize, fn() -> Registry)> {\n    vec![\n";
    for size in sizes {
        source += &format!("        ({size}, || build(Registry::builder().tool(Many{size}))),\n");
    }
    source += &format!(
        "        ({}, || build(Registry::builder().tool({}))),\n",
        5 * greatest,
        value("Five", greatest)
    );
    source += "    ]\n}\n\n";
    source += &format!(
        "const GREATEST: usize = {greatest};\n\n\
         fn in_one_group() -> Registry {{\n    build(Registry::builder().tool(Many{greatest}))\n}}\n\n\
         fn in_five_groups() -> Registry {{\n    build(Registry::builder().tool({}))\n}}\n\n",
        value("Divided", part)
    );
    let mut routers = String::from(ROUTERS);
    for size in sizes {
        let router = generate::router(*size);
        source += &format!("mod tools{size} {{\n{router}}}\n\n");
        routers += &format!("    add!(tools{size}::Tools{size}::tool_router);\n");
    }
    source + &routers + "    readings\n}\n" + TAIL
}

const FIELDS: [&str; 5] = ["a", "b", "c", "d", "e"];

/// Returns the item of a tool of five groups with `actions` actions each.
fn tool(name: &str, actions: usize) -> String {
    let fields = FIELDS.map(|field| format!("    #[group]\n    {field}: Many{actions},\n"));
    format!(
        "#[fusion_core::tool_group(name = \"five\")]\nstruct {name} {{\n{}}}\n\n",
        fields.concat()
    )
}

/// Returns the expression that constructs such a tool.
fn value(name: &str, actions: usize) -> String {
    let fields = FIELDS.map(|field| format!("{field}: Many{actions}"));
    format!("{name} {{ {} }}", fields.join(", "))
}

const HEAD: &str = r"//! Generated: starts registries of several sizes, and calls them.

use std::{hint::black_box, time::Instant};

use fusion_bench_kit::{
    Result,
    pace::{Pace, PacedSample},
    probe::{self, Probe, Table},
    reading::{Reading, ratio_unit, to_lines},
    rounds::{self, Effort},
    words::with_noun,
};
use fusion_core::{Ctx, Registry, RegistryBuilder};

";

const ROUTERS: &str = r#"/// A router of each size; each has a type of its own.
fn routers(pace: &mut Pace, times: usize) -> Vec<Reading> {
    let mut readings = Vec::new();
    macro_rules! add {
        ($router:path) => {
            let actions = $router().list_all().len();
            readings.extend(measure_start(pace, actions, "rmcp", times, $router));
        };
    }
"#;

const TAIL: &str = r#"
fn build(builder: RegistryBuilder) -> Registry {
    match builder.build() {
        Ok(registry) => registry,
        Err(errors) => panic!("{errors}"),
    }
}

fn main() -> Result<()> {
    let quick = std::env::args().nth(1).is_some();
    let (effort, times) = if quick { (Effort::Quick, 5) } else { (Effort::Full, 9) };
    let mut pace = Pace::find();
    let mut readings = Vec::new();
    for (actions, start) in registries() {
        readings.extend(measure_start(&mut pace, actions, "fusion", times, start));
    }
    readings.extend(divided(&mut pace, times));
    readings.extend(routers(&mut pace, times));
    let mut table = Table::new("many actions", &["10 actions"]);
    for (actions, start) in registries().into_iter().rev().skip(1).rev() {
        let registry = start();
        let mut sample = arguments_of(actions / 2);
        sample.insert("tags".to_owned(), vec!["a", "b"].into());
        let column = with_noun(actions, "action");
        table.push(Probe::new("4 arguments", column, sample, async move |arguments| {
            let result = registry.call("many", arguments, Ctx::new()).await;
            black_box(result).is_ok()
        }));
    }
    readings.extend(rounds::time(&table, &probe::runtime()?, &mut pace, effort)?);
    print!("{}", to_lines(&readings)?);
    Ok(())
}

fn arguments_of(action: usize) -> fusion_bench_kit::work::JsonMap {
    let mut sample = fusion_bench_kit::work::JsonMap::new();
    sample.insert("action".to_owned(), format!("act{action}").into());
    sample.insert("name".to_owned(), "ada".into());
    sample.insert("days".to_owned(), 7.into());
    sample
}

/// Takes `STARTS` quiet samples, or at most four times as many in total.
fn measure_start<T>(
    pace: &mut Pace,
    actions: usize,
    column: &str,
    times: usize,
    start: impl Fn() -> T,
) -> Vec<Reading> {
    let mut milliseconds = Vec::new();
    while !pace.is_enough(&milliseconds, times) && milliseconds.len() < 4 * times {
        milliseconds.push(once(pace, &start));
    }
    let mut made = None;
    let held = allocation_counter::measure(|| made = Some(start())).bytes_current;
    drop(black_box(made));
    let row = with_noun(actions, "action");
    let key = |unit| ["build()", row.as_str(), column, unit];
    let time = Reading::from_selection(key("ms"), pace.choose(milliseconds, times));
    let held = Reading::from_samples(key("KiB held"), vec![held as f64 / 1024.0]);
    time.into_iter().chain(held).collect()
}

/// Returns the milliseconds of one start.
fn once<T>(pace: &mut Pace, start: impl Fn() -> T) -> PacedSample {
    let mut made = None;
    let taken = pace.sample(|| {
        let begun = Instant::now();
        made = Some(start());
        begun.elapsed().as_secs_f64() * 1e3
    });
    drop(black_box(made));
    taken
}

/// Measures the same number of actions in one group and in five, alternating.
fn divided(pace: &mut Pace, times: usize) -> Vec<Reading> {
    let (mut one, mut five, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    while !pace.is_enough(&ratios, times) && ratios.len() < 4 * times {
        let (ours, theirs) = (once(pace, in_one_group), once(pace, in_five_groups));
        ratios.push(ours.ratio_to(theirs));
        one.push(ours);
        five.push(theirs);
    }
    let row = with_noun(GREATEST, "action");
    let mut readings = Vec::new();
    for (column, unit, samples) in [
        ("one group", "ms", one),
        ("five groups", "ms", five),
        ("one group", &ratio_unit("five groups"), ratios),
    ] {
        let key = ["groups", &row, column, unit];
        readings.extend(Reading::from_selection(key, pace.choose(samples, times)));
    }
    readings
}
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_starts_every_size_and_five_of_the_greatest() {
        let source = source(&[1, 10]);
        for line in [
            "pub struct Many1;",
            "pub struct Many10;",
            "        (10, || build(Registry::builder().tool(Many10))),",
            "    #[group]\n    e: Many10,",
            "pub struct Many2;",
            "    #[group]\n    e: Many2,",
            "    build(Registry::builder().tool(Many10))",
            "    build(Registry::builder().tool(Divided { a: Many2, b: Many2, c: Many2, d: Many2, e: Many2 }))",
            "mod tools1 {",
            "    add!(tools10::Tools10::tool_router);",
        ] {
            assert!(source.contains(line), "{line}");
        }
        assert!(source.contains(&format!("Table::new({CALLS:?}, &[{TEN:?}])")));
        assert!(source.contains(&format!("[{BUILD:?}, row.as_str(), column, unit]")));
        assert!(source.contains(&format!("[{GROUPS:?}, &row, column, unit]")));
        assert!(source.contains(&format!("ratio_unit({FIVE:?})")));
    }
}
