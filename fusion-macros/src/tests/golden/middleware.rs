use quote::quote;

use super::{super::expand, golden};

#[test]
fn middleware() {
    golden(
        "middleware",
        &expand(
            quote!(
                with(Trace::new(), self.limit.clone()),
                timeout = "5s",
                output_cap = Self::CAP
            ),
            &quote! {
                impl Issues {
                    #[action]
                    async fn list(&self) {}

                    #[action(with(Exclusive::by(Self::id), noted!(self)), timeout = "2m")]
                    async fn delete(&self, id: u64) {}

                    #[action(with(Quota), output_cap = OutputCap::tokens(100))]
                    #[cfg(feature = "disk")]
                    fn save(&self) {}
                }
            },
        ),
    );
}

#[test]
fn timeout() {
    golden(
        "timeout",
        &expand(
            quote!(common = Scope),
            &quote! {
                impl Issues {
                    #[action(timeout = "500ms")]
                    async fn list(&self, scope: &Scope) {}
                }
            },
        ),
    );
}

#[test]
fn hierarchical_middleware() {
    golden(
        "hierarchical_middleware",
        &expand(
            quote!(with(Trace::new(), self.limit.clone())),
            &quote! {
                struct Tracker {
                    #[group]
                    issues: Issues,
                    limit: Arc<Concurrency>,
                }
            },
        ),
    );
}
