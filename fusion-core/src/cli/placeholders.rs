//! The placeholders that a client of an MCPB bundle leaves where its user has set nothing: `${user_config.KEY}` counts
//! as unset, and `${HOME}` at the start of a value is the user's home.

use std::ffi::OsString;

use clap::{Arg, builder::Resettable};

/// The start of the placeholder of a setting.
pub(super) const USER_CONFIG: &str = "${user_config.";
/// The placeholder of the user's home.
pub(super) const HOME: &str = "${HOME}";

/// Returns the words of a command line without options whose values are unset, and with the home of the user.
pub(super) fn fill(words: &[OsString]) -> Vec<OsString> {
    let set = words.iter().filter(|word| !is_unset_option(word));
    set.map(with_home).collect()
}

/// Returns the option without its environment variable, if that holds a placeholder.
pub(super) fn without_unset_env(argument: Arg) -> Arg {
    let value = argument.get_env().and_then(std::env::var_os);
    let is_unset = value.is_some_and(|value| value.to_str().is_some_and(is_unset));
    if is_unset {
        return argument.env(Resettable::Reset);
    }
    argument
}

fn is_unset(value: &str) -> bool {
    let key = value.strip_prefix(USER_CONFIG);
    let key = key.and_then(|rest| rest.strip_suffix('}'));
    key.is_some_and(|key| !key.contains('}'))
}

/// Returns true for `--name=${user_config.KEY}`.
fn is_unset_option(word: &OsString) -> bool {
    let option = word.to_str().filter(|word| word.starts_with('-'));
    let value = option.and_then(|word| word.split_once('='));
    value.is_some_and(|(_, value)| is_unset(value))
}

fn with_home(word: &OsString) -> OsString {
    let option = word.to_str().filter(|word| word.starts_with('-'));
    let parts = option.and_then(|word| word.split_once('='));
    let in_home = parts.and_then(|(name, value)| Some((name, value.strip_prefix(HOME)?)));
    match (in_home, std::env::home_dir()) {
        (Some((name, rest)), Some(home)) => {
            let mut filled = OsString::from(format!("{name}="));
            filled.push(home);
            filled.push(rest);
            filled
        }
        _ => word.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unset_options_are_dropped_and_the_home_is_filled_in() {
        let words = [
            "stdio",
            "--db=${HOME}/desk.db",
            "--key=${user_config.key}",
            "-k=${user_config.key}",
            "--text=a ${user_config.key}",
            "${user_config.key}",
        ];
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        let home = std::env::home_dir().unwrap();
        let db = format!("--db={}/desk.db", home.display());
        let expected = [
            "stdio",
            &*db,
            "--text=a ${user_config.key}",
            "${user_config.key}",
        ];
        assert_eq!(fill(&words), expected.map(OsString::from));
    }
}
