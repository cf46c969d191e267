//! Parses the attributes of this crate. Unknown, repeated and malformed keys are reported and then
//! skipped, so that one mistake hides no other. This module does not look at the item.

mod arg;
mod choice;
mod confirm;
mod duration;
mod example;
mod field;
mod host_hints;
mod key;
mod method;
mod number;
mod rename;
mod stale_pattern;
mod tool_error;

use std::time::Duration;

use proc_macro2::{Span, TokenStream};
use syn::{Attribute, Expr, Ident, LitStr, Meta, Path, Type, Visibility, spanned::Spanned as _};

pub(crate) use self::arg::{ArgAttr, DefaultValue};
pub(crate) use self::confirm::ConfirmAttr;
pub(crate) use self::example::{ExampleAttr, ExampleValue};
pub(crate) use self::field::{FieldsAttr, GroupFieldAttr};
pub(crate) use self::host_hints::{HostHintsAttr, MetaEntry};
pub(crate) use self::key::{Key, keys, set};
pub(crate) use self::method::{MethodAttr, MethodMark, OmitCommon};
pub(crate) use self::number::{CountLiteral, MinMax, NumberLiteral};
pub(crate) use self::rename::ArgumentRename;
pub(crate) use self::stale_pattern::StalePattern;
pub(crate) use self::tool_error::{ErrorAttr, RetryAfter};
use crate::{
    diag::Diag,
    symbol::{
        ACTIONS, ALWAYS_LOAD, ANNOTATION_KEYS, ANNOTATIONS, CLIENT, COMMON, CONFIRM, CRATE,
        DESCRIBE, DESCRIPTION, DESTRUCTIVE, DISCRIMINATOR, FORMAT, GROUP_KEYS, HELP, ICONS,
        IDEMPOTENT, Keys, META, NAME, OPEN_WORLD, OUTPUT_CAP, READ_ONLY, RENAME_ALL, REPAIR, SCOPE,
        SCOPED, SEARCH_HINT, TAGS, TIMEOUT, TITLE, TOOL_KEYS, WITH,
    },
};

/// A boolean key: `read_only`, or `read_only = false`.
#[derive(Clone, Copy)]
pub(crate) struct Flag {
    pub(crate) on: bool,
    pub(crate) span: Span,
}

/// A value and the span of its key.
pub(crate) struct KeyedValue<T> {
    pub(crate) key: Span,
    pub(crate) value: T,
}

impl<T> KeyedValue<T> {
    fn new(key: &Key<'_>, value: T) -> Self {
        let key = key.span();
        Self { key, value }
    }
}

/// The content of `with`, as errors show it.
const MIDDLEWARE: &str = "middleware, …";

/// The value of `schema` and an example, as errors show them.
pub(crate) const SCHEMA_FORM: (&str, &str) = ("a JSON Schema", "json!({\"type\": \"string\"})");

/// The value of `icons` and an example, as errors show them.
const ICONS_FORM: (&str, &str) = ("a list of icons", "[Icon::new(\"https://…\")]");

/// The value of `output_cap` and an example, as errors show them.
const OUTPUT_CAP_FORM: (&str, &str) = ("an `OutputCap`", "OutputCap::bytes(20_000)");

/// The four hints as written; `None` for a hint that is not written.
#[derive(Clone, Copy, Default)]
pub(crate) struct HintFlags {
    pub(crate) read_only: Option<Flag>,
    pub(crate) destructive: Option<Flag>,
    pub(crate) idempotent: Option<Flag>,
    pub(crate) open_world: Option<Flag>,
}

/// The name of a generated item, as in `actions(pub IssuesAction)` and `client(pub IssuesClient)`.
#[derive(Clone)]
pub(crate) struct ItemName {
    pub(crate) vis: Visibility,
    pub(crate) ident: Ident,
}

/// The keys of `#[tool_group(…)]`.
#[derive(Default)]
pub(crate) struct GroupAttr {
    pub(crate) name: Option<LitStr>,
    pub(crate) title: Option<LitStr>,
    pub(crate) host: HostHintsAttr,
    pub(crate) description: Option<Expr>,
    pub(crate) tags: Option<Vec<LitStr>>,
    pub(crate) scope: Option<Vec<LitStr>>,
    pub(crate) scoped: Option<Flag>,
    pub(crate) discriminator: Option<LitStr>,
    pub(crate) common: Option<Type>,
    pub(crate) rename_all: Option<LitStr>,
    pub(crate) hints: HintFlags,
    pub(crate) annotations: Option<HintFlags>,
    pub(crate) describe: Option<Ident>,
    pub(crate) help: Option<LitStr>,
    pub(crate) format: Option<Ident>,
    pub(crate) repair: Option<Flag>,
    pub(crate) confirm: Option<KeyedValue<LitStr>>,
    pub(crate) with: Option<Vec<Expr>>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) output_cap: Option<Expr>,
    pub(crate) actions: Option<ItemName>,
    pub(crate) client: Option<ItemName>,
    pub(crate) krate: Option<Path>,
}

