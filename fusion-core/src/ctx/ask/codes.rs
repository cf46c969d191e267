//! The codes of the errors of calls that ask. The guide lists them with what a program does.

pub(crate) const CANNOT_ASK: &str = "cannot_ask";
pub(crate) const NOT_ASKED: &str = "not_asked";
pub(crate) const NOT_ANSWERED: &str = "not_answered";
pub(crate) const DECLINED: &str = "declined";
pub(crate) const DISMISSED: &str = "dismissed";
pub(crate) const CONFIRMATION_REQUIRED: &str = "confirmation_required";
pub(crate) const WRONG_CONFIRMATION: &str = "wrong_confirmation";
pub(crate) const INVALID_STATE: &str = "invalid_state";
pub(crate) const USED_STATE: &str = "used_state";
pub(crate) const EXPIRED_STATE: &str = "expired_state";
pub(crate) const STATE_TOO_LARGE: &str = "state_too_large";
pub(crate) const STATE_UNAVAILABLE: &str = "state_unavailable";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guide_lists_each_code() {
        let guide = include_str!("../../docs/guide/asking_the_user.md");
        let (_, table) = guide.split_once("\n# The codes of errors\n").unwrap();
        let (table, _) = table.split_once("\n# ").unwrap();
        let rows = table.lines().filter_map(|line| line.strip_prefix("| `"));
        let listed: Vec<_> = rows.filter_map(|row| row.split_once('`')).collect();
        let codes: Vec<_> = listed.iter().map(|(code, _)| *code).collect();
        let own = [
            CANNOT_ASK,
            NOT_ASKED,
            NOT_ANSWERED,
            DECLINED,
            DISMISSED,
            CONFIRMATION_REQUIRED,
            WRONG_CONFIRMATION,
            INVALID_STATE,
            USED_STATE,
            EXPIRED_STATE,
            STATE_TOO_LARGE,
            STATE_UNAVAILABLE,
        ];
        assert_eq!(codes, own);
    }
}
