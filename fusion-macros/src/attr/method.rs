//! Parses `#[action(…)]`, `#[prompt(…)]` and `#[resource(…)]`, which make a method a row of its
//! group.

use std::time::Duration;

use proc_macro2::Span;
use syn::{Attribute, Expr, Ident, Lit, LitStr, Path, spanned::Spanned as _};

use super::{
    ConfirmAttr, ExampleAttr, Flag, HintFlags, HostHintsAttr, Key, KeyedValue, MIDDLEWARE,
    OUTPUT_CAP_FORM, SCHEMA_FORM, StalePattern, choice, confirm, content, example, is_attribute,
    keys, report_duplicate, set, stale_pattern,
};
use crate::{
    diag::Diag,
    symbol::{
        ACTION, ACTION_KEYS, ALIAS, ALWAYS_LOAD, AUDIENCE, CACHE, CLIENT, CONFIRM, DEPRECATED,
        DESCRIPTION, EXAMPLE, FLAT_NAME, FORMAT, ICONS, INVALIDATES, Keys, META, MIME, NAME,
        OMIT_COMMON, ONCE, ONE_OF, OUTPUT_CAP, PRIORITY, PROMPT, PROMPT_KEYS, RESOURCE,
        RESOURCE_KEYS, SCHEMA, SCOPE, SEARCH_HINT, SIZE, TAGS, TIMEOUT, TITLE, UNASKED, URI, WITH,
    },
};

/// The attribute that marks a method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum MethodMark {
    #[default]
    Action,
    Prompt,
    Resource,
}

impl MethodMark {
    pub(crate) const ALL: [Self; 3] = [Self::Action, Self::Prompt, Self::Resource];

    /// The name of the attribute, which is also the noun for the method in errors.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Action => ACTION,
            Self::Prompt => PROMPT,
            Self::Resource => RESOURCE,
        }
    }

    /// The noun with its article.
    pub(crate) fn noun_with_article(self) -> &'static str {
        match self {
            Self::Action => "an action",
            Self::Prompt => "a prompt",
            Self::Resource => "a resource",
        }
    }

    fn keys(self) -> Keys {
        match self {
            Self::Action => ACTION_KEYS,
            Self::Prompt => PROMPT_KEYS,
            Self::Resource => RESOURCE_KEYS,
        }
    }
}

/// The value of `omit_common`.
pub(crate) enum OmitCommon {
    /// `omit_common`, or `omit_common = false`.
    All(Flag),
    /// `omit_common("team")`.
    Fields { key: Span, names: Vec<LitStr> },
}

/// The keys of the mark of a method.
#[derive(Default)]
pub(crate) struct MethodAttr {
    pub(crate) mark: MethodMark,
    /// True if the attribute had a mistake: a missing key may have been misspelt, and is not
    /// reported.
    pub(crate) is_broken: bool,
    pub(crate) name: Option<LitStr>,
    pub(crate) flat_name: Option<LitStr>,
    pub(crate) title: Option<LitStr>,
    pub(crate) host: HostHintsAttr,
    pub(crate) hints: HintFlags,
    pub(crate) tags: Option<Vec<LitStr>>,
    pub(crate) scope: Option<Vec<LitStr>>,
    pub(crate) alias: Option<Vec<LitStr>>,
    pub(crate) deprecated: Option<LitStr>,
    pub(crate) one_of: Option<Vec<LitStr>>,
    pub(crate) omit_common: Option<OmitCommon>,
    pub(crate) cache: Option<LitStr>,
    pub(crate) invalidates: Option<Vec<StalePattern>>,
    pub(crate) confirm: Option<KeyedValue<ConfirmAttr>>,
    pub(crate) unasked: Option<KeyedValue<Ident>>,
    pub(crate) once: Option<Flag>,
    pub(crate) examples: Vec<ExampleAttr>,
    pub(crate) format: Option<Ident>,
    pub(crate) schema: Option<Expr>,
    pub(crate) with: Option<Vec<Expr>>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) output_cap: Option<Expr>,
    pub(crate) client: Option<Flag>,
    pub(crate) uri: Option<LitStr>,
    pub(crate) mime: Option<LitStr>,
    pub(crate) size: Option<KeyedValue<u64>>,
    pub(crate) audience: Option<Vec<Ident>>,
    pub(crate) priority: Option<Lit>,
}

impl MethodAttr {
    /// Removes the mark from a method; `None` if there is none. A malformed mark still marks its
    /// method; otherwise the method would silently be no action.
    pub(crate) fn take(attrs: &mut Vec<Attribute>, krate: &Path, diag: &mut Diag) -> Option<Self> {
        let mark = |attr: &Attribute| {
            let mut marks = MethodMark::ALL.into_iter();
            marks.find(|mark| is_attribute(attr, mark.name(), krate))
        };
        let mut found = attrs
            .extract_if(.., |attr| mark(attr).is_some())
            .filter_map(|attr| Some((mark(&attr)?, attr)));
        let (kind, first) = found.next()?;
        let keys_of = kind.keys();
        let mut out = Self {
            mark: kind,
            ..Self::default()
        };
        let count = diag.count();
        let tokens = content(&first, keys_of, diag);
        keys(tokens, keys_of, diag, |key, _| {
            if keys_of.known.contains(&key.name()) {
                out.read_key(key)
            } else if key.name() == DESCRIPTION {
                Err(described_by_docs(key, kind))
            } else {
                Err(key.unknown_key())
            }
        });
        out.is_broken = diag.count() > count;
        for (other, again) in found {
            if other == kind {
                report_duplicate(&again, keys_of, diag);
            } else {
                report_second_mark(kind, again.path().span(), diag);
            }
        }
        Some(out)
    }

