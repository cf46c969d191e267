//! The ranks of the actions that the sentences of examples mean.

use super::{EXAMPLES, MeasuredAction, Share, as_float};
use crate::{
    definition::ToolDef,
    surface::{ActionRanking, Surface, ToolRanking},
};

/// The ranks at which sentences found their actions.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct FoundRanks {
    /// The sentences whose action came first.
    pub(crate) first: Share,
    /// The sentences whose action was among the first five.
    pub(crate) five: Share,
    /// The sum of the reciprocal ranks.
    reciprocals: f64,
    /// The sentences that missed the first five, with the full keys of their actions.
    pub(crate) missed: Vec<(String, String)>,
}

/// The results that count as found by a reader who looks at a few.
const FEW: usize = 5;

impl FoundRanks {
    /// Adds the rank of a sentence, from 1; `None` if its action was not found.
    fn add(&mut self, rank: Option<usize>, sentence: &str, key: impl FnOnce() -> String) {
        self.first.count(rank == Some(1));
        let is_near = rank.is_some_and(|rank| rank <= FEW);
        self.five.count(is_near);
        self.reciprocals += rank.map_or(0.0, |rank| 1.0 / as_float(rank));
        if !is_near {
            self.missed.push((sentence.to_owned(), key()));
        }
    }

    /// Returns the mean of the reciprocal ranks; `None` without sentences.
    pub(crate) fn mean_reciprocal(&self) -> Option<f64> {
        let sentences = self.five.whole;
        (sentences > 0).then(|| self.reciprocals / as_float(sentences))
    }
}

/// Returns the ranks of actions in the answers of `find`.
pub(super) fn action_ranks(
    surface: &Surface,
    tools: &[&ToolDef],
    actions: &[MeasuredAction<'_>],
) -> FoundRanks {
    ranks_in(&ActionRanking::new(surface, tools), tools, actions)
}

/// Returns the ranks of actions in a ranking.
pub(super) fn ranks_in(
    ranking: &ActionRanking,
    tools: &[&ToolDef],
    actions: &[MeasuredAction<'_>],
) -> FoundRanks {
    ranks(actions, |sentence, one| {
        let found = ranking.rank(sentence);
        found.iter().position(|place| {
            let tool = tools.get(place.tool);
            place.row == one.row && tool.is_some_and(|tool| std::ptr::eq(*tool, one.tool))
        })
    })
}

/// Returns the ranks of the listed tools that have the actions, for a host that searches tools by their names and
/// descriptions.
pub(super) fn tool_ranks(surface: &Surface, actions: &[MeasuredAction<'_>]) -> FoundRanks {
    let ranking = ToolRanking::new(surface.tools());
    ranks(actions, |sentence, one| {
        let found = ranking.rank(sentence);
        found.iter().position(|tool| *tool == one.listed)
    })
}

fn ranks(
    actions: &[MeasuredAction<'_>],
    position: impl Fn(&str, &MeasuredAction<'_>) -> Option<usize>,
) -> FoundRanks {
    let mut found = FoundRanks::default();
    let examples = actions.iter().flat_map(|one| {
        let examples = one.action.examples.iter();
        examples.map(move |example| (one, example.sentence))
    });
    for (one, sentence) in examples.take(EXAMPLES) {
        let rank = position(sentence, one).map(|position| position + 1);
        found.add(rank, sentence, || one.tool.qualified_key(one.action));
    }
    found
}
