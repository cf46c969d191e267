//! The rules for a struct of groups. rustc checks that the type of each field is a group.

use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::{Attribute, Fields, Ident, LitStr, Path, ext::IdentExt as _};

use super::{
    CheckedHostHints, CheckedModel, HelpNames, SharedKey, ValidModel, alphabet, client,
    discriminator, help, hints, host_hints, middleware, rename, scope, snake_name, text, words,
};
use crate::{
    attr::{ArgumentRename, ItemName},
    diag::Diag,
    doc::Doc,
    model,
    names::{self, Alphabet},
    types,
};

/// A hierarchical tool: a struct.
pub(crate) struct Tool {
    pub(crate) krate: Path,
    pub(crate) cfg: Vec<Attribute>,
    pub(crate) ident: Ident,
    pub(crate) name: String,
    pub(crate) docs: Doc,
    pub(crate) title: Option<LitStr>,
    pub(crate) host: CheckedHostHints,
    pub(crate) tags: Vec<LitStr>,
    /// Invariant: scope tokens of RFC 6749; none twice.
    pub(crate) scopes: Vec<LitStr>,
    /// True if each row of each group must name a scope.
    pub(crate) demands_scope: bool,
    pub(crate) discriminator: Option<LitStr>,
    pub(crate) annotations: Option<[Option<bool>; 4]>,
    /// A variant of the runtime's enum.
    pub(crate) describe: Option<Ident>,
    pub(crate) help: Option<HelpNames>,
    /// The calls that construct the middleware, outermost first.
    pub(crate) middleware: Vec<TokenStream>,
    /// Invariant: not empty; no name twice, unless under different `cfg`s.
    pub(crate) members: Vec<Member>,
    pub(crate) client: Option<ItemName>,
    pub(crate) shared_keys: Vec<SharedKey>,
}

/// One group of a hierarchical tool.
pub(crate) struct Member {
    pub(crate) cfg: Vec<Attribute>,
    pub(crate) field: Ident,
    /// Invariant: two members have one variant only if both are one field under different `cfg`s.
    pub(crate) variant: Ident,
    pub(crate) name: LitStr,
    pub(crate) ty: TokenStream,
    /// Invariant: no name twice on either side, and none that is the discriminator's.
    pub(crate) renames: Vec<ArgumentRename>,
}

/// Checks a struct of groups.
pub(crate) fn tool(tool: &model::ToolItem, diag: &mut Diag) -> CheckedModel<Tool> {
    let attr = &tool.attr;
    let selects = discriminator(attr.discriminator.as_ref(), diag);
    concrete_struct(tool, diag);
    let members = members(tool, &selects, diag);
    let tool = Tool {
        krate: tool.krate.clone(),
        cfg: tool.cfg.clone(),
        ident: tool.ident.clone(),
        name: snake_name(attr.name.as_ref(), &tool.ident, diag),
        docs: attr
            .description
            .as_ref()
            .map_or_else(|| tool.docs.clone(), Doc::from_description),
        title: text(attr.title.as_ref(), "title", diag),
        host: host_hints::check(&attr.host, &tool.ident.to_token_stream(), diag),
        tags: words(attr.tags.as_deref(), "tag", diag),
        scopes: scope::check(attr.scope.as_deref(), diag),
        demands_scope: scope::is_demanded(attr),
        discriminator: attr.discriminator.clone(),
        annotations: attr
            .annotations
            .map(|stated| hints::annotations(stated, diag)),
        describe: attr.describe.clone(),
        help: help::check(attr.help.as_ref(), &selects, diag),
        middleware: middleware::check(attr.with.as_deref(), &tool.ident.to_token_stream()),
        shared_keys: unique_names(&members, diag),
        client: client::of_tool(tool, diag),
        members,
    };
    ValidModel::of(tool, diag)
}

/// A tool is one concrete type.
///
/// `struct Tracker<G> { #[group] issues: G }`, `struct Tracker<'a> { name: &'a str }`
fn concrete_struct(tool: &model::ToolItem, diag: &mut Diag) {
    if types::has_lifetimes_only(&tool.generics) {
        diag.error(
            &tool.generics.params,
            super::owns_data("a tool is one concrete type", &tool.ident.to_string()),
        );
    } else if !tool.generics.params.is_empty() {
        let text = "a tool is one concrete type: name the types of its fields instead";
        diag.error(&tool.generics.params, text);
    }
}

/// The struct has groups, in fields that have names.
///
/// `struct Tracker { issues: Issues }`, `struct Tracker(#[group] Issues);`
fn members(tool: &model::ToolItem, discriminator: &str, diag: &mut Diag) -> Vec<Member> {
    if tool.members.is_empty() {
        let text = "no field of this struct is a group: mark one `#[group]`; \
                    a tool without groups has `#[tool_group]` on its `impl` block";
        diag.error(&tool.ident, text);
    } else if matches!(tool.fields, Fields::Unnamed(_)) {
        let text = "a group is named after its field: write `struct Name { #[group] field: … }`";
        diag.error(&tool.fields, text);
    }
    let named: Vec<(&Ident, &model::MemberField)> = tool
        .members
        .iter()
        .filter_map(|member| Some((member.ident.as_ref()?, member)))
        .collect();
    let idents: Vec<&Ident> = named.iter().map(|(ident, _)| *ident).collect();
    named
        .iter()
        .zip(names::variants(&idents))
        .map(|((ident, member), variant)| Member {
            cfg: member.cfg.clone(),
            field: (*ident).clone(),
            variant,
            name: name(ident, member, diag),
            ty: member.ty.to_token_stream(),
            renames: rename::check(member.attr.rename.as_deref(), discriminator, diag),
        })
        .collect()
}

/// A group's name is the value of `name`, or the field's name. It has no dot, because it is the
/// first half of a key.
///
/// `#[group(name = "issue.tracker")]`
fn name(ident: &Ident, member: &model::MemberField, diag: &mut Diag) -> LitStr {
    if let Some(name) = &member.attr.name {
        alphabet(name, "group name", Alphabet::Word, diag);
        return name.clone();
    }
    let name = ident.unraw().to_string();
    if let Some(problem) = Alphabet::Word.problem(&name) {
        let text = format!("the group's name `{name}` {problem}; write `#[group(name = \"…\")]`");
        diag.error(ident, text);
    }
    LitStr::new(&name, ident.span())
}

/// No two groups have one name. rustc reports two fields of one name.
///
/// `#[group] tags: Tags, #[group(name = "tags")] labels: Labels`
fn unique_names(members: &[Member], diag: &mut Diag) -> Vec<SharedKey> {
    let mut shared_keys: Vec<SharedKey> = Vec::new();
    for (i, member) in members.iter().enumerate() {
        let name = member.name.value();
        let same = |other: &&Member| other.name.value() == name;
        let earlier: Vec<&Member> = members.iter().take(i).filter(same).collect();
        let clash = earlier
            .iter()
            .find(|other| other.cfg.is_empty() || member.cfg.is_empty());
        match clash {
            Some(other) if other.field == member.field => diag.leave_to_rustc(),
            Some(other) => {
                let text = format!(
                    "name `{name}` is already taken by field `{}`; choose another",
                    other.field
                );
                diag.error(&member.name, text);
            }
            None if earlier.is_empty() => {}
            None => {
                let cfgs = earlier.iter().chain([&member]);
                let cfgs = cfgs.map(|member| member.cfg.clone()).collect();
                shared_keys.retain(|twin| twin.key.value() != name);
                shared_keys.push(SharedKey {
                    key: member.name.clone(),
                    cfgs,
                });
            }
        }
    }
    shared_keys
}
