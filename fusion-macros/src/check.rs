//! Checks every rule that needs more than one attribute. Only this module constructs a
//! [`ValidModel`]. Each rule is one function, whose comment states the rule and shows wrong code.
//! For errors that rustc reports better, `expand` plants bounds.

mod action;
mod argument;
mod client;
mod confirm;
mod constraint;
mod example;
mod fields;
mod flat_group;
mod flatten;
mod foreign_attributes;
mod help;
mod hints;
mod host_hints;
mod keys;
mod links;
mod meta_key;
mod middleware;
mod once;
mod one_of;
mod placeholder;
mod question;
mod record;
mod rename;
mod reserved;
mod resource;
mod schema;
mod scope;
mod signature;
mod sync;
mod tool;

use std::ops::Deref;

use proc_macro2::TokenStream;
use syn::{Ident, LitStr, ext::IdentExt as _};

use self::action::GroupContext;
pub(crate) use self::{
    client::{BlockClient, ClientMethod, ClientParameter, ClientSetter},
    confirm::{
        ACTION_KEY, ActionConfirm, ConfirmQuestion, ConfirmSentence, TOKEN_ARGUMENT,
        key_argument_text, token_argument_text,
    },
    example::{CheckedExampleValue, Example, secret_text as example_of_a_secret},
    flat_group::{
        Action, ActionKind, Arg, ArgConstraint, CommonStruct, DefaultFn, FieldUses, FlatGroup,
        OneOfArgument, ParamSource, SharedKey, TypeDifference,
    },
    help::HelpNames,
    hints::Hints,
    host_hints::CheckedHostHints,
    once::{IDEMPOTENCY_KEY, idempotency_key_text},
    question::{QuestionMethod, QuestionParameter},
    record::{Record, RecordArg, record},
    resource::Resource,
    sync::{CacheDirective, StateSyncAttributes},
    tool::{Member, Tool, tool},
};
use crate::{
    attr::{ItemName, MethodMark},
    diag::{Diag, list, nearest},
    doc::Doc,
    model::{Block, Method},
    names::{self, Alphabet, NameStyle},
    types,
};

/// A model without mistakes. Only [`flat_group`], [`tool`] and [`record`] construct one.
pub(crate) struct ValidModel<T>(T);

impl<T> Deref for ValidModel<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// A model with mistakes. Only its client is printed, as a stub.
pub(crate) struct FaultyModel<T>(Box<T>);

impl<T> FaultyModel<T> {
    /// Returns the parts of the model, which may break its invariants.
    pub(crate) fn known(&self) -> &T {
        &self.0
    }
}

/// A checked model: valid, or with a mistake here or before.
type CheckedModel<T> = Result<ValidModel<T>, FaultyModel<T>>;

impl<T> ValidModel<T> {
    fn of(model: T, diag: &Diag) -> CheckedModel<T> {
        match diag.count() {
            0 => Ok(Self(model)),
            _ => Err(FaultyModel(Box::new(model))),
        }
    }
}

/// The error for `complete` on an argument of an action.
const NO_COMPLETION: &str =
    "`complete` belongs on arguments of prompts and resources: clients complete no others";

