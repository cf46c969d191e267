use quote::quote;

use super::{super::expand, golden};

#[test]
fn scopes() {
    golden(
        "scopes",
        &expand(
            quote!(scope("issues:read")),
            &quote! {
                impl Issues {
                    #[action(read_only)]
                    fn list(&self) {}

                    #[action(scope("issues:write", "audit"))]
                    fn close(&self) {}

                    #[prompt(scope("issues:write"))]
                    fn triage(&self) -> String {}

                    #[resource(uri = "issues://all", scope("audit"))]
                    fn all(&self) -> String {}
                }
            },
        ),
    );
}

#[test]
fn scoped_struct() {
    golden(
        "scoped_struct",
        &expand(
            quote!(scoped),
            &quote! {
                struct Tracker {
                    #[group]
                    issues: Issues,
                    #[cfg(unix)]
                    #[group]
                    labels: crate::Labels<u8>,
                }
            },
        ),
    );
    golden(
        "scope_of_a_struct",
        &expand(
            quote!(scoped, scope("tracker")),
            &quote! {
                struct Tracker {
                    #[group]
                    issues: Issues,
                }
            },
        ),
    );
}
