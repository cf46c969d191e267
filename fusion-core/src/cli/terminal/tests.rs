use std::sync::Mutex;

use indicatif::TermLike;

use super::*;

const COLUMNS: u16 = 60;

/// A terminal that keeps the lines that are drawn.
#[derive(Clone, Debug, Default)]
struct DrawnLines(Arc<Mutex<Vec<String>>>);

impl TermLike for DrawnLines {
    fn width(&self) -> u16 {
        COLUMNS
    }

    fn move_cursor_up(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_down(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_right(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_left(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn write_line(&self, line: &str) -> io::Result<()> {
        self.write_str(line)
    }

    fn write_str(&self, line: &str) -> io::Result<()> {
        self.0.lock().unwrap().push(line.to_owned());
        Ok(())
    }

    fn clear_line(&self) -> io::Result<()> {
        Ok(())
    }

    fn flush(&self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns the lines that an update draws.
fn drawn(done: f64, total: Option<f64>, message: &str) -> Vec<String> {
    let lines = DrawnLines::default();
    let target = ProgressDrawTarget::term_like(Box::new(lines.clone()));
    let bar = ProgressBar::with_draw_target(None, target);
    let update = ProgressUpdate {
        done,
        total,
        message: Some(message.to_owned()),
    };
    draw(&bar, &update);
    bar.abandon();
    let lines = lines.0.lock().unwrap().clone();
    lines
        .into_iter()
        .filter(|line| !line.trim().is_empty())
        .collect()
}

fn last(done: f64, total: Option<f64>, message: &str) -> String {
    drawn(done, total, message)
        .last()
        .unwrap()
        .trim_end()
        .to_owned()
}

#[test]
fn a_message_of_wide_characters_ends_at_the_edge_of_the_terminal() {
    let message = "東京都の課題を数えています".repeat(4);
    for total in [Some(4.0), None] {
        let lines = drawn(1.0, total, &message);
        let widths = lines.iter().map(|line| textwrap::core::display_width(line));
        let widest = widths.max();
        assert!(widest <= Some(COLUMNS.into()), "{widest:?}: {lines:?}");
    }
}

#[test]
fn progress_without_a_total_is_no_bar() {
    assert!(last(1.0, Some(4.0), "x").ends_with("  25 % x"));
    for total in [None, Some(0.0)] {
        let line = last(1.0, total, "x");
        assert!(line.ends_with(" x") && !line.contains('%'), "{line}");
    }
}

#[test]
fn a_message_is_one_line_without_control_characters() {
    let line = last(1.0, None, "a\u{1b}[31m\nb\u{7}\u{202e}");
    assert!(line.ends_with(r" a\u{1b}[31m\nb\u{7}\u{202e}"), "{line}");
}
