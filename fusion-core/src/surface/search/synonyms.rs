//! Verbs by which people name what software does. They are general English, and no words of any server: a
//! server's own words stand in its docs.

use std::borrow::Cow;

use super::stem::stem;

/// Groups of verbs that stand for each other in requests. A verb may be in several groups.
const GROUPS: &[&[&str]] = &[
    &[
        "delete", "remove", "erase", "destroy", "drop", "discard", "purge", "wipe", "rid", "clear",
        "detach",
    ],
    &[
        "create", "add", "make", "new", "insert", "register", "file", "open", "log", "report",
        "submit", "post", "define",
    ],
    &[
        "list",
        "show",
        "enumerate",
        "browse",
        "view",
        "display",
        "see",
        "overview",
    ],
    &[
        "get", "read", "fetch", "retrieve", "load", "show", "view", "look", "detail",
    ],
    &[
        "find", "search", "query", "lookup", "locate", "filter", "look",
    ],
    &[
        "update", "edit", "change", "modify", "alter", "set", "adjust", "rewrite", "correct", "fix",
    ],
    &["rename", "name", "title", "call"],
    &[
        "close", "finish", "complete", "resolve", "end", "done", "settle",
    ],
    &["reopen", "resume", "again"],
    &["restore", "recover", "revert", "undo", "undelete"],
    &["move", "transfer", "relocate", "migrate"],
    &["copy", "duplicate", "clone"],
    &["merge", "combine", "join", "unite"],
    &[
        "assign",
        "delegate",
        "give",
        "owner",
        "responsible",
        "charge",
        "hand",
    ],
    &[
        "comment", "reply", "respond", "remark", "note", "answer", "write",
    ],
    &[
        "send", "deliver", "email", "mail", "notify", "tell", "message",
    ],
    &["add", "attach", "put"],
    &["upload", "attach", "import"],
    &["bulk", "batch", "many", "multiple", "several", "import"],
    &["download", "export", "save"],
    &["start", "begin", "run", "launch", "execute", "trigger"],
    &["stop", "cancel", "abort", "halt", "terminate", "kill"],
    &["enable", "activate", "allow", "permit"],
    &["disable", "deactivate", "block", "forbid", "deny"],
    &["approve", "accept", "confirm", "agree"],
    &["reject", "decline", "refuse", "deny"],
    &["label", "tag", "categorize", "category", "mark"],
    &[
        "count",
        "number",
        "total",
        "statistics",
        "summary",
        "report",
    ],
    &["schedule", "plan", "postpone", "due"],
    &[
        "user",
        "member",
        "person",
        "people",
        "teammate",
        "colleague",
        "who",
    ],
];

/// Returns the stems of the words that stand for the word of a stem, without itself.
pub(super) fn synonyms(word: &str) -> Vec<String> {
    let mut found = Vec::new();
    for group in GROUPS {
        let stems = || group.iter().map(|one| stem(one));
        if stems().any(|one| one == word) {
            let others = stems().filter(|one| one != word);
            found.extend(others.map(Cow::into_owned));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Returns true for a word of a group, as the group writes it.
#[cfg(test)]
pub(super) fn has_synonyms(word: &str) -> bool {
    GROUPS.iter().any(|group| group.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_of_one_group_stand_for_each_other() {
        let of = |word: &str| synonyms(&stem(word));
        assert!(of("removing").contains(&stem("delete").into_owned()));
        assert!(of("deletes").contains(&stem("remove").into_owned()));
        assert!(!of("delete").contains(&stem("delete").into_owned()));
        assert!(of("tracker").is_empty());
    }
}
