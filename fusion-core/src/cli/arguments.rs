//! The commands and options of the framework, as clap parses them. Their ids have a prefix, so that the ids of an
//! author's options cannot collide with them.

use std::net::{IpAddr, Ipv4Addr};

use clap::{ArgAction, Args, Subcommand, ValueEnum};
use http::{HeaderName, HeaderValue};

use super::{
    evaluating::EvalOptions,
    findings::DeniedRule,
    installing::{EntryOptions, InstallOptions},
    locking::{DiffOptions, LockOptions},
    pack::PackOptions,
};
use crate::{schema::Profile, surface::Exposition};

const DEFAULT_HOST: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// A command of every server.
#[derive(Clone, Debug, Subcommand)]
pub(super) enum ServerCommand {
    /// Serve clients over HTTP; this is the default.
    Serve(ServeOptions),
    /// Serve one client over standard input and output.
    Stdio(ListingOptions),
    /// Show all tools with their groups, actions, prompts and resources.
    Tree(PrintOptions),
    /// List the tools as a client gets them.
    List(ListOptions),
    /// Show how to call an action, and what it does.
    Show(ShowOptions),
    /// Call an action.
    Call(CallOptions),
    /// Print the JSON schemas of arguments and results.
    Schema(SchemaOptions),
    /// Show how many bytes and tokens a model reads of each listed tool.
    Preview(PrintOptions),
    /// Compare the tokens of all expositions and forms.
    Tokens(PrintOptions),
    /// Measure without a model how well actions are found, and what calls and errors of all expositions show.
    ///
    /// All expositions and forms are measured, so that options for the exposition and the form of descriptions change
    /// nothing.
    Eval(EvalOptions),
    /// Report what is legal and causes problems for clients or models.
    Lint(LintOptions),
    /// Write the lock of the server, or check the server against it.
    Lock(LockOptions),
    /// Show what the changes between two locks break.
    Diff(DiffOptions),
    /// Add the server to a client.
    Install(InstallOptions),
    /// Remove the server from a client.
    Uninstall(EntryOptions),
    /// Write a bundle, an entry in a registry or a Dockerfile, by which others get the server.
    Pack(PackOptions),
    /// Print the script that completes commands, keys and flags in a shell.
    Completions(CompletionsOptions),
}

/// The listing that a server shows, in place of the one that its author set.
#[derive(Args, Clone, Debug)]
#[group(skip)]
pub(super) struct ListingOptions {
    /// The exposition in which the tools are listed.
    #[arg(
        id = "fusion.exposition",
        long = "exposition",
        value_name = "EXPOSITION",
        value_enum
    )]
    pub(super) exposition: Option<ExpositionName>,
    /// The profile in which the schemas are published.
    #[arg(
        id = "fusion.profile",
        long = "profile",
        value_name = "PROFILE",
        value_enum
    )]
    pub(super) profile: Option<ProfileName>,
}

impl ListingOptions {
    /// Returns the words of a command line that set the same listing.
    pub(super) fn words(&self) -> Vec<String> {
        let exposition = self.exposition.and_then(|name| name.to_possible_value());
        let profile = self.profile.and_then(|name| name.to_possible_value());
        let options = [("--exposition", exposition), ("--profile", profile)].into_iter();
        let set = options
            .filter_map(|(option, value)| Some([option.to_owned(), value?.get_name().to_owned()]));
        set.flatten().collect()
    }
}

#[derive(Args, Clone, Debug)]
#[group(skip)]
pub(super) struct ServeOptions {
    /// The port to serve on; 0 selects a free one.
    #[arg(
        id = "fusion.port",
        long = "port",
        value_name = "N",
        default_value_t = 8000
    )]
    pub(super) port: u16,
    /// The address to serve on.
    #[arg(id = "fusion.host", long = "host", value_name = "IP", default_value_t = DEFAULT_HOST)]
    pub(super) host: IpAddr,
    #[command(flatten)]
    pub(super) listing: ListingOptions,
}

/// The form of what a command prints.
#[derive(Args, Clone, Debug)]
#[group(skip)]
pub(super) struct PrintOptions {
    /// The form of the output.
    #[arg(id = "fusion.output", long = "output", value_name = "FORM", value_enum, default_value_t = OutputForm::Text)]
    pub(super) output: OutputForm,
    /// When to use colours.
    #[arg(id = "fusion.color", long = "color", value_enum, value_name = "WHEN", default_value_t = ColorUse::Auto)]
    pub(super) color: ColorUse,
    #[command(flatten)]
    pub(super) listing: ListingOptions,
}

