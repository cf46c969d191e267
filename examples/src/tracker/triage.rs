//! The text of the prompt `triage`.

use super::store::{Issue, MemberList};

/// Returns the prompt for the triage of an issue by one of the members.
pub(super) fn triage(issue: &Issue, members: &MemberList) -> String {
    let members = members.members.iter().map(|member| &*member.name);
    let members = members.collect::<Vec<_>>().join(", ");
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
         4. Label it, and assign it to who fits best. Members: {members}\n\
         \n\
         Title: {title}\n\
         Labels: {labels}\n\
         Description:\n\
         {body}",
        id = issue.id,
        title = issue.title,
    )
}
