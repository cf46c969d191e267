//! Parses `#[arg(…)]` on parameters and fields.

use proc_macro2::{Span, TokenStream};
use syn::{Attribute, Expr, LitStr, Path, spanned::Spanned as _};

use super::{
    CountLiteral, Flag, Key, KeyedValue, MinMax, NumberLiteral, SCHEMA_FORM, content, keys,
    report_duplicate, set, take,
};
use crate::{
    diag::Diag,
    symbol::{
        ALIAS, ANY, ARG, ARG_KEYS, COMPLETE, DEFAULT, DESCRIPTION, FLATTEN, FORMAT, ITEMS,
        ITEMS_KEYS, LENGTH, LENGTH_KEYS, NAME, PATTERN, RANGE, RANGE_KEYS, SCHEMA, SECRET,
    },
};

/// The default of an argument.
pub(crate) enum DefaultValue {
    /// `default`: the value of `Default::default()`.
    OfType(Span),
    /// `default = expr`.
    Expr(Box<Expr>),
}

/// The keys of `#[arg(…)]`.
#[derive(Default)]
pub(crate) struct ArgAttr {
    pub(crate) name: Option<LitStr>,
    pub(crate) default: Option<DefaultValue>,
    pub(crate) description: Option<Expr>,
    pub(crate) range: Option<KeyedValue<MinMax<NumberLiteral>>>,
    pub(crate) length: Option<KeyedValue<MinMax<CountLiteral>>>,
    pub(crate) items: Option<KeyedValue<MinMax<CountLiteral>>>,
    pub(crate) pattern: Option<KeyedValue<LitStr>>,
    pub(crate) format: Option<KeyedValue<LitStr>>,
    pub(crate) schema: Option<Expr>,
    pub(crate) any: Option<Flag>,
    pub(crate) secret: Option<Flag>,
    pub(crate) flatten: Option<Flag>,
    pub(crate) complete: Option<KeyedValue<Path>>,
    pub(crate) alias: Option<Vec<LitStr>>,
    /// Every key, in source order.
    pub(crate) keys: Vec<KeyedValue<String>>,
}

impl ArgAttr {
    /// Removes `#[arg]` from a parameter and returns its span and keys; `None` if there is none.
    pub(crate) fn take(
        attrs: &mut Vec<Attribute>,
        krate: &Path,
        diag: &mut Diag,
    ) -> Option<(Span, Self)> {
        let (at, tokens) = take(attrs, ARG_KEYS, krate, diag)?;
        Some((at, Self::parse(tokens, diag)))
    }

    /// Parses `#[arg]` on a field without removing it, which a derive cannot do.
    pub(crate) fn read(attrs: &[Attribute], diag: &mut Diag) -> Option<(Span, Self)> {
        let mut found = attrs.iter().filter(|attr| attr.path().is_ident(ARG));
        let first = found.next()?;
        let tokens = content(first, ARG_KEYS, diag);
        for again in found {
            report_duplicate(again, ARG_KEYS, diag);
        }
        Some((first.path().span(), Self::parse(tokens, diag)))
    }

    fn parse(tokens: TokenStream, diag: &mut Diag) -> Self {
        let mut out = Self::default();
        keys(tokens, ARG_KEYS, diag, |key, diag| {
            out.keys.push(KeyedValue::new(key, key.name().to_owned()));
            out.read_key(key, diag)
        });
        out
    }

    fn read_key(&mut self, key: &Key<'_>, diag: &mut Diag) -> syn::Result<()> {
        match key.name() {
            NAME => set(&mut self.name, key, key.text()?),
            DEFAULT if key.has_value() => set(
                &mut self.default,
                key,
                DefaultValue::Expr(Box::new(key.expr()?)),
            ),
            DEFAULT => set(&mut self.default, key, DefaultValue::OfType(key.span())),
            DESCRIPTION => set(&mut self.description, key, key.text_expr()?),
            RANGE => {
                let ends = MinMax::parse(key, RANGE_KEYS, diag, NumberLiteral::read)?;
                set(&mut self.range, key, KeyedValue::new(key, ends))
            }
            LENGTH => {
                let ends = MinMax::parse(key, LENGTH_KEYS, diag, CountLiteral::read)?;
                set(&mut self.length, key, KeyedValue::new(key, ends))
            }
            ITEMS => {
                let ends = MinMax::parse(key, ITEMS_KEYS, diag, CountLiteral::read)?;
                set(&mut self.items, key, KeyedValue::new(key, ends))
            }
            PATTERN => set(&mut self.pattern, key, KeyedValue::new(key, key.text()?)),
            FORMAT => set(&mut self.format, key, KeyedValue::new(key, key.text()?)),
            SCHEMA => set(&mut self.schema, key, key.constructor_expr(SCHEMA_FORM)?),
            ANY => set(&mut self.any, key, key.flag()?),
            SECRET => set(&mut self.secret, key, key.flag()?),
            FLATTEN => set(&mut self.flatten, key, key.flag()?),
            ALIAS => set(&mut self.alias, key, key.texts("\"…\"")?),
            COMPLETE => set(&mut self.complete, key, KeyedValue::new(key, key.path()?)),
            _ => Err(key.unknown_key()),
        }
    }
}
