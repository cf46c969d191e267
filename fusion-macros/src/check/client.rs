//! The rules for the typed clients of a block and of a struct of groups.

use std::collections::HashSet;

use proc_macro2::{Span, TokenStream};
use quote::format_ident;
use syn::{Ident, LitStr, Pat, Type, ext::IdentExt as _};

use super::{Action, IDEMPOTENCY_KEY, ParamSource, flatten};
use crate::{
    attr::ItemName,
    diag::Diag,
    model::{Block, Method, ToolItem},
    names, types,
};

/// The functions of a client that are no actions or groups. `into` and `try_into` take a client by value, so that rustc
/// finds them before a method that borrows it.
const OF_A_CLIENT: &[&str] = &["at", "clone", "into", "try_into"];

/// The methods of a call that are no setters.
const OF_A_CALL: &[&str] = &["clone", "into_future"];

/// The client of a block.
pub(crate) struct BlockClient {
    pub(crate) named: ItemName,
    pub(crate) methods: Vec<ClientMethod>,
    /// False if the block has no type by which a struct of groups finds the client. Invariant: true in a valid model.
    pub(crate) has_type: bool,
}

/// The method of a client for one action.
pub(crate) struct ClientMethod {
    /// Invariant: an index of the group's `actions`.
    pub(crate) action: usize,
    /// The parameters, in the order of the action's.
    pub(crate) parameters: Vec<ClientParameter>,
    pub(crate) setters: Vec<ClientSetter>,
    /// The type with the setters, also that of the key of `once`. Invariant: `None` if there are none.
    pub(crate) builder: Option<Ident>,
}

/// One parameter of the method.
pub(crate) enum ClientParameter {
    /// A required argument. Invariant: `slot` is an index of the action's `args`.
    Argument { slot: usize, ident: Ident },
    /// A struct of arguments. Invariant: `place` is an index of the action's `flattened`.
    Struct { place: usize, ident: Ident },
}

/// The setter of an optional argument.
pub(crate) struct ClientSetter {
    /// Invariant: an index of the action's `args`.
    pub(crate) slot: usize,
    pub(crate) ident: Ident,
}

/// Checks the client of a block, and that no action leaves one that does not exist.
pub(super) fn check(block: &Block, actions: &[Action], diag: &mut Diag) -> Option<BlockClient> {
    let Some(named) = &block.attr.client else {
        nothing_to_leave(block, diag);
        return None;
    };
    let of_type = types::path(&block.self_ty).and_then(|path| path.get_ident());
    let of_enum = block.attr.actions.as_ref().map(|named| &named.ident);
    let is_free = [of_type, of_enum]
        .into_iter()
        .all(|other| is_free_name(named, other, of_type, diag));
    let mut methods = Vec::new();
    let mut seen = HashSet::new();
    for (index, (lowered, action)) in block.methods.iter().zip(actions).enumerate() {
        if !action.is_action() || leaves(lowered) {
            continue;
        }
        let printed = method(named, index, lowered, action, diag);
        // Two methods of one name and a method with generics are mistakes that are reported elsewhere.
        let is_first = !lowered.cfg.is_empty() || seen.insert(&action.method);
        if is_first && lowered.sig.generics.params.is_empty() {
            methods.extend(printed);
        }
    }
    if methods.is_empty() && diag.count() == 0 {
        no_method(named, actions, diag);
    }
    is_free.then(|| BlockClient {
        named: named.clone(),
        methods,
        has_type: is_concrete(block),
    })
}

/// A client has a method.
///
/// `#[tool_group(client(pub IssuesClient))] impl Issues { #[action(client = false)] fn list(&self) {} }`
fn no_method(named: &ItemName, actions: &[Action], diag: &mut Diag) {
    let text = if actions.iter().any(Action::is_action) {
        "the client would have no method, because every action of this block has `client = false`: remove one of \
         these, or `client(…)`"
    } else {
        "the client would have no method, because this block has no action: remove `client(…)`"
    };
    diag.error(&named.ident, text);
}

/// Returns true if the block has a type that a struct of groups can name.
fn is_concrete(block: &Block) -> bool {
    block.generics.params.is_empty()
        && types::path(&block.self_ty).is_some()
        && types::borrow(&block.self_ty).is_none()
}

/// Checks the client of a struct of groups.
pub(super) fn of_tool(tool: &ToolItem, diag: &mut Diag) -> Option<ItemName> {
    let named = tool.attr.client.as_ref()?;
    let mut is_free = is_free_name(named, Some(&tool.ident), Some(&tool.ident), diag);
    for field in tool
        .members
        .iter()
        .filter_map(|member| member.ident.as_ref())
    {
        let name = field.unraw().to_string();
        if OF_A_CLIENT.contains(&name.as_str()) {
            let text = format!(
                "the client has a function `{name}` of its own: give the field another name, and \
                 `#[group(name = \"{name}\")]`"
            );
            diag.error(field, text);
            is_free = false;
        }
    }
    is_free.then(|| named.clone())
}

fn leaves(method: &Method) -> bool {
    method.attr.client.is_some_and(|flag| !flag.on)
}

/// An action leaves the client of its block only if there is one.
///
/// `#[tool_group] impl Issues { #[action(client = false)] fn list(&self) {} }`
fn nothing_to_leave(block: &Block, diag: &mut Diag) {
    for flag in block.methods.iter().filter_map(|method| method.attr.client) {
        let text = "this block has no client: write `client(pub Name)` there, or remove `client`";
        diag.error_at(flag.span, text);
    }
}

