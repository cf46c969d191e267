//! The wire surface of a registry under one exposition and one filter: what is listed, how a name
//! leads to an action, and every text that a model reads.

mod doc_text;
mod entry;
mod exposition;
mod filter;
mod instructions;
mod list;
mod names;
mod notices;
mod offers;
mod surface;
mod texts;

pub(crate) use doc_text::told;
pub(crate) use entry::{ListedRows, wire_names};
pub use exposition::Exposition;
pub use filter::Filter;
pub(crate) use list::alone;
pub use offers::{ListedArgument, ListedPrompt, ListedResource, ListedTemplate};
pub(crate) use offers::{ListedOffer, RowLocation};
pub use surface::ListedTool;
pub(crate) use surface::Surface;
pub(crate) use texts::TextContext;
