//! How many tokens a text costs: an estimate, and the only one. No tokenizer is asked: each model
//! has its own.

use crate::spec::UNITS_PER_TOKEN;

/// What a character costs. Texts beyond ASCII take up to a token for each.
pub(super) fn units(character: char) -> usize {
    if character.is_ascii() {
        1
    } else {
        UNITS_PER_TOKEN
    }
}

/// The tokens of a text: a third for each ASCII character, one for any other.
pub(super) fn estimated(text: &str) -> usize {
    let units: usize = text.chars().map(units).sum();
    units.div_ceil(UNITS_PER_TOKEN)
}
