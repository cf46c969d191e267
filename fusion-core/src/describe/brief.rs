//! The brief form: the signature of each action with the first sentence of its docs.

#[cfg(test)]
mod tests;

use super::{
    DescribedAction, DescribedTool, Description,
    entry::{with_deprecation, with_mark, with_one_of},
    signature::{SignatureTexts, signatures},
};
use crate::spec::sentence::first_sentence;

/// The form [`Describe::Brief`](crate::spec::Describe::Brief).
pub fn brief(tool: &DescribedTool<'_>) -> Description {
    let texts = SignatureTexts {
        action: text,
        paragraphs: false,
    };
    let fields = tool.fields.iter().map(|_| String::new());
    signatures(tool, &texts).fields(fields).opaque()
}

/// Returns the text after a signature: `Delete a project [DESTRUCTIVE]`.
fn text<'d>(action: &DescribedAction<'d>) -> (String, &'d str) {
    let text = first_sentence(action.docs).text;
    let text = with_deprecation(text, action.deprecated);
    let text = with_one_of(text, action.one_of);
    (with_mark(text, action.hints.destructive), "")
}