impl GroupAttr {
    pub(crate) fn parse(tokens: TokenStream, diag: &mut Diag) -> Self {
        let mut out = Self::default();
        keys(tokens, GROUP_KEYS, diag, |key, diag| match key.name() {
            NAME => set(&mut out.name, key, key.text()?),
            TITLE => set(&mut out.title, key, key.text()?),
            DESCRIPTION => set(&mut out.description, key, key.text_expr()?),
            ICONS | META | ALWAYS_LOAD | SEARCH_HINT => out.host.read_key(key),
            TAGS => set(&mut out.tags, key, key.texts("\"…\"")?),
            SCOPE => set(&mut out.scope, key, key.texts("\"…\"")?),
            SCOPED => set(&mut out.scoped, key, key.flag()?),
            DISCRIMINATOR => set(&mut out.discriminator, key, key.text()?),
            COMMON => set(&mut out.common, key, key.ty()?),
            RENAME_ALL => set(&mut out.rename_all, key, key.text()?),
            ANNOTATIONS => {
                let hints = HintFlags::parse(key.group("read_only")?, diag);
                set(&mut out.annotations, key, hints)
            }
            DESCRIBE => set(
                &mut out.describe,
                key,
                choice::DESCRIBE.variant(&key.text()?)?,
            ),
            HELP => set(&mut out.help, key, key.text()?),
            FORMAT => set(&mut out.format, key, choice::FORMAT.variant(&key.text()?)?),
            REPAIR => set(&mut out.repair, key, key.flag()?),
            CONFIRM => {
                let text = confirm::confirm_text(key)?;
                set(&mut out.confirm, key, KeyedValue::new(key, text))
            }
            WITH => set(&mut out.with, key, key.exprs(MIDDLEWARE)?),
            TIMEOUT => set(&mut out.timeout, key, key.duration()?),
            OUTPUT_CAP => set(
                &mut out.output_cap,
                key,
                key.constructor_expr(OUTPUT_CAP_FORM)?,
            ),
            ACTIONS => set(&mut out.actions, key, item_name(key)?),
            CLIENT => set(&mut out.client, key, item_name(key)?),
            CRATE => set(&mut out.krate, key, key.path()?),
            _ => out.hints.read_key(key),
        });
        out
    }

    /// Parses the attribute of a struct. Keys about actions are refused, because the actions of a
    /// struct are declared on the impl blocks of its groups.
    pub(crate) fn parse_for_struct(tokens: TokenStream, diag: &mut Diag) -> Self {
        let mut out = Self::default();
        keys(tokens, TOOL_KEYS, diag, |key, diag| match key.name() {
            NAME => set(&mut out.name, key, key.text()?),
            TITLE => set(&mut out.title, key, key.text()?),
            DESCRIPTION => set(&mut out.description, key, key.text_expr()?),
            ICONS | META | ALWAYS_LOAD | SEARCH_HINT => out.host.read_key(key),
            TAGS => set(&mut out.tags, key, key.texts("\"…\"")?),
            SCOPE => set(&mut out.scope, key, key.texts("\"…\"")?),
            SCOPED => set(&mut out.scoped, key, key.flag()?),
            DISCRIMINATOR => set(&mut out.discriminator, key, key.text()?),
            ANNOTATIONS => {
                let hints = HintFlags::parse(key.group("read_only")?, diag);
                set(&mut out.annotations, key, hints)
            }
            DESCRIBE => set(
                &mut out.describe,
                key,
                choice::DESCRIBE.variant(&key.text()?)?,
            ),
            HELP => set(&mut out.help, key, key.text()?),
            WITH => set(&mut out.with, key, key.exprs(MIDDLEWARE)?),
            CLIENT => set(&mut out.client, key, item_name(key)?),
            CRATE => set(&mut out.krate, key, key.path()?),
            _ => Err(group_key_error(key)),
        });
        out
    }
}

