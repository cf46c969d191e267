//! The begin of a call that may ask: the way to its user, and the answers that it brings.

use std::{borrow::Cow, sync::Arc};

use serde_json::Value;

use super::{
    ArgumentsDigest, CallBinding, StateError, StateIdentity, StateKeeper, refused_state,
    state_error,
};
use crate::{
    args::{CallArguments, ReadingRules, SentArguments},
    call::{Runtime, foreign_fields::ForeignRule, row::LocatedRow},
    ctx::{
        Ctx, Era, InputRetry,
        ask::{AskingCall, KeptAnswers, QuestionRoute},
        meta_keys,
    },
    definition::{
        asking::{ActionAsking, CONFIRMATION, ConfirmText},
        once::IDEMPOTENCY_KEY,
    },
    error::{CallError, ToolError},
    spec::Unasked,
};

/// The values that a call that asks keeps beside its future.
pub(in crate::call) struct PreparedAsking {
    pub(super) call: Arc<AskingCall>,
    pub(super) identity: CallIdentity,
    /// The tokens with which the model confirms.
    pub(super) tokens: Vec<String>,
    /// The state that the client sent without an answer to its questions. It stays good until the call ends
    /// otherwise than with them.
    pub(super) unanswered: Option<StateIdentity>,
}

/// The values that distinguish a call from others of its action.
pub(super) struct CallIdentity {
    /// The arguments without the discriminator, the token and those that the reader drops.
    arguments: ArgumentsDigest,
    principal: Option<String>,
}

impl CallIdentity {
    /// Returns the call that states and tokens belong to.
    pub(super) fn binding<'a>(&'a self, row: &'a LocatedRow<'_, '_>) -> CallBinding<'a> {
        // A tool that calls actions of all registered tools has actions of one key.
        let listed = row.listing.filter(|(_, rows)| !rows.is_searched());
        let listed = listed.map(|(listed, _)| listed.name.as_str());
        CallBinding {
            tool: listed.unwrap_or(row.tool.def.spec.name),
            key: &row.def.key,
            arguments: self.arguments,
            principal: self.principal.as_deref(),
        }
    }
}

impl PreparedAsking {
    /// Reads the arguments for the question before the action runs, if it shows them. They are not read
    /// again.
    pub(in crate::call) fn read_confirmed<'a>(
        &self,
        row: &LocatedRow<'_, '_>,
        rules: Option<ReadingRules<'_>>,
        arguments: CallArguments<'a>,
    ) -> CallArguments<'a> {
        let confirm = row
            .def
            .asking
            .as_ref()
            .and_then(|asking| asking.confirm.as_ref());
        let (Some(ConfirmText::Parts(parts)), Some(rules)) = (confirm, rules) else {
            return arguments;
        };
        let arguments = arguments.read(rules);
        let text = super::confirm::sentence(parts, row.def, &arguments);
        self.call.set_confirm_text(text);
        arguments
    }
}

/// Prepares the questions of an action. `tokens` are those with which the model confirms.
pub(in crate::call) async fn prepare_asking(
    runtime: &Runtime,
    row: &LocatedRow<'_, '_>,
    asking: &ActionAsking,
    tokens: Vec<String>,
    arguments: &mut SentArguments,
    ctx: &mut Ctx,
) -> Result<Box<PreparedAsking>, CallError> {
    let route = route(ctx, asking.unasked);
    let retry = ctx.extensions_mut().remove::<InputRetry>();
    let principal = &runtime.asking.principal;
    if principal.is_unknown(ctx) {
        let detail = "a call over HTTP asks its user, and nothing names its caller, so that another caller could answer: set `RegistryBuilder::principal`, to `|_| None` for a server without callers";
        return Err(row.failed(ToolError::internal(detail)));
    }
    let principal = principal.of(ctx);
    let identity = CallIdentity {
        arguments: counted_arguments(runtime, row, arguments),
        principal: principal.map(Cow::into_owned),
    };
    let binding = identity.binding(row);
    let keeper = &runtime.asking.keeper;
    let mut unanswered = None;
    let kept = match (&route, retry) {
        (QuestionRoute::Rounds, Some(retry)) => {
            let kept = resume(keeper, &binding, retry, &mut unanswered).await;
            kept.map_err(|error| refused_state(row, &error))?
        }
        (QuestionRoute::Unasked { behaviour, .. }, _) if *behaviour == Unasked::Token => {
            let kept = resume_with_tokens(keeper, &binding, &tokens).await;
            kept.map_err(|error| row.failed(state_error(&error)))?
        }
        _ => KeptAnswers::default(),
    };
    let call = Arc::new(AskingCall::new(route, Arc::clone(&asking.forms), kept));
    ctx.set_asking(Arc::clone(&call));
    Ok(Box::new(PreparedAsking {
        call,
        identity,
        tokens,
        unanswered,
    }))
}

