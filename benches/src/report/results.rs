//! The file of results: sections under headings, each replaced when it is measured again.

const HEAD: &str = "# Results\n\n\
    Written by `cargo run --release --manifest-path benches/Cargo.toml --bin measure`; not by hand.\n\
    Numbers are medians, with the range of the middle eight tenths of the samples in parentheses. A\n\
    `×` is the median of ratios to that column; each ratio compares two samples that were taken beside\n\
    each other, so the median is not always the quotient of two medians. Less is better, except for\n\
    requests/s. A `–` was not measured; the reason is below its table.\n";

/// A section: its heading and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// Markdown.
    pub body: String,
}

/// Merges new sections into the file; other sections stay as they were. `order` lists all possible
/// headings.
pub fn merge(file: &str, new: Vec<Section>, order: &[&str]) -> String {
    let mut sections = parse(file);
    for section in new {
        match sections
            .iter_mut()
            .find(|other| other.title == section.title)
        {
            Some(other) => *other = section,
            None => sections.push(section),
        }
    }
    let mut text = HEAD.to_owned();
    for title in order {
        if let Some(section) = sections.iter().find(|section| section.title == *title) {
            text += &format!("\n## {title}\n\n{}\n", section.body.trim());
        }
    }
    text
}

/// Returns the text of a section; it is empty if there is none.
pub fn section<'a>(file: &'a str, title: &str) -> &'a str {
    let mut sections = file.split("\n## ").skip(1);
    let own = |text: &'a str| {
        let (heading, body) = text.split_once('\n')?;
        (heading == title).then_some(body.trim())
    };
    sections.find_map(own).unwrap_or_default()
}

fn parse(file: &str) -> Vec<Section> {
    let sections = file.split("\n## ").skip(1);
    let section = |text: &str| {
        let (title, body) = text.split_once('\n')?;
        Some(Section {
            title: title.to_owned(),
            body: body.trim().to_owned(),
        })
    };
    sections.filter_map(section).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section(title: &str, body: &str) -> Section {
        Section {
            title: title.to_owned(),
            body: body.to_owned(),
        }
    }

    #[test]
    fn a_section_is_replaced_and_the_others_stay_in_order() {
        let order = ["a", "b", "c"];
        let first = merge(
            "",
            vec![section("c", "old\n\n### x\n\ny"), section("a", "1")],
            &order,
        );
        let second = merge(&first, vec![section("b", "2"), section("a", "3")], &order);
        let expected = [
            section("a", "3"),
            section("b", "2"),
            section("c", "old\n\n### x\n\ny"),
        ];
        assert_eq!(parse(&second), expected);
        assert!(second.starts_with(HEAD));
    }

    #[test]
    fn a_heading_that_is_no_longer_known_is_dropped() {
        let file = merge("", vec![section("a", "1"), section("b", "2")], &["a", "b"]);
        assert_eq!(
            parse(&merge(&file, Vec::new(), &["b"])),
            [section("b", "2")]
        );
    }
}
