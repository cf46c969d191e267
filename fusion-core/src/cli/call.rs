//! The command that calls an action: flags in, the result out, with its progress and questions on the terminal.

mod result_text;

use std::{
    ffi::OsString,
    io::{self, IsTerminal as _, Read as _},
    pin::pin,
};

use serde_json::{Map, Value};

use self::result_text::result_text;
use super::{
    CliServer,
    arguments::CallOptions,
    caller,
    command_line::Grammar,
    failure::{Failure, REFUSED},
    flags::{self, ActionWords},
    listing::{self, ShownAction},
    output::{Output, print_text},
    shown_text::shown_value,
    terminal::Terminal,
};
use crate::{
    error::ProtocolError,
    loopback::{CallStep, CallTarget, PendingCall, is_question},
    wire::{server::ServeError, signals::Interrupt},
};

/// Calls an action, or prints its help.
pub(super) async fn run(
    grammar: &Grammar,
    mut server: CliServer,
    options: &CallOptions,
    words: &[OsString],
) -> Result<(), Failure> {
    let action = listing::find_action(server.view(), &options.key)?;
    let read = flags::read(
        &action.tool.input_schema,
        words,
        |name| grammar.has_call_option(name),
        stdin,
    );
    let arguments = match read {
        Ok(ActionWords::Arguments(arguments)) => arguments,
        Ok(ActionWords::Help) => {
            let program = grammar.root.get_name();
            return print_help(program, &action, &Output::new(&options.print));
        }
        Err(mistake) => {
            let key = &action.key;
            let help = if flags::has_help(&action.tool.input_schema) {
                format!("call {key} --help")
            } else {
                format!("show {key}")
            };
            return Err(Failure::usage(format!(
                "{mistake}; `{help}` shows the arguments"
            )));
        }
    };
    let output = Output::new(&options.print);
    let terminal = Terminal::new();
    #[cfg(feature = "ask")]
    let user = terminal.user();
    // No server asks without the feature.
    #[cfg(not(feature = "ask"))]
    let user = None;
    let session = caller::connect(&grammar.info, server, &options.caller, user).await?;
    let mut target = CallTarget::find(&session, &action.key, arguments.into()).await;
    let unlisted = target.unlisted.take();
    // The action may run before the call is waited for.
    let interrupt = Interrupt::new().map_err(ServeError::Process);
    let interrupt = interrupt.map_err(|error| Failure::start(&error))?;
    let call = PendingCall::start(&session, target, Map::new(), terminal.shows_progress()).await;
    let result = outcome(call, interrupt, &terminal).await;
    terminal.clear();
    let Some(result) = result else {
        return Err(Failure::interrupted());
    };
    let printed = match result {
        Ok(result) => print_result(&result, &output),
        Err(error) => Err(caller::refused(&error, unlisted.as_deref())),
    };
    caller::close(&session).await?;
    printed
}

/// Waits for the end of a call; `None` after Ctrl-C, which cancels it.
async fn outcome(
    mut call: PendingCall,
    mut interrupt: Interrupt,
    terminal: &Terminal,
) -> Option<Result<Value, ProtocolError>> {
    // A question blocks this task. A signal that arrives meanwhile is noticed because it is looked at first.
    let mut signal = pin!(interrupt.received());
    loop {
        tokio::select! {
            biased;
            () = &mut signal => break,
            () = terminal.interruption().cancelled() => break,
            step = call.next() => match step {
                CallStep::Progress(update) => terminal.show(&update),
                // The result is the question that Ctrl-C has left without an answer.
                CallStep::Ended(_) if terminal.interruption().is_cancelled() => break,
                CallStep::Ended(result) => return Some(result),
            },
        }
    }
    call.cancel().await;
    None
}

fn print_result(result: &Value, output: &Output) -> Result<(), Failure> {
    if output.is_json() {
        output.json(result)?;
        if result["isError"] == true || is_question(result) {
            return Err(Failure::Code(REFUSED));
        }
        return Ok(());
    }
    if is_question(result) {
        return Err(Failure::refused(
            "the action asks its user, and nobody answered",
        ));
    }
    if result["isError"] == true {
        let text = result_text(result, &Output::of_pipe());
        return Err(Failure::refused(text.trim_end()));
    }
    print_text(&result_text(result, output))
}

fn print_help(program: &str, action: &ShownAction, output: &Output) -> Result<(), Failure> {
    let name = format!("{program} call {}", action.key);
    let docs = action.tool.description.as_deref().unwrap_or_default();
    let mut schema = action.tool.input_schema.clone();
    if output.is_terminal
        && let Value::Object(shown) = shown_value(&Value::Object(schema.clone()))
    {
        schema = shown;
    }
    let mut command = flags::action_command(&name, &output.text(docs), &schema);
    let help = command.render_help();
    let help = if output.has_color {
        help.ansi().to_string()
    } else {
        help.to_string()
    };
    print_text(&help)
}

fn stdin() -> Result<String, String> {
    let mut text = String::new();
    let mut input = io::stdin();
    if input.is_terminal() {
        let _ = io::Write::write_all(
            &mut io::stderr(),
            b"Arguments as a JSON object, then the end of input:\n",
        );
    }
    match input.read_to_string(&mut text) {
        Ok(_) => Ok(text),
        Err(error) => Err(format!("standard input: {error}")),
    }
}
