//! What the macro implements: a group of actions, and a tool made of groups. Prompts and resources
//! are rows of a group as actions are, and go the same way.
//!
//! Two traits, so that the depth is one: a tool's modules are [`ActionGroup`]s, and only a
//! [`Tool`] can be registered. Every flat group is a tool by itself.

mod arc_group;
mod chain;
mod complete;
mod expanded;
mod fields;
mod group_probe;
mod key;
mod stub;

use std::{any::Any, future::Future};

use crate::{
    args::Args,
    error::ToolError,
    middleware::{Call, MiddlewareNames},
    result::ToolResult,
    spec::{GroupSpec, Module, ToolSpec},
};

pub use self::{
    chain::{MiddlewareChains, layered},
    complete::{Complete, CompletionFuture, CompletionRequest, FilledArguments, complete},
    expanded::Expanded,
    fields::{
        Fields, NoRows, RowsOf, SharesCommon, SlotValues, exposed, given_common, read_fields,
    },
    group_probe::{GroupProbe, IsGroup, NotGroup, ProbedGroup, is_group},
    key::{deserialize_key, named},
    stub::StubChains,
};

/// The typed arguments of a call, parked until its handler takes them.
#[derive(Debug)]
pub struct Frame<'s, Input, Common> {
    // Invariant: `Some` until the handler runs. It stays here, behind a reference, so that a layer
    // costs a few references and not a move of the input.
    input: &'s mut Option<Input>,
    common: &'s Common,
}

impl<'s, Input, Common> Frame<'s, Input, Common> {
    /// Parks `input`.
    pub fn new(input: &'s mut Option<Input>, common: &'s Common) -> Self {
        Self { input, common }
    }

    /// The same, for as long as this one is not used: what is taken from one is taken from both.
    pub(crate) fn again(&mut self) -> Frame<'_, Input, Common> {
        Frame {
            input: self.input,
            common: self.common,
        }
    }

    /// The group's shared arguments.
    pub fn common(&self) -> &'s Common {
        self.common
    }

    /// The typed arguments, for whoever must know which action they are of; `None` once taken.
    pub fn input(&self) -> Option<&Input> {
        self.input.as_ref()
    }

    /// Takes the typed arguments; an error if they were taken before.
    pub fn take(self) -> Result<Input, ToolError> {
        self.input
            .take()
            .ok_or_else(|| ToolError::internal("the handler of one call ran twice"))
    }
}

/// The error of a tool whose call has the input of one group and the shared arguments of another.
pub fn mismatched() -> ToolError {
    ToolError::internal("the input of a call belongs to another group than its shared arguments")
}

/// The layers of a group, built once; owns the way from a typed call to its handler.
pub trait Chains<G: ?Sized, Input, Common>: Send + Sync + 'static {
    /// Whether a layer wants to see the arguments as they were sent.
    fn reads_arguments(&self) -> bool;

    /// The layers of an action, outermost first. None, unless said otherwise.
    fn names(&self, _: &mut MiddlewareNames) {}

    /// Runs the layers, then the handler.
    fn invoke(
        &self,
        group: &G,
        frame: Frame<'_, Input, Common>,
        call: &mut Call<'_>,
    ) -> impl Future<Output = ToolResult> + Send;
}

/// A set of actions: what `#[tool_group]` makes of an impl block.
///
/// Its actions are methods of one concrete type. Implemented by the macro only.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a group of actions",
    label = "no `#[tool_group]` on an impl block of this type",
    note = "write `#[tool_group(name = \"…\")]` on `impl {Self}` and `#[action]` on its methods",
    note = "groups stand one level deep: a struct of groups is a tool, and no group"
)]
pub trait ActionGroup: Send + Sync + 'static {
    /// The mark of an implementation by the macros; another version of them prints another one.
    #[doc(hidden)]
    const __EXPANDED: Expanded<1>;

    /// One action: proof that a key exists.
    type Action: Copy + Send + 'static;
    /// The arguments that every action shares.
    type Common: Send + Sync + 'static;
    /// One call's own arguments: proof that they are well typed.
    type Input: Send;

    /// The frozen rows.
    const SPEC: &'static GroupSpec;

    /// The action of a row. Invariant: `at(i)` is the action of `SPEC.actions[i]`, for each of them.
    #[doc(hidden)]
    fn at(index: usize) -> Option<Self::Action>;

    /// Reads the arguments of one action. Every problem is noted in `args`; `None` if there is one
    /// that leaves an argument without a value.
    #[doc(hidden)]
    fn parse(action: Self::Action, args: &mut Args<'_>) -> Option<(Self::Common, Self::Input)>;

    /// The shared arguments as middleware sees them; `None` where there are none.
    #[doc(hidden)]
    fn common(_: &Self::Common) -> Option<&(dyn Any + Send + Sync)> {
        None
    }

    /// Completes an argument of a prompt or a resource; `None` where its author names no function.
    #[doc(hidden)]
    fn complete<'a>(
        &'a self,
        _: Self::Action,
        _: CompletionRequest<'a>,
    ) -> Option<CompletionFuture<'a>> {
        None
    }

    /// Builds the layers; called once, at `.tool(…)`.
    #[doc(hidden)]
    fn chains(&self) -> impl Chains<Self, Self::Input, Self::Common> + use<Self>
    where
        Self: Sized;
}

