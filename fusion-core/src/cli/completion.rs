//! The completion of shells: a script that calls this program, and the answer to such a call, which has the keys, the
//! flags and the values of enums of the built registry.

mod bash;

use std::{ffi::OsString, io};

use clap::{
    Arg, Command,
    builder::{PossibleValue, PossibleValuesParser},
};
use clap_complete::env::Shells;

use super::{
    BuildServer, Launch,
    command_line::Grammar,
    failure::Failure,
    flags,
    listing::{self, ShownAction},
    output::print,
};
use crate::spec::sentence::first_sentence;

/// The environment variable by which a script asks for completions; its value is the shell.
const VARIABLE: &str = "FUSION_COMPLETE";
const CALL: &str = "call";
/// The commands whose words depend on the registry.
const WITH_KEYS: [&str; 3] = [CALL, "show", "schema"];

/// Returns the shell that asks for completions.
pub(super) fn requested() -> Option<String> {
    let shell = std::env::var(VARIABLE).ok()?;
    (!shell.is_empty()).then_some(shell)
}

/// Prints the script of a shell.
pub(super) fn print_script(grammar: &Grammar, shell: &str) -> Result<(), Failure> {
    let program = std::env::args_os().next().unwrap_or_default();
    let file = std::path::Path::new(&program)
        .file_name()
        .unwrap_or_default();
    let bin = file.to_string_lossy();
    let shells = Shells::builtins();
    let completer = shells
        .completer(shell)
        .ok_or_else(|| unknown_shell(shell))?;
    let mut script = Vec::new();
    let name = grammar.root.get_name();
    completer
        .write_registration(VARIABLE, name, &bin, &bin, &mut script)
        .map_err(|error| failed(&error))?;
    print(&script)
}

/// Prints the completions of the words after `--`.
pub(super) async fn complete(
    shell: &str,
    grammar: &Grammar,
    build: BuildServer<'_>,
) -> Result<(), Failure> {
    let shells = Shells::builtins();
    let completer = shells
        .completer(shell)
        .ok_or_else(|| unknown_shell(shell))?;
    let words = std::env::args_os().skip_while(|word| word != "--").skip(1);
    let mut words: Vec<OsString> = words.collect();
    let place = (shell == bash::NAME).then(|| bash::join(&mut words));
    let mut root = grammar.root.clone();
    let (ordered, _) = grammar.ordered(words.get(1..).unwrap_or_default());
    let command = ordered.get(1).and_then(|word| word.to_str());
    let is_typed = command.is_some_and(|command| words.iter().any(|word| word == command));
    if let Some(command) = command.filter(|command| is_typed && WITH_KEYS.contains(command)) {
        // A server that cannot be built has no keys to complete.
        let actions = actions(&root, &ordered, build).await.unwrap_or_default();
        root = with_actions(root, command, &actions);
    }
    let mut answer = Vec::new();
    let folder = std::env::current_dir().ok();
    let written = match place {
        Some(place) => place.write(&mut root, words, folder.as_deref(), &mut answer),
        None => completer.write_complete(&mut root, words, folder.as_deref(), &mut answer),
    };
    written.map_err(|error| failed(&error))?;
    print(&answer)
}

/// Builds the server with the author's options among the words that are complete.
async fn actions(
    root: &Command,
    ordered: &[OsString],
    build: BuildServer<'_>,
) -> Option<Vec<ShownAction>> {
    let lenient = root.clone().ignore_errors(true);
    let matches = lenient.try_get_matches_from(ordered).ok()?;
    let (_, matches) = matches.subcommand()?;
    let launch = Launch {
        address: None,
        runs_actions: false,
    };
    let mut server = build(launch, matches).await.ok()?;
    Some(listing::actions(server.view()))
}

/// Adds actions to a command: as subcommands of `call`, which have the flags of their arguments, and as the values of a
/// key elsewhere.
fn with_actions(root: Command, command: &str, actions: &[ShownAction]) -> Command {
    let sentence = |action: &ShownAction| {
        first_sentence(action.tool.description.as_deref().unwrap_or_default()).text
    };
    root.mut_subcommand(command, |own| {
        if command == CALL {
            let options: Vec<Arg> = own
                .get_arguments()
                .filter(|argument| !argument.is_positional())
                .cloned()
                .collect();
            let actions = actions.iter().map(|action| {
                flags::action_command(&action.key, &sentence(action), &action.tool.input_schema)
            });
            return Command::new(CALL).args(options).subcommands(actions);
        }
        let values = actions
            .iter()
            .map(|action| PossibleValue::new(action.key.clone()).help(sentence(action)));
        let values = PossibleValuesParser::new(values);
        own.mut_arg("fusion.key", |key| key.value_parser(values))
    })
}

fn unknown_shell(shell: &str) -> Failure {
    let shells = Shells::builtins();
    let known: Vec<_> = shells.names().collect();
    Failure::usage(format!(
        "no completions for `{shell}`: use one of {}",
        known.join(", ")
    ))
}

fn failed(error: &io::Error) -> Failure {
    Failure::refused(format!("completions: {error}"))
}
