//! The compact form: the signature of each action with its docs.

#[cfg(test)]
mod tests;

use super::{
    DescribedAction, DescribedTool, Description,
    entry::{ALWAYS_REQUIRED, with_deprecation, with_mark, with_one_of},
    signature::{SignatureTexts, signatures},
};
use crate::spec::sentence::{append_sentence, first_sentence};

/// The form [`Describe::Compact`](crate::spec::Describe::Compact).
pub fn compact(tool: &DescribedTool<'_>) -> Description {
    let texts = SignatureTexts {
        action: text,
        paragraphs: true,
    };
    let fields = tool.fields.iter().map(|field| {
        let always = tool.actions.len() > 1 && tool.always_required(field);
        field.text_with(if always { ALWAYS_REQUIRED } else { "" })
    });
    signatures(tool, &texts).fields(fields)
}

/// Returns the text after a signature: `Delete a project. id: The number [DESTRUCTIVE]`.
fn text<'d>(action: &DescribedAction<'d>) -> (String, &'d str) {
    let docs = first_sentence(action.docs);
    let mut text = with_deprecation(docs.text, action.deprecated);
    for argument in &action.arguments {
        append_sentence(&mut text, &argument.difference().unwrap_or_default());
    }
    let text = with_one_of(text, action.one_of);
    (with_mark(text, action.hints.destructive), docs.rest)
}
