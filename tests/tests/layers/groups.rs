//! What `with(…)` on a block and on an action will be made of: registry layers, then the group's,
//! then the action's, then the handler.

use std::any::Any;

use fusion_core::{
    __private::{ActionGroup, Args, Call, Chains, Frame, GroupSpec, Layered, Stack, layered},
    NoLayer, Registry, ToolResult,
};
use serde_json::json;

use crate::{
    said,
    scripted::{At, Script, Stage, What},
};

type Action = <Stage as ActionGroup>::Action;
type Common = <Stage as ActionGroup>::Common;
type Input = <Stage as ActionGroup>::Input;

/// A group with layers of its own, as the macro would write it.
struct Guarded(Stage);

/// The way to the handlers; `A` stands in front of `go`.
struct Held<A, C>(A, C);

impl<A, C> Chains<Guarded, Input, Common> for Held<A, C>
where
    A: fusion_core::Middleware,
    C: Chains<Stage, Input, Common>,
{
    fn reads_arguments(&self) -> bool {
        self.0.reads_arguments() || self.1.reads_arguments()
    }

    async fn invoke(
        &self,
        group: &Guarded,
        frame: Frame<'_, Input, Common>,
        call: &mut Call<'_>,
    ) -> ToolResult {
        match call.spec().key {
            "go" => layered(&self.0, &self.1, &group.0, frame, call).await,
            _ => self.1.invoke(&group.0, frame, call).await,
        }
    }
}

impl ActionGroup for Guarded {
    type Action = Action;
    type Common = Common;
    type Input = Input;

    const SPEC: &'static GroupSpec = Stage::SPEC;

    fn resolve(key: &str) -> Option<Action> {
        <Stage as ActionGroup>::resolve(key)
    }

    fn index(action: Action) -> usize {
        <Stage as ActionGroup>::index(action)
    }

    fn at(index: usize) -> Option<Action> {
        <Stage as ActionGroup>::at(index)
    }

    fn parse(action: Action, args: &mut Args<'_>) -> Option<(Common, Input)> {
        <Stage as ActionGroup>::parse(action, args)
    }

    fn common(common: &Common) -> Option<&(dyn Any + Send + Sync)> {
        <Stage as ActionGroup>::common(common)
    }

    fn chains(&self) -> impl Chains<Self, Input, Common> + use<> {
        let group = Stack::new(At(2), Stack::new(At(3), NoLayer));
        let action = Stack::new(At(4), Stack::new(At(5), NoLayer));
        Layered::new(group, Held(action, ActionGroup::chains(&self.0)))
    }
}

#[tokio::test]
async fn registry_layers_come_first_then_the_groups_then_the_actions_then_the_handler() {
    let registry = Registry::builder()
        .expects::<Script>()
        .with(At(0))
        .with(At(1))
        .tool(Guarded(Stage))
        .build()
        .unwrap();
    for (key, log) in [
        ("go", "0> 1> 2> 3> 4> 5> handler <5 <4 <3 <2 <1 <0"),
        ("other", "0> 1> 2> 3> other <3 <2 <1 <0"),
    ] {
        let script = Script::new(0, What::Nothing);
        let arguments = json!({"action": key});
        assert_eq!(
            said(&registry, "stage", arguments, script.ctx()).await,
            "done"
        );
        assert_eq!(script.log.lock().unwrap().join(" "), log);
    }
}