/// What can be registered: a flat group, or a struct of groups.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "no `#[tool_group]` on this type",
    note = "write `#[tool_group(name = \"…\")]` on `impl {Self}` and `#[action]` on its methods",
    note = "or write it on a struct and `#[group]` on those of its fields that are groups"
)]
pub trait Tool: Send + Sync + 'static {
    /// The mark of an implementation by the macros; another version of them prints another one.
    #[doc(hidden)]
    const __EXPANDED: Expanded<1>;

    /// One action of one group.
    type Action: Copy + Send + 'static;
    /// The arguments that every action of that group shares.
    type Common: Send + Sync + 'static;
    /// One call's own arguments.
    type Input: Send;

    /// The frozen rows.
    const SPEC: &'static ToolSpec;

    /// The action of a row, counted over all modules in order.
    #[doc(hidden)]
    fn at(index: usize) -> Option<Self::Action>;

    /// Reads the arguments of one action; see [`ActionGroup::parse`].
    #[doc(hidden)]
    fn parse(action: Self::Action, args: &mut Args<'_>) -> Option<(Self::Common, Self::Input)>;

    /// The shared arguments as middleware sees them.
    #[doc(hidden)]
    fn common(common: &Self::Common) -> Option<&(dyn Any + Send + Sync)>;

    /// Completes an argument; see [`ActionGroup::complete`].
    #[doc(hidden)]
    fn complete<'a>(
        &'a self,
        _: Self::Action,
        _: CompletionRequest<'a>,
    ) -> Option<CompletionFuture<'a>> {
        None
    }

    /// Builds the layers; called once, at `.tool(…)`.
    #[doc(hidden)]
    fn chains(&self) -> impl Chains<Self, Self::Input, Self::Common> + use<Self>
    where
        Self: Sized;
}

/// Carries a group's rows into the constants of the tool it makes: a constant of a blanket impl
/// cannot borrow from a temporary.
struct Flat<G>(std::marker::PhantomData<G>);

impl<G: ActionGroup> Flat<G> {
    const MODULES: &'static [Module] = &[Module::flat(G::SPEC)];
    const TOOL: &'static ToolSpec = &ToolSpec::flat(G::SPEC, Self::MODULES);
}

#[diagnostic::do_not_recommend]
impl<G: ActionGroup> Tool for G {
    const __EXPANDED: Expanded<1> = G::__EXPANDED;

    type Action = G::Action;
    type Common = G::Common;
    type Input = G::Input;

    const SPEC: &'static ToolSpec = Flat::<G>::TOOL;

    fn at(index: usize) -> Option<G::Action> {
        G::at(index)
    }

    fn parse(action: G::Action, args: &mut Args<'_>) -> Option<(G::Common, G::Input)> {
        G::parse(action, args)
    }

    fn common(common: &G::Common) -> Option<&(dyn Any + Send + Sync)> {
        G::common(common)
    }

    fn complete<'a>(
        &'a self,
        action: G::Action,
        asked: CompletionRequest<'a>,
    ) -> Option<CompletionFuture<'a>> {
        ActionGroup::complete(self, action, asked)
    }

    fn chains(&self) -> impl Chains<Self, G::Input, G::Common> + use<G> {
        ActionGroup::chains(self)
    }
}
