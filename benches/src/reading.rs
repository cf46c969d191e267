//! How arguments are read: plain, constrained, nested, many, and wrong. The floor is a struct, serde,
//! and the checks that its author would write by hand; it tells one problem, ours tell all.

use fusion_core::{Ctx, Registry, tool_group};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::runtime::{Builder, Runtime};

/// One kind of call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    Plain,
    Constrained,
    Nested,
    Twenty,
    OneProblem,
    EightProblems,
}

impl Case {
    pub const ALL: [Self; 6] = [
        Self::Plain,
        Self::Constrained,
        Self::Nested,
        Self::Twenty,
        Self::OneProblem,
        Self::EightProblems,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "4 arguments",
            Self::Constrained => "4 arguments with constraints",
            Self::Nested => "nested struct and list",
            Self::Twenty => "20 arguments",
            Self::OneProblem => "1 problem",
            Self::EightProblems => "8 problems",
        }
    }

    /// The arguments of a call.
    pub fn arguments(self) -> Map<String, Value> {
        let arguments = match self {
            Self::Plain => {
                json!({"action": "plain", "name": "ada", "age": 36, "days": 7, "tags": ["a", "b"]})
            }
            Self::Constrained => {
                json!({"action": "constrained", "name": "ada", "age": 36, "days": 7, "tags": ["a", "b"]})
            }
            Self::Nested => json!({"action": "nested", "filter": {
                "owner": "ada", "depth": 3, "tags": ["a", "b"], "within": {"from": 1, "to": 9}
            }}),
            Self::Twenty | Self::OneProblem | Self::EightProblems => {
                let mut map = twenty();
                let wrong = match self {
                    Self::OneProblem => 1,
                    Self::EightProblems => 8,
                    _ => 0,
                };
                for index in 0..wrong {
                    map.insert(format!("a{index:02}"), json!([]));
                }
                return map;
            }
        };
        match arguments {
            Value::Object(map) => map,
            _ => Map::new(),
        }
    }

    fn is_right(self) -> bool {
        !matches!(self, Self::OneProblem | Self::EightProblems)
    }
}

