//! A registry attached to handlers of others.

use std::{
    num::NonZeroUsize,
    sync::{
        Arc, Once,
        atomic::{AtomicBool, Ordering},
    },
};

use rmcp::ServerHandler;

use super::{
    cursor::PAGE,
    initialize::{OfferedKinds, completes},
    list_changes::{Connection, ListChanges},
    mount_wrapper::MountWrapper,
    wrapped_handler::WrappedHandler,
};
use crate::{
    error::{BuildError, BuildErrors},
    registry::{Registry, View},
    surface::{Exposition, Filter},
};

/// A handler of the SDK with what a registry has beside its own. Made by [`Mount::attach`].
pub type Attached<H> = WrappedHandler<MountWrapper, H>;

/// A registry, attached to any number of [`ServerHandler`]s: their own tools, prompts and resources
/// stay as they are, and stand behind ours.
///
/// It is the mount that takes what is ours away and brings it back, for all its handlers: over HTTP
/// the SDK asks for a handler for each request. Cloning it is cheap, and the clones are one mount.
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
/// /// Somebody's server, with prompts and resources of its own.
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
    there: Arc<AtomicBool>,
    clash: Arc<Once>,
    changes: ListChanges,
    page: NonZeroUsize,
}

impl Registry {
    /// Makes a mount of it, one listed tool for each tool: for the handlers of the SDK that serve
    /// more than this registry. For one that serves nothing else there is [`Server`](crate::Server).
    pub fn mount(&self) -> Mount {
        Mount {
            view: self.grouped(),
            there: Arc::new(AtomicBool::new(true)),
            clash: Arc::new(Once::new()),
            changes: ListChanges::new(),
            page: PAGE,
        }
    }
}

impl Mount {
    /// Sets how the tools are listed; [`Exposition::Grouped`] unless set.
    ///
    /// # Errors
    ///
    /// The mistakes that matter in this exposition only; see [`Registry::view`].
    pub fn exposition(mut self, exposition: Exposition) -> Result<Self, BuildErrors> {
        self.view = self.view.exposed(exposition)?;
        Ok(self)
    }

    /// Serves nothing but what `filter` shows.
    ///
    /// # Errors
    ///
    /// [`BuildError::UnknownInFilter`] for each key in `filter` that is none of the registry.
    pub fn filter(mut self, filter: &Filter) -> Result<Self, BuildErrors> {
        self.view = self.view.filtered(filter)?;
        Ok(self)
    }

    /// Shows each caller what it may see; see [`View::access`].
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
        Ok(self)
    }

    /// Sets how many items a page of a list has, of those that are ours; 1,000 unless set, and at
    /// least one. Not every client asks for a second page.
    pub fn page_size(mut self, items: usize) -> Self {
        self.page = NonZeroUsize::new(items).unwrap_or(NonZeroUsize::MIN);
        self
    }

    /// Puts tools, prompts and resources beside those of `handler`. Where both have one of a name or
    /// a URI, the handler's is hidden, and a warning is logged once.
    pub fn attach<H: ServerHandler>(&self, handler: H) -> Attached<H> {
        WrappedHandler {
            layer: MountWrapper {
                view: self.view.clone(),
                has: OfferedKinds::of(&self.view),
                completes: completes(&self.view),
                alone: false,
                changes: Some(self.changes.clone()),
                there: Arc::clone(&self.there),
                clash: Arc::clone(&self.clash),
                page: self.page,
                forgets_clients: false,
                connection: Connection::new(),
            },
            inner: handler,
        }
    }

    /// The same, unless the handler says that it has a tool of one of our names.
    ///
    /// # Errors
    ///
    /// [`BuildError::NameClash`] for each tool that the handler's `get_tool` has, too, under its
    /// name or under one that it had before.
    pub fn try_attach<H: ServerHandler>(&self, handler: H) -> Result<Attached<H>, BuildErrors> {
        let names = self.view.names();
        let clashes = names.filter(|(name, _)| handler.get_tool(name).is_some());
        let clashes = clashes.map(|(name, tool)| BuildError::NameClash {
            name: name.to_owned(),
            first: format!("{} (mounted)", tool.name),
            second: format!("{name} (the handler's)"),
        });
        BuildErrors::check(clashes.collect())?;
        Ok(self.attach(handler))
    }

    /// Takes tools, prompts and resources away, from all handlers at once: they are listed no more,
    /// and to ask for one is an error. Calls that are running go on. Clients are told that the lists
    /// have changed.
    pub fn detach(&self) {
        if self.there.swap(false, Ordering::AcqRel) {
            self.changes.announce();
        }
    }

    /// Brings all of it back.
    pub fn reattach(&self) {
        if !self.there.swap(true, Ordering::AcqRel) {
            self.changes.announce();
        }
    }

    /// Whether the tools are there.
    pub fn is_attached(&self) -> bool {
        self.there.load(Ordering::Acquire)
    }

    /// Tells all clients of all handlers that the list of tools has changed: where what a caller
    /// may see has.
    pub fn list_changed(&self) {
        self.changes.announce();
    }
}
