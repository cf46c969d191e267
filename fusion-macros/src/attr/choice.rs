//! Parses keys whose value is one of a few words.

use syn::{Ident, LitStr};

use crate::diag::nearest;

/// The words that a key takes, and the variants of the runtime's enum that they stand for.
pub(super) struct Choice {
    /// The noun for the choice in errors, such as "notation".
    what: &'static str,
    words: &'static [&'static str],
    variants: &'static [&'static str],
}

pub(super) const DESCRIBE: Choice = Choice {
    what: "form of a description",
    words: &["compact", "brief", "workflow", "toon"],
    variants: &["Compact", "Brief", "Workflow", "Toon"],
};

pub(super) const FORMAT: Choice = Choice {
    what: "notation",
    words: &["json", "toon", "auto"],
    variants: &["Json", "Toon", "Auto"],
};

pub(super) const ROLE: Choice = Choice {
    what: "side of the conversation",
    words: &["user", "assistant"],
    variants: &["User", "Assistant"],
};

pub(super) const UNASKED: Choice = Choice {
    what: "behaviour for a client that cannot ask its user",
    words: &["refuse", "allow", "token"],
    variants: &["Refuse", "Allow", "Token"],
};

impl Choice {
    /// Returns the variant that a word stands for, with the span of the word.
    pub(super) fn variant(&self, word: &LitStr) -> syn::Result<Ident> {
        let said = word.value();
        let mut known = self.words.iter().zip(self.variants);
        if let Some((_, variant)) = known.find(|(word, _)| **word == said) {
            return Ok(Ident::new(variant, word.span()));
        }
        let text = match nearest(&said, self.words) {
            Some(meant) => format!("unknown {} `{said}`; did you mean `{meant}`?", self.what),
            None => format!(
                "unknown {} `{said}`; write {}",
                self.what,
                self.words
                    .iter()
                    .map(|word| format!("`{word}`"))
                    .collect::<Vec<_>>()
                    .join(" or ")
            ),
        };
        Err(syn::Error::new(word.span(), text))
    }
}
