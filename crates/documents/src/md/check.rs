//! Whether what is written is read as what was meant.

use std::ops::Range;

use pulldown_cmark::{BrokenLink, CowStr, Event, LinkType, Parser, Tag, TagEnd};

use super::runs::Setting;
use super::{directives, extensions};

/// What is read in a run, as a text with signs that no text has: zero characters are in none.
#[derive(Debug, Default)]
pub(super) struct Expected {
    read: String,
    /// The marks of footnotes.
    notes: Vec<String>,
}

impl Expected {
    pub(super) fn text(&mut self, text: &str) {
        for letter in text.chars() {
            let is_space = letter.is_ascii_whitespace() || letter == '\u{b}';
            if !is_space {
                self.read.push(letter);
            } else if !self.read.is_empty() && !self.read.ends_with(' ') {
                self.read.push(' ');
            }
        }
    }

    fn code(&mut self, sign: &str, written: &str) {
        self.read.push('\0');
        self.read.push_str(sign);
        self.text(written);
    }

    pub(super) fn line_end(&mut self) {
        self.code("n", "");
    }

    pub(super) fn stretch(&mut self, sign: &str) {
        self.code(sign, "");
    }

    pub(super) fn link(&mut self) {
        self.code("[", "");
    }

    pub(super) fn link_end(&mut self, written: &str) {
        self.code("]", written);
    }

    pub(super) fn tag(&mut self, written: &str) {
        self.code("<", written);
    }

    /// A link as a whole, as it is read by itself.
    pub(super) fn whole_link(&mut self, written: &str) {
        match read(written, Setting::Paragraph) {
            Some(read) => self.read.push_str(&read),
            None => self.mark(written),
        }
    }

    pub(super) fn mark(&mut self, written: &str) {
        if written.starts_with("[^") {
            self.notes.push(written.to_owned());
        }
        self.code("m", written);
    }
}

/// Whether what is written is a link as a whole, and no mark of a footnote: one of a wiki, which only the parser takes apart,
/// may show a picture.
pub(super) fn is_link(written: &str) -> bool {
    written.starts_with("![[") || written.starts_with('[') && !written.starts_with("[^")
}

/// Whether a parser reads this as that, where it stands.
pub(super) fn is_read_as(written: &str, setting: Setting, expected: &Expected) -> bool {
    !has_directive(written, setting)
        && read_in(written, setting, &expected.notes).is_some_and(|read| read == expected.read)
}

/// Whether a line of a run would be no text of it to the tools which make pages.
fn has_directive(written: &str, setting: Setting) -> bool {
    let begins_lines = matches!(setting, Setting::Paragraph | Setting::Underlined);
    begins_lines && written.lines().any(directives::is_directive)
}

/// Whether a parser reads a text with another behind it as each of the two with a line end between them. `gap` is how that is
/// written, and these are the marks of footnotes in the first text.
pub(super) fn are_read_apart(
    (first, gap, second): (&str, &str, &str),
    setting: Setting,
    notes: &[String],
) -> bool {
    let read = |written: &str| read_in(written, setting, notes);
    // Behind a word, since what may begin a block does not where it stands: `- [ ] 1. One`.
    let first = format!("x {first}");
    let mut expected = Expected::default();
    match read(&first) {
        Some(first) => expected.read.push_str(first.trim_end()),
        None => return false,
    }
    if gap.contains('\n') {
        expected.line_end();
    } else {
        expected.text(" ");
        expected.tag(gap.trim());
    }
    let both = format!("{first}{gap}{second}");
    let is_second = |second: String| {
        !has_directive(&both, setting) && read(&both) == Some(expected.read + &second)
    };
    read(second).is_some_and(is_second)
}

/// What is read in a run of this kind, with these marks of footnotes.
fn read_in(written: &str, setting: Setting, notes: &[String]) -> Option<String> {
    let (start, end) = match setting {
        Setting::Paragraph => ("", "\n"),
        Setting::Underlined => ("", "\n===\n"),
        Setting::Heading => ("# ", "\n"),
        Setting::Cell => ("| ", " |\n| - |\n"),
        Setting::Alternative { .. } => ("![", "](x)\n"),
    };
    let mut text = format!("{start}{written}{end}");
    // Marks of footnotes are some only if there are these.
    for note in notes {
        text.push_str(&format!("\n{note}: x\n"));
    }
    read(&text, setting)
}

