//! From a command line to its command: the runtime, the server, and what is awaited after it.

use std::{ffi::OsString, io};

use tokio::runtime::Builder;

use super::{
    BuildServer, CliServer, Launch,
    arguments::{ListingOptions, ServerCommand},
    call, caller,
    command_line::{CommandLine, Grammar},
    completion, costs, evaluating,
    failure::Failure,
    findings, installing, listing, locking, pack, serve,
};
/// Runs a command line.
pub(super) fn run(
    grammar: &Grammar,
    words: &[OsString],
    build: BuildServer<'_>,
) -> Result<(), Failure> {
    if let Some(shell) = completion::requested() {
        return in_runtime(completion::complete(&shell, grammar, build));
    }
    let line = grammar.read(words)?;
    match &line.command {
        ServerCommand::Completions(options) => completion::print_script(grammar, &options.shell),
        ServerCommand::Diff(options) => locking::diff(grammar.root.get_name(), options),
        ServerCommand::Install(options) => installing::install(grammar, options, &line.matches),
        ServerCommand::Uninstall(options) => installing::uninstall(&grammar.info, options),
        _ => in_runtime(run_command(grammar, line, build)),
    }
}

fn in_runtime(command: impl Future<Output = Result<(), Failure>>) -> Result<(), Failure> {
    let runtime = Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error: io::Error| Failure::start(&error))?;
    let result = runtime.block_on(command);
    if result.is_err() {
        // A call that was cancelled may block a thread.
        runtime.shutdown_background();
    }
    result
}

async fn run_command(
    grammar: &Grammar,
    line: CommandLine,
    build: BuildServer<'_>,
) -> Result<(), Failure> {
    let CommandLine {
        command,
        matches,
        after_key,
    } = line;
    let runs_actions = matches!(command, ServerCommand::Stdio(_) | ServerCommand::Call(_));
    let launch = Launch {
        address: None,
        runs_actions,
    };
    if let ServerCommand::Serve(options) = command {
        return serve::http(grammar, &options, &matches, build).await;
    }
    let mut server = build(launch, &matches).await?;
    server.list_as(listing_options(&command))?;
    let at_end = server.at_end.take();
    let result = match command {
        ServerCommand::Pack(options) => pack::run(grammar, &options, &matches, server).await,
        command => answer(grammar, command, server, &after_key).await,
    };
    if let Some(end) = at_end {
        end.await;
    }
    result
}

/// Runs a command of a built server, which is dropped before the end.
async fn answer(
    grammar: &Grammar,
    command: ServerCommand,
    mut server: CliServer,
    after_key: &[OsString],
) -> Result<(), Failure> {
    match command {
        ServerCommand::Stdio(_) => serve::stdio(server).await,
        ServerCommand::Tree(options) => listing::tree(server.view(), &options),
        ServerCommand::List(options) => {
            let tools = caller::list_tools(&grammar.info, server, &options.caller).await?;
            listing::list(&tools, &options.print)
        }
        ServerCommand::Show(options) => listing::show(server.view(), &options),
        ServerCommand::Schema(options) => listing::schema(server.view(), &options),
        ServerCommand::Preview(options) => costs::preview(server.view(), &options),
        ServerCommand::Tokens(options) => costs::tokens(server.view(), &options),
        ServerCommand::Eval(options) => evaluating::eval(server.view(), &options),
        ServerCommand::Lint(options) => findings::print(server.view(), &options),
        ServerCommand::Call(options) => call::run(grammar, server, &options, after_key).await,
        ServerCommand::Lock(options) => {
            locking::lock(grammar.root.get_name(), server.view(), &options)
        }
        // These have left before.
        ServerCommand::Serve(_)
        | ServerCommand::Pack(_)
        | ServerCommand::Completions(_)
        | ServerCommand::Diff(_)
        | ServerCommand::Install(_)
        | ServerCommand::Uninstall(_) => Ok(()),
    }
}

fn listing_options(command: &ServerCommand) -> &ListingOptions {
    match command {
        ServerCommand::Serve(options) => &options.listing,
        ServerCommand::Stdio(options) => options,
        ServerCommand::Tree(print)
        | ServerCommand::Preview(print)
        | ServerCommand::Tokens(print) => &print.listing,
        ServerCommand::List(options) => &options.print.listing,
        ServerCommand::Show(options) => &options.print.listing,
        ServerCommand::Schema(options) => &options.print.listing,
        ServerCommand::Eval(options) => &options.print.listing,
        ServerCommand::Lint(options) => &options.print.listing,
        ServerCommand::Call(options) => &options.print.listing,
        ServerCommand::Pack(options) => &options.print.listing,
        ServerCommand::Lock(options) => &options.print.listing,
        ServerCommand::Completions(_)
        | ServerCommand::Diff(_)
        | ServerCommand::Install(_)
        | ServerCommand::Uninstall(_) => &NO_LISTING,
    }
}

/// The listing that the author set.
const NO_LISTING: ListingOptions = ListingOptions {
    exposition: None,
    profile: None,
};
