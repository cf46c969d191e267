//! The clients that `install` knows, by the names of the command line, and the scopes of an entry.

use clap::{ValueEnum, builder::PossibleValue};

/// A client that keeps entries of MCP servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ClientApp {
    ClaudeDesktop,
    ClaudeCode,
    Cursor,
    VsCode,
    Codex,
    Gemini,
    Windsurf,
    Zed,
}

impl ClientApp {
    pub(crate) const ALL: [Self; 8] = [
        Self::ClaudeDesktop,
        Self::ClaudeCode,
        Self::Cursor,
        Self::VsCode,
        Self::Codex,
        Self::Gemini,
        Self::Windsurf,
        Self::Zed,
    ];

    /// The name on the command line.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::ClaudeDesktop => "claude-desktop",
            Self::ClaudeCode => "claude-code",
            Self::Cursor => "cursor",
            Self::VsCode => "vscode",
            Self::Codex => "codex",
            Self::Gemini => "gemini",
            Self::Windsurf => "windsurf",
            Self::Zed => "zed",
        }
    }

    /// The name in texts for people.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::ClaudeDesktop => "Claude Desktop",
            Self::ClaudeCode => "Claude Code",
            Self::Cursor => "Cursor",
            Self::VsCode => "VS Code",
            Self::Codex => "Codex",
            Self::Gemini => "Gemini CLI",
            Self::Windsurf => "Windsurf",
            Self::Zed => "Zed",
        }
    }

    /// The key under which the client's file holds its servers.
    pub(crate) const fn section(self) -> &'static str {
        match self {
            Self::VsCode => "servers",
            Self::Codex => "mcp_servers",
            Self::Zed => "context_servers",
            _ => "mcpServers",
        }
    }
}

impl ValueEnum for ClientApp {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.key()).help(self.title()))
    }
}

/// The sessions of a client that see an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InstallScope {
    /// All sessions of the user.
    User,
    /// All sessions in the project, of everyone who has its files.
    Project,
    /// The user's sessions in the project. Only Claude Code has this scope.
    Local,
}

impl InstallScope {
    pub(crate) const ALL: [Self; 3] = [Self::User, Self::Project, Self::Local];

    /// The name on the command line, which is also Claude Code's.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Project => "project",
            Self::Local => "local",
        }
    }
}

impl ValueEnum for InstallScope {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self {
            Self::User => "all sessions of the user",
            Self::Project => "everyone who has the project's files",
            Self::Local => "the user's sessions in this project (Claude Code only)",
        };
        Some(PossibleValue::new(self.key()).help(help))
    }
}