/// Checks a flat group.
pub(crate) fn flat_group(block: &Block, diag: &mut Diag) -> CheckedModel<FlatGroup> {
    let attr = &block.attr;
    let selects = discriminator(attr.discriminator.as_ref(), diag);
    let group = GroupContext {
        this: concrete_type(block, diag),
        style: style(attr.rename_all.as_ref(), diag),
        hints: hints::block(attr.hints, diag),
        has_common: attr.common.is_some(),
        demands_scope: scope::is_demanded(attr),
        timeout: attr.timeout,
        confirm: attr.confirm.as_ref().map(|confirm| confirm.value.clone()),
        helpers: block.helpers.clone(),
        completes: Err(NO_COMPLETION),
    };
    let mut actions = actions(block, &group, diag);
    confirm::block(block, &actions, diag);
    let mut docs = attr
        .description
        .as_ref()
        .map_or_else(|| block.docs.clone(), Doc::from_description);
    links::resolve(&mut docs, &mut actions, diag);
    let help = help::check(attr.help.as_ref(), &selects, diag);
    help::unique(help.as_ref(), &actions, diag);
    let fields = fields::merge(&actions);
    let flat_group = FlatGroup {
        krate: block.krate.clone(),
        cfg: block.cfg.clone(),
        name: tool_name(block, diag),
        docs,
        title: text(attr.title.as_ref(), "title", diag),
        host: host_hints::check(&attr.host, &group.this, diag),
        tags: words(attr.tags.as_deref(), "tag", diag),
        scopes: scope::check(attr.scope.as_deref(), diag),
        discriminator: attr.discriminator.clone(),
        common: attr
            .common
            .as_ref()
            .map(|ty| flatten::common_struct(ty, &group.this, &actions, diag)),
        annotations: attr
            .annotations
            .map(|stated| hints::annotations(stated, diag)),
        describe: attr.describe.clone(),
        help,
        format: attr.format.clone(),
        repair: attr.repair.is_none_or(|flag| flag.on),
        middleware: middleware::check(attr.with.as_deref(), &group.this),
        output_cap: middleware::output_cap(attr.output_cap.as_ref(), &group.this, diag),
        named: enum_name(block, diag),
        client: client::check(block, &actions, diag),
        shared_keys: keys::unique_keys(&actions, diag),
        differences: fields::differences(&fields, &actions),
        this: group.this,
        actions,
    };
    ValidModel::of(flat_group, diag)
}

/// A group has at least one action, prompt or resource.
///
/// `#[tool_group] impl Issues { fn list(&self) {} }`
fn actions(block: &Block, group: &GroupContext, diag: &mut Diag) -> Vec<Action> {
    if block.unfinished {
        diag.leave_to_rustc();
    } else if block.methods.is_empty() && block.trait_path.is_none() {
        let text = "no method of this block is an action; mark one `#[action]`, `#[prompt]` or \
                    `#[resource]`";
        diag.error(&block.self_ty, text);
    }
    let methods: Vec<&Ident> = block.methods.iter().map(Method::name).collect();
    let mut actions: Vec<Action> = block
        .methods
        .iter()
        .zip(names::variants(&methods))
        .map(|(method, variant)| action::check(method, variant, group, diag))
        .collect();
    keys::duplicate_methods(&actions, diag);
    keys::unique_flat_names(&actions, diag);
    fields::name_defaults(&mut actions);
    actions
}

/// A discriminator is a legal wire name.
///
/// `discriminator = "the action"`
fn discriminator(name: Option<&LitStr>, diag: &mut Diag) -> String {
    let Some(name) = name else {
        return "action".to_owned();
    };
    alphabet(name, "discriminator", Alphabet::Word, diag);
    name.value()
}

/// A group is one concrete type, and its actions are methods of its own.
///
/// `impl<T> Issues<T>`, `impl<'a> Issues<'a>`, `impl Issues<'_>`, `impl Tracker for Issues`,
/// `impl dyn Issues`
fn concrete_type(block: &Block, diag: &mut Diag) -> TokenStream {
    const ONE_TYPE: &str = "a tool group is one concrete type";
    if let Some(path) = &block.trait_path {
        let text = "`#[tool_group]` stands on an impl block of the type's own methods, \
                    not on one of a trait";
        diag.error(path, text);
    }
    let Some(path) = types::path(&block.self_ty) else {
        diag.error(&block.self_ty, format!("{ONE_TYPE}, named by its path"));
        return TokenStream::new();
    };
    let name = path.segments.last().map(|last| last.ident.to_string());
    let name = name.unwrap_or_default();
    if types::has_lifetimes_only(&block.generics) {
        let text = owns_data(ONE_TYPE, &name);
        diag.error(&block.generics.params, text);
    } else if !block.generics.params.is_empty() {
        let text = format!("{ONE_TYPE}: name it, as in `impl {name}<Postgres>`");
        diag.error(&block.generics.params, text);
    } else if let Some(at) = types::borrow(&block.self_ty) {
        diag.error_at(at, owns_data(ONE_TYPE, &name));
    }
    types::concrete_path(path)
}

/// Returns the error for a type that borrows, because calls outlive the function that registers it.
fn owns_data(one_type: &str, name: &str) -> String {
    format!(
        "{one_type} that owns its data: `{name}` cannot borrow; hold a `String`, or an `Arc` of what \
         others use too"
    )
}

