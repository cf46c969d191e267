//! How the blocks of a section stand below each other.

/// Paragraphs, headings and tables with one empty line between them; what is empty leaves none.
pub fn joined<'a>(blocks: impl IntoIterator<Item = &'a str>) -> String {
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
        assert_eq!(joined(blocks), "a\n\n### b\n\n| c |\n");
    }
}
