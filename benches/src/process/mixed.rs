//! The call that the budgets measure: a string, an optional enum, a number with a default and a
//! list.

use std::{hint::black_box, rc::Rc};

use fusion_bench_kit::{
    self as kit, floor,
    probe::{Probe, Table},
    work::{JsonMap, Order},
};
use fusion_core::{Ctx, Registry, tool_group};
use rmcp::{
    handler::server::{router::tool::ToolRouter, tool::ToolCallContext, wrapper::Parameters},
    model::CallToolRequestParams,
    schemars::{self, JsonSchema},
    tool, tool_router,
};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::peers::{fusion, rmcp as peer};

/// The name of the table.
pub const NAME: &str = "mixed";
/// The only row.
pub const ROW: &str = "4 arguments";
/// The column name of Fusion with a handler that is no `async fn`.
pub const PLAIN_FN: &str = "fusion, grouped, `fn`";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Mixed {
    email: String,
    order: Option<Order>,
    #[serde(default)]
    days: u32,
    tags: Vec<String>,
}

async fn mixed(email: String, order: Option<Order>, days: u32, tags: Vec<String>) -> String {
    black_box((order.map(|order| order as u8), days, tags));
    email
}

async fn by_hand(mut arguments: JsonMap) -> Result<String, String> {
    let action = arguments.remove("action");
    match action.as_ref().and_then(Value::as_str) {
        Some("list") => Err("not measured".to_owned()),
        Some("mixed") => {
            let rest = Value::Object(arguments);
            let Mixed {
                email,
                order,
                days,
                tags,
            } = serde_json::from_value(rest).map_err(|error| error.to_string())?;
            Ok(mixed(email, order, days, tags).await)
        }
        _ => Err("unknown action".to_owned()),
    }
}

struct Group;

#[tool_group(name = "group")]
impl Group {
    #[action(read_only)]
    async fn list(&self) -> String {
        String::new()
    }

    #[action]
    async fn mixed(
        &self,
        email: String,
        order: Option<Order>,
        #[arg(default = 7)] days: u32,
        tags: Vec<String>,
    ) -> String {
        mixed(email, order, days, tags).await
    }

    #[action]
    fn mixed_fn(
        email: String,
        order: Option<Order>,
        #[arg(default = 7)] days: u32,
        tags: Vec<String>,
    ) -> String {
        black_box((order.map(|order| order as u8), days, tags));
        email
    }
}

struct Tools {
    router: ToolRouter<Self>,
}

#[tool_router]
impl Tools {
    #[tool]
    async fn list(&self) -> String {
        String::new()
    }

    #[tool]
    async fn mixed(&self, Parameters(given): Parameters<Mixed>) -> String {
        mixed(given.email, given.order, given.days, given.tags).await
    }
}

/// Makes the table.
pub fn table(runtime: &Runtime) -> kit::Result<Table> {
    let arguments = json!({"email": "someone@example.org", "order": "newest", "tags": ["a", "b"]});
    let plain: JsonMap = serde_json::from_value(arguments)?;
    let mut grouped = plain.clone();
    grouped.insert("action".to_owned(), "mixed".into());
    let registry = Registry::builder().tool(Group).build()?;
    let tools = Rc::new(Tools {
        router: Tools::tool_router(),
    });
    let params = CallToolRequestParams::new("mixed").with_arguments(plain);
    let sample = (params, runtime.block_on(peer::context())?);

    let mut table = Table::new(NAME, &[floor::NAME, peer::NAME]);
    table.push(Probe::new(
        ROW,
        floor::NAME,
        grouped.clone(),
        async |arguments| black_box(by_hand(arguments).await).is_ok(),
    ));
    for (column, action) in [(fusion::GROUPED, "mixed"), (PLAIN_FN, "mixed_fn")] {
        let registry = registry.clone();
        grouped.insert("action".to_owned(), action.into());
        table.push(Probe::new(
            ROW,
            column,
            grouped.clone(),
            async move |arguments| {
                let result = registry.call("group", arguments, Ctx::new()).await;
                black_box(result).is_ok()
            },
        ));
    }
    table.push(Probe::new(
        ROW,
        peer::NAME,
        sample,
        async move |(params, context)| {
            let context = ToolCallContext::new(&*tools, params, context);
            black_box(tools.router.call(context).await).is_ok()
        },
    ));
    Ok(table)
}
