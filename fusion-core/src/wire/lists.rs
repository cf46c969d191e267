//! The list methods: a registry's lists in pages, followed by those of the wrapped handler.

mod pages;
mod tools;

use std::sync::Once;

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CacheScope, Cursor as SdkCursor, MetaObject, PaginatedRequestParams, ServerCapabilities,
    },
    service::RequestContext,
};

use super::{
    context,
    cursor::{self, Cursor, unknown_cursor},
    mount_wrapper::MountWrapper,
};
use crate::{ctx::Era, registry::View};

type Cx = RequestContext<RoleServer>;

/// The cache time of a list that cannot change, because `build()` computes it.
const TTL_MS: u64 = 60 * 60 * 1_000;
/// The cache time of a list that depends on the caller or can be detached. It is short, because not
/// every client subscribes to changes.
pub(super) const CHANGING_TTL_MS: u64 = 60 * 1_000;

/// A list result of the SDK. All of them have the same fields, and the SDK has no trait for them.
pub(super) trait PagedResult: Sized + Send {
    /// The type of the listed items.
    type Item: Send;
    /// The name of the list.
    const KIND: &'static str;

    /// Creates a list of one page.
    fn from_items(items: Vec<Self::Item>) -> Self;

    /// Returns the fields that all list results have.
    fn fields(&mut self) -> PageFields<'_, Self::Item>;

    /// Returns the name or URI by which a client requests the item.
    fn name(item: &Self::Item) -> &str;

    /// Returns the items of a view, for clients of an era.
    fn registry_items(view: &View, era: Era) -> Vec<Self::Item>;

    /// Returns true if a view handles a name, which need not be listed.
    fn is_registered(view: &View, name: &str) -> bool;

    /// Returns true if a handler has this list.
    fn is_declared(capabilities: &ServerCapabilities) -> bool;

    /// Requests the list of the handler, without the items that the mount hides.
    fn handler_list<H: ServerHandler>(
        mount: &MountWrapper,
        inner: &H,
        page: Option<PaginatedRequestParams>,
        request: Cx,
    ) -> impl Future<Output = Result<Self, ErrorData>> + Send;
}

/// The fields of a list result.
pub(super) struct PageFields<'l, T> {
    pub(super) items: &'l mut Vec<T>,
    pub(super) next_cursor: &'l mut Option<SdkCursor>,
    pub(super) ttl_ms: &'l mut Option<u64>,
    pub(super) cache_scope: &'l mut Option<CacheScope>,
    pub(super) meta: &'l mut Option<MetaObject>,
}

impl MountWrapper {
    /// Returns a page of a list: first the registry's items, then those of the handler.
    pub(super) async fn list<H: ServerHandler, L: PagedResult>(
        &self,
        inner: &H,
        page: Option<PaginatedRequestParams>,
        request: Cx,
    ) -> Result<L, ErrorData> {
        let shared = self.shares(inner, L::is_declared);
        let sent = page.as_ref().and_then(|page| page.cursor.clone());
        let cursor = Cursor::read(sent)?;
        if matches!(cursor, Cursor::Handler(_)) && !shared {
            return Err(unknown_cursor());
        }
        let era = context::era(&request);
        let seen = match self.caller_view(request.clone()).await {
            Ok(seen) => Some(seen).filter(|_| self.is_attached()),
            // A caller that the registry refuses still gets the handler's list.
            Err(_) if shared => None,
            Err(error) => return Err(error),
        };
        let mut ours = seen
            .as_ref()
            .map_or_else(Vec::new, |seen| L::registry_items(seen, era));
        let names = ours.iter().map(L::name);
        let part = cursor::part(L::KIND, names, &cursor, self.page)?;
        ours.truncate(part.to);
        ours.drain(..part.from);
        let mut list = self.registry_page::<L>(ours, era, shared && part.paged);
        if let Some(next) = part.next {
            *list.fields().next_cursor = Some(next.write());
            return Ok(list);
        }
        if !shared {
            return Ok(list);
        }
        let page = page.map(|page| match cursor {
            Cursor::Handler(theirs) => page.with_cursor(Some(theirs)),
            _ => page.with_cursor(None),
        });
        let theirs = L::handler_list(self, inner, page, request).await?;
        Ok(merge_items(list, theirs, seen.as_ref(), &self.clash))
    }

    /// Creates a page of the registry's items, with cache fields for clients of the modern era. All
    /// pages of a list need the same cache scope, and the scope of the handler's pages is not known
    /// here.
    fn registry_page<L: PagedResult>(
        &self,
        items: Vec<L::Item>,
        era: Era,
        before_theirs: bool,
    ) -> L {
        let mut list = L::from_items(items);
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

    /// Returns the cache time of the lists in milliseconds.
    pub(super) fn ttl_ms(&self) -> u64 {
        if self.may_change() {
            CHANGING_TTL_MS
        } else {
            TTL_MS
        }
    }
}

/// Appends the handler's items to the registry's, except those whose names the registry handles.
fn merge_items<L: PagedResult>(mut list: L, mut theirs: L, seen: Option<&View>, clash: &Once) -> L {
    let (ours, theirs) = (list.fields(), theirs.fields());
    for item in theirs.items.drain(..) {
        // The check is not limited to listed names: the registry also handles previous names of a tool.
        if seen.is_some_and(|seen| L::is_registered(seen, L::name(&item))) {
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
        .map(|next| Cursor::Handler(next).write());
    *ours.meta = theirs.meta.take();
    if ours.cache_scope.is_none() {
        // The registry's page has no cache fields in the legacy era.
        *ours.ttl_ms = *theirs.ttl_ms;
        *ours.cache_scope = *theirs.cache_scope;
        return list;
    }
    // The page is fresh as long as both parts are. The SDK fills in missing fields.
    *ours.ttl_ms = ours.ttl_ms.zip(*theirs.ttl_ms).map(|(a, b)| a.min(b));
    if *theirs.cache_scope != Some(CacheScope::Public) {
        *ours.cache_scope = *theirs.cache_scope;
    }
    list
}
