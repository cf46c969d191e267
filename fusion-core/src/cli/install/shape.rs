//! The shape of an entry in each client's file, and how each writes secrets: as a reference to an environment
//! variable where the client expands one, else as the value, which only a file of the user may hold.

use std::path::Path;

use super::{
    app::{ClientApp, InstallScope},
    entry::{EntrySetting, ServerEntry, ServerLaunch, SettingValue},
    error::InstallError,
    value::ConfigValue,
};

/// An entry in the shape of a client.
#[derive(Debug)]
pub(crate) struct ShapedEntry {
    pub(crate) fields: Vec<(String, ConfigValue)>,
    /// Inputs of VS Code, by which it asks the user for secrets, under their ids.
    pub(crate) inputs: Vec<(String, ConfigValue)>,
    /// True if the file holds values of secrets afterwards.
    pub(crate) holds_secrets: bool,
}

/// Shapes `entry` for the file at `path`.
pub(crate) fn shape(
    app: ClientApp,
    scope: InstallScope,
    path: &Path,
    entry: &ServerEntry,
) -> Result<ShapedEntry, InstallError> {
    entry.check_name()?;
    let mut shaper = Shaper {
        app,
        scope,
        path,
        name: &entry.name,
        shaped: ShapedEntry {
            fields: Vec::new(),
            inputs: Vec::new(),
            holds_secrets: false,
        },
    };
    match &entry.launch {
        ServerLaunch::Stdio { command, args, env } => shaper.stdio(command, args, env)?,
        ServerLaunch::Http { .. } if app == ClientApp::ClaudeDesktop => {
            return Err(InstallError::NoHttp { app });
        }
        ServerLaunch::Http { url, headers } => shaper.http(url, headers)?,
    }
    Ok(shaper.shaped)
}

/// The key of the command, and the keys under which clients keep a URL.
pub(crate) const COMMAND: &str = "command";
pub(crate) const URLS: [&str; 3] = ["url", "httpUrl", "serverUrl"];

/// The id of the input by which VS Code asks for `variable`.
pub(crate) fn input_id(name: &str, variable: &str) -> String {
    format!("{name}-{variable}")
}

struct Shaper<'a> {
    app: ClientApp,
    scope: InstallScope,
    path: &'a Path,
    name: &'a str,
    shaped: ShapedEntry,
}

