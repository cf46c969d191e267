//! Compares one golden file for each form that an expansion takes.

mod aliases;
mod client;
mod confirm;
mod derives;
mod middleware;
mod prompts_and_resources;
mod scopes;
mod structs;

use quote::quote;

use super::expand;

fn golden(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_omit_expression(true);
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn plain() {
    golden(
        "plain",
        &expand(
            quote!(),
            &quote! {
                /// Ask the time.
                impl Clock {
                    /// The time.
                    #[action(read_only)]
                    async fn now(&self) {}

                    fn helper(&self) {}
                }
            },
        ),
    );
}

#[test]
fn arguments() {
    golden(
        "arguments",
        &expand(
            quote!(
                name = "issues",
                title = "Issues",
                icons = [Icon::new("https://a.example/i.png")],
                meta("example.com/team" = "core", "example.com/tier" = Self::TIER),
                always_load,
                search_hint = "bug reports",
                description = "Track.",
                tags("core", "slow"),
                discriminator = "op",
                help = "manual",
                annotations(destructive = false, open_world),
                idempotent
            ),
            &quote! {
                impl Issues {
                    /// List issues.
                    ///
                    /// - open first
                    #[action(title = "All", read_only, tags("fast"), always_load = false, search_hint = "every")]
                    async fn list(
                        &self,
                        /// Only these.
                        state: Option<State>,
                        #[arg(name = "max.rows", description = "How many.")] limit: u32,
                    ) {}

                    #[action(name = "drop", flat_name = "delete_issue", destructive, alias("delete", "remove"), deprecated = "use close")]
                    /// Delete an issue.
                    async fn delete_one(
                        &self,
                        #[arg(secret)] token: String,
                        /// The state to delete.
                        state: Option<State>,
                    ) {}
                }
            },
        ),
    );
}

#[test]
fn defaults() {
    golden(
        "defaults",
        &expand(
            quote!(),
            &quote! {
                impl Issues<Postgres> {
                    #[action]
                    fn list(
                        #[arg(default = 20)] limit: u32,
                        #[arg(default = "open")] state: String,
                        #[arg(default)] tags: Vec<String>,
                        #[arg(default = Self::first(vec![Self::A]))] from: Option<Cursor>,
                    ) {}
                }
            },
        ),
    );
}

#[test]
fn state_sync() {
    golden(
        "state_sync",
        &expand(
            quote!(),
            &quote! {
                impl Issues {
                    #[action(read_only, cache = "no-store")]
                    fn list() {}

                    #[action(read_only, cache = "immutable")]
                    fn states() {}

                    #[action(cache = "no-store", invalidates("self.*", "super.labels.**", foreign("github.issues", "*")))]
                    fn open() {}

                    #[action(invalidates())]
                    fn ping() {}
                }
            },
        ),
    );
}

#[test]
fn constraints() {
    golden(
        "constraints",
        &expand(
            quote!(repair = false),
            &quote! {
                impl Issues<Postgres> {
                    #[action(one_of("id", "max.rows"), schema = json!({ "required": [Self::ID] }))]
                    #[cfg(feature = "search")]
                    fn find(
                        #[arg(format = "uuid", length(max = 36))] id: Option<String>,
                        #[arg(name = "max.rows", range(min = -1, max = 1_000))] rows: Maybe<i64>,
                        #[arg(default = 0.5, range(min = 0))] rank: f64,
                        #[arg(range(max = 0.5))] share: f64,
                    ) {}

                    #[action]
                    async fn add(
                        &self,
                        #[arg(items(min = 1, max = 5), format = "uri", pattern = "^https:", length(min = 8))]
                        links: Vec<String>,
                        #[arg(any)] extra: Value,
                        #[arg(schema = Self::point(), secret)] at: Point,
                        #[arg(default, schema = json!({ "type": "string" }))] by: Whom,
                    ) {}
                }
            },
        ),
    );
}

#[test]
fn injected() {
    golden(
        "injected",
        &expand(
            quote!(),
            &quote! {
                impl Issues {
                    #[action]
                    async fn watch(&self, ctx: &Ctx, id: u64, _: &Ext<Caller>) {}
                }
            },
        ),
    );
}

#[test]
fn cfg() {
    golden(
        "cfg",
        &expand(
            quote!(),
            &quote! {
                #[cfg(feature = "issues")]
                impl Issues {
                    #[action]
                    #[cfg(feature = "disk")]
                    fn save(&self, #[arg(default)] id: u64) {}

                    #[cfg(not(feature = "disk"))]
                    #[action]
                    fn save(&self, id: String) {}
                }
            },
        ),
    );
}

#[test]
fn crate_path() {
    golden(
        "crate_path",
        &expand(
            quote!(crate = crate::reexport::fusion),
            &quote! {
                impl Issues {
                    #[fusion::action]
                    fn skipped(&self) {}

                    #[crate::reexport::fusion::action]
                    fn get(&self, #[arg(name = "number")] id: u64) {}
                }
            },
        ),
    );
}

#[test]
fn named_actions() {
    golden(
        "named_actions",
        &expand(
            quote!(actions(pub(crate) IssuesAction)),
            &quote! {
                impl Issues {
                    /// List issues.
                    #[action]
                    fn list(&self) {}

                    #[action(alias("remove"))]
                    #[cfg(feature = "disk")]
                    fn delete(&self) {}
                }
            },
        ),
    );
}

#[test]
fn rename_all() {
    golden(
        "rename_all",
        &expand(
            quote!(rename_all = "camelCase"),
            &quote! {
                impl Issues {
                    #[action]
                    fn list_all(&self, max_rows: u32, #[arg(name = "as_is")] other: u32) {}

                    #[action(name = "as_is")]
                    fn r#type(&self, r#match: u32) {}
                }
            },
        ),
    );
}

#[test]
fn returns() {
    golden(
        "returns",
        &expand(
            quote!(),
            &quote! {
                impl Issues {
                    #[action]
                    fn nothing() {}

                    #[action]
                    async fn text(&self) -> &'static str { "" }

                    #[action]
                    async fn structured(&self) -> Result<Json<Self>, StoreError> {}
                }
            },
        ),
    );
}

#[test]
fn docs() {
    golden(
        "docs",
        &expand(
            quote!(),
            &quote! {
                /// Before.
                #[doc = include_str!("issues.md")]
                impl Issues {
                    #[doc = include_str!("list.md")]
                    #[action]
                    fn list(&self, #[doc = include_str!("limit.md")] limit: u32) {}
                }
            },
        ),
    );
}

#[test]
fn stub() {
    golden(
        "stub",
        &expand(
            quote!(nmae = "issues", actions(pub IssuesAction)),
            &quote! {
                impl<T> Issues<T> where T: Clone {
                    /// List issues.
                    #[action]
                    async fn list(
                        &self,
                        /// The limit.
                        #[arg(defualt = 5)]
                        limit: u32,
                    ) {}
                }
            },
        ),
    );
}
