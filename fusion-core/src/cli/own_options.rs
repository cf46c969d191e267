//! The options of a server's author: which of them are refused, and how another program repeats them.

use std::{
    any::TypeId,
    ffi::{OsStr, OsString},
    path::PathBuf,
};

use clap::{Arg, ArgAction, ArgMatches, Command, parser::ValueSource};

use super::failure::Failure;

/// Returns a text about options of an author that the framework cannot take; `None` if there are none.
///
/// `framework` has the framework's options, `own` has those of the author only.
pub(super) fn mistake(framework: &Command, own: &Command) -> Option<String> {
    if own.has_subcommands() {
        return Some(
            "the options of the server have subcommands; its commands are those of the framework"
                .to_owned(),
        );
    }
    let commands = std::iter::once(framework).chain(framework.get_subcommands());
    let reserved: Vec<_> = commands.flat_map(Command::get_arguments).collect();
    let longs: Vec<_> = reserved.iter().filter_map(|one| one.get_long()).collect();
    let is_reserved = |name: &str| longs.contains(&name) || ["help", "version"].contains(&name);
    own.get_arguments().find_map(|argument| {
        let id = argument.get_id();
        if argument.is_positional() {
            return Some(format!(
                "the argument `{id}` of the server has no name on the command line; make it an option: `#[arg(long)]`"
            ));
        }
        let names = argument.get_long().into_iter();
        let mut names = names.chain(argument.get_all_aliases().into_iter().flatten());
        if let Some(name) = names.find(|name| is_reserved(name)) {
            return Some(format!(
                "the option `--{name}` of the server is reserved for the framework; rename it: `#[arg(long = \"…\")]`"
            ));
        }
        let mut shorts = argument.get_short_and_visible_aliases().into_iter().flatten();
        let short = shorts.find(|short| ['h', 'V'].contains(short))?;
        Some(format!(
            "the option `-{short}` of the server is reserved for the framework; remove `short`"
        ))
    })
}

/// A variable of the environment that sets an option.
pub(super) struct OwnVariable {
    pub(super) name: String,
    pub(super) value: String,
    /// True for an option with `hide_env_values`.
    pub(super) is_secret: bool,
}

/// Returns the variables of the environment with which another program starts the same server: those that were read,
/// and those of secret options, which do not stand among the words.
///
/// # Errors
///
/// A value that is not Unicode, which no configuration can hold.
pub(super) fn variables(own: &Command, matches: &ArgMatches) -> Result<Vec<OwnVariable>, Failure> {
    let variable = |argument: &Arg| {
        let id = argument.get_id().as_str();
        let is_used = match matches.value_source(id)? {
            ValueSource::EnvVariable => true,
            ValueSource::CommandLine => is_secret(argument),
            _ => false,
        };
        let name = argument.get_env()?.to_string_lossy().into_owned();
        let values = matches.get_raw(id).filter(|_| is_used)?;
        let value = joined(argument, values.map(|value| placed(argument, value)));
        Some(match value.into_string() {
            Ok(value) => Ok(OwnVariable {
                name,
                value,
                is_secret: is_secret(argument),
            }),
            Err(_) => Err(Failure::usage(format!(
                "the value of `{name}` is not Unicode, and configurations are"
            ))),
        })
    };
    own.get_arguments().filter_map(variable).collect()
}

/// Returns the values of an option as one text, as its environment variable has them.
fn joined(argument: &Arg, values: impl Iterator<Item = OsString>) -> OsString {
    let delimiter = argument.get_value_delimiter().unwrap_or(',').to_string();
    let values: Vec<_> = values.collect();
    values.join(OsStr::new(&delimiter))
}

/// Returns a value as another program needs it, which starts the server in another folder: a path becomes absolute.
fn placed(argument: &Arg, value: &OsStr) -> OsString {
    match std::path::absolute(value) {
        Ok(path) if is_path(argument) => path.into_os_string(),
        _ => value.to_owned(),
    }
}

fn is_path(argument: &Arg) -> bool {
    argument.get_value_parser().type_id() == TypeId::of::<PathBuf>()
}

/// Returns true for an option whose value is read from the environment, and hidden in the help.
fn is_secret(argument: &Arg) -> bool {
    argument.is_hide_env_values_set() && argument.get_env().is_some()
}

/// Returns the words with which another program starts the same server, in another folder: what was given on the
/// command line but secrets, and each path, which becomes absolute. Values from the environment are left out.
pub(super) fn words(own: &Command, matches: &ArgMatches) -> Vec<OsString> {
    let mut words = Vec::new();
    for argument in own.get_arguments() {
        let id = argument.get_id().as_str();
        let is_given = match matches.value_source(id) {
            Some(ValueSource::CommandLine) => !is_secret(argument),
            Some(ValueSource::DefaultValue) => is_path(argument),
            _ => false,
        };
        if let Some(name) = name(argument).filter(|_| is_given) {
            add(&mut words, &name, argument, matches);
        }
    }
    words
}

/// Returns the words with which an option of a server can be given.
fn name(argument: &Arg) -> Option<String> {
    let long = argument.get_long().map(|long| format!("--{long}"));
    long.or_else(|| Some(format!("-{}", argument.get_short()?)))
}

