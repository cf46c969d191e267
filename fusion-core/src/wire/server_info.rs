//! The identity of a server, and the macro that reads it from the calling crate.

/// The name and version of the server, which it sends to clients. Created by [`server_info!`].
///
/// [`server_info!`]: crate::server_info
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ServerInfo {
    /// The program's name.
    pub name: String,
    /// The program's version.
    pub version: String,
    /// A display name for people.
    pub title: Option<String>,
}

impl ServerInfo {
    /// Creates the information of a server with this name and version.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            version: version.into(),
            title: None,
        }
    }

    /// Sets the display name.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }
}

/// Returns a [`ServerInfo`](crate::server::ServerInfo) with the name and version of the calling crate.
/// It is a macro, because a function would return those of this crate.
///
/// ```
/// let info = fusion_core::server_info!();
/// assert_eq!(info.version, env!("CARGO_PKG_VERSION"));
/// ```
#[macro_export]
macro_rules! server_info {
    () => {
        $crate::server::ServerInfo::new(
            ::core::env!("CARGO_PKG_NAME"),
            ::core::env!("CARGO_PKG_VERSION"),
        )
    };
}