    fn read_key(&mut self, key: &Key<'_>) -> syn::Result<()> {
        match key.name() {
            NAME => set(&mut self.name, key, key.text()?),
            FLAT_NAME => set(&mut self.flat_name, key, key.text()?),
            TITLE => set(&mut self.title, key, key.text()?),
            ICONS | META | ALWAYS_LOAD | SEARCH_HINT => self.host.read_key(key),
            TAGS => set(&mut self.tags, key, key.texts("\"…\"")?),
            SCOPE => set(&mut self.scope, key, key.texts("\"…\"")?),
            ALIAS => set(&mut self.alias, key, key.texts("\"…\"")?),
            DEPRECATED => set(&mut self.deprecated, key, key.text()?),
            ONE_OF => set(&mut self.one_of, key, key.texts("\"a\", \"b\"")?),
            OMIT_COMMON => set(&mut self.omit_common, key, omit_common(key)?),
            CACHE => set(&mut self.cache, key, key.text()?),
            INVALIDATES => set(&mut self.invalidates, key, stale_pattern::patterns(key)?),
            CONFIRM => {
                let value = confirm::confirm(key)?;
                set(&mut self.confirm, key, KeyedValue::new(key, value))
            }
            UNASKED => {
                let variant = choice::UNASKED.variant(&key.text()?)?;
                set(&mut self.unasked, key, KeyedValue::new(key, variant))
            }
            ONCE => set(&mut self.once, key, key.flag()?),
            EXAMPLE => {
                self.examples.push(example::example(key)?);
                Ok(())
            }
            FORMAT => set(&mut self.format, key, choice::FORMAT.variant(&key.text()?)?),
            SCHEMA => set(&mut self.schema, key, key.constructor_expr(SCHEMA_FORM)?),
            WITH => set(&mut self.with, key, key.exprs(MIDDLEWARE)?),
            TIMEOUT => set(&mut self.timeout, key, key.duration()?),
            OUTPUT_CAP => set(
                &mut self.output_cap,
                key,
                key.constructor_expr(OUTPUT_CAP_FORM)?,
            ),
            CLIENT => set(&mut self.client, key, key.flag()?),
            URI => set(&mut self.uri, key, key.text()?),
            MIME => set(&mut self.mime, key, key.text()?),
            SIZE => set(&mut self.size, key, KeyedValue::new(key, size(key)?)),
            AUDIENCE => {
                let roles = key.texts("\"user\", \"assistant\"")?;
                let roles: syn::Result<_> = roles
                    .iter()
                    .map(|role| choice::ROLE.variant(role))
                    .collect();
                set(&mut self.audience, key, roles?)
            }
            PRIORITY => set(&mut self.priority, key, priority(key)?),
            _ => self.hints.read_key(key),
        }
    }
}

/// Parses `omit_common`, `omit_common = false` or `omit_common("team")`.
fn omit_common(key: &Key<'_>) -> syn::Result<OmitCommon> {
    if !key.has_parentheses() {
        return key.flag().map(OmitCommon::All);
    }
    Ok(OmitCommon::Fields {
        key: key.span(),
        names: key.texts("\"…\"")?,
    })
}

/// A method is described by its docs.
///
/// `#[action(description = "List issues")]`
fn described_by_docs(key: &Key<'_>, mark: MethodMark) -> syn::Error {
    key.error(format!(
        "unknown key `{}`; {} is described by the doc comment of its method: write `/// …` above it, or \
         `#[doc = …]` for a text of a macro such as `concat!`",
        key.name(),
        mark.noun_with_article()
    ))
}

/// A method has one mark.
///
/// `#[action] #[prompt] fn triage(&self)`
fn report_second_mark(first: MethodMark, at: Span, diag: &mut Diag) {
    let text = format!(
        "this method is {} already, by `#[{}]`; keep one of the two marks",
        first.noun_with_article(),
        first.name()
    );
    diag.error_at(at, text);
}

/// Parses the size of a resource in bytes.
fn size(key: &Key<'_>) -> syn::Result<u64> {
    const FORM: &str = "a number of bytes";
    match key.number(FORM)? {
        (None, Lit::Int(bytes)) => bytes.base10_parse(),
        (minus, literal) => {
            let text = format!("`{}` takes {FORM}: `{0} = 1024`", key.name());
            let at = minus.map_or_else(|| literal.span(), |minus| minus.span);
            Err(syn::Error::new(at, text))
        }
    }
}

/// Parses a priority from 0, for an optional resource, to 1, for a required one.
fn priority(key: &Key<'_>) -> syn::Result<Lit> {
    let (minus, literal) = key.number("a number from 0 to 1")?;
    let value = match &literal {
        Lit::Int(number) => number.base10_parse::<f32>().ok(),
        Lit::Float(number) => number.base10_parse::<f32>().ok(),
        _ => None,
    };
    if minus.is_none() && value.is_some_and(|value| (0.0..=1.0).contains(&value)) {
        return Ok(literal);
    }
    let text = "`priority` is a number from 0 to 1: `priority = 0.5`";
    let at = minus.map_or_else(|| literal.span(), |minus| minus.span);
    Err(syn::Error::new(at, text))
}
