use std::ops::Range;

/// A property, by where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Property {
    /// As it is written, with its escapes.
    pub(super) key: Range<usize>,
    /// As it is written: with escapes, and with the ends of the lines that it stands in.
    pub(super) value: Range<usize>,
}

/// Reads properties one by one, as `java.util.Properties` does.
pub(super) struct Reader<'a> {
    text: &'a str,
    lines: std::slice::Iter<'a, Range<usize>>,
}

impl<'a> Reader<'a> {
    /// A reader of a text with these lines, which have no ends.
    pub(super) fn new(text: &'a str, lines: &'a [Range<usize>]) -> Self {
        Self {
            text,
            lines: lines.iter(),
        }
    }
}

impl Iterator for Reader<'_> {
    type Item = Property;

    fn next(&mut self) -> Option<Property> {
        loop {
            let line = self.lines.next()?;
            let written = self.text.get(line.clone())?;
            let start = line.end - written.trim_start_matches(SPACE).len();
            if written.get(start - line.start..)?.starts_with(['#', '!']) {
                continue;
            }
            let mut end = line.end;
            while goes_on(self.text.get(start..end)?)
                && let Some(line) = self.lines.next()
            {
                end = line.end;
            }
            if start < end {
                return Some(property(self.text, start..end));
            }
        }
    }
}

/// White space within a line.
const SPACE: [char; 3] = [' ', '\t', '\u{c}'];

/// Whether a line is continued in the next one: behind a backslash that is not the second of two.
fn goes_on(line: &str) -> bool {
    let backslashes = line.len() - line.trim_end_matches('\\').len();
    backslashes % 2 == 1
}

/// A property that stands in these lines.
fn property(text: &str, lines: Range<usize>) -> Property {
    let written = text.get(lines.clone()).unwrap_or_default();
    let at = |rest: &str| lines.end - rest.len();
    let after_key = written.get(key_length(written)..).unwrap_or_default();
    let value = without_space(after_key);
    let value = value.strip_prefix(['=', ':']).map_or(value, without_space);
    Property {
        key: lines.start..at(after_key),
        value: at(value)..lines.end,
    }
}

/// How long the key is with which a property begins.
fn key_length(written: &str) -> usize {
    let mut is_escaped = false;
    let end = written.find(|character: char| {
        let ends = !is_escaped && ("=:".contains(character) || SPACE.contains(&character));
        is_escaped = character == '\\' && !is_escaped;
        ends
    });
    end.unwrap_or(written.len())
}

/// A text without the white space at its beginning, where a line may end and go on.
fn without_space(text: &str) -> &str {
    let mut text = text.trim_start_matches(SPACE);
    while let Some(rest) = text.strip_prefix('\\')
        && rest.starts_with(['\r', '\n'])
    {
        let rest = rest.strip_prefix("\r\n").or_else(|| rest.get(1..));
        text = rest.unwrap_or_default().trim_start_matches(SPACE);
    }
    text
}
