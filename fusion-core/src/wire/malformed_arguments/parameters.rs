//! The parameters of the methods of the protocol, so that an error can name each one that is missing or wrong.
//! The SDK handles a method whose parameters do not fit as an unknown one, and a list as one without parameters.

use rmcp::model::{
    ArgumentInfo, CallToolRequestMethod, CallToolRequestParams, ClientCapabilities,
    CompleteRequestMethod, CompleteRequestParams, CompletionContext, ConstString,
    DiscoverRequestMethod, DiscoverRequestParams, GetPromptRequestMethod, GetPromptRequestParams,
    Implementation, InitializeRequestParams, InitializeResultMethod, ListPromptsRequestMethod,
    ListResourceTemplatesRequestMethod, ListResourcesRequestMethod, ListToolsRequestMethod,
    PaginatedRequestParams, ReadResourceRequestMethod, ReadResourceRequestParams, Reference,
    SetLevelRequestMethod, SubscribeRequestMethod, SubscriptionFilter,
    SubscriptionsListenRequestMethod, SubscriptionsListenRequestParams, UnsubscribeRequestMethod,
};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::error::{echo, on_one_line};

/// The maximum length of a deserializer's text, in characters.
const MAX_TEXT: usize = 200;

/// A check of a value: the text of its problem.
type Check = fn(&Value) -> Option<String>;

/// The parameters of a method.
pub(super) struct Parameters {
    known: &'static [MethodParameter],
    /// The check of all of them together.
    check: Check,
}

/// One parameter, or a member of one.
#[derive(Clone, Copy)]
struct MethodParameter {
    name: &'static str,
    is_required: bool,
    check: Check,
    members: &'static [MethodParameter],
    /// Returns the members that depend on the value.
    more_members: fn(&Map<String, Value>) -> &'static [MethodParameter],
}

impl MethodParameter {
    const fn required(name: &'static str, check: Check) -> Self {
        Self {
            name,
            is_required: true,
            check,
            members: &[],
            more_members: |_| &[],
        }
    }

    const fn optional(name: &'static str, check: Check) -> Self {
        Self {
            is_required: false,
            ..Self::required(name, check)
        }
    }

    const fn with(self, members: &'static [Self]) -> Self {
        Self { members, ..self }
    }

    const fn with_members_by(
        self,
        more_members: fn(&Map<String, Value>) -> &'static [Self],
    ) -> Self {
        Self {
            more_members,
            ..self
        }
    }
}

impl Parameters {
    /// Returns the parameters of a method of the protocol.
    pub(super) fn of_method(method: &str) -> Option<Self> {
        let (known, check): (&[MethodParameter], Check) = match method {
            InitializeResultMethod::VALUE => (
                const {
                    &[
                        MethodParameter::required("protocolVersion", text),
                        MethodParameter::required("capabilities", object::<ClientCapabilities>),
                        MethodParameter::required("clientInfo", object::<Implementation>).with(
                            const {
                                &[
                                    MethodParameter::required("name", text),
                                    MethodParameter::required("version", text),
                                ]
                            },
                        ),
                    ]
                },
                object::<InitializeRequestParams>,
            ),
            DiscoverRequestMethod::VALUE => (&[], object::<DiscoverRequestParams>),
            CallToolRequestMethod::VALUE => (
                const { &[NAMED[0], NAMED[1], ANSWERS[0], ANSWERS[1]] },
                object::<CallToolRequestParams>,
            ),
            GetPromptRequestMethod::VALUE => (NAMED, object::<GetPromptRequestParams>),
            // All three have the same parameters.
            ReadResourceRequestMethod::VALUE
            | SubscribeRequestMethod::VALUE
            | UnsubscribeRequestMethod::VALUE => (
                const { &[MethodParameter::required("uri", text)] },
                object::<ReadResourceRequestParams>,
            ),
            CompleteRequestMethod::VALUE => (COMPLETION, object::<CompleteRequestParams>),
            SubscriptionsListenRequestMethod::VALUE => (
                const {
                    &[MethodParameter::required(
                        "notifications",
                        object::<SubscriptionFilter>,
                    )]
                },
                object::<SubscriptionsListenRequestParams>,
            ),
            // No server has it. Only its `_meta` is looked at.
            SetLevelRequestMethod::VALUE => (&[], |_| None),
            _ => return Self::of_list(method),
        };
        Some(Self { known, check })
    }

    /// Returns the parameters of a method that lists something.
    pub(super) fn of_list(method: &str) -> Option<Self> {
        let is_list = matches!(
            method,
            ListToolsRequestMethod::VALUE
                | ListPromptsRequestMethod::VALUE
                | ListResourcesRequestMethod::VALUE
                | ListResourceTemplatesRequestMethod::VALUE
        );
        is_list.then_some(Self {
            known: const { &[MethodParameter::optional("cursor", text)] },
            check: object::<PaginatedRequestParams>,
        })
    }

