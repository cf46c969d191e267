use quote::quote;

use super::{super::expand, golden};

#[test]
fn argument_aliases() {
    golden(
        "argument_aliases",
        &expand(
            quote!(),
            &quote! {
                impl Issues {
                    #[action(alias("find"))]
                    fn list(
                        #[arg(alias("q", "text"))] query: String,
                        #[arg(name = "max", default = 20, secret, alias("limit"))] rows: u32,
                        #[arg(alias("old"), schema = given())] given: Given,
                    ) {}
                }
            },
        ),
    );
}
