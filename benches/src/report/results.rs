//! The file of results: sections under headings, each replaced when it is measured anew.

const HEAD: &str = "# Results\n\n\
    Written by `cargo run --release --manifest-path benches/Cargo.toml --bin measure`; not by hand.\n\
    Medians, and in parentheses where the middle eight tenths of the samples are. A `×` is the median\n\
    of ratios to that column, each of two samples that were taken beside each other; so it is not\n\
    always the quotient of two medians. Less is better, but of requests/s. A `–` is what was not\n\
    measured, with the reason below its table.\n";

/// A section: its heading, and what stands under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// Markdown.
    pub body: String,
}

/// The file with these sections in it, those that it had and are not among them left as they were.
/// `order` names all headings that there may be.
pub fn merged(file: &str, new: Vec<Section>, order: &[&str]) -> String {
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
        let first = merged(
            "",
            vec![section("c", "old\n\n### x\n\ny"), section("a", "1")],
            &order,
        );
        let second = merged(&first, vec![section("b", "2"), section("a", "3")], &order);
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
        let file = merged("", vec![section("a", "1"), section("b", "2")], &["a", "b"]);
        assert_eq!(
            parse(&merged(&file, Vec::new(), &["b"])),
            [section("b", "2")]
        );
    }
}
