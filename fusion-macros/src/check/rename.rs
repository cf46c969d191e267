//! The rules for `rename` on a field of a struct of groups. The macro does not see the group's block, so
//! that `expand` plants constants that check whether the group has the arguments.

use super::alphabet;
use crate::{attr::ArgumentRename, diag::Diag, names::Alphabet};

pub(super) fn check(
    renames: Option<&[ArgumentRename]>,
    discriminator: &str,
    diag: &mut Diag,
) -> Vec<ArgumentRename> {
    let renames = renames.unwrap_or_default();
    for (index, rename) in renames.iter().enumerate() {
        let earlier = renames.get(..index).unwrap_or_default();
        legal_names(rename, diag);
        another_name(rename, diag);
        renamed_once(rename, earlier, diag);
        unique_name(rename, earlier, diag);
        no_discriminator(rename, discriminator, diag);
    }
    renames.to_vec()
}

/// Both names are legal, and none is empty.
///
/// `#[group(rename(id = ""))]`
fn legal_names(rename: &ArgumentRename, diag: &mut Diag) {
    let ArgumentRename { own, published } = rename;
    if own.value().is_empty() {
        let text = "the old name of this argument is empty: write the name that the group gives it";
        diag.error(own, text);
    } else {
        alphabet(own, "argument", Alphabet::Argument, diag);
    }
    if published.value().is_empty() {
        let own = own.value();
        let text =
            format!("the new name of argument `{own}` is empty: write one, or remove the pair");
        diag.error(published, text);
    } else {
        alphabet(published, "argument", Alphabet::Argument, diag);
    }
}

/// The new name differs from the old one.
///
/// `#[group(rename(id = "id"))]`
fn another_name(rename: &ArgumentRename, diag: &mut Diag) {
    let name = rename.published.value();
    if rename.own.value() == name {
        let text = format!("argument `{name}` has this name already; remove the pair");
        diag.error(&rename.published, text);
    }
}

/// An argument has one new name.
///
/// `#[group(rename(id = "user_id", id = "user"))]`
fn renamed_once(rename: &ArgumentRename, earlier: &[ArgumentRename], diag: &mut Diag) {
    let own = rename.own.value();
    if earlier.iter().any(|other| other.own.value() == own) {
        diag.error(&rename.own, format!("argument `{own}` is renamed twice"));
    }
}

/// No two arguments of a group have one new name.
///
/// `#[group(rename(id = "key", name = "key"))]`
fn unique_name(rename: &ArgumentRename, earlier: &[ArgumentRename], diag: &mut Diag) {
    let name = rename.published.value();
    let mut earlier = earlier.iter();
    if let Some(other) = earlier.find(|other| other.published.value() == name) {
        let text = format!(
            "`{name}` is the new name of argument `{}` already; choose another",
            other.own.value()
        );
        diag.error(&rename.published, text);
    }
}

/// The new name is not that of the argument that selects the action.
///
/// `#[group(rename(verb = "action"))]`
fn no_discriminator(rename: &ArgumentRename, discriminator: &str, diag: &mut Diag) {
    if rename.published.value() == discriminator {
        let text = format!(
            "`{discriminator}` is the name of the argument that selects the action; \
             choose another, or write `discriminator = \"…\"` on the struct"
        );
        diag.error(&rename.published, text);
    }
}
