//! Lines put behind one another, as they are read: with words in one piece that are parted at the ends of lines.

use dragoman_documents::{Joint, joint};
use dragoman_typesetting::{LineEnd, OBJECT};

use crate::items::number_mark;

/// The style of spaces between objects, until it is known which one most letters have.
pub(crate) const MAIN: usize = usize::MAX;

/// What is read in one go within a paragraph.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Part {
    /// Letters of a style, which is a place in the list of styles.
    Text(usize, String),
    /// What is no text.
    Object(Vec<usize>),
}

impl Part {
    /// How long it is in the text, in bytes.
    const fn length(&self) -> usize {
        match self {
            Self::Text(_, text) => text.len(),
            Self::Object(_) => OBJECT.len_utf8(),
        }
    }
}

/// Whether a text that ends so goes on with one that begins so: in the middle of a sentence, and not with an item of a
/// list.
pub(crate) fn goes_on(before: &str, next: &str) -> bool {
    let begins_small = next.chars().next().is_some_and(char::is_lowercase);
    is_open(before) && begins_small && number_mark(next).is_none()
}

/// Whether a text ends in the middle of a sentence.
pub(crate) fn is_open(text: &str) -> bool {
    let last = text.chars().next_back();
    last.is_some_and(|last| last.is_alphanumeric() || matches!(last, ',' | '-' | '\u{2010}' | ';'))
}

/// Lines that are put behind one another.
#[derive(Default)]
pub(crate) struct Joined {
    pub(crate) parts: Vec<Part>,
    /// Whether a line begins.
    begins_line: bool,
    /// Where lines end in the text.
    ends: Vec<LineEnd>,
    /// How many of the parts stay as they are, and how long their text is: only the last one changes.
    settled: (usize, usize),
    /// The glyphs of each line that spaces are before.
    pub(crate) words: Vec<Vec<usize>>,
}

impl Joined {
    pub(crate) fn begin_line(&mut self) {
        self.begins_line = true;
        self.words.push(Vec::new());
    }

    /// Notes that a space is before a glyph in its line.
    fn begin_word(&mut self, glyph: usize) {
        if let Some(words) = self.words.last_mut() {
            words.push(glyph);
        }
    }

    pub(crate) fn push(&mut self, style: usize, glyph: usize, text: &str, is_after_space: bool) {
        if text.is_empty() {
            return;
        }
        if std::mem::take(&mut self.begins_line) {
            self.join(text);
        } else if is_after_space {
            self.push_space();
            self.begin_word(glyph);
        }
        match self.parts.last_mut() {
            Some(Part::Text(last, before)) if *last == style => before.push_str(text),
            _ => self.parts.push(Part::Text(style, text.to_owned())),
        }
    }

    pub(crate) fn push_object(&mut self, glyph: usize, is_after_space: bool) {
        let begins_line = std::mem::take(&mut self.begins_line);
        match self.parts.last_mut() {
            // Words of a formula are one.
            Some(Part::Object(glyphs)) if !begins_line => glyphs.push(glyph),
            _ => {
                if is_after_space || begins_line {
                    self.push_space();
                }
                match begins_line {
                    true => self.end_line(false),
                    false if is_after_space => self.begin_word(glyph),
                    false => {}
                }
                self.parts.push(Part::Object(vec![glyph]));
            }
        }
    }

    /// A space belongs to the text before it.
    fn push_space(&mut self) {
        match self.parts.last_mut() {
            Some(Part::Text(_, text)) => text.push(' '),
            Some(Part::Object(_)) => self.parts.push(Part::Text(MAIN, " ".to_owned())),
            None => {}
        }
    }

    /// Ends the line before as the next one, which begins with this text, has it.
    fn join(&mut self, next: &str) {
        let mut has_hyphen = false;
        match self.parts.last_mut() {
            None => {}
            Some(Part::Object(_)) => self.push_space(),
            Some(Part::Text(_, text)) => match joint(text, next) {
                Joint::Space => text.push(' '),
                Joint::Nothing => {}
                Joint::WithoutLast => {
                    text.pop();
                    has_hyphen = true;
                }
            },
        }
        self.end_line(has_hyphen);
    }

    /// Notes that a line ends here, if one has begun.
    fn end_line(&mut self, has_hyphen: bool) {
        let Some((last, others)) = self.parts.split_last() else {
            return;
        };
        let (settled, length) = self.settled;
        let more = others.get(settled..).unwrap_or_default();
        let length = length + more.iter().map(Part::length).sum::<usize>();
        self.settled = (others.len(), length);
        let byte = length + last.length();
        if byte > 0 {
            self.ends.push(LineEnd { byte, has_hyphen });
        }
    }

    /// Where lines end in the text, without white space at its beginning.
    pub(crate) fn line_ends(&self) -> Vec<LineEnd> {
        let trimmed = match self.parts.first() {
            Some(Part::Text(_, text)) => text.len() - text.trim_start().len(),
            _ => 0,
        };
        let ends = self.ends.iter().map(|end| LineEnd {
            byte: end.byte.saturating_sub(trimmed),
            ..*end
        });
        ends.collect()
    }
}
