//! The options of a server's author, as a client shows them to its user. Each is declared once, with clap.

use std::{any::TypeId, path::PathBuf};

use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint, parser::ValueSource};

/// An option that a client may set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DeclaredSetting {
    /// The long name, or the short one.
    pub(super) key: String,
    /// The option on the command line, with its dashes.
    pub(super) flag: String,
    /// The environment variable that sets it.
    pub(super) env: Option<String>,
    pub(super) description: Option<String>,
    pub(super) kind: SettingKind,
    /// The values that clap accepts; empty if they are not listed.
    pub(super) choices: Vec<String>,
    /// The value that was given to `pack`, else the default. `None` for a secret.
    pub(super) default: Option<String>,
    pub(super) is_required: bool,
    /// True if `hide_env_values` is set.
    pub(super) is_secret: bool,
    pub(super) values: SettingValues,
}

/// The values that an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SettingValues {
    /// None: the option is a switch.
    Switch,
    One,
    /// One each time that the option is given.
    Many,
}

/// The type of a setting's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SettingKind {
    Text,
    Number,
    Boolean,
    /// A path that need not exist.
    Path,
    /// A file that exists.
    File,
    Folder,
}

impl SettingKind {
    pub(super) fn is_path(self) -> bool {
        matches!(self, Self::Path | Self::File | Self::Folder)
    }
}

/// The options of an author, in two parts.
#[derive(Debug, Default)]
pub(super) struct DeclaredSettings {
    /// The settings that a client may change.
    pub(super) open: Vec<DeclaredSetting>,
    /// The options that were given to `pack` and cannot be settings, as words of a command line: switches without an environment
    /// variable, and lists.
    pub(super) fixed: Vec<String>,
}

impl DeclaredSettings {
    /// Returns the settings of a server. `own` has the author's options, `matches` what `pack` was given.
    pub(super) fn new(own: &Command, matches: &ArgMatches) -> Self {
        let mut settings = Self::default();
        for argument in own.get_arguments() {
            let Some((key, flag)) = names(argument) else {
                continue;
            };
            let given = given(argument, matches);
            let is_switch = !argument.get_action().takes_values();
            let delimiter = argument.get_value_delimiter();
            if let Some(values) = &given {
                let is_list = !is_switch && values.len() > 1 && delimiter.is_none();
                if is_list || (is_switch && argument.get_env().is_none()) {
                    let fixed = values.iter().map(|value| fixed(&flag, value.as_deref()));
                    settings.fixed.extend(fixed);
                    continue;
                }
            }
            let is_offered = !argument.is_hide_set() || argument.is_required_set();
            // A switch without a value cannot be written by a client, which has one.
            if (is_offered || given.is_some()) && !(is_switch && argument.get_env().is_none()) {
                let setting = setting(argument, key, flag, given);
                settings.open.push(setting);
            }
        }
        settings
    }

    /// Returns the words that set what was given to `pack`, apart from secrets: those of a command that no client
    /// configures.
    pub(super) fn given_words(&self, own: &Command, matches: &ArgMatches) -> Vec<String> {
        let given = own.get_arguments().filter_map(|argument| {
            let (key, flag) = names(argument)?;
            let values = given(argument, matches)?;
            let setting = self.open.iter().find(|setting| setting.key == key)?;
            (!setting.is_secret).then_some((flag, values))
        });
        let words = given.flat_map(|(flag, values)| {
            let words = values.into_iter();
            words
                .map(move |value| fixed(&flag, value.as_deref()))
                .collect::<Vec<_>>()
        });
        self.fixed.iter().cloned().chain(words).collect()
    }
}

fn names(argument: &Arg) -> Option<(String, String)> {
    let long = argument.get_long();
    let long = long.map(|name| (name.to_owned(), format!("--{name}")));
    let short = || {
        argument
            .get_short()
            .map(|name| (name.to_string(), format!("-{name}")))
    };
    long.or_else(short)
}

fn fixed(flag: &str, value: Option<&str>) -> String {
    value.map_or_else(|| flag.to_owned(), |value| format!("{flag}={value}"))
}

/// Returns the values that the command line of `pack` gives to an option; `None` for each time of a switch.
fn given(argument: &Arg, matches: &ArgMatches) -> Option<Vec<Option<String>>> {
    let id = argument.get_id().as_str();
    if matches.value_source(id) != Some(ValueSource::CommandLine) {
        return None;
    }
    Some(match argument.get_action() {
        ArgAction::Count => vec![None; matches.get_count(id).into()],
        action if action.takes_values() => {
            let values = matches.get_raw(id).into_iter().flatten();
            values
                .map(|value| Some(value.to_string_lossy().into_owned()))
                .collect()
        }
        _ => vec![None],
    })
}

fn setting(
    argument: &Arg,
    key: String,
    flag: String,
    given: Option<Vec<Option<String>>>,
) -> DeclaredSetting {
    let is_switch = !argument.get_action().takes_values();
    let is_secret = argument.is_hide_env_values_set();
    let kind = if is_switch {
        SettingKind::Boolean
    } else {
        kind(argument)
    };
    let declared = argument.get_default_values().iter();
    let declared: Vec<_> = declared
        .map(|value| value.to_string_lossy().into_owned())
        .collect();
    let values = match given {
        Some(_) if is_switch => vec!["true".to_owned()],
        Some(given) => given.into_iter().flatten().collect(),
        // `false` of a switch is no value that an author declares.
        None if is_switch => Vec::new(),
        None => declared,
    };
    let delimiter = argument.get_value_delimiter().map(String::from);
    let default = values.join(&delimiter.unwrap_or_default());
    let has_default = !values.is_empty();
    let choices = argument.get_possible_values();
    let choices = choices.iter().filter(|choice| !choice.is_hide_set());
    DeclaredSetting {
        env: argument
            .get_env()
            .map(|name| name.to_string_lossy().into_owned()),
        description: argument.get_help().map(|help| one_line(&help.to_string())),
        kind,
        choices: match kind {
            SettingKind::Boolean => Vec::new(),
            _ => choices.map(|choice| choice.get_name().to_owned()).collect(),
        },
        default: (has_default && !is_secret).then_some(default),
        is_required: argument.is_required_set() && (is_secret || !has_default),
        is_secret,
        values: match argument.get_action() {
            ArgAction::Append => SettingValues::Many,
            _ if is_switch => SettingValues::Switch,
            _ => SettingValues::One,
        },
        key,
        flag,
    }
}

fn kind(argument: &Arg) -> SettingKind {
    let parsed = argument.get_value_parser().type_id();
    let numbers = [
        TypeId::of::<u8>(),
        TypeId::of::<u16>(),
        TypeId::of::<u32>(),
        TypeId::of::<u64>(),
        TypeId::of::<usize>(),
        TypeId::of::<i8>(),
        TypeId::of::<i16>(),
        TypeId::of::<i32>(),
        TypeId::of::<i64>(),
        TypeId::of::<isize>(),
        TypeId::of::<f32>(),
        TypeId::of::<f64>(),
    ];
    if numbers.iter().any(|number| parsed == *number) {
        return SettingKind::Number;
    }
    if parsed == TypeId::of::<bool>() {
        return SettingKind::Boolean;
    }
    match argument.get_value_hint() {
        ValueHint::DirPath => SettingKind::Folder,
        ValueHint::FilePath | ValueHint::ExecutablePath => SettingKind::File,
        ValueHint::AnyPath => SettingKind::Path,
        _ if parsed == TypeId::of::<PathBuf>() => SettingKind::Path,
        _ => SettingKind::Text,
    }
}

/// Returns a text with its lines joined.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