    /// Returns the parameters with which a call answers questions.
    pub(super) fn of_answers() -> Self {
        Self {
            known: ANSWERS,
            check: |_| None,
        }
    }

    /// Returns the text of all problems of the parameters that a client has sent.
    pub(super) fn problems(&self, params: Option<&Value>) -> String {
        let params = match params {
            None => return "params: required, but missing".to_owned(),
            Some(Value::Object(params)) => params,
            Some(other) => return format!("params: expected object, got {}", echo(other)),
        };
        let mut found = self.found(params);
        if found.is_empty() {
            let whole = (self.check)(&Value::Object(params.clone()));
            let text = whole.unwrap_or_else(|| "not those of this method".to_owned());
            found.push(format!("params: {text}"));
        }
        found.join("; ")
    }

    /// Returns the problems of single parameters.
    pub(super) fn found(&self, params: &Map<String, Value>) -> Vec<String> {
        let mut found = Vec::new();
        add_problems(params, self.known, "params", &mut found);
        add_problems(params, META, "params", &mut found);
        found
    }
}

/// The parameter that each method has.
const META: &[MethodParameter] = &[MethodParameter::optional(
    "_meta",
    object::<Map<String, Value>>,
)];

const NAMED: &[MethodParameter] = &[
    MethodParameter::required("name", text),
    MethodParameter::optional("arguments", object::<Map<String, Value>>),
];

const ANSWERS: &[MethodParameter] = &[
    MethodParameter::optional("requestState", hidden_text),
    MethodParameter::optional("inputResponses", hidden_answers),
];

const COMPLETION: &[MethodParameter] = &[
    MethodParameter::required("ref", object::<Reference>)
        .with(&[MethodParameter::required("type", reference_type)])
        .with_members_by(reference_members),
    MethodParameter::required("argument", object::<ArgumentInfo>).with(&[
        MethodParameter::required("name", text),
        MethodParameter::required("value", text),
    ]),
    MethodParameter::optional("context", object::<CompletionContext>),
];

fn add_problems(
    sent: &Map<String, Value>,
    known: &[MethodParameter],
    path: &str,
    found: &mut Vec<String>,
) {
    for parameter in known {
        let path = format!("{path}.{}", parameter.name);
        match sent.get(parameter.name) {
            None if parameter.is_required => found.push(format!("{path}: required, but missing")),
            None => {}
            Some(Value::Null) if !parameter.is_required => {}
            Some(value) => {
                let before = found.len();
                if let Value::Object(members) = value {
                    add_problems(members, parameter.members, &path, found);
                    add_problems(members, (parameter.more_members)(members), &path, found);
                }
                if found.len() == before
                    && let Some(problem) = (parameter.check)(value)
                {
                    found.push(format!("{path}: {problem}"));
                }
            }
        }
    }
}

fn text(value: &Value) -> Option<String> {
    (!value.is_string()).then(|| format!("expected string, got {}", echo(value)))
}

/// Checks a text that is not repeated, because it may be what a user wrote.
fn hidden_text(value: &Value) -> Option<String> {
    (!value.is_string()).then(|| format!("expected string, got {}", json_kind(value)))
}

/// Checks the answers of a user, of any kind each. They are not repeated.
fn hidden_answers(value: &Value) -> Option<String> {
    (!value.is_object()).then(|| format!("expected object, got {}", json_kind(value)))
}

fn json_kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Returns the members of a reference of a known type.
fn reference_members(reference: &Map<String, Value>) -> &'static [MethodParameter] {
    match reference.get("type").and_then(Value::as_str) {
        Some("ref/prompt") => const { &[MethodParameter::required("name", text)] },
        Some("ref/resource") => const { &[MethodParameter::required("uri", text)] },
        _ => &[],
    }
}

fn reference_type(value: &Value) -> Option<String> {
    let is_known = matches!(value.as_str(), Some("ref/prompt" | "ref/resource"));
    (!is_known).then(|| format!("expected ref/prompt|ref/resource, got {}", echo(value)))
}

fn object<T: DeserializeOwned>(value: &Value) -> Option<String> {
    if !value.is_object() {
        return Some(format!("expected object, got {}", echo(value)));
    }
    // It may repeat what was sent.
    let error = T::deserialize(value).err()?.to_string();
    let cut: String = error.chars().take(MAX_TEXT).collect();
    Some(on_one_line(&cut).into_owned())
}
