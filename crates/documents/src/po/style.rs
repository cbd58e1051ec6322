//! How strings of a catalogue are divided into lines.

use crate::lines;

use super::entries::{Entry, Item};
use super::strings::encoded;

/// How wide lines are at most where nothing says it, in columns: as the programs of gettext write them.
const USUAL_WIDTH: usize = 79;

/// How the catalogue writes strings.
#[derive(Debug)]
pub(super) struct Style {
    pub(super) line_end: &'static str,
    /// Whether strings are divided where no line of them ends.
    is_wrapped: bool,
}

impl Style {
    pub(super) fn of(text: &str) -> Self {
        Self {
            line_end: match (text.contains('\r'), text.contains('\n')) {
                (true, false) => "\r",
                (true, true) if text.contains("\r\n") => "\r\n",
                _ => "\n",
            },
            is_wrapped: false,
        }
    }

    /// Takes note of how an entry is written.
    pub(super) fn observe(&mut self, entry: &Entry) {
        for item in entry.targets.iter().chain([&entry.id]).chain(&entry.plural) {
            // One line for each of the text, and an empty one before them.
            let of_text = item.text.trim_end_matches('\n').matches('\n').count() + 1;
            if item.lines > of_text + 1 && !entry.is_header() {
                self.is_wrapped = true;
            }
        }
    }

    /// A text as the string that stands behind a name, divided as the source of it is.
    pub(super) fn written(&self, text: &str, name: &str, source: &Item) -> String {
        let inner = text.trim_end_matches('\n').contains('\n');
        let one = encoded(text);
        let fits = lines::width(&one) + name.len() + 2 <= USUAL_WIDTH;
        let is_divided = if inner {
            source.lines > 1 || self.is_wrapped
        } else {
            self.is_wrapped && !fits
        };
        if !is_divided {
            return format!("\"{one}\"");
        }
        let mut written = "\"\"".to_owned();
        for line in text.split_inclusive('\n') {
            for part in self.parts(line) {
                written.push_str(self.line_end);
                written.push('"');
                written.push_str(&encoded(part));
                written.push('"');
            }
        }
        written
    }

    /// A line of a text, divided if it is too long.
    fn parts<'a>(&self, line: &'a str) -> Vec<&'a str> {
        let mut parts = Vec::new();
        let (mut start, mut last, mut width, mut from) = (0, 0, 0, 0);
        for place in lines::breaks(line).iter().filter(|_| self.is_wrapped) {
            let added = lines::width(line.get(from..place.start).unwrap_or_default());
            if width + added + 3 > USUAL_WIDTH && last > start {
                parts.push(line.get(start..last).unwrap_or_default());
                (start, width) = (last, 0);
            }
            width += added;
            (last, from) = (place.start, place.start);
        }
        let rest = lines::width(line.get(from..).unwrap_or_default());
        if width + rest + 3 > USUAL_WIDTH && last > start {
            parts.push(line.get(start..last).unwrap_or_default());
            start = last;
        }
        parts.push(line.get(start..).unwrap_or_default());
        parts
    }
}
