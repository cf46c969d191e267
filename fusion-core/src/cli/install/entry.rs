//! The entry of a server, before it takes the shape of a client.

use super::{app::ClientApp, error::InstallError};

/// A server under the name that a client lists it by.
#[derive(Clone, Debug)]
pub(crate) struct ServerEntry {
    pub(crate) name: String,
    pub(crate) launch: ServerLaunch,
}

/// The way in which a client reaches a server.
#[derive(Clone, Debug)]
pub(crate) enum ServerLaunch {
    Stdio {
        command: String,
        args: Vec<String>,
        env: Vec<EntrySetting>,
    },
    Http {
        url: String,
        headers: Vec<EntrySetting>,
    },
}

/// An environment variable of the server's process, or a header of its requests.
#[derive(Clone, Debug)]
pub(crate) struct EntrySetting {
    pub(crate) name: String,
    pub(crate) value: SettingValue,
}

#[derive(Clone, Debug)]
pub(crate) enum SettingValue {
    Plain(String),
    /// `prefix` (as `Bearer `) and the value of the user's environment variable `variable`.
    Secret {
        prefix: String,
        variable: String,
        /// The variable's value now, for clients that expand no variables.
        value: Option<String>,
    },
}

impl EntrySetting {
    pub(crate) fn plain(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            value: SettingValue::Plain(value.into()),
        }
    }

    /// An environment variable that the user holds under the same name.
    pub(crate) fn secret(name: impl Into<String>, value: Option<String>) -> Self {
        let name = name.into();
        Self {
            value: SettingValue::Secret {
                prefix: String::new(),
                variable: name.clone(),
                value,
            },
            name,
        }
    }

    /// An `Authorization` header with a bearer token from an environment variable.
    pub(crate) fn bearer(variable: impl Into<String>, value: Option<String>) -> Self {
        Self {
            name: String::from("Authorization"),
            value: SettingValue::Secret {
                prefix: String::from("Bearer "),
                variable: variable.into(),
                value,
            },
        }
    }
}

impl ServerEntry {
    /// Rule: every client accepts the name. Codex and Claude Code refuse others.
    pub(crate) fn check_name(&self) -> Result<(), InstallError> {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if (1..=64).contains(&self.name.len()) && self.name.bytes().all(fits) {
            return Ok(());
        }
        Err(InstallError::Name {
            name: self.name.clone(),
        })
    }

    /// Returns the variables of secrets to which the entry refers, and which a client reads from its own environment.
    pub(crate) fn referenced_variables(&self, app: ClientApp) -> Vec<&str> {
        // The first two get the values, and the last asks its user for them.
        if matches!(
            app,
            ClientApp::ClaudeDesktop | ClientApp::Zed | ClientApp::VsCode
        ) {
            return Vec::new();
        }
        let (ServerLaunch::Stdio { env: settings, .. }
        | ServerLaunch::Http {
            headers: settings, ..
        }) = &self.launch;
        let variables = settings.iter().filter_map(|setting| match &setting.value {
            SettingValue::Plain(_) => None,
            SettingValue::Secret { variable, .. } => Some(variable.as_str()),
        });
        variables.collect()
    }

    /// True if an entry that starts `command`, or connects to `url`, is this program's: another folder is an
    /// older place of the same program, another file name is another program.
    pub(crate) fn owns(&self, command: Option<&str>, url: Option<&str>) -> bool {
        match &self.launch {
            ServerLaunch::Stdio { command: own, .. } => {
                command.is_some_and(|found| program(found) == program(own))
            }
            ServerLaunch::Http { url: own, .. } => {
                url.is_some_and(|found| found.trim_end_matches('/') == own.trim_end_matches('/'))
            }
        }
    }
}

/// The file name of a command, in the paths of either kind of system.
fn program(command: &str) -> &str {
    let name = command.rsplit(['/', '\\']).next().unwrap_or(command);
    let stem = name.len().saturating_sub(4);
    match name.get(stem..) {
        Some(end) if end.eq_ignore_ascii_case(".exe") => &name[..stem],
        _ => name,
    }
}
