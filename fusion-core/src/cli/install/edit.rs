//! The bytes of a client's file with an entry, or without it: pure functions over bytes.
//!
//! The entry becomes the last of its section, or keeps its place if it is there. `remove` first looks for the
//! bytes from before the install: a backup to which adding the entry as it stands now gives exactly these bytes.
//! It restores them, so that a section or a file that the install made goes with the entry. Without such a backup
//! it takes out the entry alone, and a section stays, though it is empty.

use std::path::Path;

use serde_json::Value as JsonValue;

use super::{
    app::ClientApp,
    entry::ServerEntry,
    error::{InstallError, TextProblem, line_and_column},
    json::JsonText,
    shape::{COMMAND, ShapedEntry, URLS, input_id},
    toml::TomlText,
    value::{ConfigValue, written},
};

/// The entry of one server in one file.
pub(crate) struct EntryEdit<'e> {
    pub(crate) app: ClientApp,
    pub(crate) path: &'e Path,
    pub(crate) entry: &'e ServerEntry,
    /// True to replace or remove an entry of another program.
    pub(crate) force: bool,
}

/// A file after the removal of an entry.
#[derive(Debug, PartialEq)]
pub(crate) enum Removal {
    /// The file has no such entry.
    Unchanged,
    Bytes(Vec<u8>),
    /// The file holds nothing but the entry, as the install wrote it.
    File,
}

const INPUTS: &str = "inputs";

