//! The explorer at the socket: its files, who may open it, and what its document has for whom. The page itself is
//! tested in a browser, by `tests/explorer/run`.

mod admission;
mod callers;
mod document;
mod files;
mod places;

use fusion_core::{
    Ctx, Filter, HttpServer, Registry, Server, StateSync, ToolError, server_info, tool_group,
};
use fusion_tests::http::{Client, Reply, Served};
use http::request::Parts;
use serde_json::Value;

/// The path of the document.
const DOCUMENT: &str = "/_fusion/view.json";

/// A caller by the header `x-user`.
#[derive(Clone)]
struct User(String);

impl User {
    #[allow(clippy::unused_async)] // as one that asks a database would be
    async fn from_request(ctx: &Ctx) -> Result<Self, ToolError> {
        let parts = ctx.get::<Parts>().ok_or("over HTTP only")?;
        let name = parts
            .headers
            .get("x-user")
            .ok_or_else(ToolError::unauthorized)?;
        match name.to_str() {
            Ok("mallory") => Err("mallory is banned".into()),
            Ok(name) => Ok(Self(name.to_owned())),
            Err(_) => Err("no text".into()),
        }
    }
}

struct Shop;

/// Sell things.
#[tool_group(name = "shop", tags("all"))]
impl Shop {
    /// List the prices.
    #[action(read_only, cache = "no-store")]
    fn prices() -> &'static str {
        "none"
    }

    /// Buy a thing.
    #[action(tags("all"), invalidates("self.prices"))]
    fn buy(
        /// The thing.
        thing: String,
        /// The number of the card.
        #[arg(secret)]
        card: Option<String>,
    ) -> String {
        drop(card);
        thing
    }

    /// Help a customer.
    #[prompt]
    fn assist() -> &'static str {
        "Help."
    }

    /// The opening hours.
    #[resource(uri = "shop://hours")]
    fn hours() -> &'static str {
        "always"
    }
}

struct Till;

/// Count the money.
#[tool_group(name = "till", tags("admin"))]
impl Till {
    /// Empty the till. Not before `till/tally`.
    #[action(invalidates("shop/prices"))]
    fn delete_all(
        /** The amount. */
        amount: u64,
    ) -> String {
        amount.to_string()
    }

    /// Plan a robbery.
    #[prompt]
    fn robbery() -> &'static str {
        "Run."
    }

    /// The money.
    #[resource(uri = "till://money")]
    fn money() -> &'static str {
        "7"
    }
}

fn registry() -> Registry {
    Registry::builder()
        .provide(User::from_request)
        .state_sync(StateSync::new())
        .tool(Shop)
        .tool(Till)
        .build()
        .unwrap()
}

/// A server whose callers see what has their tag.
fn server() -> HttpServer {
    let server = Server::new(registry(), server_info!());
    let server = server.access(|User(name): &User| match name.as_str() {
        "root" => Filter::all(),
        name => Filter::any_tags([name.to_owned()]),
    });
    server.unwrap().http().explorer()
}

/// Returns the document of a caller.
async fn document(client: &Client, user: &str) -> Value {
    let reply = client.at(DOCUMENT).header("x-user", user).get().await;
    assert_eq!(reply.status, 200, "{reply:?}");
    serde_json::from_str(&reply.body).unwrap()
}

async fn get(served: &Served, path: &'static str) -> Reply {
    served.client.at(path).get().await
}
