//! The tools of these tests in several variants: each action may be compiled out.

use fusion_core::{ToolError, tool_group};

/// A module of issues, and of labels; `$extra` says whether the actions that tests hide exist.
macro_rules! desk {
    ($module:ident, $extra:meta) => {
        pub mod $module {
            use super::*;

            pub struct Issues;

            /// Track issues.
            ///
            /// They are numbered.
            #[tool_group(name = "issues", tags("core"))]
            impl Issues {
                /// List issues. See [`Self::get`] for one.
                #[action(read_only, tags("public"))]
                fn list(
                    &self,
                    /** Only in this state. */
                    state: Option<String>,
                    /** How many. */
                    #[arg(default = 20)]
                    limit: u32,
                ) -> String {
                    format!("list {state:?} {limit}")
                }

                /// Get an issue.
                #[action(read_only, tags("public"))]
                fn get(
                    &self,
                    /** Its number. */
                    id: u32,
                ) -> Result<String, ToolError> {
                    match id {
                        0 => Err(ToolError::new("no such issue")
                            .suggest("list")
                            .suggest("purge")),
                        id => Ok(format!("get {id}")),
                    }
                }

                /// Open an issue.
                #[action]
                fn open(
                    &self,
                    /** What is wrong. */
                    title: String,
                ) -> String {
                    format!("open {title}")
                }

                /// Close an issue. It can be listed by [`Self::list`].
                #[action(idempotent)]
                fn close(
                    &self,
                    /** Its number. */
                    id: u32,
                ) -> String {
                    format!("close {id}")
                }

                /// Delete an issue for good.
                #[action(destructive, alias("remove"))]
                fn delete(
                    &self,
                    /** Its number. */
                    id: u32,
                ) -> String {
                    format!("delete {id}")
                }

                /// Delete every issue. Not like [`Self::delete`].
                #[cfg($extra)]
                #[action(destructive, tags("admin"), scope("desk:admin"), alias("wipe"))]
                fn purge(
                    &self,
                    /** Only older than this many days. */
                    older: Option<u32>,
                    /** In which state. */
                    state: Option<String>,
                ) -> String {
                    format!("purge {older:?} {state:?}")
                }
            }

            pub struct Labels;

            /// Name what issues are about.
            #[tool_group(name = "labels")]
            impl Labels {
                /// List labels.
                #[action(read_only, tags("public"))]
                fn list(&self) -> String {
                    "labels".to_owned()
                }

                /// Rename a label.
                #[cfg($extra)]
                #[action(tags("admin"), scope("desk:admin"))]
                fn rename(
                    &self,
                    /** The old name. */
                    from: String,
                    /** The new one. */
                    to: String,
                ) -> String {
                    format!("rename {from} {to}")
                }
            }

            /// Everything about a project.
            #[tool_group(name = "desk", title = "Desk")]
            pub struct Desk {
                #[group]
                pub issues: Issues,
                #[group]
                pub labels: Labels,
            }

            pub fn desk() -> Desk {
                Desk {
                    issues: Issues,
                    labels: Labels,
                }
            }
        }
    };
}

desk!(whole, not(any()));
desk!(part, any());

pub struct Clock;

/// Tell the time.
#[tool_group(name = "clock")]
impl Clock {
    /// Tell the time.
    #[action(read_only, tags("public"))]
    fn now(&self) -> String {
        "noon".to_owned()
    }

    /// Set the time.
    #[action(destructive, tags("admin"))]
    fn set(
        &self,
        /** To what. */
        to: String,
    ) -> String {
        format!("set {to}")
    }
}
