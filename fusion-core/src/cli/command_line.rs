//! The words of a command line: the command, its options, the author's options, and what follows the key of a call.

use std::ffi::OsString;

use clap::{ArgMatches, Args, Command, FromArgMatches as _, Subcommand as _};

use super::{
    arguments::{ServeOptions, ServerCommand},
    failure::Failure,
    own_options, placeholders,
    words::KnownOptions,
};
use crate::wire::server_info::ServerInfo;

/// The heading of the author's options in a help text.
const OWN_HEADING: &str = "Options of this server";
const CALL: &str = "call";
const SERVE: &str = "serve";
const STDIO: &str = "stdio";
/// The commands that take the author's options and build no server from them.
const WITHOUT_SERVER: [&str; 3] = ["completions", "diff", "uninstall"];
/// The prefix of the ids of the framework's options.
const FRAMEWORK: &str = "fusion.";

/// The commands of a program, with the options of its author.
pub(super) struct Grammar {
    /// All commands, each with the author's options.
    pub(super) root: Command,
    /// The author's options alone.
    pub(super) own: Command,
    pub(super) info: ServerInfo,
}

/// A command line that was read.
pub(super) struct CommandLine {
    pub(super) command: ServerCommand,
    /// The matches of the command, which have the author's options as well.
    pub(super) matches: ArgMatches,
    /// The words after the key of a call.
    pub(super) after_key: Vec<OsString>,
}

impl Grammar {
    /// Adds the options `A` of an author to all commands of a program.
    pub(super) fn new<A: Args>(program: &str, info: ServerInfo) -> Result<Self, Failure> {
        let own = A::augment_args(Command::new("own"));
        let framework = ServerCommand::augment_subcommands(ServeOptions::augment_args(
            Command::new(program.to_owned()),
        ));
        if let Some(mistake) = own_options::mistake(&framework, &own) {
            return Err(Failure::usage(mistake));
        }
        let title = info.title.clone().unwrap_or_else(|| info.name.clone());
        let root = framework
            .version(info.version.clone())
            // The author's required options stand behind the command, which is always there.
            .subcommand_negates_reqs(true)
            .disable_help_subcommand(true)
            .mut_subcommands(with_own::<A>)
            .mut_subcommand(CALL, |command| {
                let usage = format!("{program} {CALL} [OPTIONS] <KEY> [--argument <VALUE>]... [-]");
                command.override_usage(usage).after_help(AFTER_CALL)
            });
        let root = A::augment_args(root.next_help_heading(OWN_HEADING))
            .mut_args(placeholders::without_unset_env)
            .mut_subcommands(|command| command.mut_args(placeholders::without_unset_env));
        let root = match own.get_about() {
            Some(_) => root,
            None => root.about(format!("{title}: tools of the Model Context Protocol")),
        };
        Ok(Self { root, own, info })
    }

    /// Returns true if the command `call` has the option `--name`, which stands before the key.
    pub(super) fn has_call_option(&self, name: &str) -> bool {
        let call = self.root.find_subcommand(CALL);
        let mut options = call.into_iter().flat_map(Command::get_arguments);
        options.any(|option| option.get_long() == Some(name))
    }

    /// Reads the words after the name of the program.
    pub(super) fn read(&self, words: &[OsString]) -> Result<CommandLine, Failure> {
        let (mut words, after_key) = self.ordered(words);
        // A client starts no other command.
        if words.get(1).is_some_and(|command| command == STDIO) {
            words = placeholders::fill(&words);
        }
        let matches = self.root.clone().try_get_matches_from(words)?;
        let command = ServerCommand::from_arg_matches(&matches)?;
        let matches = matches.subcommand().map(|(_, matches)| matches.clone());
        Ok(CommandLine {
            command,
            matches: matches.unwrap_or_default(),
            after_key,
        })
    }

    /// Returns the words as clap parses them, and those after the key of a call: the name of the program and the
    /// command stand first, so that options may stand on either side of the command.
    pub(super) fn ordered(&self, words: &[OsString]) -> (Vec<OsString>, Vec<OsString>) {
        let name = OsString::from(self.root.get_name());
        let known = KnownOptions::new(&self.root);
        let at = known.first_word(words);
        let is_about_all = |word: &OsString| {
            let texts = ["-h", "--help", "-V", "--version"];
            word.to_str().is_some_and(|word| texts.contains(&word))
        };
        let before = words.get(..at.unwrap_or(words.len())).unwrap_or_default();
        // The help of the program takes no options: those beside it are the command's.
        if let Some(word) = before.iter().find(|word| is_about_all(word)) {
            return (vec![name, word.clone()], Vec::new());
        }
        let (command, after) = match at.and_then(|at| words.get(at..)) {
            Some([command, after @ ..]) => (command.clone(), after),
            _ => (OsString::from(SERVE), &[][..]),
        };
        let key = (command == CALL).then(|| known.first_word(after)).flatten();
        let (options, after_key) = match key {
            Some(key) => after.split_at_checked(key + 1).unwrap_or((after, &[])),
            None => (after, &[][..]),
        };
        let ordered = [name, command].into_iter();
        let ordered = ordered
            .chain(before.iter().cloned())
            .chain(options.iter().cloned());
        (ordered.collect(), after_key.to_vec())
    }
}

const AFTER_CALL: &str = "After the key stand the arguments of the action: `--limit 5`, `--label a --label b`, \
    `--filter.owner ada`, `--json '{\"limit\": 5}'`, or `-` for JSON from standard input. `call KEY --help` shows those of an action.";

/// Adds the options of an author to a command, which keeps its description.
fn with_own<A: Args>(command: Command) -> Command {
    let about = command.get_about().cloned().unwrap_or_default();
    let long_about = command.get_long_about().cloned();
    let needs_server = !WITHOUT_SERVER.contains(&command.get_name());
    let command = A::augment_args(command.next_help_heading(OWN_HEADING)).about(about);
    let command = if needs_server {
        command
    } else {
        command.mut_args(|argument| {
            let is_own = !argument.get_id().as_str().starts_with(FRAMEWORK);
            if is_own {
                argument.required(false)
            } else {
                argument
            }
        })
    };
    match long_about {
        Some(text) => command.long_about(text),
        None => command.long_about(None::<&str>),
    }
}
