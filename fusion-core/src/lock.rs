//! The lock of a server (feature `lock`): its surface as an owned model, the file that keeps the model, and the
//! comparison of two of them. The guide [`lock`](crate::docs::lock) has the rules of the comparison.
//!
//! A surface has one lock under every exposition and profile, because those change how actions
//! are listed and not how they are called. Only a filter changes what a lock contains.
//!
//! ```
//! use fusion_core::{Registry, lock::{ChangeClass, Lock}, tool_group};
//!
//! struct Issues;
//!
//! /// Track issues.
//! #[tool_group(name = "issues")]
//! impl Issues {
//!     /// List issues.
//!     #[action(read_only)]
//!     fn list(&self, #[arg(default = 20, range(min = 1, max = 50))] limit: u32) -> String {
//!         format!("{limit} issues")
//!     }
//! }
//!
//! let before: Lock = r#"
//! version = 1
//!
//! [tools.issues]
//! discriminator = "action"
//! docs = "Track issues."
//!
//! [actions."issues/list"]
//! arguments.limit = { default = 20, schema = { maximum = 100, minimum = 1, type = "integer" } }
//! docs = "List issues."
//! hints = ["read_only", "idempotent"]
//! tokens = 48
//! "#
//! .parse()?;
//! let after = Registry::builder().tool(Issues).build()?.lock();
//! let diff = before.diff(&after);
//! assert_eq!(diff.worst(), Some(ChangeClass::Breaking));
//! assert!(diff.to_string().starts_with(
//!     "breaking: 1 change\n  issues/list\n    argument `limit`: `maximum` is 50 instead of 100\n"
//! ));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod canonical;
mod collect;
mod covers;
mod diff;
mod error;
mod file;
mod model;
mod words;

#[cfg(feature = "cli")]
pub(crate) use self::file::begins_like_lock;
pub use self::{
    diff::{ChangeClass, ChangeRule, ChangedItem, ChangedPart, Diff, SurfaceChange},
    error::LockError,
    model::{Lock, LockedArgument, LockedConfirm, LockedItem, LockedTool},
};
