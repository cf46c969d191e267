//! A link to a resource, which a client reads if it needs the contents.

use super::Content;

/// A link to a resource that the client may read. [`Content::resource_link`] creates it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ResourceLink {
    /// The URI of the resource.
    pub uri: String,
    /// The name of the resource for programs.
    pub name: String,
    /// The name of the resource for people.
    pub title: Option<String>,
    /// The description of the resource for models.
    pub description: Option<String>,
    /// The media type of the resource.
    pub mime_type: Option<String>,
}

impl ResourceLink {
    /// Creates a link whose name is the last segment of the URI.
    pub(super) fn new(uri: String) -> Self {
        let path = uri.split(['?', '#']).next().unwrap_or_default();
        let mut segments = path.split('/').filter(|segment| !segment.is_empty());
        let name = segments.next_back().unwrap_or(&uri).to_owned();
        Self {
            uri,
            name,
            title: None,
            description: None,
            mime_type: None,
        }
    }

    /// Sets the name for programs, which is the last segment of the URI by default.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// Sets the name for people.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets the description for models.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Sets the media type.
    #[must_use]
    pub fn of_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }
}

impl From<ResourceLink> for Content {
    fn from(link: ResourceLink) -> Self {
        Self::ResourceLink(Box::new(link))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_the_last_segment_of_the_uri() {
        for (uri, name) in [
            ("file:///reports/2026.pdf", "2026.pdf"),
            ("notes://all", "all"),
            ("https://example.com/a/b/?page=2#top", "b"),
            ("urn:isbn:7", "urn:isbn:7"),
            ("", ""),
        ] {
            assert_eq!(ResourceLink::new(uri.to_owned()).name, name);
        }
    }
}
