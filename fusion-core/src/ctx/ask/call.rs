//! The questions of one call: the way to its user, the answers so far, and what happened that no answer is.

use std::{
    any::TypeId,
    collections::{BTreeMap, HashMap},
    fmt::{self, Write as _},
    mem::take,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
    task::{Context, Waker},
};

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{codes, form::AnswerForm};
use crate::{
    ctx::link::ClientLink,
    error::{Question, ToolError},
    spec::Unasked,
};

/// The number of rounds of questions that one call has at most.
pub(crate) const MAX_ROUNDS: u8 = 8;
/// The maximum size of what a call keeps for its next question, in bytes of JSON. A state that is sealed with it has
/// at most 16 KiB, with room for the names of its questions. Calls that carry no state have the same limit, so that
/// an action behaves alike for all clients.
const MAX_KEPT: usize = 11 * 1024;

/// The way from a call to its user.
pub(crate) enum QuestionRoute {
    /// The call ends with its questions, and runs again with the answers.
    Rounds,
    /// The client is asked in the middle of the call.
    Session(Arc<dyn ClientLink>),
    /// There is none.
    Unasked {
        behaviour: Unasked,
        /// The reason for the model, and the way out.
        reason: &'static str,
    },
}

/// The forms of an action, by their types.
pub(crate) type Forms = Arc<[(TypeId, Arc<AnswerForm>)]>;

/// The questions of one call.
pub(crate) struct AskingCall {
    pub(super) route: QuestionRoute,
    pub(super) forms: Forms,
    /// The question before the action runs, with the values of its arguments.
    confirm_text: OnceLock<String>,
    record: Mutex<AskRecord>,
}

/// Everything that changes while a call asks.
#[derive(Default)]
struct AskRecord {
    /// The number of questions with the same text and form so far.
    occurrences: HashMap<[u8; 32], u32>,
    /// The number of steps with the same name so far.
    steps: HashMap<String, u32>,
    kept: KeptAnswers,
    /// The questions that were asked since the last step of the runner.
    questions: Vec<Question>,
    /// The reason why the call cannot go on.
    refusal: Option<ToolError>,
    /// The number of questions that wait for the client.
    waiting: usize,
    /// The tasks that wait for an answer.
    waiting_tasks: Vec<Waker>,
    runner: Option<Waker>,
}

/// The values that a call keeps between its rounds.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeptAnswers {
    /// The number of rounds so far.
    pub(crate) round: u8,
    /// The answers, by the names of the questions, as on the wire.
    pub(crate) answers: BTreeMap<String, Value>,
    /// The results of steps that run once.
    pub(crate) once: BTreeMap<String, Value>,
}

impl KeptAnswers {
    /// Returns true if the values can be kept until the next question is answered.
    fn fits(&self) -> bool {
        if self.answers.is_empty() && self.once.is_empty() {
            return true;
        }
        let size = |values| serde_json::to_vec(values).map_or(usize::MAX, |json| json.len());
        size(&self.answers).saturating_add(size(&self.once)) <= MAX_KEPT
    }
}

/// The next step of whoever runs a call that waits.
pub(crate) enum AskStep {
    /// The call cannot go on.
    Refuse(ToolError),
    /// Questions wait for answers.
    Questions(Vec<Question>),
}

impl AskingCall {
    pub(crate) fn new(route: QuestionRoute, forms: Forms, kept: KeptAnswers) -> Self {
        let record = AskRecord {
            kept,
            ..AskRecord::default()
        };
        Self {
            route,
            forms,
            confirm_text: OnceLock::new(),
            record: Mutex::new(record),
        }
    }

    /// Sets the question before the action runs.
    pub(crate) fn set_confirm_text(&self, text: String) {
        let _ = self.confirm_text.set(text);
    }

    /// Returns the question before the action runs.
    pub(crate) fn confirm_text(&self) -> Option<&str> {
        self.confirm_text.get().map(String::as_str)
    }

    fn lock(&self) -> MutexGuard<'_, AskRecord> {
        // The record behind a poisoned lock is still valid.
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the way to the user.
    pub(crate) fn route(&self) -> &QuestionRoute {
        &self.route
    }

    /// Returns the name of the next question with this text and form: the same in each round.
    pub(super) fn name_question(&self, text: &str, form: Option<&AnswerForm>) -> String {
        let mut hash = Sha256::new();
        hash.update(form.map_or([0; 32], |form| form.digest));
        hash.update(text);
        let same: [u8; 32] = hash.finalize().into();
        let mut record = self.lock();
        let count = record.occurrences.entry(same).or_default();
        *count += 1;
        let mut hash = Sha256::new();
        hash.update(same);
        hash.update(count.to_be_bytes());
        let digest: [u8; 32] = hash.finalize().into();
        let mut name = String::with_capacity(24);
        for byte in digest.iter().take(12) {
            // Writing to a string does not fail.
            let _ = write!(name, "{byte:02x}");
        }
        name
    }