/// What is read in a text with one run in it; nothing if there is more.
fn read(text: &str, setting: Setting) -> Option<String> {
    // Which labels there are in the document was seen before.
    let known = |_: BrokenLink<'_>| Some((CowStr::from("x"), CowStr::from("")));
    let events = Parser::new_with_broken_link_callback(text, extensions(), Some(known));
    let mut reader = Reader {
        text,
        read: Expected::default(),
        last: 0,
        hidden: 0,
        is_picture: matches!(setting, Setting::Alternative { .. }),
    };
    let mut level = 0_usize;
    let mut is_done = false;
    let mut notes = 0_usize;
    for (event, range) in events.into_offset_iter() {
        let is_note = matches!(
            event,
            Event::Start(Tag::FootnoteDefinition(_)) | Event::End(TagEnd::FootnoteDefinition)
        );
        if is_note {
            notes = if matches!(event, Event::Start(_)) {
                notes + 1
            } else {
                notes.saturating_sub(1)
            };
            is_done = true;
        } else if notes == 0 {
            match (&event, setting) {
                (
                    Event::Start(Tag::Paragraph),
                    Setting::Paragraph | Setting::Alternative { .. },
                )
                | (Event::Start(Tag::Heading { .. }), Setting::Heading | Setting::Underlined)
                | (Event::Start(Tag::Table(_) | Tag::TableHead | Tag::TableCell), Setting::Cell)
                    if !is_done =>
                {
                    level += 1;
                }

                (Event::End(TagEnd::Paragraph | TagEnd::Heading(_)), _)
                | (Event::End(TagEnd::Table | TagEnd::TableHead | TagEnd::TableCell), _) => {
                    level = level.checked_sub(1)?;
                    is_done = true;
                }
                _ if level == 0 || is_done => return None,
                _ => reader.add(event, range)?,
            }
        }
    }
    Some(reader.read.read)
}

struct Reader<'a> {
    text: &'a str,
    read: Expected,
    /// Where the last event ended.
    last: usize,
    /// In how many links and pictures the reader is that are read as a whole.
    hidden: usize,
    /// Whether all is the alternative text of a picture, which did not begin yet.
    is_picture: bool,
}

impl Reader<'_> {
    /// Reads an event; fails if it is none of a run.
    fn add(&mut self, event: Event<'_>, range: Range<usize>) -> Option<()> {
        let written = self.text.get(range.clone())?;
        if self.hidden > 0 {
            match event {
                Event::Start(_) => self.hidden += 1,
                Event::End(_) => self.hidden -= 1,
                _ => {}
            }
            return Some(());
        }
        let mut last = range.end;
        match event {
            Event::Text(text) => self.read.text(&text),
            Event::SoftBreak => self.read.text(" "),
            Event::HardBreak => self.read.line_end(),
            Event::InlineHtml(_) => self.read.tag(written),
            Event::Code(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::FootnoteReference(_) => self.read.mark(written),
            Event::Start(Tag::Emphasis) => self.read.stretch("e"),
            Event::Start(Tag::Strong) => self.read.stretch("s"),
            Event::Start(Tag::Strikethrough) => self.read.stretch("t"),
            Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough) => {
                self.read.stretch("/");
            }
            Event::Start(Tag::Link {
                link_type: LinkType::Autolink | LinkType::Email,
                ..
            }) => {
                self.read.mark(written);
                self.hidden = 1;
            }
            Event::Start(Tag::Link { .. }) => {
                self.read.link();
                last = range.start + 1;
            }
            Event::End(TagEnd::Link) => {
                let close = self.text.get(self.last..range.end)?;
                self.read.link_end(close.trim_start());
            }
            Event::Start(Tag::Image { .. }) if self.is_picture => {
                self.is_picture = false;
                last = range.start + 2;
            }
            Event::End(TagEnd::Image) => {}
            Event::Start(Tag::Image { .. }) => {
                self.read.mark(written);
                self.hidden = 1;
            }
            _ => return None,
        }
        self.last = last;
        Some(())
    }
}
