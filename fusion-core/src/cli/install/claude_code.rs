//! Claude Code, which keeps its entries by its own command. Its files are read, to tell an entry that is there
//! from a new one, and never written.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value as JsonValue;

use super::{
    app::{ClientApp, InstallScope},
    entry::ServerEntry,
    error::{InstallError, line_and_column},
    json::JsonText,
    place::InstallPlace,
    shape::{COMMAND, ShapedEntry},
    value::ConfigValue,
    write,
};

/// Calls of the command `claude`, one after the other.
#[derive(Debug)]
pub(crate) struct CommandChange {
    program: PathBuf,
    folder: PathBuf,
    pub(crate) commands: Vec<Vec<String>>,
}

/// A server of Claude Code in a scope.
pub(super) struct ClaudeCode<'p> {
    pub(super) place: &'p InstallPlace,
    pub(super) scope: InstallScope,
    pub(super) entry: &'p ServerEntry,
    pub(super) force: bool,
}

impl ClaudeCode<'_> {
    pub(super) fn install(&self, shaped: &ShapedEntry) -> Result<CommandChange, InstallError> {
        let found = self.existing()?;
        let is_same = found.as_ref().is_some_and(|found| is_same(found, shaped));
        let mut commands = Vec::new();
        if !is_same {
            // `add` refuses a name that exists.
            commands.extend(found.map(|_| self.removal()));
            commands.push(self.addition(shaped));
        }
        self.change(commands)
    }

    pub(super) fn uninstall(&self) -> Result<CommandChange, InstallError> {
        let found = self.existing()?;
        self.change(found.into_iter().map(|_| self.removal()).collect())
    }

    fn change(&self, commands: Vec<Vec<String>>) -> Result<CommandChange, InstallError> {
        let mut change = CommandChange {
            program: PathBuf::from("claude"),
            folder: self.place.project.clone(),
            commands,
        };
        if change.commands.is_empty() {
            return Ok(change);
        }
        match self.place.program("claude") {
            Some(program) => change.program = program,
            None => {
                return Err(InstallError::NoCommand {
                    commands: change.text(),
                });
            }
        }
        Ok(change)
    }

    /// The entry of the name in the scope, if it is this program's or may be replaced.
    fn existing(&self) -> Result<Option<JsonValue>, InstallError> {
        let path = self.place.file(ClientApp::ClaudeCode, self.scope)?;
        let bytes = write::read(&path)?.unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_start_matches('\u{feff}');
        let project = local_key(&self.place.project);
        let name = self.entry.name.as_str();
        let section = ClientApp::ClaudeCode.section();
        let keys: &[&str] = match self.scope {
            InstallScope::Local => &["projects", &project, section, name],
            InstallScope::User | InstallScope::Project => &[section, name],
        };
        let found = JsonText::parse(text).and_then(|json| {
            let found = json.get(keys)?;
            Ok(found.map(|(at, value)| (at, JsonValue::from(value.clone()))))
        });
        let Some((at, found)) = found.map_err(|problem| problem.in_file(&path, text))? else {
            return Ok(None);
        };
        let (command, url) = (found[COMMAND].as_str(), found["url"].as_str());
        if self.force || self.entry.owns(command, url) {
            return Ok(Some(found));
        }
        Err(InstallError::Foreign {
            line: line_and_column(text, at).0,
            name: name.to_owned(),
            found: command
                .or(url)
                .unwrap_or("an entry without a command")
                .to_owned(),
            path,
        })
    }

    fn addition(&self, shaped: &ShapedEntry) -> Vec<String> {
        let text = |key: &str| match field(shaped, key) {
            Some(ConfigValue::Text(text)) => text.clone(),
            _ => String::new(),
        };
        let mut words = words(&["mcp", "add", "--scope", self.scope.key()]);
        if text("type") == "http" {
            words.extend([String::from("--transport"), String::from("http")]);
            words.extend([self.entry.name.clone(), text("url")]);
            words.extend(settings(shaped, "headers", "--header", ": "));
            return words;
        }
        words.push(self.entry.name.clone());
        // `--env` takes all words up to the next option or `--`.
        words.extend(settings(shaped, "env", "--env", "="));
        words.extend([String::from("--"), text(COMMAND)]);
        if let Some(ConfigValue::List(args)) = field(shaped, "args") {
            words.extend(args.iter().cloned());
        }
        words
    }

    fn removal(&self) -> Vec<String> {
        words(&[
            "mcp",
            "remove",
            "--scope",
            self.scope.key(),
            &self.entry.name,
        ])
    }
}

