//! The texts of a triage: the prompt `triage`, and the question at its end.

use fusion_core::{Answer, Ask};
use schemars::JsonSchema;
use serde::Deserialize;

use super::store::{Issue, MemberList};

/// The form in which a user chooses who takes an issue.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Taker {
    /// A member's name.
    assignee: String,
}

/// Asks the user which member takes an issue. The error is the reason why nobody does.
pub(super) async fn who_takes(
    issue: &Issue,
    members: &MemberList,
    ask: &Ask<Taker>,
) -> Result<String, &'static str> {
    if !ask.can_ask() {
        return Err("the client cannot ask its user: ask who takes it, and assign it");
    }
    let Issue { id, title, .. } = issue;
    let question = format!(
        "Who takes issue {id}, {title:?}? Members: {}",
        names(members)
    );
    match ask.form(question).await {
        Answer::Accepted(taker) => Ok(taker.assignee),
        Answer::Declined | Answer::Cancelled => Err("the user chose nobody"),
    }
}

fn names(members: &MemberList) -> String {
    let names = members.members.iter().map(|member| &*member.name);
    names.collect::<Vec<_>>().join(", ")
}

/// Returns the prompt for the triage of an issue by one of the members.
pub(super) fn triage(issue: &Issue, members: &MemberList) -> String {
    let members = names(members);
    let labels = match &*issue.labels {
        [] => "none".to_owned(),
        labels => labels.join(", "),
    };
    let body = match issue.body.trim() {
        "" => "(no description)",
        body => body,
    };
    format!(
        "Triage issue {id} of the tracker.\n\
         \n\
         1. Say in one sentence what it is: a bug, a wish or a question.\n\
         2. Say how much it matters, and why.\n\
         3. Look for an issue that says the same; if there is one, say so in a comment, and close this one.\n\
         4. Accept it: label it, and assign it to who fits best. Members: {members}\n\
         5. If you cannot tell who fits, leave the assignee out, and the user is asked.\n\
         \n\
         Title: {title}\n\
         Labels: {labels}\n\
         Description:\n\
         {body}",
        id = issue.id,
        title = issue.title,
    )
}
