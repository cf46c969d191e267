//! The rules for one parameter that is read from JSON.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote_spanned};
use syn::{
    Expr, Ident, LitStr, Pat, PatIdent, Path, Type, ext::IdentExt as _, spanned::Spanned as _,
};

use super::{Arg, DefaultFn, action::GroupContext, alphabet, constraint, schema};
use crate::{
    attr::{ArgAttr, DefaultValue},
    diag::Diag,
    doc::{Doc, literal},
    model::Parameter,
    names::{Alphabet, NameStyle},
    types,
};

pub(super) fn check(
    param: &Parameter,
    group: &GroupContext,
    earlier: &[Arg],
    diag: &mut Diag,
) -> Option<Arg> {
    let ident = identifier(&param.pat, diag)?;
    let nothing = ArgAttr::default();
    let attr = param.attr.as_ref().map_or(&nothing, |(_, attr)| attr);
    let name = name(ident, attr, group.style, diag);
    let aliases = attr.alias.clone().unwrap_or_default();
    for alias in &aliases {
        alphabet(alias, "alias", Alphabet::Argument, diag);
    }
    unique_names(&name, &aliases, earlier, diag);
    if let Some(DefaultValue::Expr(value)) = &attr.default {
        default_without_self(value, diag);
    }
    Some(Arg {
        docs: docs(param, attr, diag),
        ty: types::replace_self(param.ty.to_token_stream(), &group.this),
        default: attr.default.as_ref().map(|value| DefaultFn {
            // `fields::name_defaults` makes the name unique among all actions.
            name: ident.clone(),
            body: default(value, &group.this),
        }),
        secret: attr.secret.is_some_and(|flag| flag.on),
        constraints: constraint::check(attr, diag),
        any: attr.any.is_some_and(|flag| flag.on),
        given: attr
            .schema
            .as_ref()
            .map(|schema| schema::check(schema, &group.this, diag)),
        complete: completion(attr, group, diag),
        inner: types::written_option(&param.ty)
            .map(|inner| types::replace_self(inner.to_token_stream(), &group.this)),
        name,
        aliases,
    })
}

/// The name of a parameter is the name of its argument.
///
/// `(a, b): (u8, u8)`, `_: u8`, `ref a: u8`, `Parameters(page): Parameters<Page>`
fn identifier<'p>(pat: &'p Pat, diag: &mut Diag) -> Option<&'p Ident> {
    if let Pat::Ident(PatIdent {
        by_ref: None,
        ident,
        subpat: None,
        ..
    }) = pat
    {
        return Some(ident);
    }
    let is_of_the_sdk = |path: &Path| {
        path.segments
            .last()
            .is_some_and(|last| last.ident == "Parameters")
    };
    let instead = match pat {
        Pat::TupleStruct(pat) if is_of_the_sdk(&pat.path) => {
            "the SDK's `Parameters` is not needed: write one parameter for each field of its struct, or \
             `#[arg(flatten)] page: Page` and `#[derive(Fields)]` on the struct"
        }
        Pat::Wild(_) => "name one that is not used `_id`, under `#[arg(name = \"id\")]`",
        Pat::Struct(_) | Pat::TupleStruct(_) => {
            "write one parameter for each field, or `#[arg(flatten)] page: Page` and \
             `#[derive(Fields)]` on the struct"
        }
        Pat::Ident(_) => "write it without `ref` and `@`",
        _ => "write one parameter for each part, or take the value apart in the body",
    };
    let text =
        format!("an argument needs a plain name: it is the argument's name in JSON; {instead}");
    diag.error(pat, text);
    None
}

/// An argument's name is the value of `name`, or the parameter's name in the block's style.
///
/// `#[arg(name = "max rows")] limit: u32`
fn name(ident: &Ident, attr: &ArgAttr, style: Option<NameStyle>, diag: &mut Diag) -> LitStr {
    if let Some(name) = &attr.name {
        alphabet(name, "argument", Alphabet::Argument, diag);
        return name.clone();
    }
    let name = ident.unraw().to_string();
    let name = style.map_or_else(|| name.clone(), |style| style.apply(&name));
    if let Some(problem) = Alphabet::Argument.problem(&name) {
        let text = format!("argument `{name}` {problem}; write `#[arg(name = \"…\")]`");
        diag.error(ident, text);
    }
    LitStr::new(&name, ident.span())
}