impl EntryEdit<'_> {
    /// The bytes with the entry. `None` stands for a missing file.
    pub(crate) fn install(
        &self,
        bytes: Option<&[u8]>,
        shaped: &ShapedEntry,
    ) -> Result<Vec<u8>, InstallError> {
        let (mark, text) = self.decode(bytes.unwrap_or_default())?;
        let new = match self.existing(text)? {
            None => self.add(text, &written(&shaped.fields)),
            Some((_, found)) if self.is_own(&found) => self.update(text, &found, shaped),
            Some((at, found)) if !self.force => return Err(self.foreign(text, at, &found)),
            Some(_) => self.replace(text, &written(&shaped.fields)),
        };
        let new = new.and_then(|new| add_inputs(new, &shaped.inputs));
        let new = new.map_err(|problem| problem.in_file(self.path, text))?;
        Ok([mark, &new].concat().into_bytes())
    }

    /// The bytes without the entry, given the backups beside the file, newest first.
    pub(crate) fn remove(
        &self,
        bytes: &[u8],
        backups: &[Vec<u8>],
    ) -> Result<Removal, InstallError> {
        let (mark, text) = self.decode(bytes)?;
        let Some((at, found)) = self.existing(text)? else {
            return Ok(Removal::Unchanged);
        };
        if !self.force && !self.is_own(&found) {
            return Err(self.foreign(text, at, &found));
        }
        if let Some(backup) = backups.iter().find(|backup| self.leads_to(backup, bytes)) {
            return Ok(Removal::Bytes(backup.clone()));
        }
        if self.leads_to(&[], bytes) {
            return Ok(Removal::File);
        }
        let new = self
            .take_out(text)
            .map_err(|problem| problem.in_file(self.path, text))?;
        Ok(Removal::Bytes([mark, &new].concat().into_bytes()))
    }

    /// True if an entry of the name exists and is this program's.
    fn is_own(&self, found: &JsonValue) -> bool {
        let is_empty = found.as_object().is_some_and(serde_json::Map::is_empty);
        is_empty || self.entry.owns(command_of(found), url_of(found))
    }

    fn foreign(&self, text: &str, at: usize, found: &JsonValue) -> InstallError {
        InstallError::Foreign {
            path: self.path.to_owned(),
            line: line_and_column(text, at).0,
            name: self.entry.name.clone(),
            found: command_of(found)
                .or(url_of(found))
                .unwrap_or("an entry without a command")
                .to_owned(),
        }
    }

    fn decode<'b>(&self, bytes: &'b [u8]) -> Result<(&'static str, &'b str), InstallError> {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            InstallError::NotUtf8 {
                path: self.path.to_owned(),
                line: line_and_column(&valid, valid.len()).0,
            }
        })?;
        Ok(text
            .strip_prefix('\u{feff}')
            .map_or(("", text), |rest| ("\u{feff}", rest)))
    }

    fn existing(&self, text: &str) -> Result<Option<(usize, JsonValue)>, InstallError> {
        let found = if self.is_toml() {
            TomlText::parse(text).and_then(|toml| toml.get(self.app.section(), &self.entry.name))
        } else {
            JsonText::parse(text).and_then(|json| {
                let found = json.get(&self.path_of_entry())?;
                Ok(found.map(|(at, value)| (at, JsonValue::from(value.clone()))))
            })
        };
        let found = found.map_err(|problem| problem.in_file(self.path, text))?;
        if let Some((at, value)) = &found
            && !value.is_object()
        {
            let problem = TextProblem::NotTable {
                at: *at,
                key: format!("`{}.{}`", self.app.section(), self.entry.name),
                found: "no object",
            };
            return Err(problem.in_file(self.path, text));
        }
        Ok(found)
    }

    fn is_toml(&self) -> bool {
        self.app == ClientApp::Codex
    }

    fn path_of_entry(&self) -> [&str; 2] {
        [self.app.section(), &self.entry.name]
    }

    fn add(&self, text: &str, value: &ConfigValue) -> Result<String, TextProblem> {
        let [section, name] = self.path_of_entry();
        match value {
            ConfigValue::Table(fields) if self.is_toml() => {
                TomlText::parse(text)?.append(section, name, fields)
            }
            _ => JsonText::parse(text)?.set(&[section, name], value),
        }
    }

    fn replace(&self, text: &str, value: &ConfigValue) -> Result<String, TextProblem> {
        let [section, name] = self.path_of_entry();
        if !self.is_toml() {
            return self.add(text, value);
        }
        let without = TomlText::parse(text)?.remove(section, name)?;
        self.add(&without, value)
    }

    /// Writes the fields that differ; unknown fields, and settings that the user added, stay.
    fn update(
        &self,
        text: &str,
        found: &JsonValue,
        shaped: &ShapedEntry,
    ) -> Result<String, TextProblem> {
        let mut text = text.to_owned();
        for (key, value) in &shaped.fields {
            match (value, found.get(key)) {
                (_, None) if value.is_empty() => {}
                (ConfigValue::Table(settings), Some(JsonValue::Object(found))) => {
                    for (setting, value) in settings {
                        let is_same = found.get(setting).is_some_and(|found| value.matches(found));
                        if !is_same {
                            text = self.set(&text, &[key, setting], value)?;
                        }
                    }
                }
                (_, Some(found)) if value.matches(found) => {}
                _ => text = self.set(&text, &[key], value)?,
            }
        }
        Ok(text)
    }

    fn set(&self, text: &str, field: &[&str], value: &ConfigValue) -> Result<String, TextProblem> {
        let [section, name] = self.path_of_entry();
        if self.is_toml() {
            return TomlText::parse(text)?.set(section, name, field, value);
        }
        let path = [&[section, name], field].concat();
        JsonText::parse(text)?.set(&path, value)
    }

    /// True if adding the entry, as it stands in `after`, to `before` gives `after`.
    fn leads_to(&self, before: &[u8], after: &[u8]) -> bool {
        let replayed = || -> Option<String> {
            let (mark, after) = self.decode(after).ok()?;
            let (old_mark, before) = self.decode(before).ok()?;
            let is_fresh = self.existing(before).ok()?.is_none() && mark == old_mark;
            let text = self.replay(before, after).ok()??;
            is_fresh.then_some([mark, &text].concat())
        };
        replayed().is_some_and(|text| text.as_bytes() == after)
    }

    fn replay(&self, before: &str, after: &str) -> Result<Option<String>, TextProblem> {
        let [section, name] = self.path_of_entry();
        if self.is_toml() {
            let toml = TomlText::parse(after)?;
            let block = toml.last_block(section, name)?;
            let before = TomlText::parse(before)?;
            return block
                .map(|block| before.append_block(section, name, block))
                .transpose();
        }
        let after = JsonText::parse(after)?;
        let Some((_, value)) = after.get(&[section, name])? else {
            return Ok(None);
        };
        let raw = after.raw(value);
        let before = self.add(before, &ConfigValue::Raw(raw.to_owned()))?;
        let inputs: Vec<(String, ConfigValue)> = self
            .own_inputs(&after, raw)?
            .into_iter()
            .map(|(id, input)| (id, ConfigValue::Raw(input)))
            .collect();
        add_inputs(before, &inputs).map(Some)
    }

    fn take_out(&self, text: &str) -> Result<String, TextProblem> {
        let [section, name] = self.path_of_entry();
        if self.is_toml() {
            return TomlText::parse(text)?.remove(section, name);
        }
        let json = JsonText::parse(text)?;
        let raw = json
            .get(&[section, name])?
            .map_or("", |(_, value)| json.raw(value));
        let inputs = self.own_inputs(&json, raw)?;
        let without = json.remove(&[section, name])?;
        let unused: Vec<&String> = inputs
            .iter()
            .map(|(id, _)| id)
            .filter(|id| !without.contains(&reference(id)))
            .collect();
        if unused.is_empty() {
            return Ok(without);
        }
        JsonText::parse(&without)?.remove_elements(&[INPUTS], |input| {
            let id = JsonValue::from(input.clone());
            unused.iter().any(|unused| id["id"] == **unused)
        })
    }

    /// The inputs that the entry uses and that are named after it, with their text.
    fn own_inputs(
        &self,
        json: &JsonText<'_>,
        entry: &str,
    ) -> Result<Vec<(String, String)>, TextProblem> {
        if self.app != ClientApp::VsCode {
            return Ok(Vec::new());
        }
        let prefix = input_id(&self.entry.name, "");
        let mut inputs = inputs_of(json)?;
        inputs.retain(|(id, _)| id.starts_with(&prefix) && entry.contains(&reference(id)));
        Ok(inputs)
    }
}

fn reference(id: &str) -> String {
    format!("${{input:{id}}}")
}

fn add_inputs(mut text: String, inputs: &[(String, ConfigValue)]) -> Result<String, TextProblem> {
    for (id, input) in inputs {
        let json = JsonText::parse(&text)?;
        if inputs_of(&json)?.iter().all(|(known, _)| known != id) {
            text = json.push(&[INPUTS], input)?;
        }
    }
    Ok(text)
}

/// The ids and texts of a file's inputs.
fn inputs_of(json: &JsonText<'_>) -> Result<Vec<(String, String)>, TextProblem> {
    let Some((_, inputs)) = json.get(&[INPUTS])? else {
        return Ok(Vec::new());
    };
    let inputs = inputs.as_array().map(|array| array.elements.as_slice());
    let inputs = inputs.unwrap_or_default().iter().filter_map(|input| {
        let value = JsonValue::from(input.clone());
        Some((value["id"].as_str()?.to_owned(), json.raw(input).to_owned()))
    });
    Ok(inputs.collect())
}

/// Zed once kept the command in a table.
fn command_of(entry: &JsonValue) -> Option<&str> {
    let command = &entry[COMMAND];
    command.as_str().or_else(|| command["path"].as_str())
}

fn url_of(entry: &JsonValue) -> Option<&str> {
    URLS.iter().find_map(|key| entry[*key].as_str())
}
