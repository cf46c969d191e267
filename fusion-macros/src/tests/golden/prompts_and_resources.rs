use quote::quote;

use super::{super::expand, golden};

#[test]
fn prompts() {
    golden(
        "prompts",
        &expand(
            quote!(actions(pub IssuesAction)),
            &quote! {
                impl Issues {
                    /// List issues.
                    #[action(read_only)]
                    async fn list(&self) {}

                    /// Sort issues.
                    #[prompt(title = "Triage", alias("sort"), icons = [Icon::new("https://a.example")])]
                    async fn triage(
                        &self,
                        ctx: &Ctx,
                        urgency: Urgency,
                        #[arg(complete = Self::labels)] label: Option<String>,
                    ) -> Vec<PromptMessage> {}
                }
            },
        ),
    );
}

#[test]
fn resources() {
    golden(
        "resources",
        &expand(
            quote!(),
            &quote! {
                impl Notes {
                    #[resource(
                        uri = "notes://help",
                        mime = "text/markdown",
                        size = 12,
                        audience("user", "assistant"),
                        priority = 1
                    )]
                    fn help() -> &'static str {}

                    #[cfg(feature = "notes")]
                    #[resource(uri = "notes://{id}")]
                    async fn note(&self, #[arg(complete = ids)] id: u64) -> Option<Json<Note>> {}
                }
            },
        ),
    );
}

/// A prompt takes what the group shares, and a resource nothing but the variables of its URI.
#[test]
fn prompts_and_common() {
    golden(
        "prompts_and_common",
        &expand(
            quote!(common = Scope),
            &quote! {
                impl Board {
                    #[prompt]
                    fn plan(&self, scope: &Scope) -> String {}

                    #[resource(uri = "board://{day}")]
                    fn day(&self, day: String) -> String {}
                }
            },
        ),
    );
}
