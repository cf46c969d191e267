use quote::quote;

use super::{super::expand, golden};

#[test]
fn hierarchical() {
    golden(
        "hierarchical",
        &expand(
            quote!(
                name = "tracker",
                title = "Tracker",
                tags("core"),
                discriminator = "op",
                help = "manual(subject)",
                annotations(destructive = false),
                crate = crate::fusion
            ),
            &quote! {
                /// Everything about the tracker.
                #[derive(Debug)]
                pub struct Tracker {
                    /// Tracks issues.
                    #[group]
                    pub issues: Issues,
                    #[group(name = "tags")]
                    labels: Arc<Labels>,
                    db: Db,
                }
            },
        ),
    );
}

#[test]
fn hierarchical_rename() {
    golden(
        "hierarchical_rename",
        &expand(
            quote!(name = "tracker"),
            &quote! {
                struct Tracker {
                    #[group(rename(id = "issue", r#type = "kind", kind = "type"))]
                    issues: Issues,
                    #[cfg(feature = "disk")]
                    #[group(name = "tags", rename("user-id" = "user_id"))]
                    labels: Arc<Labels>,
                }
            },
        ),
    );
}

#[test]
fn hierarchical_cfg() {
    golden(
        "hierarchical_cfg",
        &expand(
            quote!(),
            &quote! {
                #[cfg(feature = "tracker")]
                struct Tracker {
                    #[cfg(feature = "disk")]
                    #[group]
                    store: Disk,
                    #[group]
                    #[cfg(not(feature = "disk"))]
                    #[cfg(unix)]
                    store: Memory,
                }
            },
        ),
    );
}

#[test]
fn hierarchical_stub() {
    golden(
        "hierarchical_stub",
        &expand(
            quote!(nmae = "tracker"),
            &quote! {
                struct Tracker<T>
                where
                    T: Clone,
                {
                    #[group]
                    issues: T,
                }
            },
        ),
    );
}

#[test]
fn common() {
    golden(
        "common",
        &expand(
            quote!(common = Scope),
            &quote! {
                impl Issues {
                    #[action]
                    async fn list(&self, scope: &Scope, state: State) {}

                    #[action]
                    #[cfg(feature = "disk")]
                    fn save(&self) {}
                }
            },
        ),
    );
}

#[test]
fn omit_common() {
    golden(
        "omit_common",
        &expand(
            quote!(common = scope::Scope, discriminator = "op"),
            &quote! {
                impl Issues {
                    #[action]
                    async fn list(&self, scope: &scope::Scope) {}

                    #[action(omit_common)]
                    fn help(&self, ctx: &Ctx, text: String) {}
                }
            },
        ),
    );
}

#[test]
fn omit_fields_of_common() {
    golden(
        "omit_fields_of_common",
        &expand(
            quote!(common = Scope),
            &quote! {
                impl Issues {
                    #[action(omit_common("team"))]
                    fn list(&self, scope: &Scope, id: u64) {}

                    #[action]
                    fn get(&self, id: u64) {}
                }
            },
        ),
    );
}

#[test]
fn flatten() {
    golden(
        "flatten",
        &expand(
            quote!(actions(pub IssuesAction)),
            &quote! {
                impl Issues {
                    #[action]
                    #[cfg(feature = "disk")]
                    async fn list(
                        &self,
                        #[arg(flatten)] page: Paging,
                        #[arg(default = 5)] depth: u8,
                        ctx: &Ctx,
                        #[arg(flatten)] Sorting { by }: Sorting,
                    ) {}

                    #[action]
                    fn get(&self, id: u64) {}
                }
            },
        ),
    );
}
