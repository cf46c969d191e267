//! The rules for one method under `#[action]`, `#[prompt]` or `#[resource]`.

use std::{rc::Rc, time::Duration};

use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::{Ident, LitStr, ReturnType, Signature, ext::IdentExt as _};

use super::{
    Action, Arg, Hints, ParamSource, alphabet, argument,
    confirm::{self, ActionParameters},
    example, flatten, foreign_attributes, hints, host_hints, middleware, once, one_of, resource,
    schema, scope, signature, sync, text, words,
};
use crate::{
    attr::{HintFlags, MethodAttr, MethodMark},
    diag::Diag,
    model::{Method, Parameter},
    names::{Alphabet, NameStyle},
    types,
};

/// The defaults and facts of a block that its actions depend on.
#[derive(Clone)]
pub(super) struct GroupContext {
    pub(super) this: TokenStream,
    pub(super) style: Option<NameStyle>,
    pub(super) hints: HintFlags,
    pub(super) has_common: bool,
    /// True if each row must name a scope.
    pub(super) demands_scope: bool,
    pub(super) timeout: Option<Duration>,
    /// The question of the block.
    pub(super) confirm: Option<LitStr>,
    /// The methods of the block without a mark.
    pub(super) helpers: Rc<[Signature]>,
    /// `Err` with the reason if arguments cannot have `complete`.
    pub(super) completes: Result<(), &'static str>,
}

impl GroupContext {
    /// Adapts the context to a mark. Only prompts and resources may complete their arguments.
    fn for_mark(&self, mark: MethodMark) -> Self {
        let group = self.clone();
        match mark {
            MethodMark::Action => group,
            MethodMark::Prompt | MethodMark::Resource => Self {
                completes: Ok(()),
                ..group
            },
        }
    }
}

pub(super) fn check(
    method: &Method,
    variant: Ident,
    group: &GroupContext,
    diag: &mut Diag,
) -> Action {
    let has_receiver = signature::check(method, diag);
    scope::required(method, group.demands_scope, diag);
    let attr = &method.attr;
    let group = &group.for_mark(attr.mark);
    let key = key(method, group.style, diag);
    let (params, args, flattened) = parameters(method, group, diag);
    let kind = resource::kind(method, &args, params.len() == method.params.len(), diag);
    let aliases = aliases(attr, diag);
    let output = output(method, &group.this, diag);
    let one_of = one_of::check(method, &params, &args, diag);
    let hints = row_hints(attr, group, diag);
    let omits_common = flatten::omits_common(attr, group.has_common, diag);
    let parameters = ActionParameters {
        params: &params,
        args: &args,
        flattened: &flattened,
        omits_common,
    };
    let confirm = confirm::check(method, hints, parameters, group, diag);
    let examples = example::check(method, parameters, group, diag);
    let once = once::check(method, hints, &args, diag);
    Action {
        kind,
        cfg: method.cfg.clone(),
        doc_attrs: method.doc_attrs.clone(),
        variant,
        method: method.name().clone(),
        is_async: method.sig.asyncness.is_some(),
        has_receiver,
        key,
        flat_name: attr.flat_name.clone(),
        docs: method.docs.clone(),
        title: text(attr.title.as_ref(), "title", diag),
        host: host_hints::check(&attr.host, &group.this, diag),
        sync: sync::check(method, hints, diag),
        confirm,
        once,
        examples,
        format: method.attr.format.clone(),
        hints,
        tags: words(attr.tags.as_deref(), "tag", diag),
        scopes: scope::check(attr.scope.as_deref(), diag),
        aliases,
        deprecated: text(attr.deprecated.as_ref(), "deprecated", diag),
        one_of,
        schema: schema(attr, &group.this, diag),
        middleware: middleware::check(attr.with.as_deref(), &group.this),
        timeout: attr.timeout.or(group.timeout),
        output_cap: middleware::output_cap(attr.output_cap.as_ref(), &group.this, diag),
        params,
        args,
        flattened,
        omits_common,
        omitted_fields: flatten::omitted_fields(attr, group.has_common, diag),
        output,
        shows_errors: method.shows_errors,
    }
}

/// Returns the hints of an action. The runtime treats prompts and resources as read-only.
fn row_hints(attr: &MethodAttr, group: &GroupContext, diag: &mut Diag) -> Hints {
    match attr.mark {
        MethodMark::Action => hints::action(attr.hints, group.hints, diag),
        MethodMark::Prompt | MethodMark::Resource => Hints::default(),
    }
}

/// Other names are words, as keys are.
///
/// `#[action(alias("new issue"))]`, `#[action(flat_name = "new issue")]`
fn aliases(attr: &MethodAttr, diag: &mut Diag) -> Vec<LitStr> {
    let aliases = attr.alias.clone().unwrap_or_default();
    for alias in &aliases {
        alphabet(alias, "alias", Alphabet::Word, diag);
    }
    if let Some(name) = &attr.flat_name {
        alphabet(name, "flat name", Alphabet::Word, diag);
    }
    aliases
}

