use quote::quote;

use super::{super::expand, golden};

#[test]
fn questions() {
    golden(
        "questions",
        &expand(
            quote!(confirm("Really {action}?")),
            &quote! {
                impl Issues {
                    #[action(destructive)]
                    async fn purge(&self) {}

                    #[action(destructive, confirm("Delete issue {issue} in {{now}}?"), unasked = "token")]
                    async fn delete(&self, issue: u64) {}

                    #[action(destructive, confirm = false)]
                    async fn forget(&self) {}
                }
            },
        ),
    );
}

#[test]
fn examples() {
    golden(
        "examples",
        &expand(
            quote!(common = Scope),
            &quote! {
                impl Issues {
                    #[action(
                        example("close issue 7", issue = 7, team = "core"),
                        example("close \"it\"", issue = -1, "per-page" = [1, null]),
                        example("close", filter = {"state": "open"}, issue = Self::FIRST)
                    )]
                    fn close(
                        &self,
                        issue: u64,
                        #[arg(name = "per-page")] size: Vec<Option<u8>>,
                        filter: Option<Filter>,
                    ) {
                    }

                    #[cfg(feature = "all")]
                    #[action(example("list all"), omit_common)]
                    fn list(&self) {}
                }
            },
        ),
    );
}

#[test]
fn calls_that_run_once() {
    golden(
        "calls_that_run_once",
        &expand(
            quote!(common = Scope, client(pub Client)),
            &quote! {
                impl Issues {
                    #[action(once)]
                    async fn open(&self, title: String) {}

                    #[action(once, omit_common)]
                    fn close(&self, #[arg(flatten)] page: Page) {}

                    #[action(once = false, omit_common)]
                    fn list(&self) {}
                }
            },
        ),
    );
}

#[test]
fn questions_of_methods() {
    golden(
        "questions_of_methods",
        &expand(
            quote!(common = Scope),
            &quote! {
                impl Issues {
                    #[action(confirm = Self::ask, unasked = "allow")]
                    async fn delete(&self, issue: u64, reason: String, #[arg(flatten)] page: Page) {}

                    #[cfg(unix)]
                    #[action(omit_common, confirm = Self::plain)]
                    fn open(&self, path: String) {}

                    #[action(confirm("Move {team}?"), unasked = "token")]
                    fn transfer(&self) {}

                    async fn ask(
                        &self, reason: &str, page: &Page, ctx: &Ctx, scope: &Scope, issue: &u64,
                    ) -> Result<String, Error> {}

                    fn plain(_path: &str) -> &'static str {}
                }
            },
        ),
    );
}
