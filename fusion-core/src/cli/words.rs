//! The order of words on a command line: which of them are options with their values, and which is the first that is
//! none. It knows the options of all commands, and parses no value.

use std::{collections::HashMap, ffi::OsString};

use clap::{Arg, Command};

/// The number of values of an option.
#[derive(Clone, Copy, Debug, Default)]
struct ValueCount {
    min: usize,
    max: usize,
    /// True if a value is part of the same word, after `=`.
    is_joined: bool,
}

/// The options of a set of commands.
#[derive(Debug, Default)]
pub(super) struct KnownOptions {
    long: HashMap<String, ValueCount>,
    short: HashMap<char, ValueCount>,
}

impl KnownOptions {
    /// Collects the options of a command and of its subcommands.
    pub(super) fn new(command: &Command) -> Self {
        let mut built = command.clone();
        built.build();
        let mut known = Self::default();
        known.add_command(&built);
        for subcommand in built.get_subcommands() {
            known.add_command(subcommand);
        }
        known
    }

    fn add_command(&mut self, command: &Command) {
        for argument in command.get_arguments() {
            let count = count(argument);
            let longs = argument
                .get_long_and_visible_aliases()
                .into_iter()
                .flatten();
            let hidden = argument.get_all_aliases().into_iter().flatten();
            for name in longs.chain(hidden) {
                self.long.insert(name.to_owned(), count);
            }
            let shorts = argument.get_short_and_visible_aliases();
            for name in shorts.into_iter().flatten() {
                self.short.insert(name, count);
            }
        }
    }

    /// Returns the index of the first word that is no option and no value of one; `None` without one.
    pub(super) fn first_word(&self, words: &[OsString]) -> Option<usize> {
        let mut at = 0;
        while let Some(word) = words.get(at) {
            let text = word.to_string_lossy();
            if text == "--" {
                return None;
            }
            let count = if let Some(long) = text.strip_prefix("--") {
                match long.split_once('=') {
                    Some(_) => ValueCount::default(),
                    None => self.long.get(long).copied().unwrap_or_default(),
                }
            } else if text.starts_with('-') && text.len() > 1 {
                self.values_of_cluster(&text)
            } else {
                return Some(at);
            };
            at += 1;
            if count.is_joined {
                continue;
            }
            let is_option = |word: &&OsString| word.to_string_lossy().starts_with('-');
            let following = words.get(at..).unwrap_or_default();
            let optional = following.iter().take(count.max);
            let optional = optional.take_while(|word| !is_option(word)).count();
            at += optional.max(count.min.min(following.len()));
        }
        None
    }

    /// Returns the values that follow a word such as `-v` or `-vd`; none if the word has the value.
    fn values_of_cluster(&self, text: &str) -> ValueCount {
        let mut letters = text.chars().skip(1);
        while let Some(letter) = letters.next() {
            let count = self.short.get(&letter).copied().unwrap_or_default();
            if count.max > 0 {
                let has_value = letters.next().is_some();
                return if has_value {
                    ValueCount::default()
                } else {
                    count
                };
            }
        }
        ValueCount::default()
    }
}

fn count(argument: &Arg) -> ValueCount {
    if !argument.get_action().takes_values() {
        return ValueCount::default();
    }
    let range = argument.get_num_args();
    ValueCount {
        min: range.map_or(1, |range| range.min_values()),
        max: range.map_or(1, |range| range.max_values()),
        is_joined: argument.is_require_equals_set(),
    }
}

#[cfg(test)]
mod tests {
    use clap::{ArgAction, arg};

    use super::*;

    fn first(line: &str) -> Option<String> {
        let command = Command::new("desk")
            .arg(arg!(-v - -verbose).action(ArgAction::Count))
            .arg(arg!(-d --db <FILE>).alias("database"))
            .arg(arg!(--tag <T>).num_args(1..=3))
            .arg(arg!(--trace <T>).num_args(0..=1).require_equals(true))
            .subcommand(Command::new("call").arg(arg!(--token <T>)));
        let words: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        let at = KnownOptions::new(&command).first_word(&words)?;
        words.get(at)?.to_str().map(str::to_owned)
    }

    #[test]
    fn the_first_word_is_found_behind_options_and_their_values() {
        for line in [
            "call rest",
            "-v call",
            "-d x call",
            "-dx call",
            "-vd x call",
            "-vdx call",
            "--db x call",
            "--db=x call",
            "--database x call",
            "--tag a b c call",
            "--tag a --verbose call",
            "--trace call",
            "--trace=x call",
            "--token x call",
            "--unknown call",
            "--db --verbose call",
        ] {
            assert_eq!(first(line).as_deref(), Some("call"), "{line}");
        }
        for line in ["", "-v", "--db call", "--tag call", "-- call"] {
            assert_eq!(first(line), None, "{line}");
        }
        assert_eq!(first("-").as_deref(), Some("-"));
    }
}
