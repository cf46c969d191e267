//! The options of the tracker beside those that every server has, and its start.

use std::error::Error;
use std::path::PathBuf;
use std::time::Duration;

use fusion_core::{
    HttpServer, Server,
    clap::{self, Args, ValueEnum},
    cli::{CliServer, Launch},
    server::ServerInfo,
    server_info,
    spec::Describe,
};
use tokio::task::JoinHandle;

use super::store::Store;
use super::{AuditTable, registry_in_form};

/// The time to wait for the audit at the end. SQLite waits as long for another program.
const LAST_WRITE: Duration = Duration::from_secs(5);

/// An issue tracker for agents: MCP tools over one database file.
///
/// Serves HTTP on 127.0.0.1 and prints how to connect Claude, Cursor, VS Code and the MCP
/// Inspector.
#[derive(Args, Debug)]
pub struct Options {
    /// The database file; created with a few example issues if it does not exist.
    #[arg(long, value_name = "FILE", default_value = "tracker.db")]
    db: PathBuf,
    /// The form in which a tool with several actions is described.
    #[arg(long, value_enum, default_value_t = Form::Compact)]
    describe: Form,
    /// Answer each call through the SDK, to compare both ways.
    #[arg(long)]
    no_lane: bool,
    #[command(flatten)]
    launch: Launch,
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

/// Returns the name and version of the program.
pub fn info() -> ServerInfo {
    ServerInfo::new("tracker", server_info!().version).title("Issue tracker")
}

/// Builds the server, and the task that writes its audit until the server is dropped. Commands that
/// only show something open no database.
///
/// # Errors
///
/// Returns an error if the database cannot be opened; its text is one line.
pub fn start(options: &Options) -> Result<CliServer, Box<dyn Error + Send + Sync>> {
    let store = if options.launch.runs_actions {
        Store::open(&options.db)?
    } else {
        Store::in_memory()?
    };
    let (registry, queue) = registry_in_form(&store, options.describe.into())?;
    let server = Server::new(registry, info()).lane(!options.no_lane);
    let audit = tokio::spawn(queue.write_to(AuditTable::new(store)));
    let database = std::path::absolute(&options.db)?;
    Ok(CliServer::new(server)
        .http(HttpServer::explorer)
        .fact("database", database.display().to_string())
        .at_end(wait_for_audit(audit)))
}

/// Waits until every call is written to the audit.
async fn wait_for_audit(audit: JoinHandle<AuditTable>) {
    if tokio::time::timeout(LAST_WRITE, audit).await.is_err() {
        tracing::error!("the last calls are missing in the audit");
    }
}
