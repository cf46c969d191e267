//! The items that expansions of the macros name. They are not part of the public API and may change in
//! any release.

pub use std::string::String;

pub use serde;
pub use serde_json::json;

pub use crate::{
    args::{
        Args, FromText, GivenSchema, HideDefault, PublishDefault, PublishedDefault, Readable, Slot,
        given,
    },
    client::{
        ActionFuture, ActionRequest, ClientConnection, ClientError, ClientMount, ClientOutput,
        GroupClient, client_argument, client_fields, client_option, client_output,
    },
    ctx::{Ctx, Inject, MissingValue, NeedOf, NoCommon, NoNeed, hold},
    error::{
        AdviceOf, ErrorAdvice, ErrorText, IntoToolError, NoAdvice, TextOnly, ToolError,
        UnknownAction,
    },
    macro_support::{
        ActionGroup, AsParameter, Chains, CompletionFuture, CompletionRequest, Expanded, Fields,
        Frame, GroupProbe, IsGroup, MiddlewareChains, NoRows, NotGroup, OneBlockForEachType,
        ProbedGroup, QuestionFuture, QuestionText, RowsOf, SharesCommon, SlotValues,
        SplitALargeGroupIntoAStructOfGroups, StubChains, Tool, action_by_key, complete,
        deserialize_key, erase_common, is_group, mismatch_error, parameter, question,
        question_text, read_fields, require_common, run_middleware,
    },
    middleware::{
        Call, Middleware, MiddlewareNames, MiddlewareProbe, NoMiddleware, NotMiddleware, Stack,
        builtin::ActionTimeout, check_middleware,
    },
    result::{
        IntoToolResult, KeepError, MapOwnError, MimeOf, NoMime, NoOutput, OutputOf, ReturnedValue,
        ToolForm, ToolResult, answer, answer_prompt, answer_resource, catch, catch_call,
    },
    schema::Argument,
    spec::{
        ActionSpec, ArgSpec, Bound, Cache, Confirm, Constraint, Describe, ExampleArgument,
        ExampleSpec, Format, GroupSpec, HintOverrides, Hints, HostHintSpec, IsOption, Kind, Module,
        NoSchema, NoWireType, NotOption, ResourceSpec, Role, SchemaOf, Stale, ToolSpec, Unasked,
        WireTypeOf, apart, check_rename, check_scoped, count, count_without, has, has_secret,
        icons, is_secret, keys_fit, lacks_argument, may_omit, meta, meta_value, schema_of, without,
    },
};
