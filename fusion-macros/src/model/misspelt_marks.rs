//! Corrects misspelt marks, so that their keys and their item are checked as well. rustc would only
//! report an unknown attribute.

use syn::{Attribute, Ident, Meta, Path};

use crate::diag::{Diag, is_slip};

/// Reports attributes whose names are one slip away from one of `marks`, and corrects their names. An
/// attribute of another crate that has such a name can be written with its path.
pub(super) fn correct(attrs: &mut [Attribute], marks: &[&str], diag: &mut Diag) {
    for attr in attrs {
        let Some(written) = attr.path().get_ident().cloned() else {
            continue;
        };
        let name = written.to_string();
        let mut meant = marks.iter().filter(|mark| is_slip(&name, mark));
        if marks.contains(&name.as_str()) {
            continue;
        }
        if let Some(meant) = meant.next() {
            let text = format!("unknown attribute `#[{name}]`; did you mean `#[{meant}]`?");
            diag.error(&written, text);
            *path_of(attr) = Path::from(Ident::new(meant, written.span()));
        }
    }
}

fn path_of(attr: &mut Attribute) -> &mut Path {
    match &mut attr.meta {
        Meta::Path(path) => path,
        Meta::List(list) => &mut list.path,
        Meta::NameValue(pair) => &mut pair.path,
    }
}
