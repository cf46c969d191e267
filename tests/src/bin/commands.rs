//! A server with a command line, which the tests of the commands start: arguments of every kind, a caller by its
//! token, errors, questions and calls that wait. `RESERVED=1` gives it an option with a name of the framework,
//! `REQUIRED=1` an option that must be given, and with `COMMANDS_SLOW=1` it is never built.

use std::process::ExitCode;

use fusion_core::{
    Ask, Ctx, Ext, Filter, Json, Progress, Registry, Server, ToolError,
    clap::{self, Args},
    cli::{self, CliServer, Launch},
    server_info, tool_group,
};
use http::{header::AUTHORIZATION, request::Parts};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A server to test commands with.
#[derive(Args)]
struct Options {
    /// The name of the server's owner.
    #[arg(long, env = "COMMANDS_OWNER", default_value = "nobody")]
    owner: String,
    /// A key of the owner's.
    #[arg(long, env = "COMMANDS_KEY", hide_env_values = true)]
    key: Option<String>,
    /// Fails to start.
    #[arg(long)]
    broken: bool,
    #[command(flatten)]
    launch: Launch,
}

/// Options that the framework refuses.
#[derive(Args)]
struct Reserved {
    #[arg(long = "output")]
    _form: Option<String>,
}

/// An option that must be given.
#[derive(Args)]
struct Required {
    /// The name of the owner of the desk.
    #[arg(long)]
    desk: String,
}

/// The bearer token of a caller.
#[derive(Clone)]
struct Token(String);

impl Token {
    #[allow(clippy::unused_async)] // the form of a provider
    async fn from_request(ctx: &Ctx) -> Result<Self, ToolError> {
        let parts = ctx.get::<Parts>();
        let header = parts.and_then(|parts| parts.headers.get(AUTHORIZATION));
        let header = header.and_then(|header| header.to_str().ok());
        let token = header.and_then(|header| header.strip_prefix("Bearer "));
        Ok(Self(token.unwrap_or("nobody").to_owned()))
    }
}

#[derive(Deserialize, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
enum Colour {
    Red,
    Blue,
}

/// Which papers.
#[derive(Deserialize, JsonSchema, Serialize)]
struct Papers {
    /// Whose papers.
    owner: Option<String>,
    /// How old, in days.
    days: Option<u32>,
    labels: Option<Vec<String>>,
}

/// All arguments, as they arrived.
#[derive(JsonSchema, Serialize)]
struct Echo {
    title: String,
    count: i64,
    ratio: Option<f64>,
    fast: bool,
    colour: Option<Colour>,
    labels: Vec<String>,
    numbers: Vec<u8>,
    papers: Option<Papers>,
    output: Option<String>,
    help: Option<String>,
    json: Option<String>,
}

struct Desk {
    owner: String,
    runs_actions: bool,
}

/// Work at a desk.
#[tool_group(name = "desk")]
impl Desk {
    /// Return all arguments.
    #[action(read_only)]
    #[allow(clippy::too_many_arguments)]
    fn echo(
        /** The title. */
        title: String,
        /** How many. */
        #[arg(default = 20)]
        count: i64,
        ratio: Option<f64>,
        #[arg(default)] fast: bool,
        colour: Option<Colour>,
        #[arg(default)] labels: Vec<String>,
        #[arg(default)] numbers: Vec<u8>,
        papers: Option<Papers>,
        output: Option<String>,
        help: Option<String>,
        json: Option<String>,
    ) -> Json<Echo> {
        Json(Echo {
            title,
            count,
            ratio,
            fast,
            colour,
            labels,
            numbers,
            papers,
            output,
            help,
            json,
        })
    }

    /// Tell the owner, the caller, and whether the server may run actions.
    #[action(read_only)]
    fn whose(&self, token: &Ext<Token>) -> String {
        format!("{} {} {}", self.owner, token.0.0, self.runs_actions)
    }

    /// Lose everything.
    #[action(destructive)]
    fn lose() -> Result<(), ToolError> {
        Err(ToolError::new("the desk is locked").code("locked"))
    }

    /// Clear the desk.
    #[action(destructive, confirm("Clear the desk?"))]
    fn clear() -> &'static str {
        "clear"
    }

    /// Report progress, and return.
    #[action(read_only)]
    async fn report(progress: &Progress) -> &'static str {
        progress.report(1, 2).await;
        "reported"
    }

    /// Wait for ever.
    #[action(read_only)]
    async fn wait() {
        eprintln!("waiting");
        std::future::pending::<()>().await;
    }

    /// Plan the work.
    #[action(destructive)]
    async fn plan(ask: &Ask) -> &'static str {
        for question in ["Plan\u{1b}[31m it?\u{7}", "Really?"] {
            let _ = ask.confirmed(question).await;
        }
        "planned\u{1b}[31m\tit\u{7}"
    }

    /// For those with a token.
    #[action(read_only, tags("keeper"))]
    fn keep() -> &'static str {
        "kept"
    }
}

type Failed = Box<dyn std::error::Error + Send + Sync>;

fn main() -> ExitCode {
    if std::env::var_os("RESERVED").is_some() {
        return cli::run(server_info!(), async |_: &Reserved| start(&Options::none()));
    }
    if std::env::var_os("REQUIRED").is_some() {
        return cli::run(server_info!(), async |required: &Required| {
            let mut options = Options::none();
            options.owner.clone_from(&required.desk);
            start(&options)
        });
    }
    cli::run(server_info!(), async |options: &Options| start(options))
}

impl Options {
    fn none() -> Self {
        Self {
            owner: String::new(),
            key: None,
            broken: false,
            launch: Launch::default(),
        }
    }
}

fn start(options: &Options) -> Result<CliServer, Failed> {
    if options.broken || options.key.as_deref() == Some("") {
        let source = std::io::Error::other("no such desk");
        return Err(Broken(source).into());
    }
    if std::env::var_os("COMMANDS_SLOW").is_some() {
        eprintln!("waiting for a database");
        std::thread::sleep(std::time::Duration::from_secs(60));
    }
    let desk = Desk {
        owner: options.owner.clone(),
        runs_actions: options.launch.runs_actions,
    };
    let registry = Registry::builder()
        .principal(|_| None)
        .provide(Token::from_request)
        .tool(desk)
        .build()?;
    let server = Server::new(registry, server_info!()).access(|token: &Token| {
        if token.0 == "key" {
            Filter::all()
        } else {
            Filter::without_tags(["keeper"])
        }
    })?;
    let server = match std::env::var("COMMANDS_INSTRUCTIONS") {
        Ok(text) => server.instructions(text),
        Err(_) => server,
    };
    let server = CliServer::new(server).fact("owner", options.owner.clone());
    Ok(server.at_end(async { eprintln!("the end") }))
}

#[derive(Debug, thiserror::Error)]
#[error("the desk cannot be set up")]
struct Broken(#[source] std::io::Error);
