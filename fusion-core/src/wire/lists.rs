//! The lists of a registry on the wire, in pages, and beside those of a handler.

mod pages;
mod tools;

use std::sync::Once;

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{CacheScope, Cursor as Sent, MetaObject, PaginatedRequestParams, ServerCapabilities},
    service::RequestContext,
};

use super::{
    context,
    cursor::{self, Cursor, unknown_cursor},
    mount_wrapper::MountWrapper,
};
use crate::{ctx::Era, registry::View};

type Cx = RequestContext<RoleServer>;

/// How long a client may keep a list that depends on nothing: it is computed in `build()`.
const TTL_MS: u64 = 60 * 60 * 1_000;
/// How long it may keep one that depends on who asks, or on whether the tools are there: not every
/// client listens for changes.
pub(super) const CHANGING_TTL_MS: u64 = 60 * 1_000;

/// A list of the SDK: all of them have the same fields, and no type in common.
pub(super) trait PagedResult: Sized + Send {
    /// What is listed.
    type Item: Send;
    /// What is listed, in a word.
    const KIND: &'static str;

    /// A list of one page.
    fn of(items: Vec<Self::Item>) -> Self;

    /// Everything but the type of the result.
    fn fields(&mut self) -> PageFields<'_, Self::Item>;

    /// By what an item is asked for.
    fn name(item: &Self::Item) -> &str;

    /// What a view lists, as a client of an era takes it.
    fn ours(view: &View, era: Era) -> Vec<Self::Item>;

    /// Whether a view answers to a name: not only to one that it lists.
    fn is_ours(view: &View, name: &str) -> bool;

    /// Whether a handler has such a list.
    fn is_in(capabilities: &ServerCapabilities) -> bool;

    /// The handler's own list.
    fn of_handler<H: ServerHandler>(
        inner: &H,
        page: Option<PaginatedRequestParams>,
        request: Cx,
    ) -> impl Future<Output = Result<Self, ErrorData>> + Send;
}

/// The fields of a list.
pub(super) struct PageFields<'l, T> {
    pub(super) items: &'l mut Vec<T>,
    pub(super) next_cursor: &'l mut Option<Sent>,
    pub(super) ttl_ms: &'l mut Option<u64>,
    pub(super) cache_scope: &'l mut Option<CacheScope>,
    pub(super) meta: &'l mut Option<MetaObject>,
}

impl MountWrapper {
    /// A page of a list: ours first, then those of the handler.
    pub(super) async fn list<H: ServerHandler, L: PagedResult>(
        &self,
        inner: &H,
        page: Option<PaginatedRequestParams>,
        request: Cx,
    ) -> Result<L, ErrorData> {
        let shared = self.shares(inner, L::is_in);
        let sent = page.as_ref().and_then(|page| page.cursor.clone());
        let cursor = Cursor::read(sent)?;
        if matches!(cursor, Cursor::Theirs(_)) && !shared {
            return Err(unknown_cursor());
        }
        let era = context::era(&request);
        let seen = match self.seen(request.clone()).await {
            Ok(seen) => Some(seen).filter(|_| self.is_there()),
            // The other's are there for everybody.
            Err(_) if shared => None,
            Err(error) => return Err(error),
        };
        let mut ours = seen
            .as_ref()
            .map_or_else(Vec::new, |seen| L::ours(seen, era));
        let names = ours.iter().map(L::name);
        let part = cursor::part(L::KIND, names, &cursor, self.page)?;
        ours.truncate(part.to);
        ours.drain(..part.from);
        let mut list = self.sheet::<L>(ours, era, shared && part.paged);
        if let Some(next) = part.next {
            *list.fields().next_cursor = Some(next.write());
            return Ok(list);
        }
        if !shared {
            return Ok(list);
        }
        let page = page.map(|page| match cursor {
            Cursor::Theirs(theirs) => page.with_cursor(Some(theirs)),
            _ => page.with_cursor(None),
        });
        let theirs = L::of_handler(inner, page, request).await?;
        Ok(merged(list, theirs, seen.as_ref(), &self.clash))
    }

    /// A page of ours, with what a client of the modern era is told about keeping it. All pages of
    /// a list have one scope, and what a handler says of its own is not known on ours.
    fn sheet<L: PagedResult>(&self, items: Vec<L::Item>, era: Era, before_theirs: bool) -> L {
        let mut list = L::of(items);
        if era == Era::Modern {
            let fields = list.fields();
            *fields.ttl_ms = Some(self.ttl_ms());
            *fields.cache_scope = Some(if self.view.depends_on_caller() || before_theirs {
                CacheScope::Private
            } else {
                CacheScope::Public
            });
        }
        list
    }

    /// How long a client may keep what is listed.
    pub(super) fn ttl_ms(&self) -> u64 {
        if self.may_change() {
            CHANGING_TTL_MS
        } else {
            TTL_MS
        }
    }
}

/// Ours, then those of the handler whose names are not ours.
fn merged<L: PagedResult>(mut list: L, mut theirs: L, seen: Option<&View>, clash: &Once) -> L {
    let (ours, theirs) = (list.fields(), theirs.fields());
    for item in theirs.items.drain(..) {
        // Not only what is listed: a call of a name that a tool had before is ours, too.
        if seen.is_some_and(|seen| L::is_ours(seen, L::name(&item))) {
            clash.call_once(|| {
                tracing::warn!(
                    kind = L::KIND,
                    name = L::name(&item),
                    "the handler has something of a mounted name: it is hidden; rename one of them"
                );
            });
        } else {
            ours.items.push(item);
        }
    }
    *ours.next_cursor = theirs
        .next_cursor
        .take()
        .map(|next| Cursor::Theirs(next).write());
    *ours.meta = theirs.meta.take();
    if ours.cache_scope.is_none() {
        // We say nothing to the legacy era.
        *ours.ttl_ms = *theirs.ttl_ms;
        *ours.cache_scope = *theirs.cache_scope;
        return list;
    }
    // Both must be fresh; what is not said is the SDK's to fill in.
    *ours.ttl_ms = ours.ttl_ms.zip(*theirs.ttl_ms).map(|(a, b)| a.min(b));
    if *theirs.cache_scope != Some(CacheScope::Public) {
        *ours.cache_scope = *theirs.cache_scope;
    }
    list
}
