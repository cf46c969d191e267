//! Bar charts as SVG. They are written here, because a chart is a hundred lines of text, and a
//! crate for it would be the largest dependency of this package.

mod bar;

use std::fmt::Write as _;

use fusion_bench_kit::{reading::Reading, statistics::median, words::in_unit};

/// One bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// The label on the left.
    pub label: String,
    /// The length of the bar.
    pub value: f64,
    /// The range of the middle eight tenths of the samples.
    pub spread: Option<[f64; 2]>,
    /// The text at the end of the bar.
    pub label_text: String,
    /// Its colour.
    pub series: Series,
}

/// The series of a bar, which has a colour that differs from the others on light and on dark pages,
/// also for readers who cannot distinguish red from green.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Series {
    /// Fusion.
    Ours,
    /// Another contender.
    Other,
    /// A third series.
    Third,
}

/// Bars below each other, the longest as wide as the chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The title.
    pub title: String,
    /// The unit, and the better direction.
    pub unit: String,
    /// The meaning of the colours, if the labels do not give it.
    pub legend: Vec<(Series, &'static str)>,
    /// The bars from top to bottom.
    pub bars: Vec<Bar>,
    /// If set, bars that would make all others too short to compare are cut.
    pub cut: bool,
    /// The notes below the bars.
    pub notes: Vec<String>,
}

const WIDTH: f64 = 720.0;
const LABELS: f64 = 190.0;
/// The width of the numbers, at least and for each letter.
const NUMBERS: f64 = 80.0;
const LETTER: f64 = 8.0;
/// The width of a letter of the legend; letters are narrower than digits.
const WORDS: f64 = 7.5;
const ROW: f64 = 26.0;
const BAR: f64 = 18.0;
const TOP: f64 = 62.0;
/// The distance of the text's baseline from the top of its row.
const BASE: f64 = 14.0;
/// A bar is cut if it is this many times as long as the median bar.
const TOO_LONG: f64 = 5.0;

/// Readable on light and dark pages.
const STYLE: &str = "text{font:14px system-ui,sans-serif;fill:#1f2328}\
    .title{font-size:16px;font-weight:600}.unit{fill:#59636e}.label{text-anchor:end}\
    .spread{stroke:#1f2328;stroke-width:1.5;fill:none}\
    .other{fill:#8c959f}.ours{fill:#cf5b1f}.third{fill:#3b7fc4}\
    @media(prefers-color-scheme:dark){text{fill:#f0f6fc}.unit{fill:#9198a1}\
    .spread{stroke:#f0f6fc}.other{fill:#656c76}.ours{fill:#e8793a}.third{fill:#4a8fd6}}";

const SPREAD: &str = "thin line: the range of the middle eight tenths of the samples";
const CUT: &str = "a bar with a gap is longer than the chart; see its number";

impl Bar {
    /// Makes a bar of a reading, with its spread.
    pub fn from_reading(label: String, reading: &Reading, series: Series) -> Self {
        Self {
            label,
            value: reading.median,
            spread: (reading.samples > 1).then_some([reading.low, reading.high]),
            label_text: in_unit(reading.median, &reading.unit),
            series,
        }
    }

    /// Makes a bar of a value that needs no measurement.
    pub fn from_value(label: &str, value: f64, series: Series) -> Self {
        Self {
            label: label.to_owned(),
            value,
            spread: None,
            label_text: value.to_string(),
            series,
        }
    }

    /// Returns the end of the bar, including its spread.
    fn end(&self) -> f64 {
        self.spread
            .map_or(self.value, |[_, high]| high.max(self.value))
    }
}

impl Series {
    fn class(self) -> &'static str {
        match self {
            Self::Ours => "ours",
            Self::Other => "other",
            Self::Third => "third",
        }
    }
}

