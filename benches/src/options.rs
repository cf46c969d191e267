//! The command line of `measure`.

use fusion_bench_kit::{Error, Result, rounds::Effort};

use crate::sections::Topic;

/// The usage text.
pub const USAGE: &str = "measure [--quick] [--only tokens,process,wire,counts,start,build,programs,soak | --summary]\n\
    --quick    fewer rounds, to test the program; does not change RESULTS.md\n\
    --only     only these sections; the default is all except the soak, which takes ten minutes\n\
    --summary  measures nothing; writes the summary of RESULTS.md, and copies it into the README";

/// The parsed command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The amount of measuring.
    pub effort: Effort,
    /// The sections, in the order in which they run.
    pub topics: Vec<Topic>,
}

impl Options {
    /// Parses the arguments of this process. Returns `None` if they ask for help.
    pub fn from_process_arguments() -> Result<Option<Self>> {
        Self::parse(std::env::args().skip(1))
    }

    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Option<Self>> {
        let mut effort = Effort::Full;
        let mut topics: Vec<_> = Topic::ALL
            .into_iter()
            .filter(|topic| *topic != Topic::Soak)
            .collect();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--quick" => effort = Effort::Quick,
                "--summary" => topics.clear(),
                "--only" => {
                    let names = arguments.next();
                    topics = parse_topics(
                        &names.ok_or_else(|| usage_error("`--only` names no section"))?,
                    )?;
                }
                "--help" | "-h" => return Ok(None),
                other => return Err(usage_error(&format!("unknown option `{other}`"))),
            }
        }
        Ok(Some(Self { effort, topics }))
    }
}

fn usage_error(what: &str) -> Error {
    format!("{what}\n{USAGE}").into()
}

fn parse_topics(names: &str) -> Result<Vec<Topic>> {
    let names: Vec<_> = names.split(',').collect();
    let known = |name: &&str| Topic::ALL.iter().any(|topic| topic.name() == *name);
    if let Some(unknown) = names.iter().find(|name| !known(name)) {
        return Err(usage_error(&format!("unknown section `{unknown}`")));
    }
    Ok(Topic::ALL
        .into_iter()
        .filter(|topic| names.contains(&topic.name()))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Option<Options>> {
        Options::parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn everything_but_the_soak_is_measured_unless_said_otherwise() {
        let all = parse("").unwrap().unwrap();
        assert_eq!(all.effort, Effort::Full);
        assert!(!all.topics.contains(&Topic::Soak));
        assert_eq!(all.topics.len(), Topic::ALL.len() - 1);
    }

    #[test]
    fn sections_run_in_their_own_order() {
        let options = parse("--only soak,process --quick").unwrap();
        let expected = Options {
            effort: Effort::Quick,
            topics: vec![Topic::Process, Topic::Soak],
        };
        assert_eq!(options, Some(expected));
    }

    #[test]
    fn a_summary_needs_no_measurement() {
        let expected = Options {
            effort: Effort::Full,
            topics: Vec::new(),
        };
        assert_eq!(parse("--summary").unwrap(), Some(expected));
    }

    #[test]
    fn what_is_unknown_is_told() {
        for (line, told) in [
            ("--only wires", "unknown section `wires`"),
            ("--fast", "unknown option `--fast`"),
            ("--only", "`--only` names no section"),
        ] {
            let error = parse(line).unwrap_err().to_string();
            assert_eq!(error, format!("{told}\n{USAGE}"));
        }
        assert_eq!(parse("--quick --help").unwrap(), None);
    }
}
