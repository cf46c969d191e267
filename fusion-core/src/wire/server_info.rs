//! The identity of a server, and the macro that reads it from the calling crate.

use crate::{
    compile::check_icons,
    error::{BuildError, BuildErrors, HostHintError},
    spec::Icon,
};

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
    /// A sentence about the server, for people.
    pub description: Option<String>,
    /// The icons that hosts show.
    pub icons: Vec<Icon>,
    /// The URL of a website about the server.
    pub website: Option<String>,
}

impl ServerInfo {
    /// Creates the information of a server with this name and version.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            version: version.into(),
            title: None,
            description: None,
            icons: Vec::new(),
            website: None,
        }
    }

    /// Sets the display name.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets a sentence about the server, for people. Models read the
    /// [instructions](crate::Server::instructions).
    pub fn description(mut self, text: impl Into<String>) -> Self {
        self.description = Some(text.into());
        self
    }

    /// Sets the icons that hosts show for the server, and for tools that have none.
    ///
    /// ```
    /// use fusion_core::{server_info, spec::Icon};
    ///
    /// let icon = Icon::new("https://tracker.example/bug.png").of_type("image/png");
    /// let info = server_info!().icons([icon])?.website("https://tracker.example")?;
    /// assert_eq!(info.website.as_deref(), Some("https://tracker.example"));
    /// assert!(server_info!().icons([Icon::new("http://tracker.example/bug.png")]).is_err());
    /// # Ok::<(), fusion_core::BuildErrors>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`HostHintError::IconSource`] for each icon that is at no `https:` or `data:` URI, and
    /// [`HostHintError::IconSize`] for each size that is not written as `48x48` or `any`.
    pub fn icons(mut self, icons: impl IntoIterator<Item = Icon>) -> Result<Self, BuildErrors> {
        self.icons.extend(icons);
        let mistakes = check_icons(&self.icons, "the server").into_iter();
        BuildErrors::check(mistakes.map(BuildError::from).collect())?;
        Ok(self)
    }

    /// Sets the URL of a website about the server.
    ///
    /// # Errors
    ///
    /// [`HostHintError::Website`] for a URL of another scheme than `https:` and `http:`.
    pub fn website(mut self, url: impl Into<String>) -> Result<Self, BuildErrors> {
        let url = url.into();
        let schemes = ["https://", "http://"];
        if !schemes.iter().any(|scheme| url.starts_with(scheme)) {
            return Err(BuildErrors::of(HostHintError::Website { url }.into()));
        }
        self.website = Some(url);
        Ok(self)
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
