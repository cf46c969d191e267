//! The errors of hints for hosts: icons and entries of `_meta`.

/// A mistake in hints for hosts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HostHintError {
    /// The expression of icons panicked.
    #[error("the icons of {item} panicked: fix their expression")]
    IconsPanicked {
        /// The tool, as `` `tool` ``, the action, as `` `tool/key` ``, or the server.
        item: String,
    },
    /// The expression of an entry of `_meta` panicked.
    #[error("the entries of `meta` of {item} panicked: fix their expressions")]
    MetaPanicked {
        /// The tool, as `` `tool` ``, or the action, as `` `tool/key` ``.
        item: String,
    },
    /// The source of an icon is at a URI that hosts refuse.
    #[error(
        "the icon `{src}` of {item} is at a URI that hosts refuse: serve it over `https:`, or write the image into a `data:` URI"
    )]
    IconSource {
        /// The tool, as `` `tool` ``, the action, as `` `tool/key` ``, or the server.
        item: String,
        /// The source; its first characters if it is long.
        src: String,
    },
    /// A size of an icon is not a size of MCP.
    #[error(
        "size `{size}` of an icon of {item} is none: write it as `48x48`, or `any` for an image that scales"
    )]
    IconSize {
        /// The tool, as `` `tool` ``, the action, as `` `tool/key` ``, or the server.
        item: String,
        /// The size, as the author wrote it.
        size: String,
    },
    /// The website of a server is no URL of a website.
    #[error("the website `{url}` of the server is no URL: write one of `https:` or `http:`")]
    Website {
        /// The URL, as the author wrote it.
        url: String,
    },
}