/// Returns what the call kept, with the answers to the questions of its last round. Other answers are ignored, and
/// without any the state is not used up: the same round asks again.
async fn resume(
    keeper: &StateKeeper,
    call: &CallBinding<'_>,
    mut retry: InputRetry,
    unanswered: &mut Option<StateIdentity>,
) -> Result<KeptAnswers, StateError> {
    let (state, identity) = keeper.open(&retry.state, call).await?;
    let mut kept = KeptAnswers {
        round: state.round,
        answers: state.answers,
        once: state.once,
    };
    let mut is_answered = false;
    for entry in state.pending {
        let (place, id) = entry.split_once(' ').unwrap_or((&entry, &entry));
        if let Some(answer) = retry.answers.remove(id) {
            kept.answers.insert(place.to_owned(), answer);
            is_answered = true;
        }
    }
    if is_answered {
        keeper.use_up(&identity).await?;
    } else {
        kept.round = kept.round.saturating_sub(1);
        *unanswered = Some(identity);
    }
    Ok(kept)
}

/// Returns the digest of the arguments that count. A client may add an id to each call, or fill in fields only
/// sometimes: an argument that the reader drops is none. Neither are the token that confirms a call and the key that
/// names one.
pub(in crate::call) fn counted_arguments(
    runtime: &Runtime,
    row: &LocatedRow<'_, '_>,
    arguments: &mut SentArguments,
) -> ArgumentsDigest {
    let discriminator = row.listing.and_then(|(_, rows)| rows.discriminator);
    let rules = runtime.reading.rules(row.def, discriminator);
    let foreign = ForeignRule::new(row, runtime.reading.foreign_fields);
    let is_ignored = |name: &str, value: &Value| {
        let rule = foreign.as_ref();
        rule.is_some_and(|rule| rule.is_filled_in(name, value))
    };
    let takes_token = takes_token(row);
    let is_of_the_call = |name: &str| {
        (takes_token && name == CONFIRMATION) || (row.def.spec.once && name == IDEMPOTENCY_KEY)
    };
    ArgumentsDigest::new(arguments.map(), |name, value| {
        !is_of_the_call(name) && !rules.drops(name, value, &is_ignored)
    })
}

/// Returns what the call kept for its first token, so that its steps do not run again and its questions are the
/// same. A first token that is wrong, and any that is used, is refused before anything runs.
async fn resume_with_tokens(
    keeper: &StateKeeper,
    call: &CallBinding<'_>,
    tokens: &[String],
) -> Result<KeptAnswers, StateError> {
    let mut kept = KeptAnswers::default();
    for token in tokens {
        keeper.check_unused(token).await?;
    }
    if let Some(token) = tokens.first() {
        kept.once = keeper.steps_before(token, call).await?;
    }
    Ok(kept)
}

/// Removes the argument that confirms a call, if the called tool lists it, and returns its tokens.
pub(in crate::call) fn take_tokens(
    row: &LocatedRow<'_, '_>,
    arguments: &mut SentArguments,
) -> Vec<String> {
    if arguments.get(CONFIRMATION).is_none() || !takes_token(row) {
        return Vec::new();
    }
    let sent = arguments.map().remove(CONFIRMATION);
    let tokens = sent.as_ref().and_then(Value::as_str).unwrap_or_default();
    tokens.split_whitespace().map(str::to_owned).collect()
}

/// Returns `true` if the called tool lists the argument that confirms a call.
fn takes_token(row: &LocatedRow<'_, '_>) -> bool {
    row.listing
        .is_some_and(|(_, rows)| rows.takes_token(&row.tool.def))
}

/// Returns the way to the user of a call.
fn route(ctx: &Ctx, unasked: Unasked) -> QuestionRoute {
    const UNDECLARED: &str =
        "the client does not declare that it shows forms to its user (capability `elicitation`)";
    const NO_SESSION: &str =
        "the client has no session in which it could be asked in the middle of a call";
    let unasked = |reason| QuestionRoute::Unasked {
        behaviour: unasked,
        reason,
    };
    match (ctx.era(), ctx.link()) {
        (Era::InProcess, _) => QuestionRoute::Rounds,
        _ if !shows_forms(ctx) => unasked(match (ctx.era(), ctx.client()) {
            (Era::Legacy, None) => NO_SESSION,
            _ => UNDECLARED,
        }),
        (Era::Modern, _) => QuestionRoute::Rounds,
        (Era::Legacy, Some(link)) => QuestionRoute::Session(Arc::clone(&link.0)),
        (Era::Legacy, None) => unasked(NO_SESSION),
    }
}

/// Returns true if the client declared that it shows forms. An empty declaration means forms, by the
/// revision that had no other kind.
fn shows_forms(ctx: &Ctx) -> bool {
    let declared = ctx
        .meta()
        .get(meta_keys::CAPABILITIES)
        .and_then(Value::as_object);
    let declared = declared.or_else(|| ctx.client().map(|client| &client.capabilities));
    let elicitation = declared.and_then(|declared| declared.get("elicitation")?.as_object());
    elicitation.is_some_and(|kinds| kinds.contains_key("form") || !kinds.contains_key("url"))
}
