//! Wire surface of a registry under one exposition and one filter: the listed tools, prompts and
//! resources, the lookup from a wire name to an action, and the error texts that a model reads.

mod doc_text;
mod entry;
mod exposition;
mod filter;
mod instructions;
mod list;
mod listing;
mod names;
mod notices;
mod offers;
mod texts;

pub(crate) use doc_text::resolve_links;
pub(crate) use entry::{ListedRows, wire_names};
pub use exposition::Exposition;
pub use filter::Filter;
pub(crate) use list::list_single_action;
pub use listing::ListedTool;
pub(crate) use listing::Surface;
pub use offers::{ListedArgument, ListedPrompt, ListedResource, ListedTemplate};
pub(crate) use offers::{ListedOffer, RowLocation};
pub(crate) use texts::TextContext;
