//! Draws one bar: its label, the bar, its spread, its number.

use std::fmt::Write as _;

use super::{BAR, BASE, Bar, LABELS, escape};

/// The width of the gap in a cut bar, and its slant.
const GAP: f64 = 5.0;

/// One bar between its label and its number.
pub(super) fn draw(bar: &Bar, y: f64, longest: f64, most: f64) -> String {
    let length = |value: f64| {
        let part = if longest > 0.0 { value / longest } else { 0.0 };
        most * part
    };
    let (base, label, class) = (y + BASE, escape(&bar.label), bar.series.class());
    let mut svg = format!(
        "<text class=\"label\" x=\"{}\" y=\"{base}\">{label}</text>",
        LABELS - 8.0
    );
    let cut = bar.value > longest;
    let end = if cut { most } else { length(bar.value) };
    if cut {
        svg += &draw_cut(class, y, end);
    } else {
        let _ = write!(
            svg,
            "<rect class=\"{class}\" x=\"{LABELS}\" y=\"{y}\" width=\"{end:.1}\" height=\"{BAR}\" rx=\"2\"/>"
        );
    }
    let mut reach = end;
    if let Some(spread) = bar.spread.filter(|_| !cut) {
        let [low, high] = spread.map(|value| LABELS + length(value));
        let middle = y + BAR / 2.0;
        let (above, below) = (middle - 3.0, middle + 3.0);
        let _ = write!(
            svg,
            "<path class=\"spread\" d=\"M{low:.1} {middle}H{high:.1}\
             M{low:.1} {above}V{below}M{high:.1} {above}V{below}\"/>"
        );
        reach = reach.max(high - LABELS);
    }
    let x = LABELS + reach + 6.0;
    let label_text = escape(&bar.label_text);
    svg + &format!("<text x=\"{x:.1}\" y=\"{base}\">{label_text}</text>\n")
}

/// Draws a bar with a slanted gap near its end.
fn draw_cut(class: &str, y: f64, end: f64) -> String {
    let (start, gap, end, below) = (LABELS, LABELS + end * 0.9, LABELS + end, y + BAR);
    format!(
        "<path class=\"{class}\" d=\"M{start} {y}H{:.1}L{gap:.1} {below}H{start}Z\
         M{:.1} {y}H{end:.1}V{below}H{:.1}Z\"/>",
        gap + GAP,
        gap + 2.0 * GAP,
        gap + GAP,
    )
}
