//! Bar charts as SVG. Written here: a chart is forty lines of text, and a crate for it would be the
//! largest dependency of this package.

use std::fmt::Write as _;

use super::table::number;

/// One bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// What it is.
    pub label: String,
    /// How long it is.
    pub value: f64,
    /// Whether it is drawn in the colour of our own.
    pub ours: bool,
}

/// Bars below each other, the longest as wide as the chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// What is shown.
    pub title: String,
    /// What is counted, and which way is good.
    pub unit: String,
    /// From top to bottom.
    pub bars: Vec<Bar>,
    /// What stands below them.
    pub notes: Vec<String>,
}

const WIDTH: f64 = 720.0;
const LABELS: f64 = 190.0;
const NUMBERS: f64 = 80.0;
const ROW: f64 = 26.0;
const TOP: f64 = 62.0;

/// Readable on light and dark pages.
const STYLE: &str = "text{font:14px system-ui,sans-serif;fill:#1f2328}\
    .title{font-size:16px;font-weight:600}.unit{fill:#59636e}\
    .bar{fill:#8c959f}.ours{fill:#cf5b1f}\
    @media(prefers-color-scheme:dark){text{fill:#f0f6fc}.unit{fill:#9198a1}\
    .bar{fill:#656c76}.ours{fill:#e8793a}}";

impl Chart {
    /// The picture.
    pub fn svg(&self) -> String {
        let end = TOP + ROW * self.bars.len() as f64;
        let height = end + ROW * self.notes.len() as f64 + 8.0;
        let longest = self.bars.iter().map(|bar| bar.value).fold(0.0, f64::max);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" \
             aria-label=\"{title}\">\n<style>{STYLE}</style>\n\
             <text class=\"title\" x=\"8\" y=\"24\">{title}</text>\n\
             <text class=\"unit\" x=\"8\" y=\"46\">{unit}</text>\n",
            title = escape(&self.title),
            unit = escape(&self.unit),
        );
        for (index, bar) in self.bars.iter().enumerate() {
            let y = TOP + ROW * index as f64;
            let part = if longest > 0.0 {
                bar.value / longest
            } else {
                0.0
            };
            let length = (WIDTH - LABELS - NUMBERS) * part;
            let class = if bar.ours { "ours" } else { "bar" };
            // Writing to a string cannot fail.
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\
                 <rect class=\"{class}\" x=\"{LABELS}\" y=\"{}\" width=\"{length:.1}\" height=\"18\" \
                 rx=\"2\"/><text x=\"{:.1}\" y=\"{}\">{}</text>",
                LABELS - 8.0,
                y + 14.0,
                escape(&bar.label),
                y,
                LABELS + length + 6.0,
                y + 14.0,
                number(bar.value),
            );
        }
        for (index, note) in self.notes.iter().enumerate() {
            let y = end + ROW * index as f64 + 14.0;
            let note = escape(note);
            let _ = writeln!(svg, "<text class=\"unit\" x=\"8\" y=\"{y}\">{note}</text>");
        }
        svg + "</svg>\n"
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(bars: &[(&str, f64)]) -> String {
        let bars = bars.iter().map(|(label, value)| Bar {
            label: (*label).to_owned(),
            value: *value,
            ours: *label == "fusion",
        });
        let (title, unit) = ("One <call>".to_owned(), "ns".to_owned());
        Chart {
            title,
            unit,
            bars: bars.collect(),
            notes: vec!["* as it is".to_owned()],
        }
        .svg()
    }

    #[test]
    fn the_longest_bar_is_as_wide_as_the_chart_and_others_are_parts_of_it() {
        let svg = chart(&[("fusion", 1.0), ("other", 4.0)]);
        let widths: Vec<_> = svg
            .split("<rect class=\"")
            .skip(1)
            .filter_map(|rest| {
                let class = rest.split('"').next()?;
                Some((class, rest.split("width=\"").nth(1)?.split('"').next()?))
            })
            .collect();
        assert_eq!(widths, [("ours", "112.5"), ("bar", "450.0")]);
    }

    #[test]
    fn words_are_escaped_and_no_bars_are_no_error() {
        let svg = chart(&[]);
        assert!(svg.contains("aria-label=\"One &lt;call&gt;\""));
        let note = "<text class=\"unit\" x=\"8\" y=\"76\">* as it is</text>\n</svg>\n";
        assert!(svg.ends_with(note), "{svg}");
        assert!(!svg.contains("<rect"));
    }
}
