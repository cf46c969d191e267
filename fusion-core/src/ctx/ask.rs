//! Questions to the user in the middle of a call.

mod call;
pub(crate) mod codes;
mod form;
mod future;

use std::{
    any::{TypeId, type_name},
    fmt,
    marker::PhantomData,
    sync::Arc,
};

use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};

pub use self::future::AskFuture;
pub(crate) use self::{
    call::{
        AskStep, AskingCall, Forms, KeptAnswers, MAX_ROUNDS, QuestionRoute, too_large,
        too_many_rounds,
    },
    form::AnswerForm,
};
use super::{
    Ctx,
    inject::{Inject, MissingValue},
};
use crate::{
    error::ToolError,
    spec::{AskNeed, Need, schema_of},
};

/// The answer of a user.
#[must_use = "a user may decline, and then nothing should happen"]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer<T> {
    /// The user accepted, with the values of the form.
    Accepted(T),
    /// The user declined.
    Declined,
    /// The user dismissed the question without a decision.
    Cancelled,
}

impl<T> Answer<T> {
    /// Returns the values of an accepted form.
    pub fn accepted(self) -> Option<T> {
        match self {
            Self::Accepted(value) => Some(value),
            Self::Declined | Self::Cancelled => None,
        }
    }

    /// Returns `true` if the user accepted.
    pub fn is_accepted(&self) -> bool {
        matches!(self, Self::Accepted(_))
    }
}

/// The type parameter of an [`Ask`] without a form.
#[derive(Clone, Copy, Debug)]
pub struct Confirmation;

/// Asks the user in the middle of a call (feature `ask`).
///
/// Take it by reference: `ask: &Ask` for questions that are confirmed, and `ask: &Ask<T>` for a form with
/// the fields of `T`. [`confirm`](macro@crate::tool_group#confirmation) asks before an action runs, and
/// needs no `Ask`.
///
/// ```
/// use fusion_core::{Answer, Ask, schemars::JsonSchema, tool_group};
/// use serde::Deserialize;
///
/// #[derive(Deserialize, JsonSchema)]
/// struct Reason {
///     /// Why the issue is closed.
///     reason: String,
/// }
///
/// struct Issues;
///
/// #[tool_group(name = "issues")]
/// impl Issues {
///     /// Close an issue.
///     #[action]
///     async fn close(&self, issue: u64, ask: &Ask<Reason>) -> String {
///         match ask.form(format!("Why close issue {issue}?")).await {
///             Answer::Accepted(Reason { reason }) => format!("closed: {reason}"),
///             Answer::Declined | Answer::Cancelled => "left open".to_owned(),
///         }
///     }
/// }
/// ```
///
/// # A handler may run several times
///
/// A client of the revision 2026-07-28 gets the question as the *result* of the call, and calls again with
/// the answer. The handler then runs again from its beginning, and each question that was answered before
/// returns its answer at once. **So everything before the last question happens again**: ask first, change
/// something afterwards. [`once`](Ask::once) keeps the result of a step that must not happen again, such as
/// one that costs money. What a handler shows in a question may change between the rounds; the user is
/// then asked again. Several questions that wait at the same time are sent together.
///
/// A client of an older revision with a session is asked in the middle of the call, and the handler runs
/// once. A client that can do neither is handled as
/// [`unasked`](crate::RegistryBuilder::unasked) declares: by default the call is refused.
///
/// The future of a question is never ready if the call cannot go on: because the question is sent as the
/// result of the call, the connection ended, or there were more than 8 rounds. The handler is then dropped
/// where it waits, and middleware around it does not continue. Notices, resource updates and effects happen
/// only once the call is done. Meanwhile [`Timeout`](crate::middleware::Timeout) does not count, and
/// [`Exclusive`](crate::middleware::Exclusive) and [`Concurrency`](crate::middleware::Concurrency) hold
/// their places.
///
/// # Forms
///
/// `T` is a flat struct of texts, numbers, booleans, enums without values, lists of such enums, and
/// `Option`s of these; the formats `email`, `uri`, `date` and `date-time`, bounds, titles and defaults are
/// shown. `build()` returns an error for everything else. An answer is checked by the whole schema of `T`;
/// an answer that does not fit it is asked for again, with the reason. A form must not ask for a secret,
/// because the client and its model may see the answer.
///
/// A client may answer for its user, so an answer is no proof that a person has seen the question.
pub struct Ask<T = Confirmation> {
    call: Arc<AskingCall>,
    form: Option<Arc<AnswerForm>>,
    answer: PhantomData<fn() -> T>,
}

impl Ask {
    /// Creates the questions of a call without a form.
    pub(crate) fn of_call(call: Arc<AskingCall>) -> Self {
        Self {
            call,
            form: None,
            answer: PhantomData,
        }
    }
}

