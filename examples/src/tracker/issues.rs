//! The actions on issues: what a model may do, in the words that it reads.

use std::{borrow::Cow, time::Duration};

use fusion_core::{Ask, Cancellation, Ctx, Json, Progress, ToolResponse, ask::quote, tool_group};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use super::deleting::{counted, serialize_deletions};
use super::labels::LabelName;
use super::paging::Paging;
use super::store::{
    Filter, ImportHooks, Issue, IssueId, NewIssue, Page, State, Store, StoreError, parse_issues,
};
use super::triage::{Taker, triage, who_takes};

/// The pause of an import after each line, so that a client can follow and cancel it.
const PACE: Duration = Duration::from_millis(5);

/// The group `issues`.
#[derive(Clone, Debug)]
pub struct Issues {
    store: Store,
}

impl Issues {
    /// Makes the group of a store.
    pub fn new(store: Store) -> Self {
        Self { store }
    }
}

/// What an import made.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Imported {
    /// How many issues were opened.
    pub opened: usize,
    /// The number of the first.
    pub first: Option<IssueId>,
    /// The number of the last.
    pub last: Option<IssueId>,
}

/// An issue at the end of its triage.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct AcceptedIssue {
    /// The issue.
    pub issue: Issue,
    /// Why nobody takes it; null if somebody does.
    pub unassigned: Option<Cow<'static, str>>,
}

