//! The brief form: the signature of each action with the first sentence of its docs.

#[cfg(test)]
mod tests;

use super::{
    DescribedAction, DescribedTool, Description,
    entry::{ALWAYS_REQUIRED, brief_text},
    signature::{SignatureTexts, signatures},
};

/// The form [`Describe::Brief`](crate::spec::Describe::Brief).
pub fn brief(tool: &DescribedTool<'_>) -> Description {
    let texts = SignatureTexts {
        action: text,
        paragraphs: false,
    };
    let arguments = tool
        .actions
        .iter()
        .take(1)
        .flat_map(|action| &action.arguments);
    let fields = tool.fields.iter().enumerate().map(|(field, _)| {
        let mut arguments = arguments.clone();
        let always = arguments.any(|one| one.field == field && one.always_required);
        if always { ALWAYS_REQUIRED } else { "" }.to_owned()
    });
    signatures(tool, &texts).fields(fields).opaque()
}

/// Returns the text after a signature: `Delete a project [DESTRUCTIVE]`.
fn text<'d>(action: &DescribedAction<'d>) -> (String, &'d str) {
    let text = brief_text(
        action.docs,
        action.deprecated,
        action.one_of,
        action.hints.destructive,
    );
    (text, "")
}