/// The public enum of the actions does not have the name of the type.
///
/// `#[tool_group(actions(Issues))] impl Issues`
fn enum_name(block: &Block, diag: &mut Diag) -> Option<ItemName> {
    let named = block.attr.actions.as_ref()?;
    if types::path(&block.self_ty).is_some_and(|path| path.is_ident(&named.ident)) {
        let text = format!(
            "`{0}` is the type itself; name the enum `{0}Action`",
            named.ident
        );
        diag.error(&named.ident, text);
    }
    let mut marks = block.methods.iter().map(|method| method.attr.mark);
    if !block.methods.is_empty() && marks.all(|mark| mark != MethodMark::Action) {
        let text = "`actions` names the enum of the actions, and no method of this block is one";
        diag.error(&named.ident, text);
    }
    Some(named.clone())
}

/// A style is one of serde's eight.
///
/// `rename_all = "camel"`
fn style(text: Option<&LitStr>, diag: &mut Diag) -> Option<NameStyle> {
    let text = text?;
    let name = text.value();
    let style = NameStyle::from_name(&name);
    if style.is_none() {
        let folded = |style: &str| style.to_lowercase().replace(['_', '-'], "");
        let same = NameStyle::NAMES
            .iter()
            .find(|style| !name.is_empty() && folded(style).starts_with(&folded(&name)));
        diag.error(
            text,
            match same.copied().or_else(|| nearest(&name, NameStyle::NAMES)) {
                Some(meant) => format!("unknown style `{name}`; did you mean `{meant}`?"),
                None => format!(
                    "unknown style `{name}`; known are {}",
                    list(NameStyle::NAMES)
                ),
            },
        );
    }
    style
}

/// Returns the tool's name, which defaults to the last segment of the type's path.
fn tool_name(block: &Block, diag: &mut Diag) -> String {
    let last = types::path(&block.self_ty).and_then(|path| path.segments.last());
    match last {
        Some(last) => snake_name(block.attr.name.as_ref(), &last.ident, diag),
        None => String::new(),
    }
}

/// The tool's name is the value of `name`, or the type's name in `snake_case`.
///
/// `#[tool_group(name = "issue tracker")]`
fn snake_name(given: Option<&LitStr>, ident: &Ident, diag: &mut Diag) -> String {
    if let Some(name) = given {
        alphabet(name, "tool name", Alphabet::Word, diag);
        return name.value();
    }
    let name = names::snake(&ident.unraw().to_string());
    if let Some(problem) = Alphabet::Word.problem(&name) {
        let text = format!("the tool's name `{name}` {problem}; write `name = \"…\"`");
        diag.error(ident, text);
    }
    name
}

/// A written name consists of the characters of its alphabet.
///
/// `#[action(name = "users.create")]`
fn alphabet(name: &LitStr, what: &str, alphabet: Alphabet, diag: &mut Diag) {
    let value = name.value();
    if value.is_empty() {
        diag.error(name, format!("this {what} is empty"));
    } else if let Some(problem) = alphabet.problem(&value) {
        diag.error(name, format!("{what} `{value}` {problem}"));
    }
}

/// A text is not empty.
///
/// `title = ""`
fn text(text: Option<&LitStr>, what: &str, diag: &mut Diag) -> Option<LitStr> {
    let text = text?;
    if text.value().trim().is_empty() {
        diag.error(
            text,
            format!("`{what}` is empty: write a text, or remove the key"),
        );
    }
    Some(text.clone())
}

/// The words of a list are not empty, and no word is repeated.
///
/// `tags("core", "core")`
fn words(words: Option<&[LitStr]>, what: &str, diag: &mut Diag) -> Vec<LitStr> {
    let words = words.unwrap_or_default();
    for (i, word) in words.iter().enumerate() {
        let value = word.value();
        if value.trim().is_empty() {
            diag.error(word, format!("this {what} is empty"));
        } else if words.iter().take(i).any(|earlier| earlier.value() == value) {
            diag.error(word, format!("{what} `{value}` is given twice"));
        }
    }
    words.to_vec()
}
