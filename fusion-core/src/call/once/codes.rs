//! The codes of the errors of calls that run once. The guide lists them with what a program does.

pub(super) const KEY_REUSED: &str = "key_reused";
pub(super) const STILL_RUNNING: &str = "still_running";
pub(super) const OUTCOME_UNKNOWN: &str = "outcome_unknown";
pub(super) const ANSWER_NOT_KEPT: &str = "answer_not_kept";
pub(super) const UNKNOWN_CALLER: &str = "unknown_caller";
pub(super) const KEYS_UNAVAILABLE: &str = "keys_unavailable";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guide_lists_each_code() {
        let guide = include_str!("../../docs/guide/once.md");
        let (_, table) = guide.split_once("\n# The codes of errors\n").unwrap();
        let (table, _) = table.split_once("\n# ").unwrap_or((table, ""));
        let rows = table.lines().filter_map(|line| line.strip_prefix("| `"));
        let codes: Vec<_> = rows
            .filter_map(|row| row.split_once('`'))
            .map(|(code, _)| code)
            .collect();
        let own = [
            KEY_REUSED,
            STILL_RUNNING,
            OUTCOME_UNKNOWN,
            ANSWER_NOT_KEPT,
            UNKNOWN_CALLER,
            KEYS_UNAVAILABLE,
        ];
        assert_eq!(codes, own);
    }
}
