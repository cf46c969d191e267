//! `Ask::once`: its steps run once in a call, in all of its rounds.

use super::*;

/// Counts the runs of a handler and of its steps.
#[derive(Clone, Debug, Default)]
struct Survey(Arc<Counts>);

/// Ask many things.
#[tool_group(name = "shop")]
impl Survey {
    /// Ask so many questions, one after the other, each after a step.
    #[action]
    async fn many(&self, questions: usize, ask: &Ask) -> String {
        self.0.runs.fetch_add(1, Ordering::Relaxed);
        let mut answers = Vec::new();
        for _ in 0..questions {
            let step = ask.once("step", async || {
                tokio::task::yield_now().await;
                self.0.charges.fetch_add(1, Ordering::Relaxed)
            });
            let step = step.await;
            let answer = ask.confirmed(format!("Step {step}?")).await;
            answers.push(format!("{step} {}", answer.is_accepted()));
        }
        self.0.done.fetch_add(1, Ordering::Relaxed);
        answers.join(", ")
    }

    /// Ask nothing.
    #[action(read_only)]
    fn look(&self) {}
}

impl Survey {
    /// The runs of the handler, those of its steps, and those that came to the end.
    fn counts(&self) -> [usize; 3] {
        let counts = [&self.0.runs, &self.0.charges, &self.0.done];
        counts.map(|count| count.load(Ordering::Relaxed))
    }

    fn registry(&self) -> Registry {
        Registry::builder().tool(self.clone()).build().unwrap()
    }
}

/// The answer to the question of each step: every third is declined.
fn answer(step: usize) -> Value {
    if step % 3 == 2 {
        json!({"action": "decline"})
    } else {
        accept(&json!({}))
    }
}

fn many(questions: usize) -> Value {
    json!({"action": "many", "questions": questions})
}

const EIGHT: &str = "0 true, 1 true, 2 false, 3 true, 4 true, 5 false, 6 true, 7 true";
const TOO_OFTEN: &str = "[shop/many] the user was asked too often, and no answer fits";

#[tokio::test]
async fn a_step_runs_once_in_eight_rounds_and_the_ninth_is_refused() {
    for (questions, counts) in [(8, [9, 8, 1]), (9, [9, 9, 0])] {
        let survey = Survey::default();
        let registry = survey.registry();
        let mut ctx = Ctx::new();
        for step in 0..8 {
            let (asked, state) = asked(&registry, many(questions), ctx).await;
            assert_eq!(asked[0].message, format!("Step {step}?"));
            assert_eq!(survey.counts(), [step + 1, step + 1, 0]);
            ctx = answered(&asked, state, answer(step));
        }
        let ended = registry.call("shop", many(questions), ctx).await;
        if questions == 8 {
            assert_eq!(text(&ended.unwrap()), EIGHT);
        } else {
            let error = ended.unwrap_err();
            assert_eq!(error.to_string(), TOO_OFTEN);
            assert_eq!(error.data()["code"], "not_answered");
        }
        assert_eq!(survey.counts(), counts);
    }
}

#[tokio::test]
async fn a_legacy_call_runs_its_steps_once_and_asks_eight_times_at_most() {
    for lane in [true, false] {
        for (questions, counts) in [(8, [1, 8, 1]), (9, [1, 9, 0])] {
            let survey = Survey::default();
            let mut wire = legacy(survey.registry(), lane, &json!({})).await;
            wire.call(2, "shop", many(questions)).await;
            for step in 0..8 {
                let question = wire.receive().await;
                assert_eq!(question["params"]["message"], format!("Step {step}?"));
                reply(&mut wire, &question, answer(step)).await;
            }
            let ended = wire.receive().await;
            let expected = if questions == 8 { EIGHT } else { TOO_OFTEN };
            assert_eq!(text_of(&ended), expected);
            assert_eq!(survey.counts(), counts);
        }
    }
}
