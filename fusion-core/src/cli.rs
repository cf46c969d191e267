//! The command line of every server (feature `cli`): serve it, look at its tools, call them.
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! use fusion_core::{BuildErrors, Registry, Server, cli, server_info, tool_group};
//!
//! struct Clock;
//!
//! #[tool_group(name = "clock")]
//! impl Clock {
//!     /// Tell how long this process has been running, in seconds.
//!     #[action(read_only)]
//!     fn uptime(&self) -> String {
//!         "42".to_owned()
//!     }
//! }
//!
//! fn main() -> ExitCode {
//!     cli::run(server_info!(), async |(): &()| -> Result<Server, BuildErrors> {
//!         let registry = Registry::builder().tool(Clock).build()?;
//!         Ok(Server::new(registry, server_info!()))
//!     })
//! }
//! ```
//!
//! [The guide](crate::docs::command_line) describes the commands.

mod arguments;
mod call;
mod caller;
mod cli_server;
mod command_line;
mod commands;
mod completion;
mod costs;
mod evaluating;
mod failure;
mod findings;
mod flags;
mod install;
mod installing;
mod launch;
mod listing;
mod locking;
mod output;
mod own_options;
mod pack;
mod placeholders;
mod serve;
mod setup;
mod shown_text;
mod terminal;
mod words;

use std::{
    error::Error,
    ffi::{OsStr, OsString},
    path::Path,
    pin::Pin,
    process::ExitCode,
};

use clap::{ArgMatches, Args};

pub use self::{cli_server::CliServer, launch::Launch};
use self::{command_line::Grammar, failure::Failure};
use crate::wire::server_info::ServerInfo;

/// Runs the command line of a server, and returns the exit code of the process.
///
/// `info` names the program. `build` builds the server from the options of its author, a struct with
/// [`clap::Args`], or `()`. It runs on a runtime of tokio with several threads, which `run` creates,
/// once for each command but `completions`, `diff`, `install` and `uninstall`, and not for `--help`.
///
/// The returned error of `build` is printed on one line, with its sources. The exit code is 0 after a success; 1 if a
/// tool answered with an error, the server refused the request or differs from its lock, a finding or a change was
/// denied, or a threshold was missed; 2 for a mistake on the command line or a lock that cannot be read; 3 for a server
/// that cannot start or failed; and 130 after Ctrl-C in a call.
///
/// Standard output is for results, or for the protocol. `run` installs no subscriber of `tracing`: a program that logs
/// sets one before, with standard error as its writer.
///
/// ```no_run
/// use std::{path::PathBuf, process::ExitCode};
///
/// use fusion_core::{Registry, Server, clap::{self, Args}, cli, server_info, tool_group};
///
/// /// Keep notes in a file.
/// #[derive(Args)]
/// struct Options {
///     /// The file with the notes.
///     #[arg(long, env = "NOTES", default_value = "notes.txt")]
///     file: PathBuf,
/// }
///
/// struct Notes {
///     file: PathBuf,
/// }
///
/// #[tool_group(name = "notes")]
/// impl Notes {
///     /// Read all notes.
///     #[action(read_only)]
///     fn read(&self) -> Result<String, std::io::Error> {
///         std::fs::read_to_string(&self.file)
///     }
/// }
///
/// type Failed = Box<dyn std::error::Error + Send + Sync>;
///
/// fn main() -> ExitCode {
///     cli::run(server_info!(), async |options: &Options| -> Result<Server, Failed> {
///         let notes = Notes { file: options.file.clone() };
///         let registry = Registry::builder().tool(notes).build()?;
///         Ok(Server::new(registry, server_info!()))
///     })
/// }
/// ```
pub fn run<A, S, E>(info: ServerInfo, build: impl AsyncFnOnce(&A) -> Result<S, E>) -> ExitCode
where
    A: Args,
    S: Into<CliServer>,
    E: Into<Box<dyn Error + Send + Sync>>,
{
    let build: BuildServer<'_> = Box::new(|launch, matches| {
        let own = launch.read::<A>(matches);
        Box::pin(async move {
            let result = build(&own?).await;
            let result = result.map(Into::into).map_err(Into::into);
            result.map_err(|error: Box<dyn Error + Send + Sync>| Failure::start(&*error))
        })
    });
    let program = program(&info);
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    let grammar = Grammar::new::<A>(&program, info);
    let result = grammar.and_then(|grammar| commands::run(&grammar, &words, build));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(&program),
    }
}

/// Returns the name of the running program, else that of the server.
fn program(info: &ServerInfo) -> String {
    let word = std::env::args_os().next().unwrap_or_default();
    let stem = Path::new(&word).file_stem().and_then(OsStr::to_str);
    stem.map_or_else(|| info.name.clone(), str::to_owned)
}

/// Builds the server of a command line, from the matches of its command.
type BuildServer<'f> = Box<dyn FnOnce(Launch, &ArgMatches) -> BuiltServer<'f> + 'f>;

/// A server that is being built.
type BuiltServer<'f> = Pin<Box<dyn Future<Output = Result<CliServer, Failure>> + 'f>>;
