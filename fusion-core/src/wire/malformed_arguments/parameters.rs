//! The parameters of the methods that the SDK handles as unknown ones if their parameters do not fit, so that
//! an error can name each parameter that is missing or wrong. The SDK reads a list with malformed parameters as
//! one without any.

use rmcp::model::{
    ArgumentInfo, CallToolRequestMethod, CallToolRequestParams, ClientCapabilities,
    CompleteRequestMethod, CompleteRequestParams, CompletionContext, ConstString,
    DiscoverRequestMethod, DiscoverRequestParams, GetPromptRequestMethod, GetPromptRequestParams,
    Implementation, InitializeRequestParams, InitializeResultMethod, ReadResourceRequestMethod,
    ReadResourceRequestParams, Reference, SubscribeRequestMethod, SubscriptionFilter,
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
struct MethodParameter {
    name: &'static str,
    is_required: bool,
    check: Check,
    members: &'static [MethodParameter],
}

impl MethodParameter {
    const fn required(name: &'static str, check: Check) -> Self {
        Self {
            name,
            is_required: true,
            check,
            members: &[],
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
            CallToolRequestMethod::VALUE => (NAMED, object::<CallToolRequestParams>),
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
            _ => return None,
        };
        Some(Self { known, check })
    }

    /// Returns the text of all problems of the parameters that a client has sent.
    pub(super) fn problems(&self, params: Option<&Value>) -> String {
        let params = match params {
            None => return "params: required, but missing".to_owned(),
            Some(Value::Object(params)) => params,
            Some(other) => return format!("params: expected object, got {}", echo(other)),
        };
        let mut found = Vec::new();
        add_problems(params, self.known, "params", &mut found);
        if found.is_empty() {
            let whole = (self.check)(&Value::Object(params.clone()));
            let text = whole.unwrap_or_else(|| "not those of this method".to_owned());
            found.push(format!("params: {text}"));
        }
        found.join("; ")
    }
}

const NAMED: &[MethodParameter] = &[
    MethodParameter::required("name", text),
    MethodParameter::optional("arguments", object::<Map<String, Value>>),
];

const COMPLETION: &[MethodParameter] = &[
    MethodParameter::required("ref", object::<Reference>)
        .with(&[MethodParameter::required("type", reference_type)]),
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
