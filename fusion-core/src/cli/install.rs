//! `install` and `uninstall`: the entry of a server in the configuration of a client.
//!
//! [`plan_install`] and [`plan_uninstall`] read and write nothing but give an [`InstallChange`], whose `diff` shows
//! it and whose `write` makes it. A file keeps every byte outside the entry.

mod app;
mod change;
mod claude_code;
mod edit;
mod entry;
mod error;
mod json;
mod mask;
mod place;
mod shape;
#[cfg(test)]
mod tests;
mod toml;
mod value;
mod write;

pub(crate) use self::{
    app::{ClientApp, InstallScope},
    change::InstallChange,
    entry::{EntrySetting, ServerEntry, ServerLaunch, SettingValue},
    error::InstallError,
    place::InstallPlace,
};

use std::path::{Path, PathBuf};

use self::{
    change::FileChange,
    claude_code::ClaudeCode,
    edit::{EntryEdit, Removal},
    shape::shape,
};

/// A client and scope to install to, and the server.
#[derive(Debug)]
pub(crate) struct InstallRequest<'r> {
    pub(crate) app: ClientApp,
    pub(crate) scope: InstallScope,
    pub(crate) entry: &'r ServerEntry,
    /// True to replace or remove an entry of the same name that starts another program.
    pub(crate) force: bool,
}

impl<'r> InstallRequest<'r> {
    fn edit(&self, path: &'r Path) -> EntryEdit<'r> {
        EntryEdit {
            app: self.app,
            path,
            entry: self.entry,
            force: self.force,
        }
    }
}

/// The change that adds or updates the entry.
pub(crate) fn plan_install(
    place: &InstallPlace,
    request: &InstallRequest<'_>,
) -> Result<InstallChange, InstallError> {
    let InstallRequest {
        app, scope, entry, ..
    } = *request;
    let path = place.file(app, scope)?;
    let shaped = shape(app, scope, &path, entry)?;
    if app == ClientApp::ClaudeCode {
        let change = claude_code(place, request).install(&shaped)?;
        return Ok(InstallChange::Command(change));
    }
    let before = write::read(&path)?;
    let edit = request.edit(&path);
    let after = edit.install(before.as_deref(), &shaped)?;
    Ok(file_change(
        request,
        path.clone(),
        before,
        Some(after),
        shaped.holds_secrets,
    ))
}

/// The change that removes the entry, if there is one. Its settings need no values.
pub(crate) fn plan_uninstall(
    place: &InstallPlace,
    request: &InstallRequest<'_>,
) -> Result<InstallChange, InstallError> {
    let InstallRequest {
        app, scope, entry, ..
    } = *request;
    entry.check_name()?;
    let path = place.file(app, scope)?;
    if app == ClientApp::ClaudeCode {
        let change = claude_code(place, request).uninstall()?;
        return Ok(InstallChange::Command(change));
    }
    let before = write::read(&path)?;
    let edit = request.edit(&path);
    let backups = write::backups(&write::target(&path)?)?;
    let removal = match &before {
        Some(bytes) => edit.remove(bytes, &backups)?,
        None => Removal::Unchanged,
    };
    let after = match removal {
        Removal::Unchanged => before.clone(),
        Removal::Bytes(bytes) => Some(bytes),
        Removal::File => None,
    };
    Ok(file_change(request, path.clone(), before, after, false))
}

fn claude_code<'p>(place: &'p InstallPlace, request: &InstallRequest<'p>) -> ClaudeCode<'p> {
    ClaudeCode {
        place,
        scope: request.scope,
        entry: request.entry,
        force: request.force,
    }
}

fn file_change(
    request: &InstallRequest<'_>,
    path: PathBuf,
    before: Option<Vec<u8>>,
    after: Option<Vec<u8>>,
    is_private: bool,
) -> InstallChange {
    let settings = match &request.entry.launch {
        ServerLaunch::Stdio { env, .. } => env,
        ServerLaunch::Http { headers, .. } => headers,
    };
    let shown = settings.iter().filter_map(|setting| match &setting.value {
        SettingValue::Plain(text) => Some(text.clone()),
        SettingValue::Secret { .. } => None,
    });
    InstallChange::File(FileChange {
        path,
        before,
        after,
        is_private,
        is_toml: request.app == ClientApp::Codex,
        shown: shown.collect(),
    })
}
