//! The rules for `help = "…"`, which names the action `help` of a tool and its argument.

use syn::LitStr;

use super::{Action, alphabet};
use crate::{diag::Diag, names::Alphabet};

/// The argument of `help` if the author names none.
const TOPIC: &str = "topic";

/// The names of `help`.
pub(crate) struct HelpNames {
    pub(crate) key: LitStr,
    pub(crate) topic: LitStr,
}

/// `help` takes the name of the action, or also the name of its argument. Both are legal, and the
/// argument is not the one that selects the action.
///
/// `help = "the manual"`, `help = "manual(subject"`, `help = "help(action)"`
pub(super) fn check(
    given: Option<&LitStr>,
    discriminator: &str,
    diag: &mut Diag,
) -> Option<HelpNames> {
    let given = given?;
    let part = |text: &str| LitStr::new(text, given.span());
    let value = given.value();
    let (key, topic) = match value.split_once('(') {
        None => (part(&value), part(TOPIC)),
        Some((key, rest)) => {
            let Some(topic) = rest.strip_suffix(')') else {
                let text = "`help` takes the name of an action, and may name its argument: \
                            `help = \"manual\"` or `help = \"manual(subject)\"`";
                diag.error(given, text);
                return None;
            };
            (part(key), part(topic))
        }
    };
    alphabet(&key, "action", Alphabet::Word, diag);
    alphabet(&topic, "argument", Alphabet::Argument, diag);
    if topic.value() == discriminator {
        let text = format!(
            "argument `{discriminator}` of `help` has the name of the argument that selects the \
             action; write another, as in `help = \"{}(subject)\"`",
            key.value()
        );
        diag.error(given, text);
    }
    Some(HelpNames { key, topic })
}

/// `help` has a key of its own among the actions, prompts and resources of its block. Those under a
/// `cfg` are left to `build()`.
///
/// `#[tool_group(help = "list")] impl Issues { #[action] fn list(&self) {} }`
pub(super) fn unique(help: Option<&HelpNames>, actions: &[Action], diag: &mut Diag) {
    let Some(HelpNames { key, .. }) = help else {
        return;
    };
    let name = key.value();
    let claims = |action: &&Action| {
        let mut keys = [&action.key].into_iter().chain(&action.aliases);
        action.cfg.is_empty() && keys.any(|key| key.value() == name)
    };
    if let Some(other) = actions.iter().find(claims) {
        let (noun, method) = (other.noun(), &other.method);
        let text = format!("key `{name}` is already taken by {noun} `{method}`; choose another");
        diag.error(key, text);
    }
}