    /// Returns the answer to a question.
    pub(super) fn answer(&self, name: &str) -> Option<Value> {
        self.lock().kept.answers.get(name).cloned()
    }

    /// Asks a question that the runner of the call sends, in place of an answer that was not accepted.
    pub(super) fn ask(&self, question: Question, cx: &Context<'_>) {
        let mut record = self.lock();
        record.kept.answers.remove(&question.place);
        if !record.kept.fits() {
            record.refusal.get_or_insert_with(too_large);
            return wake_runner(record);
        }
        if record
            .questions
            .iter()
            .all(|one| one.place != question.place)
        {
            record.questions.push(question);
        }
        if !record
            .waiting_tasks
            .iter()
            .any(|task| task.will_wake(cx.waker()))
        {
            record.waiting_tasks.push(cx.waker().clone());
        }
        wake_runner(record);
    }

    /// Notes that the call cannot go on.
    pub(super) fn refuse(&self, error: ToolError) {
        let mut record = self.lock();
        record.refusal.get_or_insert(error);
        wake_runner(record);
    }

    /// Begins to wait for the client. Questions that wait at the same time are one round. Returns an error if
    /// there were too many rounds, or if the call keeps too much.
    pub(super) fn begin_wait(self: &Arc<Self>) -> Result<WaitingQuestion, ToolError> {
        let mut record = self.lock();
        if !record.kept.fits() {
            return Err(too_large());
        }
        if record.waiting == 0 {
            if record.kept.round >= MAX_ROUNDS {
                return Err(too_many_rounds());
            }
            record.kept.round += 1;
        }
        record.waiting += 1;
        Ok(WaitingQuestion(Arc::clone(self)))
    }

    /// Returns true while a question waits for the client.
    pub(crate) fn is_waiting(&self) -> bool {
        self.lock().waiting > 0
    }

    /// Returns the key of the next step with this name, and its result if it ran before.
    pub(super) fn step(&self, name: &str) -> (String, Option<Value>) {
        let mut record = self.lock();
        let count = record.steps.entry(name.to_owned()).or_default();
        *count += 1;
        let key = match *count {
            1 => name.to_owned(),
            count => format!("{name}#{count}"),
        };
        let before = record.kept.once.get(&key).cloned();
        (key, before)
    }

    /// Keeps the result of a step.
    pub(super) fn keep(&self, key: String, result: Value) {
        self.lock().kept.once.insert(key, result);
    }

    /// Returns the step after a poll that did not end the call; `None` if the call waits for something else.
    /// `runner` is woken when that changes.
    pub(crate) fn next_step(&self, runner: &Waker) -> Option<AskStep> {
        let mut record = self.lock();
        if let Some(error) = record.refusal.take() {
            return Some(AskStep::Refuse(error));
        }
        if record.questions.is_empty() {
            if !record
                .runner
                .as_ref()
                .is_some_and(|known| known.will_wake(runner))
            {
                record.runner = Some(runner.clone());
            }
            return None;
        }
        Some(AskStep::Questions(take(&mut record.questions)))
    }

    /// Returns what the call keeps between its rounds.
    pub(crate) fn kept(&self) -> KeptAnswers {
        self.lock().kept.clone()
    }

    /// Keeps an answer.
    pub(super) fn keep_answer(&self, name: String, answer: Value) {
        self.lock().kept.answers.insert(name, answer);
    }

    /// Adds an answer, and wakes whoever waits for it.
    pub(crate) fn accept(&self, name: String, answer: Value) {
        let mut record = self.lock();
        record.kept.answers.insert(name, answer);
        let tasks = take(&mut record.waiting_tasks);
        drop(record);
        tasks.into_iter().for_each(Waker::wake);
    }
}

/// Wakes the runner without the lock, which it takes.
fn wake_runner(mut record: MutexGuard<'_, AskRecord>) {
    let runner = record.runner.take();
    drop(record);
    if let Some(runner) = runner {
        runner.wake();
    }
}

/// A question that waits for the client.
pub(super) struct WaitingQuestion(Arc<AskingCall>);

impl Drop for WaitingQuestion {
    fn drop(&mut self) {
        self.0.lock().waiting -= 1;
    }
}

/// The error of a call that asks again and again.
pub(crate) fn too_many_rounds() -> ToolError {
    ToolError::new(format!(
        "not done, because it asked its user {MAX_ROUNDS} times, which is all that one call may"
    ))
    .code(codes::NOT_ANSWERED)
}

/// The error of a call that keeps too much.
pub(crate) fn too_large() -> ToolError {
    ToolError::new(
        "what this call keeps for its next question is too large; its author must keep less",
    )
    .code(codes::STATE_TOO_LARGE)
}

impl fmt::Debug for AskingCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AskingCall").finish_non_exhaustive()
    }
}
