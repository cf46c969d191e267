//! Scopes of actions, prompts and resources, and what a caller without them gets.

mod declared;
mod offers;
mod stdio;
mod step_up;
mod transports;

use fusion_core::{Ctx, Registry, RegistryBuilder, auth::GrantedScopes, tool_group};

struct Vault;

/// Keep things.
#[tool_group(name = "vault")]
impl Vault {
    /// Look into the vault.
    #[action(read_only)]
    fn look(&self) -> &'static str {
        "dark"
    }

    /// Open the vault.
    #[action(scope("vault:open", "vault:audit"), alias("crack"))]
    fn open(
        &self,
        /** With which key. */
        key: String,
    ) -> String {
        format!("opened with {key}")
    }

    /// Describe the vault.
    #[prompt(scope("vault:open"))]
    fn describe(&self, drawer: Option<bool>) -> String {
        format!("describe {drawer:?}")
    }

    /// The gold.
    #[resource(uri = "vault://gold", scope("vault:open"))]
    fn gold(&self) -> &'static str {
        "gold"
    }

    /// One bar.
    #[resource(uri = "vault://bars/{bar}", scope("vault:open"))]
    fn bar(&self, bar: bool) -> String {
        format!("bar {bar}")
    }
}

/// The scopes that a test grants, in the context or in a header of the request.
fn granted(ctx: &Ctx) -> Option<GrantedScopes> {
    let header = || {
        let parts = ctx.get::<::http::request::Parts>()?;
        let scopes = parts.headers.get("x-scopes")?.to_str().ok()?;
        Some(GrantedScopes::from(scopes))
    };
    ctx.get::<GrantedScopes>().cloned().or_else(header)
}

fn builder() -> RegistryBuilder {
    Registry::builder().scopes(granted)
}

fn ctx(scopes: &str) -> Ctx {
    let mut ctx = Ctx::new();
    ctx.insert(GrantedScopes::from(scopes));
    ctx
}