impl Chart {
    /// Returns the picture.
    pub fn svg(&self) -> String {
        let legend = if self.legend.is_empty() { 0.0 } else { ROW };
        let top = TOP + legend;
        let end = top + ROW * self.bars.len() as f64;
        let notes = self.all_notes();
        let height = end + ROW * notes.len() as f64 + 8.0;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" \
             aria-label=\"{title}; {unit}\">\n<style>{STYLE}</style>\n\
             <text class=\"title\" x=\"8\" y=\"24\">{title}</text>\n\
             <text class=\"unit\" x=\"8\" y=\"46\">{unit}</text>\n",
            title = escape(&self.title),
            unit = escape(&self.unit),
        );
        svg += &self.legend();
        let (longest, room) = (self.longest(), self.room());
        for (index, bar) in self.bars.iter().enumerate() {
            svg += &bar::draw(bar, top + ROW * index as f64, longest, room);
        }
        for (index, note) in notes.iter().enumerate() {
            let y = end + ROW * index as f64 + BASE;
            let note = escape(note);
            // Writing to a string cannot fail.
            let _ = writeln!(svg, "<text class=\"unit\" x=\"8\" y=\"{y}\">{note}</text>");
        }
        svg + "</svg>\n"
    }

    /// Returns the value of a bar that is as long as the chart is wide.
    fn longest(&self) -> f64 {
        let most = self.cut_length();
        let whole = self.bars.iter().filter(|bar| bar.value <= most);
        whole.map(Bar::end).fold(0.0, f64::max)
    }

    /// Returns the width of the longest bar: the rest after labels and numbers.
    fn room(&self) -> f64 {
        let letters = self.bars.iter().map(|bar| bar.label_text.chars().count());
        let numbers = 14.0 + LETTER * letters.max().unwrap_or_default() as f64;
        WIDTH - LABELS - numbers.max(NUMBERS)
    }

    /// Returns the length above which a bar is cut.
    fn cut_length(&self) -> f64 {
        let middle = median(self.bars.iter().map(|bar| bar.value).collect());
        match middle {
            Some(middle) if self.cut => TOO_LONG * middle,
            _ => f64::INFINITY,
        }
    }

    fn all_notes(&self) -> Vec<&str> {
        let mut notes: Vec<_> = self.notes.iter().map(String::as_str).collect();
        let longest = self.longest();
        if self.bars.iter().any(|bar| bar.value > longest) {
            notes.push(CUT);
        }
        if self.bars.iter().any(|bar| bar.spread.is_some()) {
            notes.push(SPREAD);
        }
        notes
    }

    fn legend(&self) -> String {
        let mut text = String::new();
        let mut x = 8.0;
        for (series, words) in &self.legend {
            let class = series.class();
            let _ = writeln!(
                text,
                "<rect class=\"{class}\" x=\"{x}\" y=\"{}\" width=\"12\" height=\"12\" rx=\"2\"/>\
                 <text x=\"{}\" y=\"{}\">{}</text>",
                TOP + 1.0,
                x + 18.0,
                TOP + 12.0,
                escape(words),
            );
            x += 30.0 + WORDS * words.chars().count() as f64;
        }
        text
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

    fn chart(bars: Vec<Bar>) -> Chart {
        Chart {
            title: "One <call>".to_owned(),
            unit: "ns".to_owned(),
            legend: Vec::new(),
            bars,
            cut: false,
            notes: vec!["* as it is".to_owned()],
        }
    }

    fn bars(values: &[f64]) -> Vec<Bar> {
        let bar = |value: &f64| Bar::from_value("one", *value, Series::Other);
        values.iter().map(bar).collect()
    }

    fn between<'a>(svg: &'a str, before: &str) -> Vec<&'a str> {
        let rests = svg.split(before).skip(1);
        rests.filter_map(|rest| rest.split('"').next()).collect()
    }

    #[test]
    fn the_longest_bar_is_as_wide_as_the_chart_and_others_are_parts_of_it() {
        let mut two = bars(&[1.0, 4.0]);
        two[0].series = Series::Ours;
        let svg = chart(two).svg();
        assert_eq!(between(&svg, "<rect class=\""), ["ours", "other"]);
        assert_eq!(between(&svg, " width=\""), ["112.5", "450.0"]);
    }

    #[test]
    fn a_long_number_has_room_beside_the_longest_bar() {
        let mut one = bars(&[1702.0]);
        one[0].label_text = "1,702 (100 %)".to_owned();
        let svg = chart(one).svg();
        // Thirteen letters of eight pixels each, and the margins.
        assert_eq!(between(&svg, " width=\""), ["412.0"]);
    }

    #[test]
    fn a_spread_is_a_line_on_the_scale_of_the_bars_and_is_explained() {
        let reading = Reading::from_samples(["t", "r", "c", "ns"], vec![0.0, 10.0, 20.0]).unwrap();
        let bar = Bar::from_reading("one".to_owned(), &reading, Series::Ours);
        let svg = chart(vec![bar]).svg();
        // The middle eight tenths are from 2 to 18, and 18 is as wide as the chart.
        assert_eq!(between(&svg, " width=\""), ["250.0"]);
        let line = "M240.0 71H640.0M240.0 68V74M640.0 68V74";
        assert_eq!(between(&svg, "\"spread\" d=\""), [line]);
        assert!(
            svg.ends_with(&format!(">{SPREAD}</text>\n</svg>\n")),
            "{svg}"
        );
    }

    #[test]
    fn a_bar_that_would_hide_what_the_others_are_is_cut_where_that_is_asked_for() {
        let long = chart(bars(&[1.0, 2.0, 4.0, 100.0]));
        assert_eq!(
            between(&long.svg(), " width=\""),
            ["4.5", "9.0", "18.0", "450.0"]
        );
        let cut = Chart { cut: true, ..long }.svg();
        assert_eq!(between(&cut, " width=\""), ["112.5", "225.0", "450.0"]);
        let broken = "M190 140H600.0L595.0 158H190ZM605.0 140H640.0V158H600.0Z";
        assert_eq!(between(&cut, "<path class=\"other\" d=\""), [broken]);
        assert!(cut.ends_with(&format!(">{CUT}</text>\n</svg>\n")), "{cut}");
    }

    #[test]
    fn colours_that_labels_do_not_explain_have_a_legend() {
        let legend = vec![(Series::Ours, "one"), (Series::Third, "other")];
        let svg = Chart {
            legend,
            ..chart(Vec::new())
        }
        .svg();
        assert_eq!(between(&svg, "<rect class=\""), ["ours", "third"]);
        assert!(
            svg.contains("<text x=\"78.5\" y=\"74\">other</text>"),
            "{svg}"
        );
    }

    #[test]
    fn words_are_escaped_and_no_bars_are_no_error() {
        let svg = chart(Vec::new()).svg();
        assert!(svg.contains("aria-label=\"One &lt;call&gt;; ns\""));
        let note = "<text class=\"unit\" x=\"8\" y=\"76\">* as it is</text>\n</svg>\n";
        assert!(svg.ends_with(note), "{svg}");
        assert!(!svg.contains("<rect"));
    }
}