/// Track issues: find, read, open, assign, close and delete them.
#[tool_group(name = "issues", timeout = "10s", client(pub IssuesClient))]
impl Issues {
    /// List the issues that match all filters, newest first.
    #[action(
        read_only,
        cache = "no-store",
        format = "auto",
        example("what is still open for Ada", state = "open", assignee = "ada"),
        example("bugs that mention the login page", text = "login page", limit = 5)
    )]
    async fn list(
        &self,
        /// Only issues in this state.
        state: Option<State>,
        /// A member's name.
        assignee: Option<String>,
        /// Only issues with all of these words in title or body.
        text: Option<String>,
        #[arg(flatten)] page: Paging,
    ) -> Result<Json<Page>, StoreError> {
        let filter = Filter {
            state,
            assignee,
            text,
            limit: page.limit,
            offset: page.offset.into(),
        };
        self.store.list(filter).await.map(Json)
    }

    /// Get one issue with its body, labels and number of comments.
    #[action(
        read_only,
        cache = "no-store",
        example("tell me everything about 12", issue = 12)
    )]
    async fn get(&self, issue: IssueId) -> Result<Json<Issue>, StoreError> {
        self.store.get(issue).await.map(Json)
    }

    /// Open a new issue.
    #[action(
        once,
        invalidates("self.*", "super.members.*"),
        example(
            "report that the export button crashes",
            title = "The export button crashes"
        ),
        example(
            "new task for Grace: write the changelog",
            title = "Write the changelog",
            assignee = "grace"
        )
    )]
    async fn open(
        &self,
        /// One line that says what it is about.
        title: String,
        /// The full text.
        body: Option<String>,
        /// A member's name.
        assignee: Option<String>,
    ) -> Result<Json<Issue>, StoreError> {
        let new = NewIssue {
            title,
            body: body.unwrap_or_default(),
            assignee,
        };
        self.store.create(new).await.map(Json)
    }

    /// Close an issue. Closing a closed one changes nothing.
    #[action(
        idempotent,
        invalidates("self.*", "super.members.*"),
        example("mark 7 as done", issue = 7)
    )]
    async fn close(&self, issue: IssueId) -> Result<Json<Issue>, StoreError> {
        self.store.close(issue).await.map(Json)
    }

    /// Assign an issue to a member; without an assignee, to nobody.
    #[action(
        idempotent,
        invalidates("self.*", "super.members.*"),
        example("let Grace take over 12", issue = 12, assignee = "grace"),
        example("nobody works on 12 any more", issue = 12)
    )]
    async fn assign(
        &self,
        issue: IssueId,
        /// A member's name.
        assignee: Option<String>,
    ) -> Result<Json<Issue>, StoreError> {
        self.store.assign(issue, assignee).await.map(Json)
    }

    /// Accept an issue after its triage: label it, and assign it.
    /// Without an assignee, the user chooses one.
    #[action(
        idempotent,
        invalidates("self.*", "super.labels.list", "super.members.*"),
        example(
            "12 is a real bug, Ada fixes it",
            issue = 12,
            label = "bug",
            assignee = "ada"
        )
    )]
    async fn accept(
        &self,
        issue: IssueId,
        label: LabelName,
        /// A member's name.
        assignee: Option<String>,
        ask: &Ask<Taker>,
    ) -> Result<Json<AcceptedIssue>, StoreError> {
        let LabelName(label) = label;
        let found = self.store.get(issue).await?;
        if self.store.label(label.clone()).await?.is_none() {
            return Err(StoreError::UnknownLabel { name: label });
        }
        let taker = match assignee.or_else(|| found.assignee.clone()) {
            Some(member) => Ok(member),
            None => who_takes(&found, &self.store.members().await?, ask).await,
        };
        let unassigned = taker.as_ref().err().copied().map(Cow::Borrowed);
        let issue = self.store.accept(issue, label, taker.ok()).await?;
        Ok(Json(AcceptedIssue { issue, unassigned }))
    }

    /// Delete an issue and its comments for good.
    #[action(
        destructive,
        confirm = Self::deletion,
        unasked = "token",
        idempotent,
        invalidates("super.**"),
        with(serialize_deletions("issue")), example("erase 9, it was spam", issue = 9))]
    async fn delete(&self, issue: IssueId) -> Result<ToolResponse, StoreError> {
        let existed = self.store.delete(issue).await?;
        Ok(if existed {
            ToolResponse::text(format!("deleted issue {issue}"))
        } else {
            ToolResponse::text(format!("there was no issue {issue}")).unchanged()
        })
    }

    /// Asks nothing if there is nothing to delete.
    async fn deletion(&self, issue: &IssueId) -> Result<Option<String>, StoreError> {
        let found = self.find(*issue).await?;
        Ok(found.map(|found| {
            let (title, comments) = (quote(&found.title), counted(found.comments, "comment"));
            format!("Delete issue {issue}, {title}, with {comments}?")
        }))
    }

    /// Open many issues at once: all of them, or none if a line is wrong or the call is cancelled.
    #[action(
        invalidates("self.*", "super.members.*"),
        timeout = "2m",
        example(
            "add these three tasks in one go",
            lines = "Draw the logo\nChoose a font | for the titles\nOrder stickers | | ada"
        )
    )]
    async fn import(
        &self,
        /// One issue a line: `title | body | assignee`; body and assignee may be left out.
        lines: String,
        progress: &Progress,
        cancellation: &Cancellation,
    ) -> Result<Json<Imported>, StoreError> {
        let (sender, mut prepared) = mpsc::unbounded_channel();
        let cancellation = cancellation.clone();
        let hooks = ImportHooks {
            pace: PACE,
            progress: Box::new(move |done, total| {
                // The receiver is gone if the call was dropped.
                let _ = sender.send((done, total));
            }),
            cancelled: Box::new(move || cancellation.is_cancelled()),
        };
        let report = async {
            while let Some((done, total)) = prepared.recv().await {
                progress.report(to_float(done), Some(to_float(total))).await;
            }
        };
        let import = self.store.import(parse_issues(&lines)?, hooks);
        let (ids, ()) = tokio::join!(import, report);
        let ids = ids?;
        Ok(Json(Imported {
            opened: ids.len(),
            first: ids.first().copied(),
            last: ids.last().copied(),
        }))
    }

    /// Sort out an issue: what it is, how much it matters, and who takes it.
    #[prompt(title = "Triage an issue")]
    async fn triage(
        &self,
        /// The issue's number.
        #[arg(complete = Self::numbers)]
        number: IssueId,
    ) -> Result<String, StoreError> {
        let issue = self.store.get(number).await?;
        Ok(triage(&issue, &self.store.members().await?))
    }

    /// An issue with its body, labels and number of comments. Subscribers are told of its changes.
    #[resource(uri = "tracker://issues/{number}", name = "issue", title = "Issue")]
    async fn issue(
        &self,
        /// The issue's number.
        #[arg(complete = Self::numbers)]
        number: IssueId,
    ) -> Result<Option<Json<Issue>>, StoreError> {
        Ok(self.find(number).await?.map(Json))
    }
}

impl Issues {
    async fn find(&self, issue: IssueId) -> Result<Option<Issue>, StoreError> {
        match self.store.get(issue).await {
            Ok(issue) => Ok(Some(issue)),
            Err(StoreError::NotFound { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Completes issue numbers: those that begin with the typed text, newest first. There are none
    /// if the store fails; a call with a number returns the reason.
    async fn numbers(&self, value: &str, _: &Ctx) -> Vec<String> {
        let newest = Filter {
            limit: 100,
            ..Filter::default()
        };
        let Ok(page) = self.store.list(newest).await else {
            return Vec::new();
        };
        let numbers = page.issues.iter().map(|issue| issue.id.to_string());
        numbers.filter(|number| number.starts_with(value)).collect()
    }
}

/// Counts of lines are small enough to be exact in a float.
#[allow(clippy::cast_precision_loss)]
fn to_float(count: usize) -> f64 {
    count as f64
}