/// Returns the error for a key that a struct does not take, although its groups may.
fn group_key_error(key: &Key<'_>) -> syn::Error {
    let name = key.name();
    let text = match name {
        COMMON => "takes effect on one group: write it on the impl blocks of the groups",
        RENAME_ALL => {
            "names the actions and arguments of one group: write it on its impl block; \
             a group itself is renamed by `#[group(name = \"…\")]`"
        }
        OUTPUT_CAP => {
            "is decided by each group: write it on its impl block, or on the registry's builder"
        }
        FORMAT | REPAIR => "is decided by each group: write it on its impl block",
        TIMEOUT => {
            "is a default for the actions of one group: write it on its impl block, or \
             `with(Timeout::secs(5))` around the tool as a whole"
        }
        CONFIRM => {
            "is a default for the destructive actions of one group: write it on its impl block"
        }
        ACTIONS => "names the actions of one group: write it on its impl block",
        READ_ONLY | DESTRUCTIVE | IDEMPOTENT | OPEN_WORLD => {
            return key.error(format!(
                "`{name}` is a default for the actions of one group: write it on its impl block, \
                 or `annotations({name})` for the tool as a whole"
            ));
        }
        _ => return key.unknown_key(),
    };
    key.error(format!("`{name}` {text}"))
}

/// Parses `key(pub Name)`.
fn item_name(key: &Key<'_>) -> syn::Result<ItemName> {
    let error = |at| {
        let text = format!("`{}` takes one name: `{0}(pub Name)`", key.name());
        syn::Error::new(at, text)
    };
    key.parentheses("pub Name", |input| {
        let vis = input.parse()?;
        let at = input.span();
        let ident = input.parse().map_err(|_| error(at))?;
        if !input.is_empty() {
            return Err(error(input.span()));
        }
        Ok(ItemName { vis, ident })
    })
}

impl HintFlags {
    fn parse(tokens: TokenStream, diag: &mut Diag) -> Self {
        let mut out = Self::default();
        keys(tokens, ANNOTATION_KEYS, diag, |key, _| out.read_key(key));
        out
    }

    fn read_key(&mut self, key: &Key<'_>) -> syn::Result<()> {
        let slot = match key.name() {
            READ_ONLY => &mut self.read_only,
            DESTRUCTIVE => &mut self.destructive,
            IDEMPOTENT => &mut self.idempotent,
            OPEN_WORLD => &mut self.open_world,
            _ => return Err(key.unknown_key()),
        };
        set(slot, key, key.flag()?)
    }
}

/// Returns true if `attr` is the attribute `name` of this crate, written as `name` alone or through
/// the path of the runtime crate.
pub(crate) fn is_attribute(attr: &Attribute, name: &str, krate: &Path) -> bool {
    let path = attr.path();
    if path.is_ident(name) {
        return true;
    }
    let idents = |path: &Path| -> Vec<String> {
        path.segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect()
    };
    let mut ours = idents(krate);
    ours.push(name.to_owned());
    idents(path) == ours
}

/// Removes every attribute of that name, returns the tokens of the first one, and reports a second
/// one.
fn take(
    attrs: &mut Vec<Attribute>,
    keys: Keys,
    krate: &Path,
    diag: &mut Diag,
) -> Option<(Span, TokenStream)> {
    let mut found = attrs.extract_if(.., |attr| is_attribute(attr, keys.attribute, krate));
    let first = found.next()?;
    let tokens = content(&first, keys, diag);
    for again in found {
        report_duplicate(&again, keys, diag);
    }
    Some((first.path().span(), tokens))
}

fn report_duplicate(again: &Attribute, keys: Keys, diag: &mut Diag) {
    let name = keys.attribute;
    let text = format!("`#[{name}]` is given twice; write all keys into one");
    diag.error(again.path(), text);
}

/// Returns the tokens between the parentheses of an attribute.
pub(crate) fn content(attr: &Attribute, keys: Keys, diag: &mut Diag) -> TokenStream {
    match &attr.meta {
        Meta::Path(_) => TokenStream::new(),
        Meta::List(list) => list.tokens.clone(),
        Meta::NameValue(pair) => {
            let name = keys.attribute;
            let text = format!("`#[{name}]` takes its keys in parentheses: `#[{name}(…)]`");
            diag.error_at(pair.eq_token.span(), text);
            TokenStream::new()
        }
    }
}