fn add(words: &mut Vec<OsString>, name: &str, argument: &Arg, matches: &ArgMatches) {
    let id = argument.get_id().as_str();
    match argument.get_action() {
        ArgAction::SetTrue | ArgAction::SetFalse => words.push(name.into()),
        ArgAction::Count => {
            let count = matches.get_count(id);
            words.extend((0..count).map(|_| OsString::from(name)));
        }
        _ => {
            for values in matches.get_raw_occurrences(id).into_iter().flatten() {
                let mut values: Vec<_> = values.map(|value| placed(argument, value)).collect();
                if argument.get_value_delimiter().is_some() {
                    values = vec![joined(argument, values.into_iter())];
                }
                match &*values {
                    // A value that begins as an option does would be read as one.
                    [value] if value.as_encoded_bytes().starts_with(b"-") => {
                        let mut word = OsString::from(name);
                        word.push("=");
                        word.push(value);
                        words.push(word);
                    }
                    _ => {
                        words.push(name.into());
                        words.append(&mut values);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::{Args, arg};

    use super::*;

    #[derive(Args)]
    #[allow(dead_code)]
    struct Options {
        #[arg(long, default_value = "desk.db")]
        db: PathBuf,
        #[arg(long, default_value = "en")]
        language: String,
        #[arg(short, long, action = ArgAction::Count)]
        verbose: u8,
        #[arg(long)]
        tag: Vec<String>,
        #[arg(long)]
        fast: bool,
        #[arg(long, env = "DESK_FOLDERS", value_delimiter = ':')]
        folders: Vec<PathBuf>,
        #[arg(long, env = "DESK_LOG")]
        log: Option<PathBuf>,
        #[arg(long, allow_hyphen_values = true)]
        shift: Option<i8>,
        #[arg(long, num_args = 2)]
        range: Option<Vec<u8>>,
    }

    fn repeated(line: &[&str]) -> Vec<String> {
        let own = Options::augment_args(Command::new("desk"));
        let matches = own.clone().get_matches_from(line);
        let words = words(&own, &matches);
        words
            .iter()
            .map(|word| word.to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn another_program_gets_what_was_given_and_every_path() {
        let db = std::path::absolute("desk.db").unwrap();
        let db = db.to_str().unwrap();
        assert_eq!(repeated(&["desk"]), ["--db", db]);
        let line = [
            "desk",
            "--tag",
            "a",
            "-vv",
            "--fast",
            "--tag=b",
            "--language",
            "de",
            "--db",
            "/x",
        ];
        let expected = [
            "--db",
            "/x",
            "--language",
            "de",
            "--verbose",
            "--verbose",
            "--tag",
            "a",
            "--tag",
            "b",
            "--fast",
        ];
        assert_eq!(repeated(&line), expected);
    }

    #[test]
    fn the_words_are_read_as_they_were_given() {
        let at = |path: &str| std::path::absolute(path).unwrap().display().to_string();
        let folders = format!("{}:{}", at("a"), at("b"));
        for (line, expected) in [
            (&["--folders", "a:b"][..], vec!["--folders", &folders]),
            (&["--shift", "-3"], vec!["--shift=-3"]),
            (&["--tag=-x", "--tag", "y"], vec!["--tag=-x", "--tag", "y"]),
            (&["--range", "1", "2"], vec!["--range", "1", "2"]),
        ] {
            let line: Vec<_> = ["desk", "--db", "/x"].iter().chain(line).copied().collect();
            let words = repeated(&line);
            assert_eq!(words[2..], expected, "{line:?}");
            let again: Vec<_> = ["desk"]
                .into_iter()
                .chain(words.iter().map(String::as_str))
                .collect();
            assert_eq!(repeated(&again), words);
        }
    }

    #[test]
    fn variables_keep_lists_and_get_absolute_paths() {
        let at = |path: &str| std::path::absolute(path).unwrap().display().to_string();
        // No test may set a variable of its process, so that the child of this one has them.
        let program = std::env::current_exe().unwrap();
        if std::env::var_os("DESK_FOLDERS").is_none() {
            let name = "cli::own_options::tests::variables_keep_lists_and_get_absolute_paths";
            let child = std::process::Command::new(program)
                .args([name, "--exact"])
                .envs([("DESK_FOLDERS", "a:b:c"), ("DESK_LOG", "logs/x")])
                .output();
            assert!(child.unwrap().status.success());
            return;
        }
        let own = Options::augment_args(Command::new("desk"));
        let matches = own.clone().get_matches_from(["desk"]);
        let variables = variables(&own, &matches).ok().unwrap();
        let found: Vec<_> = variables
            .iter()
            .map(|one| (&*one.name, &*one.value))
            .collect();
        let folders = [at("a"), at("b"), at("c")].join(":");
        assert_eq!(
            found,
            [("DESK_FOLDERS", &*folders), ("DESK_LOG", &*at("logs/x"))]
        );
    }

    #[test]
    fn reserved_names_and_arguments_without_a_name_are_refused() {
        let framework = Command::new("desk")
            .arg(arg!(--port <N>))
            .subcommand(Command::new("call").arg(arg!(--output <FORM>)));
        let told = |own: Command| mistake(&framework, &own).unwrap_or_default();
        let option = |name: &str| {
            format!(
                "the option `--{name}` of the server is reserved for the framework; rename it: `#[arg(long = \"…\")]`"
            )
        };
        for name in ["port", "output", "help", "version"] {
            let own = Command::new("own").arg(Arg::new("x").long(name.to_owned()));
            assert_eq!(told(own), option(name));
        }
        let own = Command::new("own").arg(Arg::new("x").long("y").alias("port"));
        assert_eq!(told(own), option("port"));
        let own = Command::new("own").arg(Arg::new("x").short('h'));
        assert_eq!(
            told(own),
            "the option `-h` of the server is reserved for the framework; remove `short`"
        );
        assert_eq!(
            told(Command::new("own").arg(Arg::new("file"))),
            "the argument `file` of the server has no name on the command line; make it an option: `#[arg(long)]`"
        );
        assert_eq!(told(Options::augment_args(Command::new("own"))), "");
        assert_eq!(
            told(Command::new("own").subcommand(Command::new("x"))),
            "the options of the server have subcommands; its commands are those of the framework"
        );
    }
}
