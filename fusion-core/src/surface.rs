//! Wire surface of a registry under one exposition and one filter: the listed tools, prompts and
//! resources, the lookup from a wire name to an action, and the error texts that a model reads.

mod build;
mod doc_text;
mod exposition;
mod filter;
mod hidden_names;
mod instructions;
mod listed_rows;
mod names;
mod notices;
mod offers;
mod search;
mod surface_form;
mod texts;
mod view_surface;

pub(crate) use build::list_single_action;
pub(crate) use doc_text::resolve_links;
pub use exposition::Exposition;
pub use filter::Filter;
#[cfg(feature = "explorer")]
pub(crate) use hidden_names::HiddenNames;
pub(crate) use instructions::{INSTRUCTIONS_BUDGET, Instructions, room_beside};
pub(crate) use listed_rows::{ListedRows, wire_names};
pub use offers::{ListedArgument, ListedPrompt, ListedResource, ListedTemplate};
pub(crate) use offers::{ListedOffer, RowLocation};
pub(crate) use search::{ActionPlace, CallTool, FIND, Pins, SEARCH_ARGUMENTS};
#[cfg(feature = "cli")]
pub(crate) use search::{ActionRanking, ToolRanking, word_set};
pub(crate) use surface_form::SurfaceForm;
pub(crate) use texts::{SearchTexts, TextContext};
pub use view_surface::ListedTool;
pub(crate) use view_surface::{ListingTarget, Surface};
