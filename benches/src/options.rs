//! The command line of `measure`.

use fusion_bench_kit::{Result, rounds::Effort};

use crate::sections::Topic;

const USAGE: &str = "measure [--quick] [--only tokens,process,wire,start,build,soak]\n\
    Without --only everything but the soak, which takes ten minutes by itself.";

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// How much is measured.
    pub effort: Effort,
    /// Which sections, in the order in which they run.
    pub topics: Vec<Topic>,
}

impl Options {
    /// What this process is asked for.
    pub fn of_process() -> Result<Self> {
        Self::parse(std::env::args().skip(1))
    }

    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self> {
        let mut effort = Effort::Full;
        let mut topics: Vec<_> = Topic::ALL
            .into_iter()
            .filter(|topic| *topic != Topic::Soak)
            .collect();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--quick" => effort = Effort::Quick,
                "--only" => topics = named(&arguments.next().ok_or(USAGE)?)?,
                _ => return Err(USAGE.into()),
            }
        }
        Ok(Self { effort, topics })
    }
}

fn named(names: &str) -> Result<Vec<Topic>> {
    let names: Vec<_> = names.split(',').collect();
    let known = |name: &&str| Topic::ALL.iter().any(|topic| topic.name() == *name);
    if let Some(unknown) = names.iter().find(|name| !known(name)) {
        return Err(format!("unknown section `{unknown}`\n{USAGE}").into());
    }
    Ok(Topic::ALL
        .into_iter()
        .filter(|topic| names.contains(&topic.name()))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Options> {
        Options::parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn everything_but_the_soak_is_measured_unless_said_otherwise() {
        let all = parse("").unwrap();
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
        assert_eq!(options, expected);
    }

    #[test]
    fn what_is_unknown_is_told() {
        let error = parse("--only wires").unwrap_err().to_string();
        assert_eq!(error, format!("unknown section `wires`\n{USAGE}"));
        assert!(parse("--fast").is_err());
        assert!(parse("--only").is_err());
    }
}