fn twenty() -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("action".to_owned(), json!("twenty"));
    for index in 0..20 {
        map.insert(format!("a{index:02}"), json!(index));
    }
    map
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Filter {
    owner: Option<String>,
    depth: Option<u8>,
    tags: Vec<String>,
    within: Within,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Within {
    from: u32,
    to: u32,
}

struct Reading;

#[tool_group(name = "reading")]
impl Reading {
    #[action]
    async fn plain(&self, name: String, age: Option<u8>, days: u32, tags: Vec<String>) -> String {
        seen(&(age, days, tags));
        name
    }

    #[action]
    async fn constrained(
        &self,
        #[arg(length(min = 1, max = 80))] name: String,
        #[arg(range(max = 130))] age: Option<u8>,
        #[arg(range(min = 1, max = 365))] days: u32,
        #[arg(items(max = 10))] tags: Vec<String>,
    ) -> String {
        seen(&(age, days, tags));
        name
    }

    #[action]
    async fn nested(&self, filter: Filter) -> String {
        seen(&(
            filter.depth,
            filter.tags,
            filter.within.from,
            filter.within.to,
        ));
        filter.owner.unwrap_or_default()
    }

    #[action]
    async fn twenty(
        &self,
        a00: u32,
        a01: u32,
        a02: u32,
        a03: u32,
        a04: u32,
        a05: u32,
        a06: u32,
        a07: u32,
        a08: u32,
        a09: u32,
        a10: u32,
        a11: u32,
        a12: u32,
        a13: u32,
        a14: u32,
        a15: u32,
        a16: u32,
        a17: u32,
        a18: u32,
        a19: u32,
    ) -> String {
        seen(&[
            a00, a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15, a16,
            a17, a18, a19,
        ]);
        String::new()
    }
}

fn seen<T>(value: &T) {
    std::hint::black_box(value);
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Plain {
    name: String,
    age: Option<u8>,
    days: u32,
    tags: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nested {
    filter: Filter,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Twenty {
    a00: u32,
    a01: u32,
    a02: u32,
    a03: u32,
    a04: u32,
    a05: u32,
    a06: u32,
    a07: u32,
    a08: u32,
    a09: u32,
    a10: u32,
    a11: u32,
    a12: u32,
    a13: u32,
    a14: u32,
    a15: u32,
    a16: u32,
    a17: u32,
    a18: u32,
    a19: u32,
}

async fn by_hand(mut arguments: Map<String, Value>) -> Result<String, String> {
    let action = arguments.remove("action");
    let rest = Value::Object(arguments);
    let wrong = |error: serde_json::Error| error.to_string();
    match action.as_ref().and_then(Value::as_str) {
        Some("plain") => {
            let Plain {
                name,
                age,
                days,
                tags,
            } = serde_json::from_value(rest).map_err(wrong)?;
            seen(&(age, days, tags));
            Ok(name)
        }
        Some("constrained") => {
            let Plain {
                name,
                age,
                days,
                tags,
            } = serde_json::from_value(rest).map_err(wrong)?;
            if !(1..=80).contains(&name.chars().count()) {
                return Err("name: 1 to 80 characters".to_owned());
            }
            if age.is_some_and(|age| age > 130) {
                return Err("age: at most 130".to_owned());
            }
            if !(1..=365).contains(&days) {
                return Err("days: 1 to 365".to_owned());
            }
            if tags.len() > 10 {
                return Err("tags: at most 10".to_owned());
            }
            seen(&(age, days, tags));
            Ok(name)
        }
        Some("nested") => {
            let Nested { filter } = serde_json::from_value(rest).map_err(wrong)?;
            seen(&(
                filter.depth,
                filter.tags,
                filter.within.from,
                filter.within.to,
            ));
            Ok(filter.owner.unwrap_or_default())
        }
        Some("twenty") => {
            let t: Twenty = serde_json::from_value(rest).map_err(wrong)?;
            seen(&[
                t.a00, t.a01, t.a02, t.a03, t.a04, t.a05, t.a06, t.a07, t.a08, t.a09, t.a10, t.a11,
                t.a12, t.a13, t.a14, t.a15, t.a16, t.a17, t.a18, t.a19,
            ]);
            Ok(String::new())
        }
        _ => Err("unknown action".to_owned()),
    }
}

/// Both ways, built before the first call.
pub struct Readers {
    runtime: Runtime,
    registry: Registry,
}

impl Readers {
    pub fn new() -> Self {
        let runtime = match Builder::new_current_thread().build() {
            Ok(runtime) => runtime,
            Err(error) => panic!("no runtime: {error}"),
        };
        match Registry::builder().tool(Reading).build() {
            Ok(registry) => Self { runtime, registry },
            Err(errors) => panic!("{errors}"),
        }
    }

    /// A round of `calls` calls, by hand (0) or through the registry; `measured` sees the calls
    /// only.
    pub fn round<T>(
        &self,
        reader: usize,
        case: Case,
        calls: usize,
        measured: impl FnOnce(&dyn Fn()) -> T,
    ) -> T {
        let sets = std::cell::Cell::new(vec![case.arguments(); calls]);
        measured(&|| match reader {
            0 => self.runtime.block_on(floor(case, sets.take())),
            _ => self
                .runtime
                .block_on(fusion(&self.registry, case, sets.take())),
        })
    }
}

impl Default for Readers {
    fn default() -> Self {
        Self::new()
    }
}

async fn floor(case: Case, sets: Vec<Map<String, Value>>) {
    for set in sets {
        assert_eq!(
            std::hint::black_box(by_hand(set).await).is_ok(),
            case.is_right()
        );
    }
}

async fn fusion(registry: &Registry, case: Case, sets: Vec<Map<String, Value>>) {
    for set in sets {
        let result = registry.call("reading", set, Ctx::new()).await;
        assert_eq!(std::hint::black_box(result).is_ok(), case.is_right());
    }
}
