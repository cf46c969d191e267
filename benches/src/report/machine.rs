//! The environment of the measurements: the machine, its load, the versions, the commit.

use std::{fs, process::Command};

use fusion_bench_kit::Result;

use crate::context::{Context, run};

/// Writes the lines at the top of every section. The load is read before the section starts.
pub fn stamp(context: &Context) -> Result<String> {
    let cpu = field(&fs::read_to_string("/proc/cpuinfo")?, "model name");
    let cores = std::thread::available_parallelism()?;
    let memory = gibibytes(&field(&fs::read_to_string("/proc/meminfo")?, "MemTotal"));
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease")?;
    let load = fs::read_to_string("/proc/loadavg")?;
    let load: Vec<_> = load.split(' ').take(3).collect();
    let effort = if context.is_quick() {
        "**quick run, not to be quoted**; "
    } else {
        ""
    };
    Ok(format!(
        "<sub>{effort}{}; {cpu}, {cores} cores, {memory}, Linux {}; {}; commit {}; \
         load average before: {}</sub>\n",
        output_of(Command::new("date").args(["-u", "+%Y-%m-%d %H:%M UTC"]))?,
        kernel.trim(),
        output_of(Command::new("rustc").arg("--version"))?,
        commit(context)?,
        load.join(" "),
    ))
}

/// Returns the versions of the runtimes of contenders that are not Rust.
pub fn runtimes() -> String {
    let version = |program: &str| {
        output_of(Command::new(program).arg("--version")).unwrap_or_else(|_| "none".to_owned())
    };
    format!("Node {}, {}", version("node"), version("python3"))
}

fn commit(context: &Context) -> Result<String> {
    let git = |arguments: &[&str]| {
        output_of(
            Command::new("git")
                .args(arguments)
                .current_dir(context.root()),
        )
    };
    let commit = git(&["rev-parse", "--short=10", "HEAD"])?;
    // The files that this program writes do not change what it measures.
    let changed = git(&[
        "status",
        "--porcelain",
        "--",
        ".",
        ":!benches/RESULTS.md",
        ":!benches/charts",
    ])?;
    Ok(if changed.is_empty() {
        commit
    } else {
        commit + " with changes"
    })
}

fn output_of(command: &mut Command) -> Result<String> {
    Ok(run(command)?.trim().to_owned())
}

fn field(text: &str, name: &str) -> String {
    let value = text.lines().find_map(|line| {
        let (own, value) = line.split_once(':')?;
        (own.trim() == name).then(|| value.trim().to_owned())
    });
    value.unwrap_or_else(|| format!("unknown {name}"))
}

/// Linux reports memory in units of 1,024 bytes, and calls them kB.
fn gibibytes(kibibytes: &str) -> String {
    let count = kibibytes.strip_suffix(" kB").map(str::parse::<f64>);
    match count {
        Some(Ok(count)) => format!("{:.1} GiB", count / f64::from(1 << 20)),
        _ => kibibytes.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_read_or_said_to_be_unknown() {
        let text = "processor\t: 0\nmodel name\t: A fast one\n";
        assert_eq!(field(text, "model name"), "A fast one");
        assert_eq!(field(text, "cache size"), "unknown cache size");
    }
    #[test]
    fn memory_is_told_in_gibibytes_or_as_it_was_read() {
        assert_eq!(gibibytes("24684092 kB"), "23.5 GiB");
        assert_eq!(gibibytes("unknown MemTotal"), "unknown MemTotal");
    }
}
