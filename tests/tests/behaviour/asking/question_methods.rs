//! Methods that return questions, of groups in every place that a group can have.

use std::sync::Mutex;

use fusion_core::{Exposition, ToolError};

use super::*;

/// A place of a group, and a journal of its actions.
#[derive(Clone)]
struct Disk {
    name: &'static str,
    done: Arc<Mutex<Vec<String>>>,
}

/// Wipe disks.
#[tool_group(name = "shop")]
impl Disk {
    /// Read a sector.
    #[action(read_only)]
    fn read(&self) -> &'static str {
        self.name
    }

    /// Wipe a sector.
    #[action(destructive, confirm = Self::question)]
    async fn wipe(&self, sector: u64) -> String {
        self.done
            .lock()
            .unwrap()
            .push(format!("{} {sector}", self.name));
        format!("wiped {sector} of {}", self.name)
    }

    /// Wipe everything.
    #[action(destructive, confirm = Self::of_all)]
    fn wipe_all(&self) -> String {
        self.done.lock().unwrap().push(self.name.to_owned());
        format!("wiped {}", self.name)
    }

    async fn question(&self, sector: &u64, ctx: &Ctx) -> Result<String, ToolError> {
        tokio::task::yield_now().await;
        let caller = ctx.get::<&'static str>().copied().unwrap_or("nobody");
        Ok(format!(
            "Wipe sector {sector} of {} for {caller}?",
            self.name
        ))
    }

    fn of_all(&self) -> String {
        format!("Wipe {}?", self.name)
    }
}

/// Look after machines.
#[tool_group(name = "machine")]
struct Machine {
    #[group]
    own: Disk,
    #[group]
    shared: Arc<Disk>,
}

fn ctx() -> Ctx {
    let mut ctx = Ctx::new();
    ctx.insert("ada");
    ctx
}

/// Asks, and checks that the action runs once after its user accepted.
async fn assert_asks(
    registry: &Registry,
    exposition: Exposition,
    (tool, arguments): (&str, Value),
    (question, result): (&str, &str),
    done: &Mutex<Vec<String>>,
) {
    let view = registry.view(exposition).unwrap();
    let (questions, state) = match view.call(tool, arguments.clone(), ctx()).await {
        Err(CallError::Asked { questions, state }) => (questions, state),
        other => panic!("not asked: {other:?}"),
    };
    assert_eq!(questions[0].message, question);
    assert_eq!(*done.lock().unwrap(), [""; 0]);
    let answer = (questions[0].id.clone(), accept(&json!({})));
    let ctx = ctx().with_answers(state, [answer]);
    let response = view.call(tool, arguments, ctx).await.unwrap();
    assert_eq!(text(&response), result);
    assert_eq!(std::mem::take(&mut *done.lock().unwrap()).len(), 1);
}

fn disk(name: &'static str, done: &Arc<Mutex<Vec<String>>>) -> Disk {
    Disk {
        name,
        done: Arc::clone(done),
    }
}

#[tokio::test]
async fn each_exposition_asks_by_the_methods_of_a_group_of_its_own() {
    let done = Arc::default();
    for registry in [
        Registry::builder().tool(disk("own", &done)).build(),
        Registry::builder()
            .tool(Arc::new(disk("own", &done)))
            .build(),
    ] {
        let registry = registry.unwrap();
        for (exposition, tool) in [
            (Exposition::Grouped, ["shop", "shop"]),
            (
                Exposition::BySafety,
                ["shop_destructive", "shop_destructive"],
            ),
            (Exposition::Flat, ["shop_wipe", "shop_wipe_all"]),
        ] {
            for (tool, key, mut arguments, expected) in [
                (
                    tool[0],
                    "wipe",
                    json!({"sector": 7}),
                    ("Wipe sector 7 of own for ada?", "wiped 7 of own"),
                ),
                (tool[1], "wipe_all", json!({}), ("Wipe own?", "wiped own")),
            ] {
                if exposition != Exposition::Flat {
                    arguments["action"] = json!(key);
                }
                assert_asks(&registry, exposition, (tool, arguments), expected, &done).await;
            }
        }
    }
}

#[tokio::test]
async fn each_exposition_asks_by_the_methods_of_the_group_that_is_called() {
    let done = Arc::default();
    let machine = Machine {
        own: disk("own", &done),
        shared: Arc::new(disk("shared", &done)),
    };
    let registry = Registry::builder().tool(machine).build().unwrap();
    for module in ["own", "shared"] {
        for (exposition, tool) in [
            (Exposition::Grouped, "machine".to_owned()),
            (Exposition::BySafety, "machine_destructive".to_owned()),
            (Exposition::Flat, format!("machine_{module}_wipe")),
        ] {
            let mut arguments = json!({"sector": 7});
            if exposition != Exposition::Flat {
                arguments["action"] = json!(format!("{module}.wipe"));
            }
            let question = format!("Wipe sector 7 of {module} for ada?");
            let result = format!("wiped 7 of {module}");
            assert_asks(
                &registry,
                exposition,
                (&tool, arguments),
                (&question, &result),
                &done,
            )
            .await;
        }
    }
}
