//! The explorer without its transport: the files of the page, and the document that the page reads. It knows neither
//! HTTP nor the SDK, whose forms of listed items it gets as functions.

mod document;
mod page;

pub(crate) use document::{ExplorerQuery, ServedIdentity, WireForms, answer};
pub(crate) use page::{PageFile, compressed, files, root};
