//! The actions that ask.

use fusion_core::{Answer, Ask, tool_group};
use schemars::JsonSchema;
use serde::Deserialize;

use super::journal::Journal;

pub(super) struct Office {
    journal: Journal,
}

impl Office {
    pub(super) fn new(journal: Journal) -> Self {
        Self { journal }
    }

    /// Notes the one run of an action whose question came before.
    fn run(&self, done: String) -> String {
        self.journal.note(&done);
        done
    }
}

/// Keep issues, and ask before something is lost.
#[tool_group(name = "office")]
impl Office {
    /// Delete an issue.
    #[action(destructive, confirm("Delete issue {issue} and {note}?"))]
    fn delete(&self, issue: u64, note: String) -> String {
        self.run(format!("deleted {issue} and {note:?}"))
    }

    /// Archive an issue; without a user, archive it all the same.
    #[action(confirm("Archive issue {issue}?"), unasked = "allow")]
    fn archive(&self, issue: u64) -> String {
        self.run(format!("archived {issue}"))
    }

    /// Lock an issue; without a user, let the model confirm.
    #[action(confirm("Lock issue {issue}?"), unasked = "token")]
    fn lock(&self, issue: u64) -> String {
        self.run(format!("locked {issue}"))
    }

    /// Close an issue.
    #[action]
    async fn close(&self, issue: u64, ask: &Ask<Closing>) -> String {
        let run = self.journal.begin(format!("close {issue}"));
        let answer = ask.form(format!("Why close issue {issue}?")).await;
        run.end(match answer {
            Answer::Accepted(closing) => format!("closed {issue}: {closing:?}"),
            Answer::Declined => "declined".to_owned(),
            Answer::Cancelled => "cancelled".to_owned(),
        })
    }

    /// Order an item: pay once, confirm it, then say where to.
    #[action]
    async fn order(&self, item: String, pay: &Ask, to: &Ask<Address>) -> String {
        let run = self.journal.begin(format!("order {item}"));
        let price = pay
            .once("reserve", async || {
                self.journal.note(&format!("reserves {item}"));
                40
            })
            .await;
        if !pay
            .confirmed(format!("Pay {price} for {item}?"))
            .await
            .is_accepted()
        {
            return run.end("not paid".to_owned());
        }
        match to.form(format!("Where shall {item} go?")).await {
            Answer::Accepted(Address { city }) => {
                run.end(format!("ordered {item} for {price} to {city}"))
            }
            Answer::Declined | Answer::Cancelled => run.end("paid, and nothing ordered".to_owned()),
        }
    }

    /// Merge two issues, each confirmed at the same time.
    #[action]
    async fn merge(&self, from: u64, into: u64, ask: &Ask) -> String {
        let run = self.journal.begin(format!("merge {from} {into}"));
        let (from, into) = tokio::join!(
            ask.confirmed(format!("Close issue {from}?")),
            ask.confirmed(format!("Change issue {into}?"))
        );
        run.end(format!("{} {}", from.is_accepted(), into.is_accepted()))
    }

    /// Look around.
    #[action(read_only)]
    fn look(&self) -> String {
        self.run("looked".to_owned())
    }
}

/// A form with a field of each kind.
#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "the fields are printed")]
struct Closing {
    /// The reason, in a few words.
    #[schemars(length(min = 3))]
    reason: String,
    /// The kind of the end.
    kind: Kind,
    /// The hours that it took.
    hours: f64,
    /// The issue that this one repeats.
    duplicate_of: Option<u64>,
    /// True if everyone who follows it is told.
    #[serde(default)]
    tell: bool,
    /// The labels to remove.
    #[serde(default)]
    labels: Vec<Label>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Done,
    Dropped,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Label {
    Bug,
    Urgent,
}

#[derive(Deserialize, JsonSchema)]
struct Address {
    /// The city.
    #[schemars(length(min = 2))]
    city: String,
}
