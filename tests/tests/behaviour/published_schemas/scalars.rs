//! Arguments of one value: numbers of every width, strings, and wrappers around them.

use std::{
    borrow::Cow,
    net::{Ipv4Addr, Ipv6Addr},
    num::{NonZeroI32, NonZeroU8},
    path::PathBuf,
};

use fusion_core::tool_group;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

/// A number with a name.
#[derive(Debug, Deserialize, JsonSchema)]
struct Id(u32);

#[derive(Debug, Deserialize, JsonSchema)]
struct Nothing;

pub(crate) struct Scalars;

#[tool_group(name = "scalars")]
impl Scalars {
    #[action]
    fn narrow(a: u8, b: i8, c: u16, d: i16) -> String {
        format!("{a} {b} {c} {d}")
    }

    #[action]
    fn words(a: u32, b: i32, c: u64, d: i64) -> String {
        format!("{a} {b} {c} {d}")
    }

    #[action]
    fn wide(a: u128, b: i128, c: usize, d: isize) -> String {
        format!("{a} {b} {c} {d}")
    }

    #[action]
    fn floats(a: f32, b: f64, n: Option<f32>) -> String {
        format!("{a} {b} {n:?}")
    }

    #[action]
    fn nonzero(n: NonZeroU8, m: NonZeroI32, o: Option<NonZeroU8>) -> String {
        format!("{n} {m} {o:?}")
    }

    #[action]
    fn texts(s: String, t: char, flag: bool) -> String {
        format!("{s:?} {t:?} {flag}")
    }

    #[action]
    #[allow(clippy::too_many_arguments)]
    fn optional(
        a: Option<u8>,
        b: Option<i64>,
        n: Option<f64>,
        s: Option<String>,
        t: Option<char>,
        flag: Option<bool>,
        id: Option<Id>,
    ) -> String {
        format!("{a:?} {b:?} {n:?} {s:?} {t:?} {flag:?} {id:?}")
    }

    #[action]
    fn defaults(
        #[arg(default)] a: u8,
        #[arg(default = 5)] b: i32,
        #[arg(default = "x")] s: String,
        #[arg(default)] flag: bool,
        #[arg(default = Some(7))] c: Option<u16>,
    ) -> String {
        format!("{a} {b} {s:?} {flag} {c:?}")
    }

    #[action]
    fn wrapped(id: Id, boxed: Box<u8>, cow: Cow<'static, str>, path: PathBuf) -> String {
        format!("{id:?} {boxed} {cow:?} {path:?}")
    }

    #[action]
    fn addresses(v4: Ipv4Addr, v6: Option<Ipv6Addr>) -> String {
        format!("{v4} {v6:?}")
    }

    #[action]
    fn nothing(unit: (), none: Nothing, maybe: Option<()>) -> String {
        format!("{unit:?} {none:?} {maybe:?}")
    }

    #[action]
    fn secrets(
        #[arg(secret)] pin: u32,
        #[arg(secret, length(min = 2))] token: Option<String>,
    ) -> String {
        format!("{pin} {token:?}")
    }

    #[action]
    fn bare() -> String {
        "bare".to_owned()
    }
}

pub(crate) struct AnyValues;

#[tool_group(name = "any_values")]
impl AnyValues {
    #[action]
    fn twice(twice: Option<Option<u8>>) -> String {
        format!("{twice:?}")
    }

    #[action]
    fn free(
        #[arg(any)] value: Value,
        #[arg(any)] perhaps: Option<Value>,
        object: Map<String, Value>,
    ) -> String {
        format!("{value} {perhaps:?} {object:?}")
    }
}
