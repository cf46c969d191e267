//! The command line of a contender's program.

use crate::{
    Result,
    pace::Pace,
    probe::{self, Table},
    reading,
    rounds::{self, Effort},
};

/// A task of a contender's program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Serves one client over standard input and output.
    Stdio,
    /// Serves `http://127.0.0.1:<port>/mcp` over Streamable HTTP.
    Http(u16),
    /// Measures in process, and prints the readings.
    Time(Effort),
}

impl Task {
    /// Parses the arguments of this process: `stdio`, `http PORT` or `time [quick]`.
    pub fn from_process_arguments() -> Result<Self> {
        Self::parse(std::env::args().skip(1))
    }

    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self> {
        match (arguments.next().as_deref(), arguments.next().as_deref()) {
            (Some("stdio"), None) => Ok(Self::Stdio),
            (Some("http"), Some(port)) => Ok(Self::Http(port.parse()?)),
            (Some("time"), None) => Ok(Self::Time(Effort::Full)),
            (Some("time"), Some("quick")) => Ok(Self::Time(Effort::Quick)),
            _ => Err("say `stdio`, `http PORT` or `time [quick]`".into()),
        }
    }
}

/// Measures these tables and prints the readings.
pub fn print_times(tables: &[Table], effort: Effort) -> Result<()> {
    let runtime = probe::runtime()?;
    let mut pace = Pace::find();
    for table in tables {
        let readings = rounds::time(table, &runtime, &mut pace, effort)?;
        print!("{}", reading::to_lines(&readings)?);
    }
    Ok(())
}

/// Counts the allocations of these tables and prints the readings. The program that calls this must
/// install the counting allocator, which slows down everything in the program.
pub fn print_allocations(tables: &[Table], count: &dyn Fn(&mut dyn FnMut()) -> u64) -> Result<()> {
    let runtime = probe::runtime()?;
    for table in tables {
        let readings = rounds::allocations(table, &runtime, count)?;
        print!("{}", reading::to_lines(&readings)?);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_is_read_from_the_command_line() {
        let parse = |line: &str| Task::parse(line.split(' ').map(str::to_owned)).ok();
        assert_eq!(parse("stdio"), Some(Task::Stdio));
        assert_eq!(parse("http 8123"), Some(Task::Http(8123)));
        assert_eq!(parse("time"), Some(Task::Time(Effort::Full)));
        assert_eq!(parse("time quick"), Some(Task::Time(Effort::Quick)));
        assert_eq!(parse("http many"), None);
        assert_eq!(parse("time slowly"), None);
    }
}