/// A client does not have the name of the type, or of the enum of its actions. Returns true if it has another.
///
/// `#[tool_group(client(Issues))] impl Issues`
fn is_free_name(
    named: &ItemName,
    other: Option<&Ident>,
    of_type: Option<&Ident>,
    diag: &mut Diag,
) -> bool {
    let Some(other) = other.filter(|other| **other == named.ident) else {
        return true;
    };
    let free = of_type.unwrap_or(other);
    let text = format!("`{other}` is taken: name the client `{free}Client`");
    diag.error(&named.ident, text);
    false
}

fn method(
    named: &ItemName,
    index: usize,
    method: &Method,
    action: &Action,
    diag: &mut Diag,
) -> Option<ClientMethod> {
    let is_free = is_free_method(action, diag);
    let idents = parameter_names(method, action);
    let mut parameters = Vec::new();
    let mut setters = Vec::new();
    for (param, ident) in action.params.iter().zip(idents) {
        match *param {
            ParamSource::Injected(_) => {}
            ParamSource::Flattened(place) => {
                parameters.push(ClientParameter::Struct { place, ident });
            }
            ParamSource::Json(slot) => {
                let arg = action.args.get(slot);
                if arg.is_some_and(|arg| arg.default.is_some() || arg.inner.is_some()) {
                    if is_free_setter(action, &ident, arg.map(|arg| &arg.name), diag) {
                        setters.push(ClientSetter { slot, ident });
                    }
                } else {
                    parameters.push(ClientParameter::Argument { slot, ident });
                }
            }
        }
    }
    let builder = format_ident!(
        "{}{}",
        named.ident,
        action.variant,
        span = named.ident.span()
    );
    is_free.then(|| ClientMethod {
        action: index,
        parameters,
        builder: (!setters.is_empty() || action.once.is_some()).then_some(builder),
        setters,
    })
}

/// An action does not have the name of a function of its client. Returns true if it has another.
///
/// `#[action] fn at(&self)`
fn is_free_method(action: &Action, diag: &mut Diag) -> bool {
    let name = action.method.unraw().to_string();
    let is_free = !OF_A_CLIENT.contains(&name.as_str());
    if !is_free {
        let text = format!(
            "the client has a function `{name}` of its own: give the method another name, and \
             `#[action(name = \"{}\")]`, or write `#[action(client = false)]`",
            action.key.value()
        );
        diag.error(&action.method, text);
    }
    is_free
}

/// An optional argument does not have the name of a method of the call. Returns true if it has another.
///
/// `#[action] fn copy(&self, clone: Option<bool>)`
fn is_free_setter(action: &Action, ident: &Ident, name: Option<&LitStr>, diag: &mut Diag) -> bool {
    let setter = ident.unraw().to_string();
    let is_key = action.once.is_some() && setter == IDEMPOTENCY_KEY;
    let is_free = !is_key && !OF_A_CALL.contains(&setter.as_str());
    if !is_free {
        let text = format!(
            "the call that the client returns for `{}` has a method `{setter}` of its own: give the parameter \
             another name, and `#[arg(name = \"{}\")]`, or write `#[action(client = false)]`",
            action.key.value(),
            name.map(LitStr::value).unwrap_or_default()
        );
        diag.error(ident, text);
    }
    is_free
}

/// Returns the names of all parameters in the client: those of the author, without the `_` of an argument that
/// the action does not use.
fn parameter_names(method: &Method, action: &Action) -> Vec<Ident> {
    let own = |pat: &Pat| match pat {
        Pat::Ident(pat) => Some(pat.ident.clone()),
        _ => None,
    };
    let written: Vec<Option<Ident>> = method.params.iter().map(|param| own(&param.pat)).collect();
    let is_taken = |ident: &Ident| written.iter().flatten().any(|other| other == ident);
    let params = method.params.iter().zip(&written);
    let names = params.map(|(param, ident)| match ident {
        Some(ident) => bare_name(ident)
            .filter(|bare| !is_taken(bare))
            .unwrap_or_else(|| ident.clone()),
        None if flatten::is_flat(param) => type_name(&param.ty),
        None => action.method.clone(),
    });
    names.collect()
}

/// Returns a name without the `_` in front of it; `None` if it has none, or the rest is no name.
fn bare_name(ident: &Ident) -> Option<Ident> {
    let text = ident.to_string();
    let mut bare: Ident = syn::parse_str(text.strip_prefix('_')?).ok()?;
    bare.set_span(ident.span());
    Some(bare)
}

/// Returns the name of a parameter of a struct that the action takes apart: that of its type.
fn type_name(ty: &Type) -> Ident {
    let last = types::path(ty).and_then(|path| path.segments.last());
    let name = last.map(|last| names::snake(&last.ident.unraw().to_string()));
    let name = name.and_then(|name| syn::parse_str::<Ident>(&name).ok());
    name.unwrap_or_else(|| Ident::new("fields", Span::mixed_site()))
}

impl ClientParameter {
    /// The name of the parameter.
    pub(crate) fn ident(&self) -> &Ident {
        match self {
            Self::Argument { ident, .. } | Self::Struct { ident, .. } => ident,
        }
    }
}

impl Action {
    /// Returns the type that the action returns.
    pub(crate) fn returned(&self) -> TokenStream {
        let unit =
            || quote::quote_spanned!(self.method.span().resolved_at(Span::mixed_site())=> ());
        self.output.clone().unwrap_or_else(unit)
    }
}
