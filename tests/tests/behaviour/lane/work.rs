//! A server whose calls do everything that a call may do.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use fusion_core::{
    Content, Ctx, Exposition, Ext, Filter, Json, Progress, Registry, Server, ToolError,
    ctx::TraceContext,
    middleware::Timeout,
    observe::{CallRecord, Observer, Outcome},
    server_info, tool_group,
};
use http::{HeaderValue, request::Parts};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The caller, who is an administrator if a header says so.
#[derive(Clone)]
pub struct Caller {
    pub admin: bool,
}

impl Caller {
    #[allow(clippy::unused_async)] // as one that asks a database would be
    async fn from_request(ctx: &Ctx) -> Result<Self, ToolError> {
        let parts = ctx.get::<Parts>();
        let header = parts.and_then(|parts| parts.headers.get("x-caller"));
        match header.map(HeaderValue::as_bytes) {
            None | Some(b"guest") => Ok(Self { admin: false }),
            Some(b"admin") => Ok(Self { admin: true }),
            Some(_) => Err("who are you?".into()),
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema, Serialize)]
pub struct Point {
    /// The column.
    x: i32,
    /// The row.
    y: Option<i32>,
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    Newest,
    Oldest,
}

pub struct Work;

/// Do all kinds of work.
#[tool_group(name = "work")]
impl Work {
    /// Say it again.
    #[action(read_only)]
    fn echo(text: String, times: Option<u8>) -> String {
        text.repeat(usize::from(times.unwrap_or(1)))
    }

    /// Take one of each kind.
    #[action(read_only)]
    async fn kinds(
        &self,
        #[arg(range(min = 1, max = 100))] number: i64,
        share: f64,
        on: bool,
        order: Order,
        #[arg(default = 7)] days: u32,
        tags: Vec<String>,
        point: Option<Point>,
    ) -> String {
        tokio::task::yield_now().await;
        format!("{number} {share} {on} {order:?} {days} {tags:?} {point:?}")
    }

    /// Return an object.
    #[action(read_only)]
    fn object(x: i32) -> Json<Point> {
        Json(Point { x, y: None })
    }

    /// Return a list.
    #[action(read_only)]
    fn list(length: u8) -> Json<Vec<u8>> {
        Json((0..length).collect())
    }

    /// Return blocks of all kinds.
    #[action(read_only)]
    fn blocks() -> Vec<Content> {
        vec![
            Content::Text("a \"text\"\u{2028}".to_owned()),
            Content::Image {
                data: "aGVsbG8=".to_owned(),
                mime_type: "image/png".to_owned(),
            },
            Content::resource_link("work://1").title("One").into(),
        ]
    }

    /// Fail as it is told.
    #[action]
    async fn fail(&self, how: String) -> Result<(), ToolError> {
        match how.as_str() {
            "plain" => Err("it failed".into()),
            "internal" => Err(ToolError::internal("the secret")),
            _ => Ok(()),
        }
    }

    /// Panic.
    #[action]
    #[allow(clippy::panic)] // what it is for
    fn boom() {
        panic!("the secret of the boom");
    }

    /// Take longer than the limit, or not.
    #[action]
    async fn sleep(&self, millis: u64) -> String {
        tokio::time::sleep(Duration::from_millis(millis)).await;
        "slept".to_owned()
    }

    /// Report progress.
    #[action]
    async fn progress(&self, steps: u8, progress: &Progress) -> String {
        for step in 1..=steps {
            progress.report(f64::from(step), None).await;
        }
        "done".to_owned()
    }

    /// Tell about the request.
    #[action(read_only)]
    fn request(ctx: &Ctx) -> String {
        let trace = ctx.get::<TraceContext>();
        let parts = ctx.get::<Parts>();
        let request = parts.map(|parts| {
            let color = parts.headers.get("x-color");
            format!("{} {} {color:?}", parts.method, parts.uri)
        });
        format!(
            "{:?} {:?} {:?} {trace:?} {request:?} {}",
            ctx.id(),
            ctx.era(),
            ctx.client(),
            ctx.cancellation().is_cancelled(),
        )
    }

    /// Tell who calls.
    #[action(read_only)]
    fn caller(caller: &Ext<Caller>) -> Json<bool> {
        Json(caller.admin)
    }

    /// Only for administrators.
    #[action(tags("admin"))]
    fn secret(text: String) -> String {
        text
    }
}

/// The ends of all calls, in words.
#[derive(Clone, Default)]
pub struct Ends(Arc<Mutex<Vec<String>>>);

impl Ends {
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }
}

impl Observer for Ends {
    const READS_ARGUMENTS: bool = true;

    fn observe(&self, call: &CallRecord<'_>, outcome: &Outcome<'_>) {
        let line = format!(
            "{} {:?} {:?} {} {:?}",
            call.name(),
            call.key(),
            call.arguments(),
            outcome.ending().name(),
            call.ctx().id(),
        );
        self.0.lock().unwrap().push(line);
    }
}

/// A server of the work; guests do not see what administrators see.
pub fn server(exposition: Exposition, lane: bool) -> (Server, Ends) {
    let ends = Ends::default();
    let registry = Registry::builder()
        .provide(Caller::from_request)
        .guard(|call| match call.arguments().get("text") {
            Some(text) if text == "forbidden" => Err("this text is forbidden".into()),
            _ => Ok(()),
        })
        .observe(ends.clone())
        .middleware(Timeout::new(Duration::from_millis(300)))
        .tool(Work)
        .build()
        .unwrap();
    let server = Server::new(registry, server_info!())
        .lane(lane)
        .exposition(exposition)
        .unwrap()
        .access(|caller: &Caller| {
            if caller.admin {
                Filter::all()
            } else {
                Filter::without_tags(["admin"])
            }
        });
    (server.unwrap(), ends)
}
