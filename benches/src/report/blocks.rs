//! The layout of the blocks of a section.

/// Joins paragraphs, headings and tables with one empty line between them. Empty blocks are
/// skipped.
pub fn join_blocks<'a>(blocks: impl IntoIterator<Item = &'a str>) -> String {
    let blocks: Vec<_> = blocks
        .into_iter()
        .map(str::trim)
        .filter(|block| !block.is_empty())
        .collect();
    blocks.join("\n\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_empty_line_stands_between_two_blocks() {
        let blocks = ["a\n", "", "\n\n### b\n", "| c |\n\n"];
        assert_eq!(join_blocks(blocks), "a\n\n### b\n\n| c |\n");
    }
}
