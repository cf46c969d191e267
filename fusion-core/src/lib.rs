//! MCP tool servers from annotated impl blocks.
//!
//! This file is longer than others: the docs of the macros stand where they are re-exported, so that
//! their examples run.

mod args;
mod call;
pub mod catalog;
mod compile;
mod ctx;
mod definition;
mod describe;
mod error;
mod lint;
mod macro_support;
mod middleware;
mod observe;
mod registry;
mod result;
mod schema;
mod spec;
mod state_sync;
mod surface;
#[cfg(feature = "rmcp")]
mod wire;

#[cfg(feature = "rate-limit")]
pub use crate::middleware::builtin::RateLimit;
#[cfg(feature = "rmcp")]
pub use crate::wire::{
    Attached, ListChanges, Mount, ServeError, Server, ServerInfo, StateSyncHandler, WireConverter,
    WireError,
};
#[cfg(feature = "http")]
pub use crate::wire::{HttpServer, HttpStop};
pub use crate::{
    args::Argument,
    call::{Completion, Provide, RawCall, Reference},
    ctx::{
        Cancellation, Client, Ctx, Era, Ext, Inject, Progress, ProgressSink, ProgressUpdate,
        TraceContext,
    },
    error::{
        Advice, BuildError, BuildErrors, CallError, ExposeExt, IntoToolError, PolicyError,
        PolicyPlace, Problem, ProblemKind, ToolError,
    },
    lint::{Finding, Rule},
    macro_support::{ActionGroup, Complete, Fields, FilledArguments, Tool, UnknownAction},
    middleware::{
        AppendMiddleware, Call, DynMiddleware, DynNext, FromFn, Middleware, MiddlewareFn,
        MiddlewareFuture, MiddlewareList, MiddlewareNames, Next, NoMiddleware, Stack,
        builtin::{Concurrency, Exclusive, Heartbeat, Timeout, Trace},
        from_fn,
    },
    observe::{
        Audit, AuditEntry, AuditQueue, AuditSink, CallRecord, Ending, Observer, Outcome,
        TraceMetrics,
    },
    registry::{
        ActionMetadata, Cost, Layering, Preview, Registry, RegistryBuilder, ToolCost, Tools, View,
    },
    result::{
        Content, IntoPromptResult, IntoResourceResult, IntoToolResult, Json, PromptMessage,
        PromptResponse, ResourceBody, ResourceContents, ToolForm, ToolResponse, ToolResult,
    },
    schema::Profile,
    spec::{
        ActionSpec, ArgSpec, Bound, Cache, Constraint, DefaultFn, Describe, Format, GivenFn,
        GroupSpec, HintOverrides, Hints, Icon, IconsFn, Kind, Module, Need, NeedFn, OutputCap,
        ResourceSpec, Role, SchemaFn, Stale, Theme, ToolSpec,
    },
    state_sync::{Invalidation, Policy, StateSync},
    surface::{
        Exposition, Filter, ListedArgument, ListedPrompt, ListedResource, ListedTemplate,
        ListedTool,
    },
};

#[doc = include_str!("docs/tool_group.md")]
pub use fusion_macros::tool_group;

#[doc = include_str!("docs/action.md")]
pub use fusion_macros::action;

#[doc = include_str!("docs/prompt.md")]
pub use fusion_macros::prompt;

#[doc = include_str!("docs/resource.md")]
pub use fusion_macros::resource;

#[doc = include_str!("docs/derive_tool_error.md")]
pub use fusion_macros::ToolError;

#[doc = include_str!("docs/derive_fields.md")]
pub use fusion_macros::Fields;

/// What the expansion of the macros names. Not for people; may change in any release.
#[doc(hidden)]
pub mod __private {
    pub use serde;

    pub use crate::{
        args::{
            Args, Argument, FromText, GivenSchema, HideDefault, PublishDefault, PublishedDefault,
            Readable, Slot, given,
        },
        ctx::{Ctx, Inject, MissingValue, NeedOf, NoCommon, NoNeed, hold},
        error::{IntoToolError, ToolError, text},
        macro_support::{
            ActionGroup, Chains, CompletionFuture, CompletionRequest, Fields, Frame, GroupProbe,
            IsGroup, MiddlewareChains, NoRows, NotGroup, ProbedGroup, RowsOf, SharesCommon,
            SlotValues, StubChains, Tool, UnknownAction, complete, deserialize_key, exposed,
            given_common, is_group, layered, mismatched, named, read_fields,
        },
        middleware::builtin::ActionTimeout,
        middleware::{
            Call, Middleware, MiddlewareNames, MiddlewareProbe, NoMiddleware, NotMiddleware, Stack,
            layer,
        },
        registry::BeforeTools,
        result::{
            IntoToolResult, KeepError, MapOwnError, MimeOf, NoMime, NoOutput, OutputOf,
            ReturnedValue, ToolForm, ToolResult, answer, answer_prompt, answer_resource, catch,
            catch_call,
        },
        spec::{
            ActionSpec, ArgSpec, Bound, Cache, Constraint, Describe, Format, GroupSpec,
            HintOverrides, Hints, IsOption, Kind, Module, NoSchema, NoWireType, NotOption,
            ResourceSpec, Role, SchemaOf, Stale, ToolSpec, WireTypeOf, apart, count, has, icons,
            keys_fit, schema_of,
        },
    };
}