fn schema(attr: &MethodAttr, this: &TokenStream, diag: &mut Diag) -> Option<TokenStream> {
    let schema = attr.schema.as_ref()?;
    Some(schema::check(schema, this, diag))
}

/// A key is the value of `name`, or the method's name in the block's style.
///
/// `#[action(name = "users.create")]`
fn key(method: &Method, style: Option<NameStyle>, diag: &mut Diag) -> LitStr {
    if let Some(name) = &method.attr.name {
        alphabet(name, "key", Alphabet::Word, diag);
        return name.clone();
    }
    let noun = method.attr.mark.name();
    let method = method.name();
    let name = method.unraw().to_string();
    let name = style.map_or_else(|| name.clone(), |style| style.apply(&name));
    if let Some(problem) = Alphabet::Word.problem(&name) {
        let text = format!("key `{name}` {problem}; write `#[{noun}(name = \"…\")]`");
        diag.error(method, text);
    }
    LitStr::new(&name, method.span())
}

/// A parameter by value is read from JSON; a parameter by reference is injected.
fn parameters(
    method: &Method,
    group: &GroupContext,
    diag: &mut Diag,
) -> (Vec<ParamSource>, Vec<Arg>, Vec<TokenStream>) {
    let mut params = Vec::new();
    let mut args: Vec<Arg> = Vec::new();
    let mut flattened = Vec::new();
    for param in &method.params {
        if let Some(cfg) = &param.cfg {
            let text = "a parameter cannot depend on a `cfg`: its argument would come and go; \
                        write two methods, each with its own `#[cfg(…)]`";
            diag.error(cfg, text);
        }
        foreign_attributes::on_parameter(param, diag);
        if let Some(reference) = types::reference(&param.ty) {
            injected_parameter(param, reference, diag);
            let ty = reference.elem.to_token_stream();
            params.push(ParamSource::Injected(types::replace_self(ty, &group.this)));
        } else if flatten::is_flat(param) {
            params.push(ParamSource::Flattened(flattened.len()));
            flattened.push(flatten::check(param, &group.this, diag));
        } else if let Some(arg) = argument::check(param, group, &args, diag) {
            argument::owned_type(&format!("argument `{}`", arg.name.value()), &param.ty, diag);
            params.push(ParamSource::Json(args.len()));
            args.push(arg);
        }
    }
    (params, args, flattened)
}

/// An injected value is shared, lives as long as the call, and is no JSON argument.
///
/// `ctx: &mut Ctx`, `ctx: &'static Ctx`, `#[arg(secret)] ctx: &Ctx`
fn injected_parameter(param: &Parameter, reference: &syn::TypeReference, diag: &mut Diag) {
    if let Some(token) = &reference.mutability {
        let text =
            "an injected parameter is shared with the rest of the call: write `&`, not `&mut`";
        diag.error(token, text);
    }
    if let Some(lifetime) = &reference.lifetime {
        let text = "an injected parameter lives as long as the call: write `&` without a lifetime; \
                    an argument is taken by value, as in `String`";
        diag.error(lifetime, text);
    }
    if let Some(at) = types::borrow(&reference.elem) {
        let text = "an injected type cannot borrow: use an owned type, or one with `'static`";
        diag.error_at(at, text);
    }
    if let Some(unnamed) = types::impl_trait(&reference.elem) {
        diag.error(
            unnamed,
            "an injected parameter has a type that can be named",
        );
    }
    if let Some((at, _)) = &param.attr {
        let text = "`#[arg]` describes a JSON argument, which is taken by value; \
                    a parameter behind `&` is injected";
        diag.error_at(*at, text);
    }
    if let Some(at) = param.doc_span {
        let text = "the docs of an injected parameter have no effect; write `//`";
        diag.error_at(at, text);
    }
}

/// A returned value is owned, and the table of rows can name its type.
///
/// `-> &str`, `-> Cow<'_, str>`, `-> Result<impl Serialize, Error>`
fn output(method: &Method, this: &TokenStream, diag: &mut Diag) -> Option<TokenStream> {
    let ReturnType::Type(_, ty) = &method.sig.output else {
        return None;
    };
    let (noun, name) = (method.attr.mark.name(), method.name());
    if let Some(unnamed) = types::impl_trait(ty) {
        let future = match method.sig.asyncness {
            Some(_) => "",
            None => "; instead of a future, write `async fn`",
        };
        let example = match method.attr.mark {
            MethodMark::Action | MethodMark::Resource => "`Json<Issue>`",
            MethodMark::Prompt => "`String`",
        };
        let text =
            format!("{noun} `{name}` must name the type that it returns, as in {example}{future}");
        diag.error(unnamed, text);
    } else if let Some(at) = types::borrow(ty) {
        let text = format!(
            "{noun} `{name}` cannot return a borrow: the answer outlives the call; \
             return an owned value, or `&'static str`"
        );
        diag.error_at(at, text);
    }
    Some(types::replace_self(ty.to_token_stream(), this))
}
