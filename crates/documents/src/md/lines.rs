//! The lines in which runs stand and paragraphs are written.

use std::ops::Range;

use crate::lines;

use super::atoms::Atom;
use super::runs::{Run, Setting};

/// Paragraphs are not wrapped narrower than this, in columns.
const LEAST_WIDTH: usize = 40;

/// The line in which a run ends. Thousands of pictures may stand in one, each with a run: the line and the next one are
/// looked at once for all of them.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// Where runs may end for which this holds.
    ends: Range<usize>,
    /// Whether the next line would make the head of a table of this one, if it had as many cells.
    pub(super) is_before_row: bool,
}

impl Line {
    /// Looks at the line of this place, unless it is the one that was looked at last. Says whether it was not.
    pub(super) fn look(&mut self, text: &str, place: usize) -> bool {
        if self.ends.contains(&place) {
            return false;
        }
        let rest = text.get(place..).unwrap_or_default();
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        let row = without_prefix(after.lines().next().unwrap_or_default());
        self.ends = place..place + line.len() + 1;
        self.is_before_row = row.contains('-')
            && row
                .chars()
                .all(|sign| matches!(sign, '-' | ':' | '|' | ' ' | '\t'));
        true
    }
}

/// Words between which a line may end.
pub(super) struct Chunk {
    pub(super) text: String,
    /// What stands before it.
    pub(super) gap: Option<Atom>,
}

/// How the lines of a paragraph are written.
pub(super) struct Layout {
    pub(super) line_end: String,
    /// The width of the source, if it has several lines.
    pub(super) width: Option<usize>,
    /// Whether lines that end are shown by spaces.
    pub(super) has_spaces: bool,
}

impl Layout {
    pub(super) fn of(source: &str, run: &Run) -> Self {
        let mut lines = source.split('\n');
        let first = lines.next().unwrap_or_default();
        let return_sign = if first.ends_with('\r') { "\r" } else { "" };
        let mut prefix = run.prefix.clone();
        let mut width = lines::width(first.trim_end());
        for line in lines {
            let kept = without_prefix(line);
            let before = line.get(..line.len() - kept.len()).unwrap_or_default();
            prefix.get_or_insert_with(|| before.to_owned());
            width = width.max(lines::width(kept.trim_end()));
        }
        let has_lines = matches!(run.setting, Setting::Paragraph | Setting::Underlined);
        let wraps = prefix.is_some() && has_lines;
        Self {
            line_end: format!("{return_sign}\n{}", prefix.unwrap_or_default()),
            width: wraps.then_some(width.max(LEAST_WIDTH)),
            has_spaces: source.contains("  \n") || source.contains("  \r\n"),
        }
    }

    /// Chunks as lines. A line that is wrapped begins with a letter, which begins nothing but a line.
    pub(super) fn lines(&self, chunks: Vec<Chunk>) -> String {
        let mut written = String::new();
        let mut column = 0_usize;
        for chunk in chunks {
            let width = lines::width(&chunk.text);
            let is_wrapped = self.width.is_some_and(|most| column + 1 + width > most)
                && chunk.text.starts_with(char::is_alphabetic);
            match chunk.gap {
                Some(Atom::Break(_)) => {
                    let has_text = !written.is_empty() && !written.ends_with('\n');
                    let by_spaces = self.has_spaces && has_text;
                    written.push_str(if by_spaces { "  \n" } else { "\\\n" });
                    column = 0;
                }
                Some(_) if is_wrapped => {
                    written.push('\n');
                    column = 0;
                }
                Some(_) => {
                    written.push(' ');
                    column += 1;
                }
                None => {}
            }
            column += width;
            written.push_str(&chunk.text);
        }
        written
    }
}

/// What begins another line of the same blocks as the end of this text: the signs of quotations, and spaces for all else.
pub(super) fn continued(text: &str) -> String {
    let line = text.rsplit(['\n', '\r']).next().unwrap_or_default();
    let signs = line.chars().map(|sign| match sign {
        '>' | '\t' => sign,
        _ => ' ',
    });
    signs.collect()
}

/// The lines of a paragraph without the signs of the quotations in which they stand.
pub(super) fn without_prefixes(source: &str) -> String {
    let source = source.replace("\r\n", "\n").replace('\r', "\n");
    let mut lines = source.split('\n');
    let first = lines.next().unwrap_or_default().to_owned();
    lines.fold(first, |mut written, line| {
        written.push('\n');
        written.push_str(without_prefix(line));
        written
    })
}

/// A line of a paragraph without the signs of the quotations in which it stands.
fn without_prefix(line: &str) -> &str {
    line.trim_start_matches([' ', '\t', '>'])
}

/// What is written in several lines of a paragraph in one line.
pub(super) fn one_line(written: &str) -> String {
    if !written.contains(['\n', '\r']) {
        return written.to_owned();
    }
    // A line end that is shown would be a backslash that is.
    let is_link = written.trim_start_matches('!').starts_with('[') && !written.contains('`');
    let without_breaks = written.replace("\\\r\n", "\n").replace("\\\n", "\n");
    let written = if is_link { &without_breaks } else { written };
    let mut lines = written.split('\n');
    let mut line = lines
        .next()
        .unwrap_or_default()
        .trim_end_matches('\r')
        .to_owned();
    for next in lines {
        line.push(' ');
        line.push_str(without_prefix(next.trim_end_matches('\r')));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_looked_at_once_for_all_runs_that_end_in_it() {
        let text = "![a](b) ![c](d)\n> |--|:-|\n![e](f) ![g](h)";
        let mut line = Line::default();
        let looked: Vec<(usize, bool)> = (0..=text.len())
            .filter_map(|at| line.look(text, at).then_some((at, line.is_before_row)))
            .collect();
        assert_eq!(looked, [(0, true), (16, false), (26, false)]);
    }
}
