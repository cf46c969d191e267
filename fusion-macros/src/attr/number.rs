//! Parses the two ends of `range`, `length` and `items`. This module checks each literal alone;
//! `check` compares the ends.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Lit, LitInt};

use super::{Key, keys, set};
use crate::{
    diag::Diag,
    symbol::{Keys, MIN},
};

/// The content of `(min = …, max = …)`. Invariant: one of the two is set, or a mistake was
/// reported.
pub(crate) struct MinMax<T> {
    pub(crate) min: Option<T>,
    pub(crate) max: Option<T>,
}

impl<T> MinMax<T> {
    pub(super) fn parse(
        key: &Key<'_>,
        ends: Keys,
        diag: &mut Diag,
        read: fn(&Key<'_>) -> syn::Result<T>,
    ) -> syn::Result<Self> {
        const FORM: &str = "min = 1, max = 10";
        let tokens = key.group(FORM)?;
        if tokens.is_empty() {
            let name = key.name();
            let text =
                format!("`{name}` is empty: write `min`, `max` or both, as in `{name}({FORM})`");
            return Err(key.error(text));
        }
        let (mut min, mut max) = (None, None);
        keys(tokens, ends, diag, |key, _| {
            let end = match key.name() {
                name if !ends.known.contains(&name) => return Err(key.unknown_key()),
                MIN => &mut min,
                _ => &mut max,
            };
            set(end, key, read(key)?)
        });
        Ok(Self { min, max })
    }
}

/// One end of `range`, as it was written.
#[derive(Clone)]
pub(crate) struct NumberLiteral {
    tokens: TokenStream,
    /// `None` for a literal that is written as a float.
    integer: Option<i128>,
    float: f64,
}

impl NumberLiteral {
    pub(super) fn read(key: &Key<'_>) -> syn::Result<Self> {
        let (minus, literal) = key.number("a number literal")?;
        let (digits, suffix) = match &literal {
            Lit::Int(literal) => (literal.base10_digits(), literal.suffix()),
            Lit::Float(literal) => (literal.base10_digits(), literal.suffix()),
            _ => ("", ""),
        };
        let sign = minus.map_or("", |_| "-");
        let digits = format!("{sign}{digits}");
        let tokens = quote!(#minus #literal);
        reject_suffix(key, &tokens, &digits, suffix)?;
        let unfit = || {
            let text = format!(
                "`{0}` does not fit: an integer has 128 bits, a float ends at 1.8e308; \
                 write a float, or remove `{0}`",
                key.name()
            );
            syn::Error::new_spanned(&tokens, text)
        };
        let integer = match &literal {
            Lit::Int(_) => Some(digits.parse().map_err(|_| unfit())?),
            _ => None,
        };
        let float: f64 = digits.parse().map_err(|_| unfit())?;
        if !float.is_finite() {
            return Err(unfit());
        }
        Ok(Self {
            tokens,
            integer,
            float,
        })
    }

    pub(crate) fn is_float(&self) -> bool {
        self.integer.is_none()
    }

    pub(crate) fn is_above(&self, other: &Self) -> bool {
        match (self.integer, other.integer) {
            (Some(this), Some(other)) => this > other,
            _ => self.float > other.float,
        }
    }
}

impl ToTokens for NumberLiteral {
    fn to_tokens(&self, out: &mut TokenStream) {
        self.tokens.to_tokens(out);
    }
}

/// One end of `length` or `items`, as it was written.
#[derive(Clone)]
pub(crate) struct CountLiteral {
    literal: LitInt,
    value: u64,
}

impl CountLiteral {
    pub(super) fn read(key: &Key<'_>) -> syn::Result<Self> {
        let (minus, literal) = key.number("a whole number")?;
        if minus.is_some() {
            let text = format!(
                "`{}` counts, and cannot be negative: the least is 0",
                key.name()
            );
            return Err(syn::Error::new_spanned(quote!(#minus #literal), text));
        }
        let Lit::Int(literal) = literal else {
            let text = format!("`{}` takes a whole number: `{0} = 1`", key.name());
            return Err(syn::Error::new_spanned(literal, text));
        };
        reject_suffix(key, &literal, literal.base10_digits(), literal.suffix())?;
        let Ok(value) = literal.base10_digits().parse() else {
            let text = format!("`{0}` has more than 64 bits; remove it", key.name());
            return Err(syn::Error::new_spanned(literal, text));
        };
        Ok(Self { literal, value })
    }

    pub(crate) fn is_above(&self, other: &Self) -> bool {
        self.value > other.value
    }
}

impl ToTokens for CountLiteral {
    fn to_tokens(&self, out: &mut TokenStream) {
        self.literal.to_tokens(out);
    }
}

/// An end is a JSON number, and JSON numbers have no type suffixes.
///
/// `range(max = 100u8)`
fn reject_suffix(
    key: &Key<'_>,
    literal: impl ToTokens,
    digits: &str,
    suffix: &str,
) -> syn::Result<()> {
    if suffix.is_empty() {
        return Ok(());
    }
    let text = format!(
        "`{0}` is a number of JSON, without a type: write `{0} = {digits}`",
        key.name()
    );
    Err(syn::Error::new_spanned(literal, text))
}

#[cfg(test)]
mod tests {
    use proc_macro2::{Delimiter, Group};
    use quote::quote;

    use super::*;
    use crate::attr::ArgAttr;

    fn read(tokens: &TokenStream) -> (ArgAttr, Vec<String>) {
        let mut diag = Diag::default();
        let krate = syn::parse_quote!(::fusion_core);
        let mut attrs = vec![syn::parse_quote!(#[arg(#tokens)])];
        let (_, attr) = ArgAttr::take(&mut attrs, &krate, &mut diag).unwrap();
        let errors = diag.finish().unwrap_or_default();
        let file: syn::File = syn::parse2(errors).unwrap();
        let texts = file.items.into_iter().map(|item| match item {
            syn::Item::Macro(item) => item.mac.parse_body::<syn::LitStr>().unwrap().value(),
            _ => panic!("not a `compile_error!`"),
        });
        (attr, texts.collect())
    }

    fn range(tokens: &TokenStream) -> [Option<NumberLiteral>; 2] {
        let (attr, errors) = read(&quote!(range(#tokens)));
        assert_eq!(errors, Vec::<String>::new());
        let ends = attr.range.unwrap().value;
        [ends.min, ends.max]
    }

    #[test]
    fn ends_are_compared_by_value_and_printed_as_written() {
        for (tokens, above) in [
            (quote!(min = 1, max = 1), false),
            (quote!(min = -1, max = -2), true),
            (quote!(min = 0x10, max = 1_0), true),
            (quote!(min = 0.5, max = 1), false),
            (quote!(min = 1, max = 0.5), true),
            (quote!(min = -1e3, max = -999.5), false),
            (
                quote!(
                    min = -170141183460469231731687303715884105728,
                    max = 170141183460469231731687303715884105727
                ),
                false,
            ),
        ] {
            let [Some(min), Some(max)] = range(&tokens) else {
                panic!("{tokens}");
            };
            assert_eq!(min.is_above(&max), above, "{tokens}");
            let again = quote!(min = #min, max = #max);
            assert_eq!(again.to_string(), tokens.to_string());
        }
        let [min, max] = range(&quote!(max = 5));
        assert!(min.is_none() && max.is_some_and(|max| !max.is_float()));
    }

    #[test]
    fn a_literal_may_come_from_a_macro_of_the_authors() {
        for tokens in [quote!(-5), quote!(0.5)] {
            let passed = Group::new(Delimiter::None, tokens.clone());
            let [_, max] = range(&quote!(min = -10, max = #passed));
            assert_eq!(quote!(#max).to_string(), tokens.to_string());
        }
    }

    #[test]
    fn every_bad_end_is_said() {
        let unfit = "does not fit: an integer has 128 bits, a float ends at 1.8e308";
        for (tokens, wanted) in [
            (
                quote!(range(min = LEAST, max = "9")),
                vec![
                    "`min` takes a number literal: `min = 1`".to_owned(),
                    "`max` takes a number literal: `max = 1`".to_owned(),
                ],
            ),
            (
                quote!(range(min = -1i8, max = 0.5f32)),
                vec![
                    "`min` is a number of JSON, without a type: write `min = -1`".to_owned(),
                    "`max` is a number of JSON, without a type: write `max = 0.5`".to_owned(),
                ],
            ),
            (
                quote!(range(
                    min = -1e999,
                    max = 170141183460469231731687303715884105728
                )),
                vec![
                    format!("`min` {unfit}; write a float, or remove `min`"),
                    format!("`max` {unfit}; write a float, or remove `max`"),
                ],
            ),
            (
                quote!(length(min = 18446744073709551616, max = 1.5)),
                vec![
                    "`min` has more than 64 bits; remove it".to_owned(),
                    "`max` takes a whole number: `max = 1`".to_owned(),
                ],
            ),
            (
                quote!(items(min = -1, max = 5usize)),
                vec![
                    "`min` counts, and cannot be negative: the least is 0".to_owned(),
                    "`max` is a number of JSON, without a type: write `max = 5`".to_owned(),
                ],
            ),
        ] {
            let (_, errors) = read(&tokens);
            assert_eq!(errors, wanted, "{tokens}");
        }
    }
}
