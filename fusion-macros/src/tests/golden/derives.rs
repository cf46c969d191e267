use quote::quote;

use super::{super::print, golden};
use crate::attr::MethodMark;

#[test]
fn stray_action() {
    golden(
        "stray_action",
        &print(crate::stray_mark(
            MethodMark::Action,
            &quote! {
                fn list(
                    /// The limit.
                    #[arg(default = 5)]
                    limit: u32,
                ) {}
            },
        )),
    );
}

#[test]
fn stray_resource() {
    golden(
        "stray_resource",
        &print(crate::stray_mark(
            MethodMark::Resource,
            &quote! {
                pub fn note(id: u32) -> String {}
            },
        )),
    );
}

#[test]
fn derive() {
    golden(
        "derive",
        &print(crate::tool_error::derive(quote! {
            enum StoreError<T> {
                #[tool_error(code = "not_found", hint = "look first", suggest("list", "get"))]
                NotFound(u64),
                #[tool_error(unchanged, retry_after = "500ms")]
                Busy { since: T },
                #[tool_error]
                Full,
                Io(std::io::Error),
            }
        })),
    );
}

#[test]
fn derive_on_a_struct() {
    golden(
        "derive_on_a_struct",
        &print(crate::tool_error::derive(quote! {
            #[tool_error(code = "quota", retry_after = "2m", crate = crate::fusion)]
            struct Quota;
        })),
    );
}

#[test]
fn derive_stub() {
    golden(
        "derive_stub",
        &print(crate::tool_error::derive(quote! {
            enum StoreError {
                #[tool_error(retry_after = "soon")]
                Busy,
            }
        })),
    );
}

#[test]
fn fields() {
    golden(
        "fields",
        &print(crate::fields(quote! {
            /// The first row and the number of rows.
            #[fields(rename_all = "camelCase", crate = crate::fusion)]
            struct Paging {
                /// The number of rows to return.
                #[arg(default = 20, range(min = 1, max = 100))]
                max_rows: u32,
                #[arg(name = "after", description = "Where the page before ended.")]
                cursor: Option<String>,
                #[arg(secret, length(max = 64))]
                token: Option<String>,
                #[arg(default, schema = Self::order())]
                order: Order,
                #[arg(any)]
                r#type: Value,
            }
        })),
    );
}

#[test]
fn fields_stub() {
    golden(
        "fields_stub",
        &print(crate::fields(quote! {
            struct Paging<T> {
                #[serde(default)]
                limit: T,
            }
        })),
    );
}
