//! The command line: which database to open, and how to serve it.

use std::error::Error;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, Subcommand, ValueEnum};
use fusion_core::{
    BuildErrors, Exposition, Registry, Server, observe::AuditQueue, schema::Profile,
    server::ServerInfo, server_info, spec::Describe,
};
use tokio::task::JoinHandle;

use super::setup::Setup;
use super::store::Store;
use super::{AuditTable, http, registry_in_form, show};

/// The time to wait for the audit at the end. SQLite waits as long for another program.
const LAST_WRITE: Duration = Duration::from_secs(5);

/// An issue tracker for agents: MCP tools over one database file.
///
/// Serves HTTP on 127.0.0.1 and prints how to connect Claude, Cursor, VS Code and the MCP
/// Inspector.
#[derive(Debug, Parser)]
#[command(name = "tracker", version, disable_help_subcommand = true)]
pub struct Cli {
    /// The database file; created with a few example issues if it does not exist.
    #[arg(long, global = true, value_name = "FILE", default_value = "tracker.db")]
    db: PathBuf,
    /// The port to serve HTTP on; 0 selects a free one.
    #[arg(long, value_name = "N", default_value_t = 8000)]
    port: u16,
    /// The exposition in which the tools are listed.
    #[arg(long, global = true, value_enum, default_value_t = Listing::Grouped)]
    exposition: Listing,
    /// The profile in which the schemas are published.
    #[arg(long, global = true, value_enum, default_value_t = Schemas::Portable)]
    profile: Schemas,
    /// The form in which a tool with several actions is described.
    #[arg(long, global = true, value_enum, default_value_t = Form::Compact)]
    describe: Form,
    /// Answer each call through the SDK, to compare both ways.
    #[arg(long, global = true)]
    no_lane: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Listing {
    /// One tool; an argument selects the action.
    Grouped,
    /// Up to three tools: for actions that read, that write and that destroy.
    BySafety,
    /// One tool for each action.
    Flat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Schemas {
    /// For every client.
    Portable,
    /// For OpenAI's strict function calling.
    Strict,
    /// For clients that fail at `additionalProperties`.
    Open,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// One line for each action, with its arguments.
    Compact,
    /// Signatures with first sentences only; the action `help` returns the rest.
    Brief,
    /// One line for each action, in prose.
    Workflow,
    /// A table of the actions.
    Toon,
}

/// Returns the value of an option, or `None` for its default.
fn option_value<T: ValueEnum + PartialEq>(value: &T, default: &T) -> Option<String> {
    let named = Some(value).filter(|value| *value != default);
    Some(named?.to_possible_value()?.get_name().to_owned())
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve one client over standard input and output instead.
    Stdio,
    /// Show how many bytes and tokens a model reads of each listed tool.
    Preview,
    /// Show all groups and actions.
    Tree,
}

impl From<Listing> for Exposition {
    fn from(listing: Listing) -> Self {
        match listing {
            Listing::Grouped => Self::Grouped,
            Listing::BySafety => Self::BySafety,
            Listing::Flat => Self::Flat,
        }
    }
}

impl From<Schemas> for Profile {
    fn from(schemas: Schemas) -> Self {
        match schemas {
            Schemas::Portable => Self::Portable,
            Schemas::Strict => Self::OpenAiStrict,
            Schemas::Open => Self::Open,
        }
    }
}

impl From<Form> for Describe {
    fn from(form: Form) -> Self {
        match form {
            Form::Compact => Self::Compact,
            Form::Brief => Self::Brief,
            Form::Workflow => Self::Workflow,
            Form::Toon => Self::Toon,
        }
    }
}

/// Opens the database, and serves it until a signal arrives or the client over stdio disconnects.
/// The subcommands that show something open no database.
///
/// # Errors
///
/// Returns an error if the server cannot start or fails; its text is one line.
pub async fn run(cli: Cli) -> Result<(), Box<dyn Error>> {
    match cli.command {
        Some(Command::Stdio) => {
            let (server, audit) = cli.server()?;
            server.serve_stdio().await?;
            wait_for_audit(audit).await;
            Ok(())
        }
        Some(Command::Preview) => {
            let (registry, _) = cli.registry(&Store::in_memory()?)?;
            let view = registry.view(cli.exposition.into())?;
            let preview = view.in_profile(cli.profile.into())?.preview();
            Ok(show::print(&format!("{preview}\n"))?)
        }
        Some(Command::Tree) => {
            let (registry, _) = cli.registry(&Store::in_memory()?)?;
            Ok(show::print(&show::tree(&registry.catalog()))?)
        }
        None => serve_http(cli).await,
    }
}

async fn serve_http(cli: Cli) -> Result<(), Box<dyn Error>> {
    // The port is bound first: if it is in use, no file is created.
    let listening = http::listen(cli.port)?;
    let (server, audit) = cli.server()?;
    Setup {
        url: listening.url(),
        program: std::env::current_exe()?,
        db: std::path::absolute(&cli.db)?,
        exposition: option_value(&cli.exposition, &Listing::Grouped),
        profile: option_value(&cli.profile, &Schemas::Portable),
        describe: option_value(&cli.describe, &Form::Compact),
    }
    .print();
    listening.serve(server).await?;
    wait_for_audit(audit).await;
    Ok(())
}

/// Waits until every call is written to the audit.
async fn wait_for_audit(audit: JoinHandle<AuditTable>) {
    if tokio::time::timeout(LAST_WRITE, audit).await.is_err() {
        tracing::error!("the last calls are missing in the audit");
    }
}

impl Cli {
    /// Builds the server, and the task that writes its audit until the server is dropped.
    fn server(&self) -> Result<(Server, JoinHandle<AuditTable>), Box<dyn Error>> {
        let store = Store::open(&self.db)?;
        let (registry, queue) = self.registry(&store)?;
        let info = ServerInfo::new("tracker", server_info!().version).title("Issue tracker");
        let server = Server::new(registry, info)
            .lane(!self.no_lane)
            .exposition(self.exposition.into())?
            .profile(self.profile.into())?;
        let audit = tokio::spawn(queue.write_to(AuditTable::new(store)));
        Ok((server, audit))
    }

    fn registry(&self, store: &Store) -> Result<(Registry, AuditQueue), BuildErrors> {
        registry_in_form(store, self.describe.into())
    }
}
