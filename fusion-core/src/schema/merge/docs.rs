//! The docs of a field with several uses: the text that saves most stands at the field.

use std::{cmp::Reverse, collections::HashMap, sync::Arc};

use crate::{
    definition::{ArgDef, ArgumentSchema},
    spec::sentence::one_line,
};

/// The docs that stand at a field.
pub(super) struct FieldDocs<'d> {
    /// The docs, as the first use with them has them; may be empty.
    pub(super) text: &'d str,
    /// `text` on one line. Texts that differ in their line breaks only are the same text.
    line: String,
    /// The schemas of the uses with these docs, each once.
    schemas: Vec<&'d Arc<ArgumentSchema>>,
}

/// A text of some uses.
struct Candidate<'d> {
    text: &'d str,
    /// The position of the first use.
    first: usize,
    count: usize,
}

impl<'d> FieldDocs<'d> {
    /// Chooses the docs by [`best_docs`].
    pub(super) fn choose(name: &str, uses: &[&'d ArgDef]) -> Self {
        let first = uses.first().map_or("", |arg| arg.docs.trim());
        if uses.iter().all(|arg| arg.docs.trim() == first) {
            return Self::from_uses(first, String::new(), uses);
        }
        let docs = uses.iter().map(|arg| arg.docs.trim());
        let (text, line) = best_docs(name, docs).unwrap_or_default();
        Self::from_uses(text, line, uses)
    }

    /// Returns the docs with the schemas of their uses. `line` may be empty if all uses have the same
    /// text.
    fn from_uses(text: &'d str, line: String, uses: &[&'d ArgDef]) -> Self {
        let mut schemas: Vec<&'d Arc<ArgumentSchema>> = Vec::new();
        for arg in uses
            .iter()
            .filter(|arg| is_same_text(arg.docs.trim(), text, &line))
        {
            if !schemas.iter().any(|known| Arc::ptr_eq(known, &arg.leaf)) {
                schemas.push(&arg.leaf);
            }
        }
        Self {
            text,
            line,
            schemas,
        }
    }

    /// Returns the docs of a use, if they are not those of the field.
    pub(super) fn own_docs<'a>(&self, arg: &'a ArgDef) -> Option<&'a str> {
        let docs = arg.docs.trim();
        (!docs.is_empty() && !is_same_text(docs, self.text, &self.line)).then_some(docs)
    }

    /// Returns `true` if the docs of the field hold for a use: its own docs are the same, or it has
    /// none and the schema of a use with these docs.
    pub(super) fn hold_for(&self, arg: &ArgDef) -> bool {
        if !arg.docs.trim().is_empty() {
            return self.own_docs(arg).is_none();
        }
        let mut schemas = self.schemas.iter();
        self.text.is_empty()
            || schemas.any(|known| Arc::ptr_eq(known, &arg.leaf) || known.schema == arg.leaf.schema)
    }
}

/// Returns the docs of a field that save most characters, as its first use has them and on one line;
/// `None` if no use has docs. Each use with other docs states them at its action, after the name of the
/// field. Of several such texts, the longest is chosen, and of several of one length, the first one.
pub(crate) fn best_docs<'d>(
    name: &str,
    docs: impl Iterator<Item = &'d str>,
) -> Option<(&'d str, String)> {
    let mut candidates: HashMap<String, Candidate<'d>> = HashMap::new();
    for (first, text) in docs.enumerate() {
        if !text.is_empty() {
            let candidate = candidates.entry(one_line(text)).or_insert(Candidate {
                text,
                first,
                count: 0,
            });
            candidate.count += 1;
        }
    }
    // `name: ` and the full stop after the docs.
    let label = name.chars().count() + 4;
    let best = candidates.into_iter().max_by_key(|(line, candidate)| {
        let length = line.chars().count();
        let saved = candidate.count * (length + label) - length;
        (saved, length, Reverse(candidate.first))
    });
    best.map(|(line, best)| (best.text, line))
}

fn is_same_text(docs: &str, text: &str, line: &str) -> bool {
    docs == text || (!line.is_empty() && one_line(docs) == line)
}
