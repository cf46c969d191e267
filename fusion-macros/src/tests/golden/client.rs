use quote::quote;

use super::{super::expand, golden};

#[test]
fn client_of_a_block() {
    golden(
        "client_of_a_block",
        &expand(
            quote!(client(pub IssuesClient), common = Scope),
            &quote! {
                /// Track issues.
                impl Issues {
                    /// List issues.
                    #[action(read_only, name = "find")]
                    async fn list(
                        &self,
                        ctx: &Ctx,
                        _query: String,
                        /// Only these.
                        #[arg(name = "st")] state: Option<State>,
                        #[arg(default = 20)] limit: u32,
                        #[arg(flatten)] page: Paging,
                    ) -> Result<Json<Self>, Error> {}

                    #[cfg(unix)]
                    #[action(omit_common)]
                    fn close(&self, issue: u64) {}

                    #[action(omit_common("team"), client = false)]
                    fn purge(&self) -> Other {}

                    #[prompt]
                    fn triage(&self) -> String {}
                }
            },
        ),
    );
}

#[test]
fn client_of_a_struct() {
    golden(
        "client_of_a_struct",
        &expand(
            quote!(client(pub TrackerClient)),
            &quote! {
                /// Track everything.
                struct Tracker {
                    #[group]
                    issues: Issues,
                    #[cfg(unix)]
                    #[group(name = "tags", rename(id = "tag"))]
                    labels: store::Labels,
                }
            },
        ),
    );
}
