//! `#[arg(…)]`: what an argument is beyond its type.

use proc_macro2::{Span, TokenStream};
use syn::{Attribute, Expr, LitStr, Path, spanned::Spanned as _};

use super::{Count, Ends, Flag, GIVEN, Key, Keyed, Number, content, keys, set, take, twice};
use crate::{
    diag::Diag,
    symbol::{
        ANY, ARG, ARG_KEYS, COMPLETE, DEFAULT, DESCRIPTION, FLATTEN, FORMAT, ITEMS, ITEMS_KEYS,
        LENGTH, LENGTH_KEYS, NAME, PATTERN, RANGE, RANGE_KEYS, SCHEMA, SECRET,
    },
};

/// The default of an argument.
pub(crate) enum DefaultValue {
    /// `default`: the type's own.
    OfType(Span),
    /// `default = expr`.
    Expr(Box<Expr>),
}

/// What stands in `#[arg(…)]`.
#[derive(Default)]
pub(crate) struct ArgAttr {
    pub(crate) name: Option<LitStr>,
    pub(crate) default: Option<DefaultValue>,
    pub(crate) description: Option<Expr>,
    pub(crate) range: Option<Keyed<Ends<Number>>>,
    pub(crate) length: Option<Keyed<Ends<Count>>>,
    pub(crate) items: Option<Keyed<Ends<Count>>>,
    pub(crate) pattern: Option<Keyed<LitStr>>,
    pub(crate) format: Option<Keyed<LitStr>>,
    pub(crate) schema: Option<Expr>,
    pub(crate) any: Option<Flag>,
    pub(crate) secret: Option<Flag>,
    pub(crate) flatten: Option<Flag>,
    pub(crate) complete: Option<Keyed<Path>>,
    /// Every key, in source order.
    pub(crate) keys: Vec<Keyed<String>>,
}

impl ArgAttr {
    /// Removes `#[arg]` from a parameter and says where it stood; `None` if there is none.
    pub(crate) fn take(
        attrs: &mut Vec<Attribute>,
        krate: &Path,
        diag: &mut Diag,
    ) -> Option<(Span, Self)> {
        let (at, tokens) = take(attrs, ARG_KEYS, krate, diag)?;
        Some((at, Self::parse(tokens, diag)))
    }

    /// Reads `#[arg]` where it stays: a derive cannot remove it.
    pub(crate) fn read(attrs: &[Attribute], diag: &mut Diag) -> Option<(Span, Self)> {
        let mut found = attrs.iter().filter(|attr| attr.path().is_ident(ARG));
        let first = found.next()?;
        let tokens = content(first, ARG_KEYS, diag);
        for again in found {
            twice(again, ARG_KEYS, diag);
        }
        Some((first.path().span(), Self::parse(tokens, diag)))
    }

    fn parse(tokens: TokenStream, diag: &mut Diag) -> Self {
        let mut out = Self::default();
        keys(tokens, ARG_KEYS, diag, |key, diag| {
            out.keys.push(Keyed::of(key, key.name().to_owned()));
            out.key(key, diag)
        });
        out
    }

    fn key(&mut self, key: &Key<'_>, diag: &mut Diag) -> syn::Result<()> {
        match key.name() {
            NAME => set(&mut self.name, key, key.text()?),
            DEFAULT if key.has_value() => set(
                &mut self.default,
                key,
                DefaultValue::Expr(Box::new(key.expr()?)),
            ),
            DEFAULT => set(&mut self.default, key, DefaultValue::OfType(key.span())),
            DESCRIPTION => set(&mut self.description, key, key.prose()?),
            RANGE => {
                let ends = Ends::parse(key, RANGE_KEYS, diag, Number::read)?;
                set(&mut self.range, key, Keyed::of(key, ends))
            }
            LENGTH => {
                let ends = Ends::parse(key, LENGTH_KEYS, diag, Count::read)?;
                set(&mut self.length, key, Keyed::of(key, ends))
            }
            ITEMS => {
                let ends = Ends::parse(key, ITEMS_KEYS, diag, Count::read)?;
                set(&mut self.items, key, Keyed::of(key, ends))
            }
            PATTERN => set(&mut self.pattern, key, Keyed::of(key, key.text()?)),
            FORMAT => set(&mut self.format, key, Keyed::of(key, key.text()?)),
            SCHEMA => set(&mut self.schema, key, key.made(GIVEN)?),
            ANY => set(&mut self.any, key, key.flag()?),
            SECRET => set(&mut self.secret, key, key.flag()?),
            FLATTEN => set(&mut self.flatten, key, key.flag()?),
            COMPLETE => set(&mut self.complete, key, Keyed::of(key, key.path()?)),
            _ => Err(key.unknown()),
        }
    }
}