impl CommandChange {
    /// The commands as one types them.
    pub(crate) fn text(&self) -> String {
        let lines = self.commands.iter().map(|words| {
            let words: Vec<String> = words.iter().map(|word| shell_word(word)).collect();
            format!("claude {}\n", words.join(" "))
        });
        lines.collect()
    }

    pub(super) fn run(&self) -> Result<(), InstallError> {
        for words in &self.commands {
            let output = Command::new(&self.program)
                .args(words)
                .current_dir(&self.folder)
                .output()
                .map_err(|error| failed(words, "an error", error.to_string()))?;
            if !output.status.success() {
                let streams = [output.stderr, output.stdout];
                let streams =
                    streams.map(|stream| String::from_utf8_lossy(&stream).trim().to_owned());
                let status = output.status.to_string();
                return Err(failed(words, &status, streams.join(" ").trim().to_owned()));
            }
        }
        Ok(())
    }
}

/// The error of a command, of which the words after `mcp add` may be long.
fn failed(words: &[String], status: &str, output: String) -> InstallError {
    InstallError::CommandFailed {
        command: format!("claude {}", words[..2.min(words.len())].join(" ")),
        status: status.to_owned(),
        output,
    }
}

/// The key of a project in Claude Code's file: the main folder of its repository, without links. Claude Code
/// 2.1.332 was seen to use it for subfolders and for other worktrees.
fn local_key(project: &Path) -> String {
    let folder = fs::canonicalize(project).unwrap_or_else(|_| project.to_owned());
    let root = folder.ancestors().find_map(|folder| {
        let git = folder.join(".git");
        let worktree = || {
            let link = fs::read_to_string(&git).ok()?;
            let folder = Path::new(link.strip_prefix("gitdir:")?.trim());
            let worktrees = folder
                .parent()
                .filter(|parent| parent.ends_with(".git/worktrees"))?;
            Some(worktrees.parent()?.parent()?.to_owned())
        };
        git.exists()
            .then(|| worktree().unwrap_or_else(|| folder.to_owned()))
    });
    let key = root.unwrap_or(folder).to_string_lossy().into_owned();
    // Windows marks the paths that `canonicalize` gives.
    key.strip_prefix(r"\\?\").unwrap_or(&key).to_owned()
}

fn is_same(found: &JsonValue, shaped: &ShapedEntry) -> bool {
    shaped
        .fields
        .iter()
        .all(|(key, value)| match found.get(key) {
            Some(found) => value.matches(found),
            None => value.is_empty(),
        })
}

fn field<'s>(shaped: &'s ShapedEntry, key: &str) -> Option<&'s ConfigValue> {
    let field = shaped.fields.iter().find(|(name, _)| name == key);
    field.map(|(_, value)| value)
}

fn settings(shaped: &ShapedEntry, key: &str, option: &str, between: &str) -> Vec<String> {
    let Some(ConfigValue::Table(settings)) = field(shaped, key) else {
        return Vec::new();
    };
    let words = settings.iter().filter_map(|(name, value)| match value {
        ConfigValue::Text(text) => Some([option.to_owned(), [name, between, text].concat()]),
        _ => None,
    });
    words.flatten().collect()
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// A word in quotes where a shell would read more into it, as into `${NAME}`.
fn shell_word(word: &str) -> String {
    let is_plain = |char: char| char.is_ascii_alphanumeric() || "-_./:=,@%+".contains(char);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}
