//! The wire surface of a registry under one exposition: what is listed, how a name leads to an
//! action, and every text that a model reads.

mod instructions;
mod list;
mod prose;
mod surface;
mod texts;

pub use list::Exposition;
pub(crate) use list::alone;
pub(crate) use prose::told;
pub use surface::ListedTool;
pub(crate) use surface::{Entry, Surface};
pub(crate) use texts::Scene;