impl Shaper<'_> {
    fn stdio(
        &mut self,
        command: &str,
        args: &[String],
        env: &[EntrySetting],
    ) -> Result<(), InstallError> {
        if matches!(self.app, ClientApp::VsCode | ClientApp::Cursor) {
            self.push("type", ConfigValue::text("stdio"));
        }
        self.push(COMMAND, ConfigValue::text(command));
        self.push("args", ConfigValue::List(args.to_vec()));
        if self.app == ClientApp::Codex {
            // Codex passes on the variables that it is told to, under their own names.
            let (passed, written): (Vec<_>, Vec<_>) =
                env.iter().partition(|setting| is_own_variable(setting));
            let names = passed.iter().map(|setting| setting.name.clone());
            self.push("env_vars", ConfigValue::List(names.collect()));
            let table = self.table(written)?;
            self.push("env", table);
        } else {
            let table = self.table(env)?;
            self.push("env", table);
        }
        Ok(())
    }

    fn http(&mut self, url: &str, headers: &[EntrySetting]) -> Result<(), InstallError> {
        match self.app {
            ClientApp::VsCode | ClientApp::ClaudeCode => {
                self.push("type", ConfigValue::text("http"));
                self.push("url", ConfigValue::text(url));
            }
            ClientApp::Gemini => self.push("httpUrl", ConfigValue::text(url)),
            ClientApp::Windsurf => self.push("serverUrl", ConfigValue::text(url)),
            _ => self.push("url", ConfigValue::text(url)),
        }
        if self.app == ClientApp::Codex {
            return self.codex_headers(headers);
        }
        let table = self.table(headers)?;
        self.push("headers", table);
        Ok(())
    }

    /// Codex has a field for a bearer token, a table of headers that are variables, and one of plain headers.
    fn codex_headers(&mut self, headers: &[EntrySetting]) -> Result<(), InstallError> {
        let mut variables = Vec::new();
        let mut rest = Vec::new();
        for header in headers {
            match &header.value {
                SettingValue::Secret {
                    prefix, variable, ..
                } if prefix == "Bearer " && header.name.eq_ignore_ascii_case("authorization") => {
                    self.push("bearer_token_env_var", ConfigValue::text(variable));
                }
                SettingValue::Secret {
                    prefix, variable, ..
                } if prefix.is_empty() => {
                    variables.push((header.name.clone(), ConfigValue::text(variable)));
                }
                _ => rest.push(header),
            }
        }
        let plain = self.table(rest)?;
        self.push("http_headers", plain);
        self.push("env_http_headers", ConfigValue::Table(variables));
        Ok(())
    }

    fn table<'s>(
        &mut self,
        settings: impl IntoIterator<Item = &'s EntrySetting>,
    ) -> Result<ConfigValue, InstallError> {
        let mut fields: Vec<(String, ConfigValue)> = Vec::new();
        for setting in settings {
            let value = ConfigValue::Text(self.value(setting)?);
            match fields.iter_mut().find(|(name, _)| *name == setting.name) {
                Some((_, earlier)) => *earlier = value,
                None => fields.push((setting.name.clone(), value)),
            }
        }
        Ok(ConfigValue::Table(fields))
    }

    fn value(&mut self, setting: &EntrySetting) -> Result<String, InstallError> {
        let (prefix, variable, value) = match &setting.value {
            SettingValue::Plain(text) => return Ok(text.clone()),
            SettingValue::Secret {
                prefix,
                variable,
                value,
            } => (prefix, variable, value),
        };
        let reference = match self.app {
            ClientApp::Cursor | ClientApp::Windsurf => format!("${{env:{variable}}}"),
            ClientApp::ClaudeCode | ClientApp::Gemini => format!("${{{variable}}}"),
            ClientApp::VsCode => {
                let id = input_id(self.name, variable);
                let input = self.input(&id, variable);
                if !self.shaped.inputs.iter().any(|(known, _)| *known == id) {
                    self.shaped.inputs.push((id.clone(), input));
                }
                format!("${{input:{id}}}")
            }
            ClientApp::ClaudeDesktop | ClientApp::Codex | ClientApp::Zed => {
                self.secret(variable, value.as_deref())?.to_owned()
            }
        };
        Ok(format!("{prefix}{reference}"))
    }

    fn input(&self, id: &str, variable: &str) -> ConfigValue {
        let text = |key: &str, text: &str| (key.to_owned(), ConfigValue::text(text));
        let description = format!("{variable} of {}", self.name);
        ConfigValue::Table(vec![
            text("type", "promptString"),
            text("id", id),
            text("description", &description),
            (String::from("password"), ConfigValue::Flag(true)),
        ])
    }

    fn secret<'v>(
        &mut self,
        variable: &str,
        value: Option<&'v str>,
    ) -> Result<&'v str, InstallError> {
        if self.scope != InstallScope::User {
            return Err(InstallError::SecretInProject {
                app: self.app,
                variable: variable.to_owned(),
                path: self.path.to_owned(),
            });
        }
        self.shaped.holds_secrets = true;
        value.ok_or_else(|| InstallError::SecretUnset {
            app: self.app,
            variable: variable.to_owned(),
        })
    }

    fn push(&mut self, key: &str, value: ConfigValue) {
        self.shaped.fields.push((key.to_owned(), value));
    }
}

fn is_own_variable(setting: &EntrySetting) -> bool {
    matches!(&setting.value, SettingValue::Secret { prefix, variable, .. }
        if prefix.is_empty() && *variable == setting.name)
}
