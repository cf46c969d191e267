//! The commands that add a server to a client, and remove it.

use clap::{ArgAction, ArgMatches, Args};
use http::{HeaderName, HeaderValue};

use super::{
    arguments::{ListingOptions, header},
    command_line::Grammar,
    failure::Failure,
    install::{
        ClientApp, EntrySetting, InstallChange, InstallError, InstallPlace, InstallRequest,
        InstallScope, ServerEntry, ServerLaunch, plan_install, plan_uninstall,
    },
    output::print_text,
    own_options::{self, OwnVariable},
    pack::is_url,
    serve::stdio_words,
};
use crate::wire::server_info::ServerInfo;

/// The number of times that a change is planned anew, because other processes changed the file.
const ATTEMPTS: usize = 50;

/// The place of an entry.
#[derive(Args, Clone, Debug)]
#[group(skip)]
pub(super) struct EntryOptions {
    /// The client.
    #[arg(id = "fusion.client", value_name = "CLIENT", value_enum)]
    client: ClientApp,
    /// The sessions of the client that see the server.
    #[arg(id = "fusion.scope", long = "scope", value_name = "SCOPE", value_enum, default_value_t = InstallScope::User)]
    scope: InstallScope,
    /// The name of the entry; that of the server by default.
    #[arg(id = "fusion.name", long = "name", value_name = "NAME")]
    name: Option<String>,
    /// Replace or remove an entry of this name that starts another program.
    #[arg(id = "fusion.force", long = "force", action = ArgAction::SetTrue)]
    force: bool,
    /// Show the change, with secrets masked, and write nothing.
    #[arg(id = "fusion.dry-run", long = "dry-run", action = ArgAction::SetTrue)]
    dry_run: bool,
    /// Connect the client to this URL, in place of a program that it starts.
    #[arg(id = "fusion.url", long = "url", value_name = "URL")]
    url: Option<String>,
}

#[derive(Args, Clone, Debug)]
#[group(skip)]
pub(super) struct InstallOptions {
    #[command(flatten)]
    entry: EntryOptions,
    /// The environment variable with the bearer token that the client sends to the URL.
    #[arg(
        id = "fusion.token-variable",
        long = "token-variable",
        value_name = "VARIABLE",
        requires = "fusion.url"
    )]
    token_variable: Option<String>,
    /// A header that the client sends to the URL; may be repeated.
    #[arg(id = "fusion.header", long = "header", value_name = "NAME=VALUE", action = ArgAction::Append, value_parser = header, requires = "fusion.url")]
    headers: Vec<(HeaderName, HeaderValue)>,
    #[command(flatten)]
    listing: ListingOptions,
}

/// Adds the entry of a server to a client, or updates it.
pub(super) fn install(
    grammar: &Grammar,
    options: &InstallOptions,
    matches: &ArgMatches,
) -> Result<(), Failure> {
    let launch = match &options.entry.url {
        Some(url) if !is_url(url) => {
            return Err(Failure::usage(format!(
                "`--url {url}` is no URL; it begins with `http://` or `https://`"
            )));
        }
        Some(url) => ServerLaunch::Http {
            url: url.clone(),
            headers: headers(options)?,
        },
        None => ServerLaunch::Stdio {
            command: own_program()?,
            args: stdio_words(grammar, &options.listing, matches),
            env: own_options::variables(&grammar.own, matches)?
                .into_iter()
                .map(setting)
                .collect(),
        },
    };
    change(&grammar.info, &options.entry, launch, true)
}

fn setting(variable: OwnVariable) -> EntrySetting {
    if variable.is_secret {
        EntrySetting::secret(variable.name, Some(variable.value))
    } else {
        EntrySetting::plain(variable.name, variable.value)
    }
}

/// Removes the entry of a server from a client.
pub(super) fn uninstall(info: &ServerInfo, options: &EntryOptions) -> Result<(), Failure> {
    let launch = match &options.url {
        Some(url) => ServerLaunch::Http {
            url: url.clone(),
            headers: Vec::new(),
        },
        None => ServerLaunch::Stdio {
            command: own_program()?,
            args: Vec::new(),
            env: Vec::new(),
        },
    };
    change(info, options, launch, false)
}

fn change(
    info: &ServerInfo,
    options: &EntryOptions,
    launch: ServerLaunch,
    installs: bool,
) -> Result<(), Failure> {
    let entry = ServerEntry {
        name: options.name.clone().unwrap_or_else(|| info.name.clone()),
        launch,
    };
    let request = InstallRequest {
        app: options.client,
        scope: options.scope,
        entry: &entry,
        force: options.force,
    };
    let place = InstallPlace::current()?;
    for _ in 0..ATTEMPTS {
        match attempt(&place, &request, installs, options.dry_run) {
            // Another process changed the file after it was read.
            Err(InstallError::Changed { .. }) => {}
            told => return print_text(&told?),
        }
    }
    print_text(&attempt(&place, &request, installs, options.dry_run)?)
}

/// Plans a change and makes it. Returns what to tell.
fn attempt(
    place: &InstallPlace,
    request: &InstallRequest<'_>,
    installs: bool,
    is_dry_run: bool,
) -> Result<String, InstallError> {
    let change = if installs {
        plan_install(place, request)?
    } else {
        plan_uninstall(place, request)?
    };
    let (title, name) = (request.app.title(), &request.entry.name);
    if change.is_empty() {
        return Ok(if installs {
            format!("{title} has `{name}` already\n")
        } else {
            format!("{title} has no `{name}`\n")
        });
    }
    if is_dry_run {
        return Ok(change.diff());
    }
    made(&change, request, installs)
}

/// Makes a change, and returns what to tell.
fn made(
    change: &InstallChange,
    request: &InstallRequest<'_>,
    installs: bool,
) -> Result<String, InstallError> {
    let (title, name) = (request.app.title(), &request.entry.name);
    let written = change.write()?;
    let deed = if installs { "added to" } else { "removed from" };
    let mut text = format!("`{name}` is {deed} {title}; restart it, or start a new session\n");
    for (label, path) in [("file  ", written.path), ("backup", written.backup)] {
        if let Some(path) = path {
            text.extend(["  ", label, "  ", &path.display().to_string(), "\n"]);
        }
    }
    let variables = request.entry.referenced_variables(request.app);
    if installs && !variables.is_empty() {
        let variables = variables.join("`, `");
        let told = format!("{title} reads `{variables}` from its own environment: set it there\n");
        text.push_str(&told);
    }
    Ok(text)
}

fn headers(options: &InstallOptions) -> Result<Vec<EntrySetting>, Failure> {
    let mut settings = Vec::new();
    if let Some(variable) = &options.token_variable {
        let value = std::env::var(variable).ok();
        settings.push(EntrySetting::bearer(variable.clone(), value));
    }
    for (name, value) in &options.headers {
        let value = value.to_str().map_err(|_| {
            Failure::usage(format!("the value of the header `{name}` is not ASCII"))
        })?;
        settings.push(EntrySetting::plain(name.as_str(), value));
    }
    Ok(settings)
}

/// Returns the path of the running program, which the client starts.
fn own_program() -> Result<String, Failure> {
    let program = std::env::current_exe().map_err(|error| Failure::start(&error))?;
    let program = program.into_os_string().into_string();
    program.map_err(|path| {
        Failure::usage(format!(
            "the path of this program is not Unicode, and configurations are: {}",
            path.to_string_lossy()
        ))
    })
}

impl From<InstallError> for Failure {
    fn from(error: InstallError) -> Self {
        Self::refused_with(&error)
    }
}