/// An action has no two arguments of one name or alias. `build()` compares them with the discriminator,
/// because a struct of groups has a discriminator of its own.
///
/// `#[arg(name = "b")] a: u8, b: u8`, `a: u8, #[arg(alias("a"))] b: u8`
fn unique_names(name: &LitStr, aliases: &[LitStr], earlier: &[Arg], diag: &mut Diag) {
    let value = name.value();
    if earlier.iter().any(|other| other.name.value() == value) {
        diag.error(name, format!("argument `{value}` is given twice"));
    }
    let is_alias = |other: &&Arg| other.aliases.iter().any(|alias| alias.value() == value);
    if let Some(other) = earlier.iter().find(is_alias) {
        let other = other.name.value();
        let text =
            format!("argument `{value}` has the name of an alias of `{other}`: choose another");
        diag.error(name, text);
    }
    for (i, alias) in aliases.iter().enumerate() {
        let value = alias.value();
        let has_name = |arg: &&Arg| {
            let mut names = [&arg.name].into_iter().chain(&arg.aliases);
            names.any(|name| name.value() == value)
        };
        let text = if value == name.value() {
            format!("alias `{value}` is the argument's own name: remove it")
        } else if aliases.iter().take(i).any(|other| other.value() == value) {
            format!("alias `{value}` is given twice: remove one")
        } else if let Some(other) = earlier.iter().find(has_name) {
            let other = other.name.value();
            if other == value {
                format!("alias `{value}` is the name of another argument: choose another")
            } else {
                format!("alias `{value}` is an alias of argument `{other}`: choose another")
            }
        } else {
            continue;
        };
        diag.error(alias, text);
    }
}

/// A value that is read from JSON is owned, and its type can be named.
///
/// `name: Cow<'_, str>`, `names: Vec<&str>`, `name: impl Into<String>`
pub(super) fn owned_type(what: &str, ty: &Type, diag: &mut Diag) {
    if let Some(unnamed) = types::impl_trait(ty) {
        let text = format!("{what} must name its type, as in `String`");
        diag.error(unnamed, text);
    } else if let Some(at) = types::borrow(ty) {
        let text = format!(
            "{what} cannot borrow: it is read from JSON; \
             use an owned type, such as `String`; only an injected parameter is borrowed, by a `&` in \
             front of its type, as in `ctx: &Ctx`"
        );
        diag.error_at(at, text);
    }
}

/// Only arguments of prompts and resources have `complete`.
///
/// `#[action] fn list(#[arg(complete = Self::labels)] label: String)`
fn completion(attr: &ArgAttr, group: &GroupContext, diag: &mut Diag) -> Option<TokenStream> {
    let complete = attr.complete.as_ref()?;
    if let Err(reason) = group.completes {
        diag.error_at(complete.key, reason);
    }
    let path = complete.value.to_token_stream();
    Some(types::replace_self(path, &group.this))
}

/// An argument is described once.
///
/// `/// Whom. #[arg(description = "Who")] name: String`
fn docs(param: &Parameter, attr: &ArgAttr, diag: &mut Diag) -> Doc {
    match &attr.description {
        None => param.docs.clone(),
        Some(text) => {
            if !param.docs.is_empty() {
                let error = "this argument has a doc comment already; keep one of the two";
                diag.error(text, error);
            }
            Doc::from_description(text)
        }
    }
}

/// A default does not use the tool: the schema contains it before any call.
///
/// `#[arg(default = self.limit)] limit: u32`
fn default_without_self(value: &Expr, diag: &mut Diag) {
    if let Some(at) = types::receiver(value) {
        let text = "a default cannot use `self`: it stands in the schema, before any call; \
                    use a constant or a function";
        diag.error_at(at, text);
    }
}

fn default(value: &DefaultValue, this: &TokenStream) -> TokenStream {
    match value {
        DefaultValue::OfType(at) => {
            let at = at.resolved_at(Span::mixed_site());
            quote_spanned!(at=> ::core::default::Default::default())
        }
        // A string literal is converted to the string type of the argument.
        DefaultValue::Expr(value) if literal(value).is_some() => {
            let at = value.span().resolved_at(Span::mixed_site());
            quote_spanned!(at=> __f::FromText::from_text(#value))
        }
        DefaultValue::Expr(value) => types::replace_self(value.to_token_stream(), this),
    }
}
