//! Arguments that a struct of groups renames, also each to the name of another one.

use fusion_core::{Fields, tool_group};

#[derive(Debug, Fields)]
struct Rest {
    z: Option<Vec<bool>>,
    #[arg(length(max = 3), default = "z")]
    w: String,
}

struct Points;

#[tool_group]
impl Points {
    #[action]
    fn put(x: u8, y: Option<String>, #[arg(flatten)] rest: Rest) -> String {
        format!("{x} {y:?} {rest:?}")
    }

    #[action]
    fn find(#[arg(range(max = 9))] x: Option<u8>, y: String) -> String {
        format!("{x:?} {y:?}")
    }

    #[action(one_of("x", "y"))]
    fn remove(x: Option<u8>, y: Option<String>) -> String {
        format!("{x:?} {y:?}")
    }
}

#[tool_group(name = "renaming")]
pub(super) struct Renaming {
    #[group(rename(x = "y", y = "x"))]
    swapped: Points,
    #[group(rename(x = "a", y = "b", z = "c"))]
    other: Points,
}

pub(super) fn renaming() -> Renaming {
    Renaming {
        swapped: Points,
        other: Points,
    }
}
