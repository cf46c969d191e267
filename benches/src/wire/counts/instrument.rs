//! The programs that count: each runs a server as its child, and writes the counts of the whole life
//! of the server into a file.

use std::{fs, path::PathBuf, process::Command};

use fusion_bench_kit::Result;

use crate::{
    context::{Context, run},
    peers::Program,
};

/// The events that a program counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Instrument {
    /// Instructions of all threads outside of the kernel, by callgrind.
    Instructions,
    /// Calls of the kernel of all threads, by strace.
    Syscalls,
    /// Allocations and reallocations of all threads, by memcheck.
    Allocations,
}

impl Instrument {
    pub(super) const ALL: [Self; 3] = [Self::Instructions, Self::Syscalls, Self::Allocations];

    /// Returns the unit of its numbers.
    pub(super) fn unit(self) -> &'static str {
        match self {
            Self::Instructions => "instructions",
            Self::Syscalls => "syscalls",
            Self::Allocations => "allocations",
        }
    }

    /// Returns the name of the program.
    pub(super) fn tool(self) -> &'static str {
        match self {
            Self::Instructions | Self::Allocations => "valgrind",
            Self::Syscalls => "strace",
        }
    }

    /// Returns an error if the program is not installed.
    pub(super) fn check(self) -> Result<()> {
        run(Command::new(self.tool()).arg("--version")).map(drop)
    }

    /// Returns the command that runs a server, and counts.
    pub(super) fn around(self, program: &Program, context: &Context) -> Program {
        let file = self.file(context).display().to_string();
        let mut arguments = match self {
            Self::Instructions => vec![
                "--tool=callgrind".to_owned(),
                "--callgrind-out-file=/dev/null".to_owned(),
                format!("--log-file={file}"),
            ],
            Self::Syscalls => ["-f", "-c", "-o", &file].map(str::to_owned).to_vec(),
            Self::Allocations => vec![
                "--tool=memcheck".to_owned(),
                "--leak-check=no".to_owned(),
                "--undef-value-errors=no".to_owned(),
                format!("--log-file={file}"),
            ],
        };
        arguments.push(program.file.display().to_string());
        arguments.extend(program.arguments.iter().cloned());
        Program {
            file: self.tool().into(),
            arguments,
            variables: program.variables.clone(),
        }
    }

    /// Reads the count of a server that has ended.
    pub(super) fn read(self, context: &Context) -> Result<f64> {
        let file = self.file(context);
        let text = fs::read_to_string(&file)?;
        fs::remove_file(&file)?;
        let total = self.total(&text);
        Ok(total.ok_or_else(|| format!("{} did not count {}", self.tool(), self.unit()))?)
    }

    fn file(self, context: &Context) -> PathBuf {
        let name = format!("{}.log", self.unit());
        context.target.join("measure").join(name)
    }

    fn total(self, text: &str) -> Option<f64> {
        let after = |words: &str| {
            let (_, rest) = text.split_once(words)?;
            rest.split_whitespace().next()
        };
        let total = match self {
            Self::Instructions => after("Collected : ")?,
            Self::Allocations => after("total heap usage: ")?,
            // The percentage, the seconds, the microseconds of each call, the calls.
            Self::Syscalls => {
                let line = text.lines().rfind(|line| line.ends_with(" total"))?;
                line.split_whitespace().nth(3)?
            }
        };
        total.replace(',', "").parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_total_is_read_from_the_text_of_each_program() {
        let callgrind =
            "==7== Events    : Ir\n==7== Collected : 81203411\n==7==\n==7== I refs: 81,203,411\n";
        let memcheck = "==7==     in use at exit: 9 bytes in 1 blocks\n\
                        ==7==   total heap usage: 2,131 allocs, 2,130 frees, 9 bytes allocated\n";
        let strace = "% time     seconds  usecs/call     calls    errors syscall\n\
                      ------ ----------- ----------- --------- --------- ----------------\n \
                      60.00    0.000190           9        21         1 read\n\
                      ------ ----------- ----------- --------- --------- ----------------\n\
                      100.00    0.000315           5        58         3 total\n";
        let told = [callgrind, strace, memcheck]
            .map(|text| Instrument::ALL.map(|instrument| instrument.total(text)));
        let expected = [
            [Some(81_203_411.0), None, None],
            [None, Some(58.0), None],
            [None, None, Some(2_131.0)],
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn a_server_is_run_with_its_own_arguments_and_variables() {
        let context = Context::new(fusion_bench_kit::rounds::Effort::Quick);
        let server = Program {
            file: "/bin/server".into(),
            arguments: vec!["main.js".to_owned()],
            variables: vec![("LANE", "off")],
        };
        let wrapped = Instrument::Syscalls.around(&server, &context);
        assert_eq!(wrapped.file, PathBuf::from("strace"));
        assert_eq!(wrapped.arguments[4..], ["/bin/server", "main.js"]);
        assert_eq!(wrapped.variables, [("LANE", "off")]);
    }
}
