//! The mount: a registry attached to other handlers.

use std::{
    collections::BTreeSet,
    num::NonZeroUsize,
    sync::{
        Arc, Once, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use rmcp::ServerHandler;

use super::{
    cursor::PAGE,
    hidden_tools::HiddenTools,
    initialize::{OfferedKinds, completes},
    list_changes::{Connection, ListChanges},
    mount_wrapper::MountWrapper,
    unknown_scopes,
    wrapped_handler::WrappedHandler,
};
use crate::{
    error::{BuildError, BuildErrors},
    registry::{Registry, View},
    schema::Profile,
    surface::{Exposition, Filter},
};

/// A handler of the SDK with the items of a registry added to its own. Created by [`Mount::attach`].
pub type Attached<H> = WrappedHandler<MountWrapper, H>;

/// A registry that can be attached to any number of [`ServerHandler`]s. Their own tools, prompts and
/// resources stay available and are listed after those of the registry.
///
/// Detaching and reattaching are methods of the mount and affect all its handlers, because over HTTP
/// the SDK creates a handler for each request. Cloning is cheap, and clones share their state.
///
/// ```
/// use fusion_core::{Mount, Registry, tool_group};
/// use rmcp::{ServerHandler, model::ServerConfig};
///
/// struct Clock;
///
/// #[tool_group(name = "clock")]
/// impl Clock {
///     /// Tell how long this process has been running, in seconds.
///     #[action(read_only)]
///     fn uptime(&self) -> String {
///         "42".to_owned()
///     }
/// }
///
/// /// An existing server with prompts and resources of its own.
/// struct Library;
///
/// impl ServerHandler for Library {}
///
/// let mount = Registry::builder().tool(Clock).build()?.mount();
/// let handler = mount.attach(Library);
/// assert_eq!(handler.get_tool("clock").unwrap().name, "clock");
/// // `handler.serve(transport)`, or for HTTP a factory: `move || Ok(mount.attach(Library))`
///
/// mount.detach();
/// assert!(handler.get_tool("clock").is_none());
/// mount.reattach();
/// assert!(handler.get_tool("clock").is_some());
/// # Ok::<(), fusion_core::BuildErrors>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mount {
    view: View,
    /// The view as it is served, computed with the first handler.
    served: Arc<OnceLock<View>>,
    trusts_caller: bool,
    attached: Arc<AtomicBool>,
    clash: Arc<Once>,
    changes: ListChanges,
    page: NonZeroUsize,
    /// The tools of the handlers that are hidden.
    hidden: Arc<BTreeSet<String>>,
}

impl Registry {
    /// Creates a mount with one listed tool for each registered tool, for handlers that serve more than
    /// this registry. To serve only the registry, use [`Server`](crate::Server).
    pub fn mount(&self) -> Mount {
        let view = self.grouped();
        let changes = ListChanges::new();
        changes.connect(&view);
        Mount {
            view,
            served: Arc::default(),
            trusts_caller: false,
            attached: Arc::new(AtomicBool::new(true)),
            clash: Arc::new(Once::new()),
            changes,
            page: PAGE,
            hidden: Arc::default(),
        }
    }
}

impl Mount {
    /// Sets the exposition of the tools, [`Exposition::Grouped`] by default.
    ///
    /// # Errors
    ///
    /// The errors that concern this exposition only; see [`Registry::view`].
    pub fn exposition(mut self, exposition: Exposition) -> Result<Self, BuildErrors> {
        self.view = self.view.with_exposition(exposition)?;
        self.served = Arc::default();
        Ok(self)
    }

    /// Lists an action by itself under [`Exposition::Search`]; see [`View::pin`](crate::View::pin).
    ///
    /// # Errors
    ///
    /// The errors of [`View::pin`](crate::View::pin).
    pub fn pin(mut self, key: &str) -> Result<Self, BuildErrors> {
        self.view = self.view.pin(key)?;
        self.served = Arc::default();
        Ok(self)
    }

    /// Adds an outline of the registry's tools to the instructions, for hosts that defer tools; see
    /// [`View::outlined`](crate::View::outlined).
    pub fn outline(mut self) -> Self {
        self.view = self.view.outlined();
        self.served = Arc::default();
        self
    }

    /// Sets how the schemas of the registry's tools are published. It replaces the profile of the
    /// registry.
    ///
    /// # Errors
    ///
    /// The errors of [`View::in_profile`].
    pub fn profile(mut self, profile: Profile) -> Result<Self, BuildErrors> {
        self.view = self.view.in_profile(profile)?;
        self.served = Arc::default();
        Ok(self)
    }

    /// Serves only the items that `filter` selects.
    ///
    /// # Errors
    ///
    /// The errors of [`View::filtered`](crate::View::filtered) for a filter that names nothing.
    pub fn filter(mut self, filter: &Filter) -> Result<Self, BuildErrors> {
        self.view = self.view.filtered(filter)?;
        self.served = Arc::default();
        Ok(self)
    }

    /// Sets the filter for each caller; see [`View::access`].
    ///
    /// # Errors
    ///
    /// [`BuildError::NoCaller`] if nothing provides a `T`.
    pub fn access<T, F>(mut self, filter: F) -> Result<Self, BuildErrors>
    where
        T: Send + Sync + 'static,
        F: Fn(&T) -> Filter + Send + Sync + 'static,
    {
        self.view = self.view.access(filter)?;
        self.served = Arc::default();
        Ok(self)
    }

    /// Grants every scope to a caller whose scopes nothing knows, unless the request came over HTTP. Use it for a stream
    /// whose other end is the user who started this process, such as the standard streams.
    ///
    /// Without it, and without [`RegistryBuilder::scopes`](crate::RegistryBuilder::scopes), items that need
    /// [scopes](crate::auth) are hidden on every transport, and an error is logged once.
    pub fn trust_caller(mut self) -> Self {
        self.trusts_caller = true;
        self.served = Arc::default();
        self
    }

    /// Sets the page size of the registry's lists: 1,000 items by default, at least one. Not every client
    /// requests a second page.
    pub fn page_size(mut self, items: usize) -> Self {
        self.page = NonZeroUsize::new(items).unwrap_or(NonZeroUsize::MIN);
        self
    }

    /// Hides tools of the handlers by their names, whether or not the registry is attached: they are not
    /// listed, and a call of one gets the response for an unknown tool. A tool of the registry may have
    /// the name. Use it to move a handler to a registry tool by tool.
    ///
    /// A name that no handler lists hides nothing; a warning is logged once if a handler's complete list
    /// lacks it.
    ///
    /// ```
    /// # use fusion_core::{Registry, tool_group};
    /// # struct Clock;
    /// # #[tool_group(name = "clock")]
    /// # impl Clock {
    /// #     #[action(read_only)]
    /// #     fn uptime(&self) -> String { "42".to_owned() }
    /// # }
    /// # #[derive(Default)]
    /// # struct Library;
    /// # impl rmcp::ServerHandler for Library {}
    /// let mount = Registry::builder().tool(Clock).build()?.mount().hide(["get_time", "get_uptime"]);
    /// let handler = mount.attach(Library);
    /// # let _ = handler;
    /// # Ok::<(), fusion_core::BuildErrors>(())
    /// ```
    pub fn hide<I: IntoIterator<Item = T>, T: Into<String>>(mut self, tools: I) -> Self {
        Arc::make_mut(&mut self.hidden).extend(tools.into_iter().map(Into::into));
        self
    }

    /// Adds tools, prompts and resources to those of `handler`. If both have an item with the same name
    /// or URI, the handler's is hidden, and a warning is logged once.
    pub fn attach<H: ServerHandler>(&self, handler: H) -> Attached<H> {
        let serve = || unknown_scopes::for_mount(self.view.clone(), self.trusts_caller);
        let view = self.served.get_or_init(serve);
        WrappedHandler {
            wrapper: MountWrapper {
                view: view.clone(),
                has: OfferedKinds::from_view(view),
                completes: completes(view),
                inner_is_empty: false,
                changes: Some(self.changes.clone()),
                attached: Arc::clone(&self.attached),
                clash: Arc::clone(&self.clash),
                page: self.page,
                hidden: HiddenTools::new(Arc::clone(&self.hidden)),
                forgets_clients: false,
                over: None,
                #[cfg(all(feature = "ask", feature = "http"))]
                stopping: None,
                connection: Connection::new(),
            },
            inner: handler,
        }
    }

    /// Adds tools, prompts and resources to those of `handler`, or returns an error if a tool of the
    /// handler has the name of a tool of the registry.
    ///
    /// # Errors
    ///
    /// [`BuildError::NameClash`] for each tool of the registry whose name, or a previous name of it, the
    /// handler's `get_tool` knows.
    pub fn try_attach<H: ServerHandler>(&self, handler: H) -> Result<Attached<H>, BuildErrors> {
        let names = self.view.names();
        let clashes = names
            .filter(|(name, _)| !self.hidden.contains(*name) && handler.get_tool(name).is_some());
        let clashes = clashes.map(|(name, tool)| BuildError::NameClash {
            name: name.to_owned(),
            first: format!("{} (mounted)", tool.name),
            second: format!("{name} (the handler's)"),
        });
        BuildErrors::check(clashes.collect())?;
        Ok(self.attach(handler))
    }

    /// Removes tools, prompts and resources from all handlers: they are no longer listed, and requests
    /// for them return an error. Running calls continue. Clients are notified that the lists have
    /// changed.
    pub fn detach(&self) {
        if self.attached.swap(false, Ordering::AcqRel) {
            self.changes.announce_here();
        }
    }

    /// Adds tools, prompts and resources to all handlers again.
    pub fn reattach(&self) {
        if !self.attached.swap(true, Ordering::AcqRel) {
            self.changes.announce_here();
        }
    }

    /// Returns true if the tools are attached.
    pub fn is_attached(&self) -> bool {
        self.attached.load(Ordering::Acquire)
    }

    /// Notifies all clients of all handlers that the list of tools has changed. Call it when the items
    /// that a caller may see have changed.
    pub fn list_changed(&self) {
        self.changes.announce();
    }
}