impl<T> Ask<T> {
    /// Returns `true` if the client shows questions to its user. Otherwise a question gets what
    /// [`unasked`](crate::RegistryBuilder::unasked) declares, and a form is refused. A handler that can do
    /// without the answer does not ask then, and names in its result what is missing.
    pub fn can_ask(&self) -> bool {
        !matches!(self.call.route(), QuestionRoute::Unasked { .. })
    }

    /// Asks a question that the user accepts or declines. The text is sent as it is; show values in it by
    /// [`quote`](crate::ask::quote). A text without words is an internal error.
    pub fn confirmed(&self, text: impl Into<String>) -> AskFuture<'_, ()> {
        AskFuture::new(&self.call, None, text.into(), |_, _| Ok(()))
    }

    /// Runs a step of the handler once, although the handler may run several times, and returns its result
    /// in each round. The result travels in the state of the call, or is in the
    /// [store](crate::shared::Shared::store) while the model has a token; all results and answers of a call have at
    /// most 11 KiB of JSON. Steps with the same name are distinguished by their order.
    ///
    /// ```
    /// # use fusion_core::{Answer, Ask, tool_group};
    /// # struct Orders;
    /// # async fn reserve() -> u64 { 7 }
    /// # #[tool_group(name = "orders")]
    /// # impl Orders {
    /// #     #[action]
    /// async fn order(&self, ask: &Ask) -> String {
    ///     let reservation = ask.once("reserve", async || reserve().await).await;
    ///     match ask.confirmed(format!("Buy reservation {reservation}?")).await {
    ///         Answer::Accepted(()) => format!("bought {reservation}"),
    ///         Answer::Declined | Answer::Cancelled => "nothing bought".to_owned(),
    ///     }
    /// }
    /// # }
    /// ```
    pub async fn once<R, F>(&self, name: &str, step: F) -> R
    where
        R: Serialize + DeserializeOwned,
        F: AsyncFnOnce() -> R,
    {
        let (key, before) = self.call.step(name);
        let failure = if let Some(result) = before {
            match R::deserialize(result) {
                Ok(result) => return result,
                Err(error) => error,
            }
        } else {
            let result = step().await;
            match serde_json::to_value(&result) {
                Ok(json) => {
                    self.call.keep(key, json);
                    return result;
                }
                Err(error) => error,
            }
        };
        let detail = format!("the result of the step `{name}` cannot be kept: {failure}");
        self.call.refuse(ToolError::internal(detail));
        std::future::pending().await
    }
}

impl<T: DeserializeOwned> Ask<T> {
    /// Shows the form to the user, with `text` above it, which is sent as it is, as that of
    /// [`confirmed`](Ask::confirmed).
    pub fn form(&self, text: impl Into<String>) -> AskFuture<'_, T> {
        AskFuture::new(
            &self.call,
            self.form.as_ref(),
            text.into(),
            |form, content| {
                let form = form.ok_or("there is no form")?;
                form.read(content)
            },
        )
    }
}

impl<T> fmt::Debug for Ask<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ask").finish_non_exhaustive()
    }
}

#[diagnostic::do_not_recommend]
impl<C> Inject<C> for Ask {
    type Held<'a>
        = Ask
    where
        C: 'a;

    fn hold<'a>(ctx: &'a Ctx, _: &'a C) -> Result<Ask, MissingValue> {
        let call = ctx.asking().ok_or(MissingValue("Ask"))?;
        Ok(Self::of_call(Arc::clone(call)))
    }

    fn need() -> Option<Need> {
        Some(Need::to_ask::<Self>(AskNeed::Confirmation))
    }
}

#[diagnostic::do_not_recommend]
impl<C, T: DeserializeOwned + JsonSchema + 'static> Inject<C> for Ask<T> {
    type Held<'a>
        = Ask<T>
    where
        C: 'a;

    fn hold<'a>(ctx: &'a Ctx, _: &'a C) -> Result<Ask<T>, MissingValue> {
        let missing = MissingValue(type_name::<Self>());
        let call = ctx.asking().ok_or(missing)?;
        let mut forms = call.forms.iter();
        let (_, form) = forms
            .find(|(id, _)| *id == TypeId::of::<Self>())
            .ok_or(missing)?;
        Ok(Self {
            call: Arc::clone(call),
            form: Some(Arc::clone(form)),
            answer: PhantomData,
        })
    }

    fn need() -> Option<Need> {
        let asks = AskNeed::Form(schema_of::<T>);
        Some(Need {
            name: type_name::<T>(),
            ..Need::to_ask::<Self>(asks)
        })
    }
}
