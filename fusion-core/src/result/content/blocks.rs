//! The content of a response.

use crate::result::{Content, PromptMessage, ResourceContents};

/// The content of a response. One block, as in nearly every result, is stored without a list.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Blocks {
    One(Content),
    Many(Vec<Content>),
    /// The messages of a prompt.
    Messages(Vec<PromptMessage>),
    /// The contents of a resource.
    Contents(Vec<ResourceContents>),
    /// The response for a resource that does not exist.
    MissingResource,
}

impl Default for Blocks {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

impl Blocks {
    /// Equal content is equal, however it was made.
    pub(super) fn from_list(mut content: Vec<Content>) -> Self {
        match content.pop() {
            Some(only) if content.is_empty() => Self::One(only),
            last => {
                content.extend(last);
                Self::Many(content)
            }
        }
    }

    /// Converts the content to blocks; an empty list for a prompt and a resource.
    pub(super) fn into_list(self) -> Vec<Content> {
        match self {
            Self::One(block) => vec![block],
            Self::Many(blocks) => blocks,
            Self::Messages(_) | Self::Contents(_) | Self::MissingResource => Vec::new(),
        }
    }
}

/// Asserts that the variants for prompts and resources do not make a response larger, because every
/// middleware moves a response.
const _: () = assert!(size_of::<Blocks>() == size_of::<Content>());