/// The caller, as over HTTP.
#[derive(Args, Clone, Debug)]
#[group(skip)]
pub(super) struct CallerOptions {
    /// The bearer token of the caller. It is sent as over HTTP.
    #[arg(
        id = "fusion.token",
        long = "token",
        value_name = "TOKEN",
        env = "FUSION_TOKEN",
        hide_env_values = true
    )]
    pub(super) token: Option<String>,
    /// A header of the request, as over HTTP; may be repeated.
    #[arg(id = "fusion.header", long = "header", value_name = "NAME=VALUE", action = ArgAction::Append, value_parser = header)]
    pub(super) headers: Vec<(HeaderName, HeaderValue)>,
}

#[derive(Args, Clone, Debug)]
#[group(skip)]
pub(super) struct ListOptions {
    #[command(flatten)]
    pub(super) caller: CallerOptions,
    #[command(flatten)]
    pub(super) print: PrintOptions,
}

#[derive(Args, Clone, Debug)]
#[group(skip)]
pub(super) struct ShowOptions {
    /// A tool, a module or an action: `tool`, `tool/module`, `tool/module.action`.
    #[arg(id = "fusion.key", value_name = "KEY")]
    pub(super) key: String,
    #[command(flatten)]
    pub(super) print: PrintOptions,
}

#[derive(Args, Clone, Debug)]
#[group(skip)]
pub(super) struct SchemaOptions {
    /// An action, as `tool/module.action`; without one, all listed tools.
    #[arg(id = "fusion.key", value_name = "KEY")]
    pub(super) key: Option<String>,
    #[command(flatten)]
    pub(super) print: PrintOptions,
}

#[derive(Args, Clone, Debug)]
#[group(skip)]
pub(super) struct CallOptions {
    /// The action, as `tool/module.action`. Options of this command stand before it, arguments of the action after it.
    #[arg(id = "fusion.key", value_name = "KEY")]
    pub(super) key: String,
    #[command(flatten)]
    pub(super) caller: CallerOptions,
    #[command(flatten)]
    pub(super) print: PrintOptions,
}

#[derive(Args, Clone, Debug)]
#[group(skip)]
pub(super) struct LintOptions {
    /// The findings that fail the command: `all`, or ids of rules, separated by commas.
    #[arg(
        id = "fusion.deny",
        long = "deny",
        value_name = "RULES",
        value_delimiter = ',',
        hide_possible_values = true,
        value_parser = DeniedRule::parser()
    )]
    pub(super) deny: Vec<DeniedRule>,
    #[command(flatten)]
    pub(super) print: PrintOptions,
}

#[derive(Args, Clone, Debug)]
#[group(skip)]
pub(super) struct CompletionsOptions {
    /// The shell.
    #[arg(id = "fusion.shell", value_name = "SHELL", value_parser = ["bash", "elvish", "fish", "powershell", "zsh"])]
    pub(super) shell: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ExpositionName {
    /// One tool; an argument selects the action.
    Grouped,
    /// Up to three tools: for actions that read, that write and that destroy.
    BySafety,
    /// One tool for each action.
    Flat,
    /// A tool that finds actions, and up to three that run them.
    Search,
}

impl From<ExpositionName> for Exposition {
    fn from(name: ExpositionName) -> Self {
        match name {
            ExpositionName::Grouped => Self::Grouped,
            ExpositionName::BySafety => Self::BySafety,
            ExpositionName::Flat => Self::Flat,
            ExpositionName::Search => Self::Search,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ProfileName {
    /// For every client.
    Portable,
    /// For the strict function calling of `OpenAI`.
    Strict,
    /// For clients that fail at `additionalProperties`.
    Open,
    /// As schemars writes them.
    AsIs,
}

impl From<ProfileName> for Profile {
    fn from(name: ProfileName) -> Self {
        match name {
            ProfileName::Portable => Self::Portable,
            ProfileName::Strict => Self::OpenAiStrict,
            ProfileName::Open => Self::Open,
            ProfileName::AsIs => Self::AsIs,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum OutputForm {
    /// Text and tables for people.
    Text,
    /// JSON for programs, as the protocol has it.
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ColorUse {
    Auto,
    Always,
    Never,
}

/// Reads `NAME=VALUE`.
pub(super) fn header(text: &str) -> Result<(HeaderName, HeaderValue), String> {
    let (name, value) = text.split_once('=').ok_or("it has no `=`")?;
    let name = HeaderName::try_from(name).map_err(|_| "the name is not one of HTTP")?;
    let value = HeaderValue::try_from(value).map_err(|_| "the value is not one of HTTP")?;
    Ok((name, value))
}
